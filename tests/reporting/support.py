"""Reports that are not about real files."""

from __future__ import annotations

from typing import Any

from sourceright_lint.finding import Finding, Fix, Related, Replace, Span, Splice
from sourceright_lint.report import BundleSummary, Report
from sourceright_lint.reporting.context import Context
from sourceright_lint.rule import Rule

CONTEXT = Context(docs_url="https://docs.example/")

RULE = Rule(
    "csl.doi.not_canonical",
    "error",
    "item",
    "safe",
    lambda subject: (),
    "A DOI is not in canonical form.\n\nReaders look a DOI up\nas it stands.\n\nBad:\n\n"
    '```json references.csl.json\n[{"DOI": "https://doi.org/10.1/X"}]\n```',
)

LINE = '    "DOI": "https://doi.org/10.1/X",'


def finding(**changes: Any) -> Finding:
    """A finding about the DOI of the second item; ``changes`` replaces members."""
    path = changes.get("path", "refs/references.csl.json")
    pointer = changes.get("pointer", (1, "DOI"))
    made = Finding(
        code="csl.doi.not_canonical",
        severity="error",
        message='DOI "https://doi.org/10.1/X" is not canonical',
        path=path,
        pointer=pointer,
        span=Span(12, 12, 12, 36),
        record="smith2020",
        bundle="refs",
        related=(Related("refs/references.verification.json", Span(3, 5, 3, 16), "its record is here"),),
        fix=Fix("write 10.1/x", (Replace(path, pointer, "10.1/x"),)),
        fingerprint="0123456789abcdef",
        help="a DOI is lower case",
        excerpt=LINE,
    )
    return made._replace(**changes)


WARNING = finding(
    code="sidecar.conflict.stale",
    severity="warning",
    message="the conflict is stale",
    path="refs/references.verification.json",
    pointer=("references", "smith2020", "conflicts", 0, "a/b~c"),
    span=Span(40, 3, 44, 4),
    related=(),
    fix=Fix("put a comma", (Splice("refs/references.verification.json", 3, 3, ","),), safe=False),
    fingerprint="fedcba9876543210",
    help="",
    excerpt="  {",
)
INFO = finding(
    code="csl.unknown",
    severity="info",
    message="no text of this file is shown",
    path="secret/evidence-context.json",
    pointer=(),
    span=Span(1, 1, 1, 1),
    record=None,
    bundle="secret",
    related=(),
    fix=None,
    fingerprint="aaaa",
    help="",
    excerpt="",
)

BUNDLES = (
    BundleSummary("refs", "sourceright", "refs", {"references": 20, "verified": 17, "queued": 1}),
    BundleSummary("", "sourceright", "", {"references": 3, "verified": 3, "queued": 0}),
    BundleSummary("secret", "evidence-context", "secret", {"lanes": 2}),
)

REPORT = Report(
    (finding(), WARNING, INFO), 7, BUNDLES, rules={RULE.code: RULE}, notes=("pyproject.toml was not used",)
)
CLEAN = Report((), 3, BUNDLES[1:2])
EMPTY = Report(())
