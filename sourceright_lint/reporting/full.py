"""For people at a terminal: the source line, carets under the span, related places, help and fix."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.escape import one_line, show
from sourceright_lint.finding import Finding, Span
from sourceright_lint.report import Report
from sourceright_lint.reporting import summary
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.excerpt import excerpt
from sourceright_lint.reporting.text import paint, plain_path, pointer_text


def render(report: Report, context: Context) -> str:
    """A paragraph for each finding, and the summary."""
    if context.statistics:
        return summary.statistics(report, context) + summary.render(report, context)
    paragraphs = ["".join(line + "\n" for line in _lines(finding, context)) for finding in report.findings]
    closing = summary.render(report, context)
    return "\n".join([*paragraphs, closing] if closing else paragraphs)


def _lines(finding: Finding, context: Context) -> Iterator[str]:
    severity, code = finding.severity, one_line(finding.code)
    yield f"{paint(f'{severity}[{code}]', severity, context)}: {paint(one_line(finding.message), 'bold', context)}"
    gutter = " " * len(str(finding.span.line))
    record = f" (record {one_line(show(finding.record))})" if finding.record is not None else ""
    yield f"{gutter}{paint('-->', 'dim', context)} {_place(finding.path, finding.span, context)}{record}"
    yield from _source(finding, gutter, context)
    for kind, text in _remarks(finding, context):
        yield f"{gutter} {paint('=', 'dim', context)} {paint(kind, 'bold', context)}: {text}"


def _source(finding: Finding, gutter: str, context: Context) -> Iterator[str]:
    shown = excerpt(finding.excerpt, finding.span_in_excerpt, context.width) if finding.excerpt else None
    if shown is None:
        return
    bar = paint("|", "dim", context)
    yield f"{gutter} {bar}"
    yield f"{paint(str(finding.span.line), 'dim', context)} {bar} {shown.line}"
    indent = " " * (len(shown.carets) - len(shown.carets.lstrip()))
    yield f"{gutter} {bar} {indent}{paint(shown.carets.lstrip(), finding.severity, context)}"


def _remarks(finding: Finding, context: Context) -> Iterator[tuple[str, str]]:
    for related in finding.related:
        yield "note", f"{_place(related.path, related.span, context)}: {one_line(related.message)}"
    if finding.help:
        yield "help", one_line(finding.help)
    if finding.fix:
        yield "fix", f"{one_line(finding.fix.title)} ({context.way_of(finding.fix)})"
    if context.verbose:
        yield "pointer", one_line(pointer_text(finding.pointer)) or '""'
        yield "fingerprint", one_line(finding.fingerprint)
        if context.docs_url:
            yield "rule", one_line(context.rule_url(finding.code))


def _place(path: str, span: Span, context: Context) -> str:
    return f"{plain_path(path, context)}:{span.line}:{span.column}"
