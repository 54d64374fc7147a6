"""Check the bundles of the sessions and, where asked, fix them: all that is to be reported, nothing printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.commands.session import Session, within, worktree_paths
from sourceright_lint.commands.writing import Written, write_changes
from sourceright_lint.discovery import Found, read_contents
from sourceright_lint.engine import Checked, check_bundle
from sourceright_lint.errors import SourceError
from sourceright_lint.escape import show_path
from sourceright_lint.finding import Finding
from sourceright_lint.fixing.plan import Change, Fixed, fix_bundle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.commands import Args
    from sourceright_lint.config import Settings
    from sourceright_lint.contract import Bundle


class Examined(NamedTuple):
    """One session after the work. ``planned`` is what fixes would change, where nothing is written."""

    session: Session
    checked: tuple[tuple[Checked, Settings], ...]
    findings: tuple[Finding, ...]
    planned: tuple[Change, ...]
    written: tuple[Change, ...]
    fixed: tuple[Finding, ...]
    notes: tuple[str, ...]


def examine(sessions: Sequence[tuple[Session, list[str]]], args: Args) -> list[Examined]:
    """Work through every session."""
    return [_examine(session, named, args) for session, named in sessions]


def _examine(session: Session, named: list[str], args: Args) -> Examined:
    paths = select_source(session, named, args)
    found = session.find(paths)
    notes = list(_nothing_to_check(session, named, found, args))
    prefetch = getattr(session.source, "prefetch", None)
    if prefetch is not None:
        prefetch([file.path for bundle, _ in found.bundles for file in bundle.files])
    if args.fix or args.diff:
        return _fix(session, found, args, notes)
    checked = [
        (check_bundle(bundle, read_contents(bundle, session.source), settings), settings)
        for bundle, settings in found.bundles
    ]
    findings = _kept([finding for each, _ in checked for finding in each.findings], checked, args)
    return Examined(session, tuple(checked), findings, (), (), (), tuple(notes))


def _fix(session: Session, found: Found, args: Args, notes: list[str]) -> Examined:
    results = [
        (_fix_one(bundle, session, settings, args), settings) for bundle, settings in found.bundles
    ]
    changes = tuple(change for fixed, _ in results for change in fixed.changes)
    for fixed, _ in results:
        notes.extend(f"not fixed: {finding.code}: {reason}" for finding, reason in fixed.refused)
    if args.diff:
        checked = [(fixed.before, settings) for fixed, settings in results]
        written = Written((), ())
    else:
        written = write_changes(session, changes, args)
        notes.extend(written.notes)
        done = {change.path for change in written.changes}
        checked = [
            (fixed.after if all(c.path in done for c in fixed.changes) else fixed.before, settings)
            for fixed, settings in results
        ]
    made = tuple(
        finding
        for fixed, _ in results
        for finding in fixed.made
        if all(change in written.changes for change in fixed.changes)
    )
    findings = _kept([finding for each, _ in checked for finding in each.findings], checked, args)
    return Examined(session, tuple(checked), findings, changes, written.changes, made, tuple(notes))


def _fix_one(bundle: Bundle, session: Session, settings: Settings, args: Args) -> Fixed:
    return fix_bundle(bundle, session.source, settings, args.unsafe_fixes)


def select_source(session: Session, named: list[str], args: Args) -> list[str]:
    """Set the session's source to what the arguments ask for, and return the paths to look at."""
    if args.stdin_filename:
        return _from_standard_input(session, args)
    if args.staged or args.rev or args.from_ref or args.since:
        from sourceright_lint.commands.ranges import select_from_git

        return select_from_git(session, named, args)
    paths = worktree_paths(session, named)
    if args.hook and session.repository is not None:
        from sourceright_lint.commands.ranges import staged_deletions

        paths += staged_deletions(session)
    session.asked = any(name != session.here for name in named) and not args.hook
    return paths


def _from_standard_input(session: Session, args: Args) -> list[str]:
    from sourceright_lint.commands.session import standard_input
    from sourceright_lint.fixing.overlay import Overlay

    path = f"{session.here}/{args.stdin_filename}" if session.here else args.stdin_filename
    session.source = Overlay(session.worktree, {path: standard_input()})
    session.asked = True
    return [path]


def _nothing_to_check(session: Session, named: list[str], found: Found, args: Args) -> list[str]:
    if found.bundles or args.hook:
        return []
    if not session.asked:
        return [f"nothing to check in {session.source.label}"]
    what = ", ".join(show_path(name) for name in named if name) or session.source.label
    raise SourceError(
        f"nothing was checked: no bundle at {what}",
        "a bundle is recognised by the names of its files; see the configuration key 'bundles' for other names",
    )


def _kept(findings: list[Finding], checked: list[tuple[Checked, Settings]], args: Args) -> tuple[Finding, ...]:
    """Without those in files of roles that were not asked for."""
    roles = {tuple(name.split(":", 1)) for name in args.contract or () if ":" in name}
    whole = {name for name in args.contract or () if ":" not in name}
    if not roles:
        return tuple(findings)
    wanted = {
        file.path
        for each, _ in checked
        for file in each.bundle.files
        if each.bundle.contract.name in whole or (each.bundle.contract.name, file.role) in roles
    }
    return tuple(finding for finding in findings if finding.path in wanted)


__all__ = ["Examined", "examine", "within"]
