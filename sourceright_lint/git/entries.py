"""The files of an index and of a revision, and new entries for the index."""

from __future__ import annotations

import os
from types import MappingProxyType
from typing import NamedTuple

from sourceright_lint.git.plumbing import path_bytes, path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sourceright_lint.git.plumbing import Repository

_EMPTY_BLOBS = frozenset(
    {
        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
        "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    }
)
_MANY = 200
"""More paths than this are not put on a command line."""


class Entry(NamedTuple):
    """A regular file: its mode (``100644`` or ``100755``) and the id of its content."""

    mode: str
    oid: str


class Listing:
    """Regular files by path. ``unmerged`` paths have no one content.

    ``others`` are links, each with the id of its content, and submodules, with an empty text.
    """

    def __init__(
        self,
        records: Mapping[str, str],
        unmerged: frozenset[str] = frozenset(),
        others: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._records = records
        self.unmerged = unmerged
        self.others = others
        self.paths = sorted(records.keys() | unmerged if unmerged else records)

    def entry(self, path: str) -> Entry | None:
        """Mode and object id, or None for what is no regular file (or unmerged)."""
        record = self._records.get(path)
        if record is None or path in self.unmerged:
            return None
        return Entry(record[: record.index(" ")], _oid(record))


def of_index(repository: Repository) -> Listing:
    """The index in use. Files intended to be added look as if they were empty: see ``intended``."""
    records = _records(repository.run("ls-files", "-s", "-z"))
    if not records:
        return Listing({})
    name = records[0].index("\t") + 1
    unmerged = frozenset(record[name:] for record in records if record[name - 2] != "0")
    return _listing(records, lambda record: record[name:], unmerged)


def of_tree(repository: Repository, revision: str) -> Listing:
    """A revision (or tree), by id."""
    records = _records(repository.run("ls-tree", "-r", "-z", revision))
    return _listing(records, lambda record: record.partition("\t")[2])


def _listing(
    records: Sequence[str], path_of: Callable[[str], str], unmerged: frozenset[str] = frozenset()
) -> Listing:
    files = {path_of(record): record for record in records if record.startswith("100")}
    if len(files) == len(records):
        return Listing(files, unmerged)
    rest = (record for record in records if not record.startswith("100"))
    return Listing(
        files,
        unmerged,
        {path_of(record): _oid(record) if record.startswith("120") else "" for record in rest},
    )


def _oid(record: str) -> str:
    """The id of the content of a file or a link."""
    fields = record.partition("\t")[0].split()
    return fields[-1] if fields[1] == "blob" else fields[1]


def in_work_tree(repository: Repository, folder: str) -> list[str]:
    """Files below ``folder`` that are tracked and checked out, or untracked and not ignored, sorted.

    None is looked at: tracked files may be gone, and submodules are among them by their folder's name.
    """
    options = ("-z", "-t", "--cached", "--others", "--exclude-standard")
    records = _records(repository.run("ls-files", *options, "--", *((folder,) if folder else ())))
    found = {record[2:] for record in records if record[0] != "S" and not record.endswith("/")}
    sparse = (record[2:] for record in records if record[0] == "S")
    found.update(_present(repository.root, sparse))
    return sorted(found)


def may_be_intended(entry: Entry) -> bool:
    """Whether an index entry looks as one that is only intended to be added."""
    return entry.oid in _EMPTY_BLOBS


def intended(repository: Repository, paths: Sequence[str]) -> frozenset[str]:
    """Those of ``paths`` that the index holds as intended to be added (``git add -N``), without content."""
    if not paths:
        return frozenset()
    options = ("--cached", "--ita-invisible-in-index", "--name-only", "--no-renames", "-z")
    arguments = ("diff-index", *options, repository.empty_tree, "--", *_on_command_line(paths))
    return frozenset(paths) - set(_records(repository.run(*arguments)))


def update(repository: Repository, entries: Mapping[str, Entry | None]) -> None:
    """Put entries into the index in use, all in one step under Git's own lock; None takes one out.

    Paths with the skip-worktree or assume-unchanged bit keep it, each in a further step of its own.
    """
    flags = _flags(repository, list(entries))
    # Git looks into files as old as the index when it writes it.
    extra = repository.without_filters()
    zeros = "0" * len(repository.empty_tree)
    lines = []
    for path, entry in entries.items():
        if not entry or path not in flags:
            mode, oid = entry or Entry("0", zeros)
            lines.append(f"{mode} {oid} 0\t".encode() + path_bytes(path) + b"\0")
    if lines:
        repository.run("update-index", "-z", "--index-info", input=b"".join(lines), extra=extra)
    for path, options in flags.items():
        entry = entries[path]
        if entry:
            info = f"{entry.mode},{entry.oid},{path}"
            marks = [word for option in options for word in (option, f"./{path}")]
            repository.run("update-index", "--add", "--cacheinfo", info, *marks, extra=extra)


def _flags(repository: Repository, paths: Sequence[str]) -> dict[str, tuple[str, ...]]:
    records = _records(repository.run("ls-files", "-v", "-z", "--", *_on_command_line(paths)))
    flags = {}
    for record in records:
        tag, path = record[0], record[2:]
        bits = {"--skip-worktree": tag in "Ss", "--assume-unchanged": tag.islower()}
        if any(bits.values()):
            flags[path] = tuple(option for option, is_set in bits.items() if is_set)
    return {path: flags[path] for path in paths if path in flags}


def _present(root: str, paths: Iterable[str]) -> Iterator[str]:
    """Those paths that are there, with one look per folder that is not."""
    folders: dict[str, bool] = {}
    for path in paths:
        folder = os.path.join(root, os.path.dirname(path))
        if folder not in folders:
            folders[folder] = os.path.isdir(folder)
        if folders[folder] and os.path.lexists(os.path.join(root, path)):
            yield path


def _records(output: bytes) -> list[str]:
    return path_text(output).split("\0")[:-1]


def _on_command_line(paths: Iterable[str]) -> tuple[str, ...]:
    """Paths as arguments; none (which means all) where they would be too many."""
    listed = tuple(paths)
    return listed if len(listed) <= _MANY else ()
