"""What changed: staged, between two revisions, or since one."""

from __future__ import annotations

from typing import NamedTuple

from sourceright_lint.git.plumbing import path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sourceright_lint.git.plumbing import Repository

_RAW = ("--raw", "-z", "--no-abbrev", "--no-ext-diff", "--no-textconv")


class Change(NamedTuple):
    """A changed path. ``status`` is Git's letter: A, M, D, T (kind changed), U (unmerged) or R (renamed).

    Modes are octal text (``100644``, ``120000``, ``160000``; ``000000`` for none), ids are zeros for none or
    for a file of the work tree. ``old_path`` differs from ``path`` only for a rename.
    """

    status: str
    path: str
    old_path: str
    old_mode: str
    new_mode: str
    old_oid: str
    new_oid: str


def touched(changes: Iterable[Change]) -> frozenset[str]:
    """Every path that is part of a change, of a rename both names."""
    return frozenset(path for change in changes for path in (change.path, change.old_path))


def staged(repository: Repository, base: str | None = None, renames: bool = False) -> tuple[Change, ...]:
    """The index against ``base``: by default the current commit, before the first one nothing.

    Files that are only intended to be added are left out.
    """
    arguments = ("diff", "--cached", *_RAW, "--no-color", "--ita-invisible-in-index", _detection(renames))
    return _parse(repository.run(*arguments, *(() if base is None else (base,)), "--"))


def between(repository: Repository, old: str, new: str, renames: bool = False) -> tuple[Change, ...]:
    """One revision (or tree) against another, both by id."""
    return _parse(repository.run("diff-tree", "-r", *_RAW, _detection(renames), old, new, "--"))


def in_work_tree(repository: Repository, base: str) -> tuple[Change, ...]:
    """The work tree against ``base``, files that are not tracked yet (and not ignored) included.

    More than changed may be named: a file whose time stamp differs is listed without a look at its content.
    """
    extra = repository.without_filters()
    tracked = _parse(
        repository.run(
            "diff-index", *_RAW, "--no-renames", "--ignore-submodules=all", base, "--", extra=extra
        )
    )
    others = repository.run("ls-files", "-z", "--others", "--exclude-standard", "--")
    zeros = "0" * len(base)
    untracked = (path for path in path_text(others).split("\0")[:-1] if not path.endswith("/"))
    return (
        *tracked,
        *(Change("A", path, path, "000000", "100644", zeros, zeros) for path in untracked),
    )


def _detection(renames: bool) -> str:
    return "--find-renames" if renames else "--no-renames"


def _parse(raw: bytes) -> tuple[Change, ...]:
    return tuple(_records(iter(path_text(raw).split("\0")[:-1])))


def _records(fields: Iterator[str]) -> Iterator[Change]:
    for head in fields:
        old_mode, new_mode, old_oid, new_oid, status = head.removeprefix(":").split(" ")
        old_path = path = next(fields)
        if status[0] in "RC":
            path = next(fields)
        yield Change(status[0], path, old_path, old_mode, new_mode, old_oid, new_oid)
