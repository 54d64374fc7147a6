"""Put planned changes where they belong: the working tree, the index, or standard output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.errors import CannotWrite, LintError, SourceError, WriteRefused
from sourceright_lint.escape import show_path
from sourceright_lint.fixing.plan import Change

if TYPE_CHECKING:
    from sourceright_lint.commands import Args
    from sourceright_lint.commands.session import Session


_STAGE_IT = "under a hook framework the fixes are made in the working tree: look at them, and stage them"


class Written(NamedTuple):
    """Changes of one bundle that were made; or else none, and why.

    ``is_elsewhere``: they were made in the working tree, and what was checked is still as it was.
    """

    changes: tuple[Change, ...]
    notes: tuple[str, ...] = ()
    error: LintError | None = None
    is_elsewhere: bool = False


def write_changes(session: Session, changes: Sequence[Change], args: Args) -> Written:
    """Make the changes of a bundle, all or none."""
    if not changes or args.stdin_filename:
        return Written(tuple(changes))
    try:
        if args.staged and not _goes_to_index(session):
            write_worktree(session, changes)
            return Written(tuple(changes), (_STAGE_IT,), is_elsewhere=True)
        if args.staged:
            _write_staged(session, changes)
        else:
            write_worktree(session, changes)
    except CannotWrite as error:
        return Written((), (), error)
    except WriteRefused as error:
        return Written((), (f"nothing was fixed: {error}", *error.help.splitlines()))
    except SourceError as error:
        return Written((), (), error)
    return Written(tuple(changes))


def write_worktree(session: Session, changes: Sequence[Change]) -> None:
    """Write files of the working tree, as one step. Line ends that are Git's doing stay as they are."""
    from sourceright_lint.fixing.journal import write_together

    on_disk = session.worktree.on_disk
    git_dir = session.repository.git_dir if session.repository else None
    writes = [
        (
            change.path,
            None if change.old is None else on_disk(change.path, change.old),
            on_disk(change.path, change.new),
        )
        for change in changes
    ]
    write_together(session.root, git_dir, writes)


def recover(session: Session, timeout: float = 10.0) -> tuple[str, ...]:
    """Finish or undo what an earlier run that was killed left; what there is to say of it."""
    from sourceright_lint.fixing.journal import recover as recover_files
    from sourceright_lint.fixing.journal import state_folder

    if session.repository is not None:
        from sourceright_lint.git.staging import recover_staged

        recovered = recover_staged(session.repository, timeout)
    else:
        recovered = recover_files(session.root, state_folder(session.root), timeout=timeout)
    named = {"finished": recovered.finished, "undone": recovered.undone, "left as it is": recovered.left}
    return tuple(
        f"an earlier run was interrupted: {show_path(path)} was {what}"
        for what, paths in named.items()
        for path in paths
    )


def _goes_to_index(session: Session) -> bool:
    from sourceright_lint.git.staging import mode

    assert session.repository is not None
    return mode(session.repository) != "work tree"


def _write_staged(session: Session, changes: Sequence[Change]) -> None:
    from sourceright_lint.git.staging import fix_staged

    assert session.repository is not None
    fix_staged(session.repository, {change.path: (change.old, change.new) for change in changes})
