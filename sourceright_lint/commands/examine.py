"""Check the bundles of the sessions and, where asked, fix them: all that is to be reported, nothing printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.commands.session import Session, within, worktree_paths
from sourceright_lint.commands.writing import write_changes
from sourceright_lint.discovery import Found, read_contents
from sourceright_lint.engine import Checked, check_bundle
from sourceright_lint.errors import SourceError
from sourceright_lint.escape import show_path
from sourceright_lint.finding import Finding
from sourceright_lint.fixing.plan import Change, Fixed, fix_bundle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.commands import Args


class Examined(NamedTuple):
    """One session after the work.

    ``planned`` is what fixes would change, ``written`` what they did change; ``errors`` are bundles that
    could not be read, while all others were checked.
    """

    session: Session
    checked: tuple[Checked, ...]
    findings: tuple[Finding, ...]
    planned: tuple[Change, ...]
    written: tuple[Change, ...]
    fixed: tuple[Finding, ...]
    notes: tuple[str, ...]
    errors: tuple[SourceError, ...]


class _Work:
    """What comes together while the bundles of a session are worked through."""

    def __init__(self) -> None:
        self.checked: list[Checked] = []
        self.fixes: list[Fixed] = []
        self.written: list[Change] = []
        self.made: list[Finding] = []
        self.notes: list[str] = []
        self.errors: list[SourceError] = []


def examine(sessions: Sequence[tuple[Session, list[str]]], args: Args) -> list[Examined]:
    """Work through every session."""
    return [_examine(session, named, args) for session, named in sessions]


def _examine(session: Session, named: list[str], args: Args) -> Examined:
    found = session.find(select_source(session, named, args))
    work = _Work()
    work.notes.extend(_nothing_to_check(session, named, found, args))
    _prefetch(session, found)
    if args.fix or args.diff:
        _fix_all(session, found, args, work)
    else:
        _check_all(session, found, work)
    findings = [finding for checked in work.checked for finding in checked.findings]
    if session.repository is not None and (args.staged or args.from_ref or args.history or args.hook):
        from sourceright_lint.commands.ranges import history_findings

        findings.extend(history_findings(session, args))
    if args.since:
        from sourceright_lint.commands.ranges import only_new

        findings = only_new(session, found, findings, args)
    planned = tuple(change for fixed in work.fixes for change in fixed.changes)
    return Examined(
        session,
        tuple(work.checked),
        _of_roles(findings, work.checked, args),
        planned,
        tuple(work.written),
        tuple(work.made),
        tuple(work.notes),
        tuple(work.errors),
    )


def _check_all(session: Session, found: Found, work: _Work) -> None:
    for bundle, settings in found.bundles:
        try:
            contents = read_contents(bundle, session.source)
        except SourceError as error:
            work.errors.append(error)
        else:
            work.checked.append(check_bundle(bundle, contents, settings))


def _fix_all(session: Session, found: Found, args: Args, work: _Work) -> None:
    for bundle, settings in found.bundles:
        try:
            fixed = fix_bundle(bundle, session.source, settings, args.unsafe_fixes)
        except SourceError as error:
            work.errors.append(error)
            continue
        work.fixes.append(fixed)
        work.notes.extend(f"not fixed: {finding.code}: {why}" for finding, why in fixed.refused)
    if args.diff:
        work.checked.extend(fixed.before for fixed in work.fixes)
        return
    changes = [change for fixed in work.fixes for change in fixed.changes]
    written = write_changes(session, changes, args)
    work.notes.extend(written.notes)
    work.written.extend(written.changes)
    for fixed in work.fixes:
        is_done = all(change in written.changes for change in fixed.changes)
        work.checked.append(fixed.after if is_done else fixed.before)
        work.made.extend(fixed.made if is_done else ())


def select_source(session: Session, named: list[str], args: Args) -> list[str]:
    """Set the session's source to what the arguments ask for, and return the paths to look at."""
    if args.stdin_filename:
        return _from_standard_input(session, args)
    if args.staged or args.rev or args.from_ref or args.since:
        from sourceright_lint.commands.ranges import select_from_git

        return select_from_git(session, named, args)
    paths = worktree_paths(session, named)
    if args.hook and session.repository is not None:
        from sourceright_lint.commands.ranges import deletions

        paths += deletions(session)
    session.asked = any(name != session.here for name in named) and not args.hook
    return paths


def _from_standard_input(session: Session, args: Args) -> list[str]:
    from sourceright_lint.commands.session import standard_input
    from sourceright_lint.fixing.overlay import Overlay

    path = f"{session.here}/{args.stdin_filename}" if session.here else args.stdin_filename
    session.source = Overlay(session.worktree, {path: standard_input()})
    session.asked = True
    return [path]


def _prefetch(session: Session, found: Found) -> None:
    prefetch = getattr(session.source, "prefetch", None)
    if prefetch is not None:
        prefetch([file.path for bundle, _ in found.bundles for file in bundle.files])


def _nothing_to_check(session: Session, named: list[str], found: Found, args: Args) -> list[str]:
    if found.bundles or args.hook:
        return []
    if not session.asked:
        return [f"nothing to check in the {session.source.label}"]
    what = ", ".join(show_path(name) for name in named if name) or session.source.label
    raise SourceError(
        f"nothing was checked: no bundle at {what}",
        "a bundle is recognised by the names of its files; see the configuration key 'bundles' for other names",
    )


def _of_roles(findings: list[Finding], checked: list[Checked], args: Args) -> tuple[Finding, ...]:
    """Without those in files of roles that were not asked for."""
    roles = {tuple(name.split(":", 1)) for name in args.contract or () if ":" in name}
    whole = {name for name in args.contract or () if ":" not in name}
    if not roles:
        return tuple(findings)
    wanted = {
        file.path
        for each in checked
        for file in each.bundle.files
        if each.bundle.contract.name in whole or (each.bundle.contract.name, file.role) in roles
    }
    return tuple(finding for finding in findings if finding.path in wanted)


__all__ = ["Examined", "examine", "within"]
