"""Markdown as GitHub and GitLab read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sourceright_lint.escape import one_line
from sourceright_lint.finding import Finding
from sourceright_lint.report import Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.summary import summary_lines
from sourceright_lint.reporting.text import count, utf8_path

_MARKUP = re.compile(
    r"(?P<mention>[#@](?=\w))|[`*\[\]|\\~$#@]|&(?=[#a-z])|<(?=\S)|\A>"
    r"|(?<![a-z0-9])_|_(?![a-z0-9])|:(?=//)|(?<=www)\.",
    re.IGNORECASE | re.ASCII,
)
"""Characters that Markdown gives a meaning where they stand: a ``_`` between letters has none, nor has ``a < b``."""


def render(report: Report, context: Context) -> str:
    """The summary and a table of the findings."""
    parts = ["## sourceright-lint\n", *summary_paragraph(report, context), *findings_table(report, context)]
    return "\n".join(parts)


def markup_free(text: str) -> str:
    """Untrusted text for a paragraph or a table cell: it is shown as it is, whatever it holds.

    A zero-width space keeps names of users and numbers of issues from becoming mentions: they are looked
    for after entities are resolved.
    """
    return _MARKUP.sub(_entity, one_line(text))


def _entity(match: re.Match[str]) -> str:
    return f"{match[0]}&#8203;" if match["mention"] else f"&#{ord(match[0])};"


def summary_paragraph(report: Report, context: Context) -> list[str]:
    """The closing lines as a paragraph, or nothing."""
    if context.quiet:
        return []
    # Names of files would stand at the start of a line, where Markdown gives "-" and "#" a meaning.
    lines = summary_lines(report, context._replace(show_fixes=False))
    return ["".join(f"{markup_free(line)}{'  ' if line is not lines[-1] else ''}\n" for line in lines)]


def findings_table(report: Report, context: Context, room: int | None = None) -> list[str]:
    """A table of the findings, cut so that it takes about ``room`` bytes at most, and what was left out."""
    rows = [_row(finding, context) for finding in report.findings]
    if not rows:
        return []
    shown = len(rows) if room is None else _fitting(rows, room)
    rest = [f"{count(len(rows) - shown, 'more finding')} left out here.\n"] if shown < len(rows) else []
    return [table(["Severity", "Where", "Code", "Message"], rows[:shown]), *rest]


def _fitting(rows: Sequence[Sequence[str]], room: int) -> int:
    """How many of the first rows take no more than ``room`` bytes."""
    for index, row in enumerate(rows):
        room -= len(" | ".join(row).encode()) + 6
        if room < 0:
            return index
    return len(rows)


def _row(finding: Finding, context: Context) -> list[str]:
    place = f"{utf8_path(finding.path)}:{finding.span.line}:{finding.span.column}"
    code, url = markup_free(finding.code), context.rule_url(finding.code)
    return [
        finding.severity,
        markup_free(place),
        f"[{code}]({url})" if url else code,
        markup_free(finding.message),
    ]


def table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells of ``rows`` are Markdown already."""
    titles = [markup_free(title) for title in head]
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
