"""SARIF 2.1.0, for GitHub code scanning and its like."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from sourceright_lint import __version__
from sourceright_lint.escape import one_line
from sourceright_lint.finding import Finding, Severity, Span
from sourceright_lint.report import Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.text import json_text, pointer_text, utf8, utf8_path
from sourceright_lint.reporting.textedits import text_edits
from sourceright_lint.rule import Rule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
_ROOT = "SRCROOT"


def render(report: Report, context: Context) -> str:
    """One run. Columns count characters; addresses start at the root of what was checked."""
    codes = {code: at for at, code in enumerate(dict.fromkeys(finding.code for finding in report.findings))}
    driver: dict[str, Any] = {
        "name": "sourceright-lint",
        "version": __version__,
        "rules": [_descriptor(code, report.rules.get(code), context) for code in codes],
    }
    if context.docs_url:
        driver["informationUri"] = context.docs_url
    invocation: dict[str, Any] = {"executionSuccessful": True}
    if report.notes:
        invocation["toolExecutionNotifications"] = [
            {"level": "note", "message": _message(note)} for note in report.notes
        ]
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of what was checked."}}},
        "results": [_result(finding, codes[finding.code]) for finding in report.findings],
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _descriptor(code: str, rule: Rule | None, context: Context) -> dict[str, Any]:
    descriptor: dict[str, Any] = {"id": one_line(code)}
    if rule is not None:
        descriptor |= {
            "shortDescription": {"text": rule.summary},
            "fullDescription": {"text": _explanation(rule.doc)},
            "help": {"text": rule.doc, "markdown": rule.doc},
            "defaultConfiguration": {"level": _LEVELS[rule.severity]},
            "properties": {"tags": [code.partition(".")[0]], "fix": rule.fix},
        }
    if context.docs_url:
        descriptor["helpUri"] = context.rule_url(code)
    return descriptor


def _explanation(doc: str) -> str:
    """The paragraph below the first line of a rule's page, or that line if there is none."""
    paragraphs = doc.split("\n\n")
    return " ".join(paragraphs[1 if len(paragraphs) > 1 else 0].split())


def _result(finding: Finding, rule_index: int) -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": _physical(finding.path, finding.span),
        "logicalLocations": [{"fullyQualifiedName": pointer_text(finding.pointer), "kind": "member"}],
    }
    result: dict[str, Any] = {
        "ruleId": one_line(finding.code),
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "message": _message(f"{finding.message} ({finding.help})" if finding.help else finding.message),
        "locations": [location],
        "partialFingerprints": {"sourcerightLint/v1": utf8(finding.fingerprint)},
        "properties": {
            "bundle": utf8_path(finding.bundle),
            "record": None if finding.record is None else utf8(finding.record),
        },
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _physical(related.path, related.span),
                "message": _message(related.message),
            }
            for number, related in enumerate(finding.related, 1)
        ]
    fixes = _fixes(finding)
    return {**result, "fixes": fixes} if fixes else result


def _fixes(finding: Finding) -> list[dict[str, Any]]:
    edits = text_edits(finding)
    if finding.fix is None or not edits:
        return []
    replacements = [
        {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in edits
    ]
    change = {"artifactLocation": _artifact(finding.path), "replacements": replacements}
    return [{"description": _message(finding.fix.title), "artifactChanges": [change]}]


def _physical(path: str, span: Span) -> dict[str, Any]:
    return {"artifactLocation": _artifact(path), "region": _region(span)}


def _artifact(path: str) -> dict[str, Any]:
    """The path as a relative reference: its own bytes, percent-encoded."""
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = path.encode("utf-8", "surrogatepass")
    return {"uri": quote(data, safe="/"), "uriBaseId": _ROOT}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _message(text: str) -> dict[str, str]:
    """A message in which nothing is taken for a link: no ``[`` whose text would end in ``](``."""
    *before, last = one_line(text).split("](")
    kept = []
    for part in before:
        done, bracket, label = part.rpartition("]")
        kept.append(done + bracket + label.replace("[", "\\[") + "](")
    return {"text": "".join(kept) + last}
