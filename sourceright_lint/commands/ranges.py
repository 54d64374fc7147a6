"""What Git says is to be checked: the index, a revision, a range, or what is new since a branch point."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sourceright_lint.commands.environment import hook_range
from sourceright_lint.errors import SourceError, UsageError
from sourceright_lint.git import changes, revisions
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.source.index import Index
from sourceright_lint.source.revision import Revision

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from sourceright_lint.commands import Args
    from sourceright_lint.commands.session import Session
    from sourceright_lint.git.pushed import Pushed
    from sourceright_lint.history import History, Walk
    from sourceright_lint.jsontext import Document


def select_from_git(session: Session, named: Sequence[str], args: Args) -> list[str]:
    """Set the session's source, and return the paths to look at."""
    from sourceright_lint.commands.session import within

    repository = require_repository(session)
    if args.staged:
        wait = changes.begin_staged(repository)
        try:
            session.source = Index(repository)
        finally:
            session.staged = wait()
        touched = changes.touched(session.staged)
        _require_known(session, named, touched)
        return within(touched, named)
    if args.rev:
        session.source = Revision(repository, args.rev)
        session.asked = True
        return within([*session.source.walk(""), *sorted(session.source.listing.others)], named)
    if args.since:
        base = revisions.merge_base(repository, args.since, "HEAD")
        touched = changes.touched(changes.in_work_tree(repository, base))
        _require_known(session, named, touched)
        return within(touched, named)
    if not args.from_ref:
        session.source = Revision(repository, dotted(args.history)[1])
        return []
    base, tip = range_of(repository, args.from_ref, args.to_ref or "HEAD")
    session.source = Revision(repository, tip)
    touched = changes.touched(changes.between(repository, base, tip))
    _require_known(session, named, touched)
    return within(touched, named)


def _require_known(session: Session, named: Sequence[str], touched: Collection[str]) -> None:
    """Refuse a name that is nowhere: it is misspelt, and nothing would be said about what was meant."""
    from sourceright_lint.commands.session import within
    from sourceright_lint.escape import show_path

    for name in named:
        is_there = os.path.lexists(os.path.join(session.root, name))
        if (
            name
            and not is_there
            and not within(touched, [name])
            and not within(session.source.walk(""), [name])
        ):
            raise SourceError(f"{show_path(name)}: no such file or folder in the {session.source.label}")


def require_repository(session: Session) -> Repository:
    """The session's repository. Raises UsageError outside of one."""
    if session.repository is None:
        raise UsageError(f"{session.root} is in no Git repository", "run it inside the repository")
    return session.repository


def range_of(repository: Repository, old: str, new: str) -> tuple[str, str]:
    """Ids of the branch point (or of ``old``, where the two have no history in common) and of ``new``.

    Where ``old`` says that there was nothing before, ``new`` is a branch that is new: see ``git.pushed``.
    """
    if revisions.is_nothing(old):
        found = _appeared(repository, new)
        return repository.empty_tree if found.is_whole else found.base, found.tip
    base, tip = revisions.resolve(repository, old), revisions.resolve(repository, new)
    try:
        return revisions.merge_base(repository, old, new), tip
    except SourceError:
        if revisions.is_shallow(repository):
            raise
        return base, tip


def read_what_is_pushed(session: Session) -> None:
    """Under a framework that checks a range, read its end where that is not what is checked out."""
    given = hook_range()
    if given is None:
        return
    repository = require_repository(session)
    tip = revisions.resolve(repository, given[1])
    if tip != revisions.head(repository):
        session.source = Revision(repository, tip)


def _appeared(repository: Repository, new: str) -> Pushed:
    from sourceright_lint.git.pushed import appeared

    return appeared(repository, revisions.resolve(repository, new))


def deletions(session: Session) -> list[str]:
    """Paths that a hook framework does not name: those deleted in what is staged, or in its range."""
    repository = require_repository(session)
    given = hook_range()
    if given is None:
        return [change.old_path for change in staged_changes(session) if change.status == "D"]
    found = changes.between(repository, *range_of(repository, *given))
    return [change.old_path for change in found if change.status == "D"]


def look_back(
    session: Session, named: Sequence[str], args: Args, known: Mapping[str, Document]
) -> Walk | None:
    """What the rules about change say of what is staged or of the range that is asked for; None if of neither.

    ``known`` are the documents that were read of the session's source.
    """
    from sourceright_lint.history import History, Interest, Walk

    given = _range_to_walk(session, args)
    if given is None and not args.staged and not args.hook:
        return None
    repository = require_repository(session)
    wanted = _named(session, named, args)
    interest = Interest(
        session.contracts_asked_for(), session.settings_for, wanted, roles_of(args), session.settings_at
    )
    history = History(repository, interest, known)
    if given is not None:
        return _walk(history, *given)
    source = session.source
    return Walk(
        history.of_staged(
            staged_changes(session), lambda: source if isinstance(source, Index) else Index(repository)
        ),
        0,
    )


def _walk(history: History, old: str, new: str) -> Walk:
    if not revisions.is_nothing(old):
        return history.of_range(old, new)
    found = _appeared(history.repository, new)
    walk = history.of_range(found.base, found.tip)
    if not found.is_whole or not revisions.is_shallow(history.repository):
        return walk
    note = f"commits before {found.base[:12]} are not there, and were not looked at; "
    return walk._replace(notes=(note + revisions.deepening(history.repository),))


def walks_only(args: Args) -> bool:
    """Whether nothing but the history is asked for."""
    others = (args.staged, args.rev, args.from_ref, args.since, args.stdin_filename, args.hook)
    return bool(args.history) and not any(others)


def roles_of(args: Args) -> Callable[[str, str], bool]:
    """Whether findings in files of a role of a contract are asked for."""
    named = set(args.contract or ())
    if not any(":" in name for name in named):
        return lambda contract, role: True
    return lambda contract, role: contract in named or f"{contract}:{role}" in named


def staged_changes(session: Session) -> Sequence[changes.Change]:
    """What is staged against the current commit."""
    if session.staged is None:
        session.staged = changes.staged(require_repository(session))
    return session.staged


def _range_to_walk(session: Session, args: Args) -> tuple[str, str] | None:
    if args.history:
        return dotted(args.history)
    if args.from_ref:
        return args.from_ref, args.to_ref or "HEAD"
    if args.since:
        return args.since, "HEAD"
    return hook_range() if args.hook and not args.staged and not args.rev else None


def _named(session: Session, named: Sequence[str], args: Args) -> Sequence[str] | None:
    """Paths that the history is asked about; None for all. A hook framework names all but deletions."""
    if args.hook and not (args.staged or args.rev or args.from_ref or args.history):
        return [*named, *deletions(session)]
    return named or None


def dotted(text: str) -> tuple[str, str]:
    """The two ends of ``A..B``; an end that is left out is HEAD."""
    old, dots, new = text.partition("..")
    if not dots or not (old or new):
        raise UsageError(f"--history {text!r}: expected A..B", "for example --history origin/main..HEAD")
    return old or "HEAD", new.lstrip(".") or "HEAD"
