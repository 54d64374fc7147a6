"""Several files, and the index with them, changed as one.

A journal on disk says what is about to be done. Before anything is in its place the journal only names copies
that may be thrown away; from then on it holds what is needed to finish. A run that is killed in between leaves
it behind, and the next one undoes what had not begun and finishes what had. A file that someone edited in the
meantime is left as it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Protocol

from sourceright_lint.errors import CannotWrite, SourceError, WriteRefused
from sourceright_lint.escape import show_path
from sourceright_lint.fixing.digests import digest, digests
from sourceright_lint.fixing.lock import hold
from sourceright_lint.fixing.scratch import sweep_merge
from sourceright_lint.fixing.write import (
    Write,
    create,
    interruptible,
    is_temporary,
    locate,
    read_regular,
    reported,
    sync_folder,
)

Entry = tuple[str, str] | None
"""The mode and the object id that the index holds for a path; None where it holds nothing."""

_JOURNAL = "journal"
_VERSION = 1


class IndexFile(Protocol):
    """An index that a transaction may change. Entries are pairs (mode, object id), or None for no entry."""

    @property
    def name(self) -> str:
        """The absolute path of the file."""

    def entries(self, paths: Iterable[str]) -> Mapping[str, Entry]:
        """The entries as they are now."""

    def update(self, entries: Mapping[str, Entry]) -> None:
        """Change entries in one step."""


class Recovered(NamedTuple):
    """What was found of a run that was killed: paths whose change was finished, was undone, or was left alone
    because the file is no longer what it was."""

    finished: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def state_folder(root: str, git_dir: str | None = None) -> str:
    """Where journal and lock are kept: in the Git directory, or without Git in a hidden folder at ``root``."""
    return (
        os.path.join(git_dir, "sourceright-lint")
        if git_dir
        else os.path.join(root, ".sourceright-lint-state")
    )


def shared_folder(state: str) -> str:
    """The Git directory that all worktrees share, seen from the state folder in one of them.

    By its place and not by what a file in it says: nothing may lead a transaction out of the repository.
    """
    git_dir = os.path.dirname(os.path.abspath(state))
    worktrees = os.path.dirname(git_dir)
    is_linked = os.path.basename(worktrees) == "worktrees" and os.path.isfile(
        os.path.join(git_dir, "commondir")
    )
    return os.path.dirname(worktrees) if is_linked else git_dir


def _nothing(step: str) -> None:
    pass


class Transaction:
    """Changes that are made all together or not at all.

    ``checkpoint`` is called with a name before and after every step that reaches the disk.
    """

    def __init__(
        self,
        root: str,
        state: str,
        index: IndexFile | None = None,
        checkpoint: Callable[[str], None] = _nothing,
        timeout: float = 10.0,
    ) -> None:
        self.root = os.path.realpath(root)
        self.state = state
        self._index = index
        self._checkpoint = checkpoint
        self._timeout = timeout
        self._writes: dict[str, Write] = {}
        self._in_git: set[str] = set()
        self._entries: dict[str, tuple[Entry, Entry]] = {}

    def add(
        self, path: str, old: bytes | None, new: bytes | None, mode: int | None = None, in_git: bool = False
    ) -> None:
        """Change a file, None standing for no file. Two names of one file are one change, or refused.

        With ``in_git`` the path is relative to the ``shared_folder`` instead of the root.
        """
        if old == new and (mode is None or new is None):
            return
        base = shared_folder(self.state) if in_git else self.root
        write = Write(locate(base, path), path, old, new, mode)
        if in_git:
            self._in_git.add(write.target)
        known = self._writes.setdefault(write.target, write)
        if known.new != new:
            raise WriteRefused(
                f"{show_path(path)}: is the same file as {show_path(known.path)}, and the two fixes differ"
            )

    def add_entry(self, path: str, old: Entry, new: Entry) -> None:
        """Change an index entry."""
        self._entries[path] = (old, new)

    def commit(self) -> None:
        """Make the changes. Raises WriteRefused or SourceError with every file and the index as they were."""
        if self._writes or self._entries:
            with interruptible(), hold(self.state, self._timeout):
                self.commit_held()

    def commit_held(self) -> None:
        """The same for a caller that holds the lock already."""
        with interruptible():
            _recover(self.root, self.state, self._index)
            if self._is_made():
                return
            begun: list[Callable[[], None]] = []
            try:
                self._prepare()
                self._perform(begun)
            except BaseException:
                for undo in reversed(begun):
                    undo()
                self._clear()
                raise
            self._clear()

    def _is_made(self) -> bool:
        """Whether another run made just these changes in the meantime."""
        if not all(write.is_made() for write in self._writes.values()):
            return False
        now = self._index.entries(self._entries) if self._index and self._entries else {}
        return all(now.get(path) == new for path, (_, new) in self._entries.items())

    def _prepare(self) -> None:
        writes = list(self._writes.values())
        sums = digests([data for write in writes for data in (write.old, write.new)])
        files = [self._record_of(*each) for each in zip(writes, sums[::2], sums[1::2], strict=True)]
        self._record(files, begun=False)
        self._checkpoint("journal opened")
        for write in self._writes.values():
            write.prepare()
            self._checkpoint(f"copied {write.path}")
        for folder in sorted({os.path.dirname(write.target) for write in self._writes.values()}):
            # Once the journal is sealed these copies are all there is to finish with.
            sync_folder(folder)
        self._require_old_entries()
        self._record(files, begun=True)
        self._checkpoint("journal sealed")

    def _perform(self, begun: list[Callable[[], None]]) -> None:
        if self._index and self._entries:
            begun.append(self._restore_index)
            self._index.update({path: new for path, (_, new) in self._entries.items()})
            self._checkpoint("index")
        for write in self._writes.values():
            begun.append(partial(_take_back, write))
            write.place()
            self._checkpoint(f"placed {write.path}")

    def _require_old_entries(self) -> None:
        if self._index and self._entries:
            now = self._index.entries(self._entries)
            for path, (old, _) in self._entries.items():
                if now.get(path) != old:
                    raise CannotWrite(f"{show_path(path)}: was staged anew while it was being checked")

    def _restore_index(self) -> None:
        assert self._index is not None
        now = self._index.entries(self._entries)
        changed = {path: old for path, (old, new) in self._entries.items() if now.get(path) == new}
        if changed:
            self._index.update(changed)

    def _record(self, files: list[dict[str, Any]], begun: bool) -> None:
        entries = [{"path": path, "old": old, "new": new} for path, (old, new) in self._entries.items()]
        index = {"file": self._index.name, "entries": entries} if self._index and entries else None
        _save(self.state, {"version": _VERSION, "begun": begun, "files": files, "index": index})

    def _record_of(self, write: Write, old: str | None, new: str | None) -> dict[str, Any]:
        in_git = write.target in self._in_git
        base = os.path.realpath(shared_folder(self.state)) if in_git else self.root
        return {
            "path": os.path.relpath(write.target, base),
            "in_git": in_git,
            "copy": os.path.basename(write.temporary),
            "old": old,
            "new": new,
        }

    def _clear(self) -> None:
        for write in self._writes.values():
            write.discard()
        _forget(self.state)
        self._checkpoint("journal closed")


def write_together(
    root: str, git_dir: str | None, changes: Iterable[tuple[str, bytes | None, bytes | None]]
) -> None:
    """Make every change ``(path, old, new)`` or none; a run that is killed is finished or undone by the next.

    ``git_dir`` of the repository with this root, if there is one, is where the journal is kept.
    """
    transaction = Transaction(root, state_folder(root, git_dir))
    for path, old, new in changes:
        transaction.add(path, old, new)
    transaction.commit()


def recover(root: str, state: str, index: IndexFile | None = None, timeout: float = 10.0) -> Recovered:
    """Finish or undo what a run that was killed left. To be called before a command that writes."""
    if not os.path.lexists(state):
        return Recovered()
    with interruptible(), hold(state, timeout):
        return _recover(os.path.realpath(root), state, index)


def _take_back(write: Write) -> None:
    if read_regular(write.target) != write.new:
        return
    back = write.reverse()
    try:
        back.prepare()
        back.place()
    finally:
        back.discard()


class _Left:
    """A file that the journal names, and how far its change had come."""

    def __init__(self, root: str, state: str, record: Mapping[str, Any]) -> None:
        self.path = str(record["path"]).replace(os.sep, "/")
        self.target = locate(shared_folder(state) if record.get("in_git") else root, self.path)
        copy = str(record["copy"])
        if not is_temporary(copy) or os.path.basename(copy) != copy:
            raise ValueError(copy)
        self.copy = os.path.join(os.path.dirname(self.target), copy)
        now = digest(read_regular(self.target))
        self.is_made = now == record["new"]
        self._new = record["new"]
        self._is_old = now == record["old"]

    @property
    def can_be_made(self) -> bool:
        return not self.is_made and self._is_old and digest(read_regular(self.copy)) == self._new

    def make(self) -> None:
        with reported(self.path):
            if self._new is None:
                os.unlink(self.target)
            else:
                os.replace(self.copy, self.target)
            sync_folder(os.path.dirname(self.target))

    def discard(self) -> None:
        with suppress(OSError):
            os.unlink(self.copy)


def _recover(root: str, state: str, index: IndexFile | None) -> Recovered:
    sweep_merge(state)
    journal = _load(state)
    if journal is None:
        return Recovered()
    try:
        files = [_Left(root, state, record) for record in journal["files"]]
        old, new, now = _index_left(journal["index"], index)
        begun = bool(journal["begun"])
    except (KeyError, TypeError, ValueError, WriteRefused) as error:
        raise _damaged(state) from error
    paths = tuple(file.path for file in files)
    made = any(file.is_made for file in files) or any(now.get(path) == new[path] for path in new)
    if index is None and journal["index"] is not None:
        # The index may hold its part already, so the files must follow; a fix in them alone does no harm.
        made = True
    if not begun or not made:
        result = Recovered(undone=paths)
    else:
        _finish_index(index, {path: new[path] for path in new if now.get(path) == old[path]})
        finished = [file for file in files if file.can_be_made]
        for file in finished:
            file.make()
        done = {file.path for file in files if file.is_made} | {file.path for file in finished}
        result = Recovered(
            finished=tuple(path for path in paths if path in done),
            left=tuple(path for path in paths if path not in done),
        )
    for file in files:
        file.discard()
    _forget(state)
    return result


def _index_left(
    record: Mapping[str, Any] | None, index: IndexFile | None
) -> tuple[dict[str, Entry], dict[str, Entry], Mapping[str, Entry]]:
    """Old, new and present entries; none if the index that was meant is not the one in use now."""
    if record is None or index is None or record["file"] != index.name:
        return {}, {}, {}
    old = {entry["path"]: _pair(entry["old"]) for entry in record["entries"]}
    new = {entry["path"]: _pair(entry["new"]) for entry in record["entries"]}
    return old, new, index.entries(new)


def _finish_index(index: IndexFile | None, entries: Mapping[str, Entry]) -> None:
    if index is not None and entries:
        index.update(entries)


def _pair(entry: Any) -> Entry:
    if entry is None:
        return None
    mode, oid = entry
    return str(mode), str(oid)


def _save(state: str, journal: Mapping[str, Any]) -> None:
    name = os.path.join(state, _JOURNAL)
    with reported(name):
        with suppress(FileNotFoundError):
            os.unlink(name + ".new")
        create(name + ".new", json.dumps(journal).encode("ascii"))
        os.replace(name + ".new", name)
        sync_folder(state)
        if not journal["begun"]:
            # The folder itself may be new, and a journal in a folder that is lost is lost.
            sync_folder(os.path.dirname(state))


def _load(state: str) -> dict[str, Any] | None:
    data = read_regular(os.path.join(state, _JOURNAL))
    if data is None:
        return None
    try:
        journal = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _damaged(state) from error
    if not isinstance(journal, dict) or journal.get("version") != _VERSION:
        raise _damaged(state)
    return journal


def _forget(state: str) -> None:
    for name in (_JOURNAL, _JOURNAL + ".new"):
        place = os.path.join(state, name)
        with reported(place), suppress(FileNotFoundError):
            os.unlink(place)
    sync_folder(state)


def _damaged(state: str) -> SourceError:
    return SourceError(
        f"{show_path(os.path.join(state, _JOURNAL))}: the journal of an earlier run cannot be understood",
        "look at what it names, then remove it",
    )
