"""Check the bundles of the sessions and, where asked, fix them: all that is to be reported; nothing is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.commands.glance import Glance, Seen
from sourceright_lint.commands.session import Session
from sourceright_lint.commands.writing import Written, write_changes
from sourceright_lint.engine import Checked, check_documents
from sourceright_lint.errors import LintError, SourceError
from sourceright_lint.finding import Finding
from sourceright_lint.fixing.plan import Change, Fixed, fix_bundle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    errors: tuple[LintError, ...]


class _Work:
    """What comes together while the bundles of a session are worked through."""

    def __init__(self, glance: Glance) -> None:
        self.checked: list[Checked] = []
        self.fixes: list[Fixed] = []
        self.written: list[Change] = []
        self.made: list[Finding] = []
        self.notes = list(glance.notes)
        self.errors = list(glance.errors)

    def add(self, fixed: Fixed, written: Written) -> None:
        """A bundle whose fixes were written, or not."""
        is_done = len(written.changes) == len(fixed.changes)
        self.checked.append(fixed.after if is_done else fixed.before)
        self.written.extend(written.changes)
        self.made.extend(fixed.made if is_done else ())
        self.notes.extend(written.notes)
        self.errors.extend([written.error] if written.error else [])


def examine(glances: Sequence[Glance], args: Args) -> list[Examined]:
    """Work through every session."""
    return [_examine(glance, args) for glance in glances]


def _examine(glance: Glance, args: Args) -> Examined:
    session, work = glance.session, _Work(glance)
    if args.fix or args.diff:
        _fix_all(glance, args, work)
    else:
        work.checked.extend(_check_all(glance))
    findings = [finding for checked in work.checked for finding in checked.findings]
    if session.repository is not None and (args.staged or args.from_ref or args.history or args.hook):
        from sourceright_lint.commands.ranges import history_findings

        findings.extend(history_findings(session, args))
    if args.since:
        from sourceright_lint.commands.ranges import only_new

        findings = only_new(session, glance.seen, findings, args)
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


def _check_all(glance: Glance) -> Iterator[Checked]:
    for seen in glance.seen:
        checked = _check(seen)
        if glance.cache and seen.key and not seen.is_clean and not checked.findings:
            glance.cache.add(seen.key)
        yield checked
    if glance.cache:
        glance.cache.save()


def _check(seen: Seen) -> Checked:
    if seen.is_clean:
        return Checked(seen.bundle, (), seen.documents, None)
    return check_documents(seen.bundle, seen.documents, seen.settings)


def _fix_all(glance: Glance, args: Args, work: _Work) -> None:
    session = glance.session
    for seen in glance.seen:
        if seen.is_clean:
            work.checked.append(_check(seen))
            continue
        try:
            fixed = fix_bundle(seen.bundle, session.source, seen.settings, args.unsafe_fixes)
        except SourceError as error:
            work.errors.append(error)
            continue
        work.fixes.append(fixed)
        work.notes.extend(f"not fixed: {finding.code}: {why}" for finding, why in fixed.refused)
        work.add(fixed, Written(()) if args.diff else write_changes(session, fixed.changes, args))


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
