"""One line for each finding, as editors and ``grep`` like it."""

from __future__ import annotations

from sourceright_lint.escape import one_line
from sourceright_lint.finding import Finding
from sourceright_lint.report import Report
from sourceright_lint.reporting import summary
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.text import paint, plain_path


def render(report: Report, context: Context) -> str:
    """``path:line:column: severity code message``, and ``[*]`` where a safe fix is there."""
    if context.statistics:
        return summary.statistics(report, context) + summary.render(report, context)
    lines = "".join(_line(finding, context) + "\n" for finding in report.findings)
    return lines + summary.render(report, context)


def _line(finding: Finding, context: Context) -> str:
    path = paint(plain_path(finding.path, context), "bold", context)
    severity = paint(finding.severity, finding.severity, context)
    star = " [*]" if finding.fix and finding.fix.safe else ""
    place = f"{path}:{finding.span.line}:{finding.span.column}"
    return f"{place}: {severity} {one_line(finding.code)} {one_line(finding.message)}{star}"
