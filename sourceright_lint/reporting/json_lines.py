"""One JSON object a line for each finding, for programs that read as it comes."""

from __future__ import annotations

from sourceright_lint.report import Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.json import finding_object
from sourceright_lint.reporting.text import json_text


def render(report: Report, context: Context) -> str:
    """The findings, each as in the ``json`` format."""
    return "".join(json_text(finding_object(finding)) + "\n" for finding in report.findings)
