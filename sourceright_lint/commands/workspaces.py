"""The Sourceright workspaces that a command works on, and how one of them is changed by one process at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from sourceright_lint.commands import Args
from sourceright_lint.commands.session import Session, open_sessions, worktree_paths
from sourceright_lint.commands.writing import recover
from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle
from sourceright_lint.contracts.sourceright import Sourceright
from sourceright_lint.contracts.sourceright.reviewing.draft import FileChange
from sourceright_lint.contracts.sourceright.reviewing.usable import gaps
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.discovery import read_contents
from sourceright_lint.engine import read_documents
from sourceright_lint.errors import SourceError, UsageError, WriteRefused
from sourceright_lint.escape import one_line, show, show_path
from sourceright_lint.fixing.journal import Transaction, state_folder
from sourceright_lint.fixing.lock import hold
from sourceright_lint.fixing.write import interruptible

_TRIES = 5
"""How often a plan is made anew because somebody without the lock changed a file meanwhile."""


class Place(NamedTuple):
    """Where a workspace is, and what governs it. ``named``: whether it was asked for by its path."""

    session: Session
    bundle: Bundle
    settings: Settings

    @property
    def label(self) -> str:
        """The folder, as messages name it."""
        return show_path(self.bundle.root) or "."

    def look(self) -> Workspace:
        """The workspace as the files are now."""
        source = self.session.worktree
        bundle = self.bundle.contract.bundle(self.bundle.root, source, self.settings) or self.bundle
        documents = read_documents(bundle, read_contents(bundle, source))
        return Workspace(bundle, documents, self.settings)


class Plan(Protocol):
    """What a command wants of the files: changes, worked out from their content as it is now."""

    def changes(self) -> tuple[FileChange, ...]:
        """The changes of the files."""


def find_places(args: Args, paths: Sequence[str] | None = None) -> list[Place]:
    """The workspaces at or below the paths (default: those of ``--workspace``). SourceError if there is none."""
    named = tuple(args.workspace or ()) if paths is None else tuple(paths)
    places = []
    given = {key: getattr(args, key, None) for key in ("config", "isolated", "as_of")}
    for session, below in open_sessions(Args({**given, "paths": named, "hook": False})):
        found = session.find(worktree_paths(session, below))
        places += [
            Place(session, bundle, settings)
            for bundle, settings in found.bundles
            if isinstance(bundle.contract, Sourceright)
        ]
    if not places:
        where = ", ".join(map(show_path, named)) or "here"
        raise SourceError(
            f"no Sourceright workspace: {where}",
            "a workspace is a folder with references.csl.json or references.verification.json",
        )
    return places


def one_place(places: Sequence[Place]) -> Place:
    """The only workspace. Raises UsageError where there are several."""
    if len(places) > 1:
        names = ", ".join(place.label for place in places[:5])
        raise UsageError(f"there are {len(places)} workspaces: {names}", "name one with --workspace PATH")
    return places[0]


def place_of(places: Sequence[Place], ids: Iterable[str]) -> Place:
    """The one workspace that has the first of the ids; the only one there is in any case."""
    if len(places) == 1:
        return places[0]
    id = next(iter(ids))
    seen = [(place, place.look()) for place in places]
    holding = [place for place, workspace in seen if _has_record(workspace, id)]
    if not holding:
        broken = [gap.text for _, workspace in seen for gap in gaps(workspace) if gap.is_file]
        raise UsageError(f"none of the {len(places)} workspaces has a record {show(id)}", "\n".join(broken))
    return one_place(holding)


def change(place: Place, plan: Callable[[Workspace], Plan], wait: str) -> tuple[FileChange, ...]:
    """Make the changes that ``plan`` works out, as one step, while no other run of the tool writes.

    A file that an editor or another program changed meanwhile is read again, never overwritten. Raises
    WriteRefused where another run holds the lock for longer than ``wait`` seconds.
    """
    timeout = _seconds(wait)
    for note in recover(place.session, timeout):
        sys.stderr.write(f"sourceright-lint: {one_line(note)}\n")
    with _only_writer(place.session, timeout) as write:
        for left in reversed(range(_TRIES)):
            workspace = place.look()
            changes = plan(workspace).changes()
            try:
                write(changes)
            except WriteRefused:
                if not left or not _has_moved_on(place, workspace):
                    raise
            else:
                return changes
    raise AssertionError("the last try returns or raises")


def read_bytes(path: str) -> bytes:
    """The bytes of a file that was named. Raises SourceError where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise SourceError(f"{show_path(path)}: cannot be read: {error.strerror}") from error


@contextmanager
def _only_writer(session: Session, timeout: float) -> Iterator[Callable[[Sequence[FileChange]], None]]:
    state = state_folder(session.root, session.repository.git_dir if session.repository else None)

    def write(changes: Sequence[FileChange]) -> None:
        on_disk = session.worktree.on_disk
        transaction = Transaction(session.root, state)
        for path, old, new in changes:
            transaction.add(path, None if old is None else on_disk(path, old), on_disk(path, new))
        if changes:
            transaction.commit_held()

    with interruptible(), hold(state, timeout):
        yield write


def _has_moved_on(place: Place, workspace: Workspace) -> bool:
    now = read_contents(place.look().bundle, place.session.worktree)
    return now != {path: document.data for path, document in workspace.documents.items()}


def _has_record(workspace: Workspace, id: str) -> bool:
    return workspace.sidecar is not None and id in workspace.sidecar.references


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise UsageError(f"--wait {text!r}: expected a number of seconds")
    return seconds
