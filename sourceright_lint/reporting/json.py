"""One JSON object, for programs. Its shape is a promise; ``schema`` names the version of it."""

from __future__ import annotations

from typing import Any

from sourceright_lint.finding import Finding, Span
from sourceright_lint.report import Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.text import json_text, pointer_text, utf8, utf8_path

SCHEMA = "sourceright-lint.report.v1"


def render(report: Report, context: Context) -> str:
    """The findings and their counts."""
    content = {
        "schema": SCHEMA,
        "findings": [finding_object(finding) for finding in report.findings],
        "summary": {
            "files_checked": report.files_checked,
            "findings": report.by_severity(),
            "files_changed": len(report.changed),
            "accepted": report.accepted,
        },
    }
    return json_text(content, indent=2) + "\n"


def finding_object(finding: Finding) -> dict[str, Any]:
    """A finding as programs get it. Paths start at the root; bytes in them that are no UTF-8 are ``\\xNN``."""
    fix = finding.fix
    return {
        "code": utf8(finding.code),
        "severity": finding.severity,
        "message": utf8(finding.message),
        "path": utf8_path(finding.path),
        "pointer": pointer_text(finding.pointer),
        **_span_members(finding.span),
        "record": None if finding.record is None else utf8(finding.record),
        "bundle": utf8_path(finding.bundle),
        "related": [
            {
                "path": utf8_path(related.path),
                **_span_members(related.span),
                "message": utf8(related.message),
            }
            for related in finding.related
        ],
        "fix": None if fix is None else "safe" if fix.safe else "unsafe",
        "fingerprint": utf8(finding.fingerprint),
    }


def _span_members(span: Span) -> dict[str, int]:
    return {
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
