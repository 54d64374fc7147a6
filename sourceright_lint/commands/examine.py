"""Check the bundles of the sessions and, where asked, fix them: all that is to be reported; nothing is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.commands.glance import Glance, Seen, baselines_of
from sourceright_lint.commands.progress import tracked
from sourceright_lint.commands.session import Session
from sourceright_lint.commands.writing import Written, write_changes
from sourceright_lint.engine import Check, Checked, apply_rules, check_documents
from sourceright_lint.errors import LintError, SourceError
from sourceright_lint.finding import Finding
from sourceright_lint.fixing.plan import Change, Fixed, fix_bundle, format_bundle

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sourceright_lint.commands import Args
    from sourceright_lint.commands.accept import Accepting
    from sourceright_lint.jsontext import Document


_MANY = 1_000
"""Findings from which on the report itself takes much memory."""


class Examined(NamedTuple):
    """One session after the work.

    ``planned`` is what fixes would change, ``written`` what they did change; ``errors`` are bundles that
    could not be read, while all others were checked. ``accepted`` findings are held by a baseline.
    ``commits`` of a range were compared with their parents.
    """

    session: Session
    checked: tuple[Checked, ...]
    findings: tuple[Finding, ...]
    planned: tuple[Change, ...]
    written: tuple[Change, ...]
    fixed: tuple[Finding, ...]
    notes: tuple[str, ...]
    errors: tuple[LintError, ...]
    accepted: int = 0
    commits: int = 0


class _Work:
    """What comes together while the bundles of a session are worked through."""

    def __init__(self, glance: Glance, args: Args) -> None:
        self.checked: list[Checked] = []
        self.planned: list[Change] = []
        self.written: list[Change] = []
        self.made: list[Finding] = []
        self.notes = list(glance.notes)
        self.errors = list(glance.errors)
        self.accepting = _accepting(glance, args)

    def add(self, fixed: Fixed, written: Written, is_dry_run: bool) -> None:
        """A bundle whose fixes were written, or not; in a dry run they are told all the same."""
        is_done = len(written.changes) == len(fixed.changes)
        if is_done and not written.is_elsewhere:
            self.checked.append(fixed.after)
        else:
            # Nothing more is asked of what the files would hold.
            without_values(fixed.after)
            self.checked.append(fixed.before)
        self.written.extend(written.changes)
        self.made.extend(fixed.made if is_done or is_dry_run else ())
        self.notes.extend(written.notes)
        self.errors.extend([written.error] if written.error else [])


def examine(glances: Sequence[Glance], args: Args) -> list[Examined]:
    """Work through every session."""
    return [_examine(glance, args) for glance in glances]


def _examine(glance: Glance, args: Args) -> Examined:
    session, work = glance.session, _Work(glance, args)
    if args.fix or args.diff:
        _fix_all(glance, args, work)
    else:
        work.checked.extend(check_all(glance, work.accepting.check if work.accepting else apply_rules))
    findings = [finding for checked in work.checked for finding in checked.findings]
    if args.since:
        from sourceright_lint.commands.since import only_new

        findings = only_new(session, glance.seen, findings, args)
    wanted = _paths_wanted(session, work.checked, args)
    findings = [finding for finding in findings if wanted is None or finding.path in wanted]
    if work.accepting and not args.since:
        findings.extend(work.accepting.findings(work.checked, wanted))
    if glance.past:
        past = glance.past.beside(findings, session.contracts)
        findings = [*glance.past.without_repeated(findings, session.contracts), *past]
        work.notes.extend(glance.past.notes)
    return Examined(
        session,
        tuple(map(without_values, work.checked) if len(findings) > _MANY else work.checked),
        tuple(findings),
        tuple(work.planned),
        tuple(work.written),
        tuple(work.made),
        tuple(work.notes),
        tuple(work.errors),
        sum(checked.sieve.accepted for checked in work.checked if checked.sieve),
        glance.past.commits if glance.past else 0,
    )


def without_values(checked: Checked) -> Checked:
    """The bundle without what was read of its files: a long report of a large file needs its memory."""
    if checked.view:
        checked.view.forget()
    for document in checked.documents.values():
        document.forget()
    return checked._replace(view=None)


def _accepting(glance: Glance, args: Args) -> Accepting | None:
    """What the baselines of the session accept; None where there is no baseline."""
    baselines = baselines_of(glance, args)
    if not baselines:
        return None
    from sourceright_lint.commands.accept import Accepting

    return Accepting(glance.session, baselines)


def check_all(glance: Glance, check: Check) -> Iterator[Checked]:
    """What ``check`` finds in each bundle that was not clean at a glance."""
    for seen in tracked(glance.seen, "checking"):
        checked = _check(seen, check)
        is_without_fault = not checked.findings and not (checked.sieve and checked.sieve.accepted)
        if glance.cache and seen.key and not seen.is_clean and is_without_fault:
            glance.cache.add(seen.key)
        yield checked
    if glance.cache:
        glance.cache.save()


def _check(seen: Seen, check: Check = apply_rules) -> Checked:
    if seen.is_clean:
        return Checked(seen.bundle, (), seen.documents, None)
    return check(seen.bundle, seen.documents, seen.settings)


def _fix_all(glance: Glance, args: Args, work: _Work) -> None:
    session, check = glance.session, _check_before_fixing(glance.session, work)
    formatted: Mapping[str, Document] = {}
    for seen in tracked(glance.seen, "fixing"):
        for document in formatted.values():
            document.forget()
        if seen.is_clean:
            work.checked.append(_check(seen))
            continue
        try:
            if args.layout_only and not args.diff:
                fixed, formatted = format_bundle(seen.bundle, seen.documents, seen.settings), seen.documents
            else:
                fixed = fix_bundle(
                    seen.bundle, session.source, seen.settings, args.unsafe_fixes, check, seen.documents
                )
        except SourceError as error:
            work.errors.append(error)
            continue
        if session.input_path:
            fixed = fixed._replace(changes=tuple(c for c in fixed.changes if c.path == session.input_path))
        work.planned.extend(fixed.changes)
        work.notes.extend(f"not fixed: {finding.code}: {why}" for finding, why in fixed.refused)
        written = Written(()) if args.diff else write_changes(session, fixed.changes, args)
        if args.layout_only and (written.is_elsewhere or len(written.changes) < len(fixed.changes)):
            fixed = fixed._replace(before=_check(seen))
        work.add(fixed, written, args.diff)


def _check_before_fixing(session: Session, work: _Work) -> Check:
    """Finds what is to be fixed: not what is accepted, nor what concerns other files than standard input."""
    check = work.accepting.check if work.accepting else check_documents
    if session.input_path is None:
        return check
    from sourceright_lint.commands.standard_input import with_fixes_in

    path = session.input_path
    return lambda *bundle: with_fixes_in(path, check(*bundle))


def _paths_wanted(session: Session, checked: list[Checked], args: Args) -> frozenset[str] | None:
    """The files whose findings were asked for; None where that is all of them."""
    if session.input_path and args.layout_only:
        return frozenset({session.input_path})
    roles = {tuple(name.split(":", 1)) for name in args.contract or () if ":" in name}
    whole = {name for name in args.contract or () if ":" not in name}
    if not roles:
        return None
    return frozenset(
        file.path
        for each in checked
        for file in each.bundle.files
        if each.bundle.contract.name in whole or (each.bundle.contract.name, file.role) in roles
    )
