"""GitLab's Code Quality report."""

from __future__ import annotations

from typing import Any

from sourceright_lint.escape import one_line
from sourceright_lint.finding import Finding
from sourceright_lint.report import Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.text import json_text, utf8_path

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(report: Report, context: Context) -> str:
    """An array of issues. GitLab drops an issue whose fingerprint it has seen, so each has its own."""
    seen: dict[str, int] = {}
    issues = []
    for finding in report.findings:
        number = seen[finding.fingerprint] = seen.get(finding.fingerprint, 0) + 1
        issues.append(_issue(finding, "" if number == 1 else f"-{number}"))
    return json_text(issues, indent=2) + "\n"


def _issue(finding: Finding, suffix: str) -> dict[str, Any]:
    return {
        "description": one_line(finding.message),
        "check_name": one_line(finding.code),
        "fingerprint": finding.fingerprint + suffix,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": utf8_path(finding.path),
            "lines": {"begin": finding.span.line, "end": finding.span.end_line},
        },
    }
