"""The summary of a job in GitHub Actions: the bundles with what their contracts count, and the findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sourceright_lint.report import BundleSummary, Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.markdown import findings_table, markup_free, summary_paragraph, table
from sourceright_lint.reporting.text import utf8_path

_LIMIT = 900_000
"""Bytes; GitHub refuses a summary above 1 MiB."""


def job_summary(report: Report, context: Context | None = None) -> str:
    """Markdown for the file that ``GITHUB_STEP_SUMMARY`` names."""
    context = context or Context()
    parts = ["## sourceright-lint\n", *summary_paragraph(report, context), *_bundles(report.bundles)]
    room = _LIMIT - sum(len(part.encode()) for part in parts)
    return "\n".join([*parts, *findings_table(report, context, room)]) + "\n"


def _bundles(bundles: Sequence[BundleSummary]) -> Iterator[str]:
    """A table for the bundles of a contract that count the same things, a row for each."""
    shapes = dict.fromkeys((bundle.contract, tuple(bundle.columns)) for bundle in bundles)
    for contract, columns in shapes:
        rows = [
            [_name(bundle), *(str(number) for number in bundle.columns.values())]
            for bundle in bundles
            if (bundle.contract, tuple(bundle.columns)) == (contract, columns)
        ]
        yield table([contract, *columns], rows)


def _name(bundle: BundleSummary) -> str:
    return markup_free(utf8_path(bundle.name or bundle.root) or ".")
