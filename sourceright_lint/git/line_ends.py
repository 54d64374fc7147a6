"""Line ends that are Git's doing (``core.autocrlf``, the attributes ``text`` and ``eol``)."""

from __future__ import annotations

from sourceright_lint.git.plumbing import path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.git.plumbing import Repository

_BATCH = 200
_CRLF = ("crlf", "mixed")


def crlf_by_git(repository: Repository, paths: Sequence[str]) -> frozenset[str]:
    """Those of ``paths`` that have CRLF in the work tree and are staged with LF. Filters are not considered."""
    found: set[str] = set()
    options = ("-z", "--eol", "--cached", "--others")
    for start in range(0, len(paths), _BATCH):
        listed = repository.run("ls-files", *options, "--", *paths[start : start + _BATCH])
        for record in path_text(listed).split("\0")[:-1]:
            kinds, _, path = record.partition("\t")
            stored, working, attributes = kinds.split(maxsplit=2)
            if working.removeprefix("w/") in _CRLF and _is_converted(
                repository, attributes.removeprefix("attr/").split(), stored.removeprefix("i/")
            ):
                found.add(path)
    return frozenset(found)


def _is_converted(repository: Repository, attributes: Sequence[str], stored: str) -> bool:
    """As ``gitattributes`` has it; what Git decides by itself it leaves alone where CRLF is stored already."""
    if "text" in attributes:
        return True
    automatic = "text=auto" in attributes or (not attributes and _autocrlf(repository))
    return automatic and stored not in _CRLF


def _autocrlf(repository: Repository) -> bool:
    setting = repository.call("config", "--bool", "core.autocrlf")
    # `input` is no truth value, and any other that is none would have stopped Git before.
    return setting.data == b"true\n" or setting.status > 1
