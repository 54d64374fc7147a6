"""Markdown (GitHub's and GitLab's): for comments, and for the summary of a job."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from sourceright_lint.finding import Finding
from sourceright_lint.report import BundleSummary, Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.summary import summary_lines
from sourceright_lint.reporting.text import count, plain, utf8_path

_MARKUP = re.compile(r"(?P<mention>[#@](?=\w))|[&<>`*_\[\]|\\~$#@]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_SUMMARY_LIMIT = 900_000
"""Characters of a job summary; GitHub refuses one above 1 MiB."""


def render(report: Report, context: Context) -> str:
    """The summary and a table of the findings."""
    parts = ["## sourceright-lint\n", *_summary(report, context), *_findings(report, context)]
    return "\n".join(parts)


def job_summary(report: Report, context: Context | None = None) -> str:
    """For ``GITHUB_STEP_SUMMARY``: the summary, the bundles with what their contracts count, the findings."""
    context = context or Context()
    parts = ["## sourceright-lint\n", *_summary(report, context), *_bundles(report.bundles)]
    room = _SUMMARY_LIMIT - sum(map(len, parts))
    return "\n".join([*parts, *_findings(report, context, room)])


def markup_free(text: str) -> str:
    """Untrusted text for a paragraph or a table cell: it is shown as it is, whatever it holds.

    A zero-width space keeps names of users and numbers of issues from becoming mentions: they are looked
    for after entities are resolved.
    """
    return _MARKUP.sub(_entity, plain(text))


def _entity(match: re.Match[str]) -> str:
    return f"{match[0]}&#8203;" if match["mention"] else f"&#{ord(match[0])};"


def _summary(report: Report, context: Context) -> list[str]:
    if not context.summary:
        return []
    # Names of files would stand at the start of a line, where Markdown gives "-" and "#" a meaning.
    lines = summary_lines(report, context._replace(show_fixes=False))
    return ["".join(f"{markup_free(line)}{'  ' if line is not lines[-1] else ''}\n" for line in lines)]


def _bundles(bundles: Sequence[BundleSummary]) -> Iterator[str]:
    """A table for the bundles of each contract that count the same things."""
    shapes = dict.fromkeys((bundle.contract, tuple(bundle.columns)) for bundle in bundles)
    for contract, columns in shapes:
        rows = [
            [_name(bundle), *(str(number) for number in bundle.columns.values())]
            for bundle in bundles
            if (bundle.contract, tuple(bundle.columns)) == (contract, columns)
        ]
        yield _table([f"Bundle ({contract})", *columns], rows)


def _name(bundle: BundleSummary) -> str:
    return markup_free(bundle.name or utf8_path(bundle.root) or ".")


def _findings(report: Report, context: Context, room: int | None = None) -> list[str]:
    """The table, cut so that it has at most ``room`` characters."""
    rows = [_row(finding, context) for finding in report.findings]
    shown = len(rows)
    if room is not None:
        used = 0
        for index, row in enumerate(rows):
            used += sum(map(len, row)) + 16
            if used > room:
                shown = index
                break
    if not rows:
        return []
    rest = [f"{count(len(rows) - shown, 'more finding')} left out here.\n"] if shown < len(rows) else []
    return [_table(["Severity", "Where", "Code", "Message"], rows[:shown]), *rest]


def _row(finding: Finding, context: Context) -> list[str]:
    place = f"{utf8_path(finding.path)}:{finding.span.line}:{finding.span.column}"
    code, url = markup_free(finding.code), context.rule_url(finding.code)
    return [
        finding.severity,
        markup_free(place),
        f"[{code}]({url})" if url else code,
        markup_free(finding.message),
    ]


def _table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells of ``rows`` are Markdown already."""
    titles = [markup_free(title) for title in head]
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
