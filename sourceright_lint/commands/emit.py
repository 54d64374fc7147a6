"""Report what was found, in the formats that were asked for, and say with what status to exit."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sourceright_lint.commands.examine import Examined
from sourceright_lint.commands.next_step import next_command
from sourceright_lint.commands.output import require_output, source_width, wants_color, write_raw, write_text
from sourceright_lint.finding import SEVERITIES, Finding
from sourceright_lint.report import BundleSummary, Report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sourceright_lint.commands import Args
    from sourceright_lint.commands.session import Session
    from sourceright_lint.contract import Contract, View
    from sourceright_lint.engine import Checked
    from sourceright_lint.reporting.context import Context
    from sourceright_lint.rule import Rule


def emit(examined: Sequence[Examined], args: Args) -> int:
    """Print the report and return the exit status."""
    if args.diff:
        print_changes([change for each in examined for change in each.planned])
    elif args.fix and args.stdin_filename:
        _print_fixed(examined)
    report = _report(examined, args)
    _write(report, _format(examined, args), args.output_file, examined, args)
    for also in args.also or ():
        name, _, path = also.partition("=")
        _write(report, name, path, examined, args)
    _summarise_job(report, _context(examined, args, ""))
    errors = [error for each in examined for error in each.errors]
    for error in errors:
        _say(f"error: {error}", error.help)
    if errors:
        return 2
    return _status(examined, args)


def _print_fixed(examined: Sequence[Examined]) -> None:
    """Write the file that came through standard input: as fixed or, where nothing was, as it came."""
    require_output()
    for each in examined:
        path = each.session.input_path
        assert path is not None
        changed = [change.new for change in each.planned if change.path == path]
        write_raw(changed[0] if changed else each.session.source.read(path) or b"")


def _status(examined: Sequence[Examined], args: Args) -> int:
    if args.exit_zero:
        return 0
    if args.exit_non_zero_on_fix and any(each.written for each in examined):
        return 1
    if args.diff and any(each.planned for each in examined):
        return 1
    for each in examined:
        for finding in each.findings:
            threshold = each.session.settings_for(finding.path).fail_on
            if SEVERITIES.index(finding.severity) <= SEVERITIES.index(threshold):
                return 1
    return 0


def _report(examined: Sequence[Examined], args: Args) -> Report:
    findings = [finding for each in examined for finding in each.findings]
    findings.sort(key=Finding.sort_key)
    codes = {finding.code for finding in findings}
    first = examined[0].session
    changes = [change for each in examined for change in (each.planned if args.diff else each.written)]
    return Report(
        findings=tuple(findings),
        files_checked=sum(len(checked.bundle.files) for each in examined for checked in each.checked),
        bundles=_bundles(examined, args),
        changed=tuple(change.path for change in changes),
        fixed=sum(len(each.fixed) for each in examined),
        rules=_rules(first.contracts, codes),
        source_label=first.source.label,
        notes=tuple(note for each in examined for note in each.notes),
        accepted=sum(each.accepted for each in examined),
        commits=sum(each.commits for each in examined),
    )


def _rules(contracts: Sequence[Contract], codes: set[str]) -> Mapping[str, Rule]:
    if not codes:
        return {}
    from sourceright_lint.catalogue import all_rules

    return {rule.code: rule for rule in all_rules(contracts) if rule.code in codes}


def _bundles(examined: Sequence[Examined], args: Args) -> tuple[BundleSummary, ...]:
    """Counted only for a report that shows the numbers."""
    wanted = bool(os.environ.get("GITHUB_STEP_SUMMARY"))
    summaries = []
    for each in examined:
        for checked in each.checked:
            root, contract = checked.bundle.root, checked.bundle.contract
            columns = contract.columns(_view(each.session, checked)) if wanted else {}
            summaries.append(BundleSummary(root, contract.name, root, columns))
    return tuple(summaries)


def _view(session: Session, checked: Checked) -> View:
    """What a bundle holds; of one that was in order at a glance, nobody has looked yet."""
    if checked.view is not None:
        return checked.view
    bundle = checked.bundle
    settings = session.settings_for(bundle.files[0].path)
    return bundle.contract.view(bundle, checked.documents, settings)


def _format(examined: Sequence[Examined], args: Args) -> str:
    from sourceright_lint.reporting import resolve

    return resolve(args.output_format or examined[0].session.settings.output_format, os.environ)


def _write(report: Report, format: str, path: str | None, examined: Sequence[Examined], args: Args) -> None:
    from sourceright_lint.reporting import render

    context = _context(examined, args, path)
    text = render(format, report, context)
    if path is None and (args.stdin_filename and (args.fix or args.diff)):
        sys.stderr.write(text)
    else:
        write_text(text, path)


def _context(examined: Sequence[Examined], args: Args, path: str | None) -> Context:
    from sourceright_lint.links import DOCS
    from sourceright_lint.reporting.context import Context

    session = examined[0].session
    return Context(
        color=path is None and wants_color(args.color),
        docs_url=DOCS,
        here=session.here,
        next_command=next_command(examined, args),
        layout_only=args.layout_only,
        dry_run=args.diff,
        gives_out=bool(args.stdin_filename),
        show_fixes=True,
        verbose=args.verbose,
        statistics=args.statistics,
        quiet=args.quiet,
        hook=args.hook,
        fail_on=session.settings.fail_on,
        width=source_width() if path is None else Context().width,
    )


def _summarise_job(report: Report, context: Context) -> None:
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    from sourceright_lint.reporting.job_summary import job_summary

    try:
        with open(path, "ab") as file:
            file.write(job_summary(report, context).encode("utf-8", "backslashreplace"))
    except OSError as error:
        _say(f"warning: the job summary could not be written: {error.strerror}")


def print_changes(changes: Sequence[tuple[str, bytes | None, bytes]]) -> None:
    """Print what would change: for each path the content before (None: no file) and after."""
    from sourceright_lint.reporting.patch import patch_of

    require_output()
    for path, before, after in changes:
        for piece in patch_of(path, before, after, on_terminal=sys.stdout.isatty()):
            write_text(piece)


def _say(message: str, help: str = "") -> None:
    from sourceright_lint.escape import one_line

    sys.stderr.write(f"sourceright-lint: {one_line(message)}\n")
    for line in help.splitlines():
        sys.stderr.write(f"  help: {one_line(line)}\n")
