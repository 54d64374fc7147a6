"""Whatever the files hold: no exception, and a fix that is made once is made for good."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.contracts.sourceright import QUEUE, SIDECAR
from tests.sourceright.csl.support import CSL
from tests.sourceright.sidecar.support import VERSION, run

IDS = st.sampled_from(["a", "A", "a ", "b", "é", "e\u0301", "", "\ud800", "78"])
TEXTS = st.sampled_from(
    [
        "",
        " ",
        "p",
        "queued",
        "In Progress",
        "resolved",
        "title",
        "DOI",
        "2026-05-09T14:30:00Z",
        "2026-05-09",
        "reopen",
    ]
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-2, 3), st.floats(allow_nan=False), TEXTS, IDS)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS | IDS, inner, max_size=3)
)
KEYS = (
    "provider", "confidence", "retrieved_at", "data", "field", "severity", "source", "canonical", "candidate",
    "decision", "reviewer", "decided_at", "notes", "resolution", "status", "original_text", "span", "x",
)  # fmt: skip
ENTRY = JSON | st.dictionaries(st.sampled_from(KEYS), JSON, max_size=5)
MEMBERS = {
    "review_status": st.sampled_from(
        ["queued", "in_progress", "unresolved", "resolved", "not_required", "Queued"]
    )
    | JSON,
    "extraction": ENTRY,
    "provider_candidates": st.lists(ENTRY, max_size=3) | JSON,
    "conflicts": st.lists(ENTRY, max_size=3) | JSON,
    "review_decisions": st.lists(ENTRY, max_size=3) | JSON,
    "claim": ENTRY,
    "orphan": ENTRY,
}
RECORD = st.fixed_dictionaries({}, optional=MEMBERS) | JSON
SIDECARS = st.fixed_dictionaries(
    {"references": st.dictionaries(IDS, RECORD, max_size=4) | JSON},
    optional={"schema_version": st.just(VERSION) | JSON},
)
ITEM = st.fixed_dictionaries({}, optional={"id": IDS | SCALARS, "title": JSON, "DOI": JSON}) | JSON
LINE = st.fixed_dictionaries({}, optional={"id": IDS | JSON, "note": JSON, **MEMBERS}) | JSON


@settings(max_examples=150, deadline=None)
@given(SIDECARS | JSON, st.lists(ITEM, max_size=4) | JSON, st.lists(LINE, max_size=4), st.booleans())
def test_any_value(sidecar: Any, csl: Any, lines: list[Any], unsafe: bool) -> None:
    files = {
        SIDECAR: json.dumps(sidecar).encode(),
        CSL: json.dumps(csl).encode(),
        QUEUE: "".join(json.dumps(line) + "\n" for line in lines).encode(),
    }
    fixed = run(files, unsafe)
    assert not fixed.refused
    result = {**files, **{change.path: change.new for change in fixed.changes}}
    again = run(result, unsafe)
    assert not again.changes
    assert not [f for f in again.before.findings if f.fix and (f.fix.safe or unsafe)]


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=60), st.binary(max_size=60), st.binary(max_size=60))
def test_any_bytes(sidecar: bytes, csl: bytes, queue: bytes) -> None:
    run({SIDECAR: sidecar, CSL: csl, QUEUE: queue})
