"""What Git says is to be checked: the index, a revision, a range, or what is new since a branch point."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sourceright_lint.errors import SourceError, UsageError
from sourceright_lint.git import changes, revisions
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.source.index import Index
from sourceright_lint.source.revision import Revision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.commands import Args
    from sourceright_lint.commands.glance import Seen
    from sourceright_lint.commands.session import Session
    from sourceright_lint.finding import Finding


def select_from_git(session: Session, named: Sequence[str], args: Args) -> list[str]:
    """Set the session's source, and return the paths to look at."""
    from sourceright_lint.commands.session import within

    repository = require_repository(session)
    if args.staged:
        session.source = Index(repository)
        return within(changes.touched(changes.staged(repository)), named)
    if args.rev:
        session.source = Revision(repository, args.rev)
        session.asked = True
        return within(session.source.walk(""), named)
    if args.since:
        base = revisions.merge_base(repository, args.since, "HEAD")
        return within(changes.touched(changes.in_work_tree(repository, base)), named)
    base, tip = range_of(repository, args.from_ref, args.to_ref or "HEAD")
    session.source = Revision(repository, tip)
    return within(changes.touched(changes.between(repository, base, tip)), named)


def require_repository(session: Session) -> Repository:
    """The session's repository. Raises UsageError outside of one."""
    if session.repository is None:
        raise UsageError(f"{session.root} is in no Git repository", "run it inside the repository")
    return session.repository


def range_of(repository: Repository, old: str, new: str) -> tuple[str, str]:
    """Ids of the branch point (or of ``old``, where the two have none in common) and of ``new``."""
    base, tip = revisions.resolve(repository, old), revisions.resolve(repository, new)
    try:
        return revisions.merge_base(repository, base, tip), tip
    except SourceError:
        return base, tip


def hook_range() -> tuple[str, str] | None:
    """The range that a hook framework was asked to check, from its environment."""
    old, new = os.environ.get("PRE_COMMIT_FROM_REF"), os.environ.get("PRE_COMMIT_TO_REF")
    return (old, new) if old and new else None


def deletions(session: Session) -> list[str]:
    """Paths that a hook framework does not name: those deleted in what is staged, or in its range."""
    repository = require_repository(session)
    given = hook_range()
    if given:
        found = changes.between(repository, *range_of(repository, *given))
    else:
        found = changes.staged(repository)
    return [change.old_path for change in found if change.status in "DR"]


def history_findings(session: Session, args: Args) -> tuple[Finding, ...]:
    """Findings of the rules about change, for what is staged or for the range that is checked."""
    if session.repository is None:
        return ()
    from sourceright_lint.history import History, told_at

    history = History(session.repository, session.contracts_asked_for(), session.settings_for)
    given = (args.from_ref, args.to_ref or "HEAD") if args.from_ref else hook_range() if args.hook else None
    if args.history:
        given = _dotted(args.history)
    if given:
        base, tip = range_of(session.repository, *given)
        return tuple(finding for walked in history.of_range(base, tip) for finding in told_at(walked))
    if args.staged or args.hook:
        index = session.source if isinstance(session.source, Index) else Index(session.repository)
        return history.of_staged(index)
    return ()


def _dotted(text: str) -> tuple[str, str]:
    old, dots, new = text.partition("..")
    if not dots or not old:
        raise UsageError(f"--history {text!r}: expected A..B", "for example --history origin/main..HEAD")
    return old, new.lstrip(".") or "HEAD"


def only_new(session: Session, seen: Sequence[Seen], findings: list[Finding], args: Args) -> list[Finding]:
    """Without the findings that were there at the branch point already."""
    from sourceright_lint.discovery import read_contents
    from sourceright_lint.engine import check_bundle

    repository = require_repository(session)
    base = Revision(repository, revisions.merge_base(repository, args.since, "HEAD"))
    known: set[str] = set()
    for each in seen:
        before = each.bundle.contract.bundle(each.bundle.root, base, each.settings)
        if before is not None:
            checked = check_bundle(before, read_contents(before, base), each.settings)
            known.update(finding.fingerprint for finding in checked.findings)
    return [finding for finding in findings if finding.fingerprint not in known]
