"""Workflow commands that GitHub Actions turns into annotations.

Escaping is that of the runner's own toolkit: ``%``, CR and LF everywhere, ``:`` and ``,`` in properties.
"""

from __future__ import annotations

from collections.abc import Mapping

from sourceright_lint.escape import one_line
from sourceright_lint.finding import Finding
from sourceright_lint.report import Report
from sourceright_lint.reporting import summary
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.text import count, utf8_path

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report, context: Context) -> str:
    """A command for each finding, folded into a group, and the summary as plain lines below it."""
    lines = [_annotation(finding) for finding in report.findings]
    if lines:
        title = f"sourceright-lint: {count(len(lines), 'finding')}"
        lines = [_command("group", {}, title), *lines, _command("endgroup", {}, "")]
    text = "".join(line + "\n" for line in lines)
    return text + summary.render(report, context._replace(color=False))


def _annotation(finding: Finding) -> str:
    span = finding.span
    properties: dict[str, str | int] = {
        "title": one_line(f"sourceright-lint ({finding.code})"),
        "file": one_line(utf8_path(finding.path)),
        "line": span.line,
        "endLine": span.end_line,
    }
    if span.line == span.end_line:
        # The runner drops all columns of a range over several lines, with a warning in its log.
        properties |= {"col": span.column, "endColumn": span.end_column}
    place = f"{utf8_path(finding.path)}:{span.line}:{span.column}"
    remarks = [f"{place}: {finding.code} {finding.message}"]
    remarks += [f"{utf8_path(r.path)}:{r.span.line}:{r.span.column}: {r.message}" for r in finding.related]
    remarks += [f"help: {finding.help}"] if finding.help else []
    message = "\n".join(one_line(remark) for remark in remarks)
    return _command(_COMMANDS[finding.severity], properties, message)


def _command(name: str, properties: Mapping[str, str | int], message: str) -> str:
    listed = ",".join(f"{key}={_escape_property(str(value))}" for key, value in properties.items())
    return f"::{name}{' ' if listed else ''}{listed}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
