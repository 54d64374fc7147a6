"""The closing lines: what was checked, what was found, what can be fixed and how to go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sourceright_lint.escape import one_line
from sourceright_lint.finding import SEVERITIES, Finding
from sourceright_lint.report import Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.text import count, listed, paint, plain_path

_NOUNS = {"error": "error", "warning": "warning", "info": "info"}


def render(report: Report, context: Context) -> str:
    """The closing lines, each with its newline; none where the context wants quiet, or a hook has none to say."""
    if context.quiet or (context.hook and _says_nothing(report)):
        return ""
    style = next((severity for severity in SEVERITIES if report.by_severity()[severity]), "ok")
    head, *rest = summary_lines(report, context)
    return "".join(f"{line}\n" for line in (paint(head, style, context), *rest))


def summary_lines(report: Report, context: Context) -> list[str]:
    """The closing lines without colour."""
    was_checked = report.files_checked or report.commits
    lines = [f"{_checked(report)}: {_found(report)}." if was_checked else "Nothing was checked."]
    lines += _accepted(report)
    lines += _fixed(report, context)
    lines += _fixable(report, context)
    return [*lines, *(f"Note: {one_line(note)}" for note in report.notes)]


def _says_nothing(report: Report) -> bool:
    return not (report.files_checked or report.commits or report.findings or report.notes)


def statistics(report: Report, context: Context) -> str:
    """How often each code was found, the most frequent first, and whether that is fixed: see ``_mark``."""
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        found.setdefault(finding.code, []).append(finding)
    ranked = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    width = len(str(len(ranked[0][1]))) if ranked else 0
    return "".join(
        f"{len(of_code):>{width}}  {_mark(of_code)} {one_line(code)}\n" for code, of_code in ranked
    )


def _mark(findings: Sequence[Finding]) -> str:
    """``[*]`` where ``--fix`` does for all, ``[~]`` where there are fixes, but some are unsafe or missing."""
    if all(finding.fix and finding.fix.safe for finding in findings):
        return "[*]"
    return "[~]" if any(finding.fix for finding in findings) else "[ ]"


def _checked(report: Report) -> str:
    where = f" in {count(len(report.bundles), 'bundle')}" if report.bundles else ""
    files = [f"{count(report.files_checked, 'file')}{where}"] if report.files_checked else []
    commits = [count(report.commits, "commit")] if report.commits else []
    label = f" ({one_line(report.source_label)})" if report.source_label else ""
    return f"Checked {listed([*files, *commits])}{label}"


def _found(report: Report) -> str:
    numbers = [count(number, _NOUNS[name]) for name, number in report.by_severity().items() if number]
    return listed(numbers) if numbers else "nothing to report"


def _accepted(report: Report) -> list[str]:
    if not report.accepted:
        return []
    return [f"{count(report.accepted, 'finding')} accepted by the baseline (--no-baseline shows them)."]


def _fixed(report: Report, context: Context) -> list[str]:
    if not report.fixed and not report.changed:
        return []
    if context.gives_out and not context.dry_run:
        fixed = f"Fixed {count(report.fixed, 'finding')} in the output" if report.fixed else ""
        return [f"{fixed or 'The output is in canonical form'}; no file was written."]
    shown = report.changed if context.show_fixes else ()
    files = [f"  {plain_path(path, context)}" for path in shown]
    if not report.fixed:
        done = "Would rewrite" if context.dry_run else "Rewrote"
        return [f"{done} {count(len(report.changed), 'file')} in canonical form.", *files]
    done = "Would fix" if context.dry_run else "Fixed"
    return [f"{done} {count(report.fixed, 'finding')} in {count(len(report.changed), 'file')}.", *files]


def _fixable(report: Report, context: Context) -> list[str]:
    ways = Counter(context.way_of(finding.fix) for finding in report.findings if finding.fix)
    if not ways:
        return []
    first, *more = sorted(ways, key=lambda way: ("format" not in way, len(way)))
    line = ", ".join(
        [f"{ways[first]} fixable with {first}", *(f"{ways[way]} more with {way}" for way in more)]
    )
    return [f"{line}. Next: {one_line(context.next_command)}" if context.next_command else f"{line}."]
