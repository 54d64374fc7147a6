"""Put planned changes where they belong: the working tree, the index, or standard output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.errors import WriteRefused
from sourceright_lint.fixing.plan import Change

if TYPE_CHECKING:
    from sourceright_lint.commands import Args
    from sourceright_lint.commands.session import Session


class Written(NamedTuple):
    """Changes that were made, and what to say about those that were not."""

    changes: tuple[Change, ...]
    notes: tuple[str, ...]


def write_changes(session: Session, changes: Sequence[Change], args: Args) -> Written:
    """Make the changes, all or none of each bundle."""
    if not changes:
        return Written((), ())
    if args.stdin_filename:
        return Written(tuple(changes), ())
    try:
        if args.staged:
            _write_staged(session, changes)
        else:
            write_worktree(session, changes)
    except WriteRefused as error:
        return Written((), (f"nothing was fixed: {error}", *error.help.splitlines()))
    return Written(tuple(changes), ())


def write_worktree(session: Session, changes: Sequence[Change]) -> None:
    """Write files of the working tree, as one step."""
    from sourceright_lint.fixing.write import write_together

    git_dir = session.repository.git_dir if session.repository else None
    write_together(session.root, git_dir, [(change.path, change.old, change.new) for change in changes])


def _write_staged(session: Session, changes: Sequence[Change]) -> None:
    from sourceright_lint.git.staging import fix_staged

    assert session.repository is not None
    fix_staged(session.repository, {change.path: (change.old, change.new) for change in changes})
