"""JUnit XML as Jenkins, GitLab and Azure Pipelines read it: a suite for each file, a case for each finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from sourceright_lint.escape import one_line
from sourceright_lint.finding import Finding
from sourceright_lint.report import Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.text import count, pointer_text, utf8_path

_NO_XML = re.compile("[\ufffe\uffff]")


def render(report: Report, context: Context) -> str:
    """Findings that make the run fail are failures; the others are cases that passed, with output."""
    by_file = [(path, list(found)) for path, found in groupby(report.findings, key=lambda f: f.path)]
    suites = [_suite(utf8_path(path), found, context) for path, found in by_file]
    failures = sum(context.fails(finding) for finding in report.findings)
    if not suites:
        suites = [_clean_suite(report)]
    totals = _attributes(
        name="sourceright-lint", tests=len(report.findings) or 1, failures=failures, errors=0
    )
    body = "".join(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites{totals}>\n{body}</testsuites>\n'


def _suite(path: str, findings: Sequence[Finding], context: Context) -> str:
    failures = sum(context.fails(finding) for finding in findings)
    head = _attributes(name=path, tests=len(findings), failures=failures, errors=0)
    cases = "".join(_case(finding, path, context) for finding in findings)
    return f"  <testsuite{head}>\n{cases}  </testsuite>\n"


def _case(finding: Finding, path: str, context: Context) -> str:
    name = f"{finding.code} {pointer_text(finding.pointer) or finding.span.line}"
    place = f"{path}:{finding.span.line}:{finding.span.column}"
    text = _text(f"{place}: {finding.severity}: {finding.message}")
    if context.fails(finding):
        result = f"<failure{_attributes(type=finding.severity, message=finding.message)}>{text}</failure>"
    else:
        result = f"<system-out>{text}</system-out>"
    return f"    <testcase{_attributes(name=name, classname=path)}>{result}</testcase>\n"


def _clean_suite(report: Report) -> str:
    head = _attributes(name="sourceright-lint", tests=1, failures=0, errors=0)
    case = _attributes(name=f"checked {count(report.files_checked, 'file')}", classname="sourceright-lint")
    return f"  <testsuite{head}>\n    <testcase{case}/>\n  </testsuite>\n"


def _attributes(**values: str | int) -> str:
    return "".join(f" {name}={quoteattr(_legal(str(value)))}" for name, value in values.items())


def _text(text: str) -> str:
    return escape(_legal(text))


def _legal(text: str) -> str:
    """Only characters that XML may hold; the rest as escapes."""
    return _NO_XML.sub(lambda match: f"\\u{ord(match[0]):04x}", one_line(text))
