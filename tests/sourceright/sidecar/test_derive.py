"""The derived queue: which records, which members, in which order, and nothing lost."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.contracts.sourceright.derive import queue_bytes, queue_entries
from sourceright_lint.jsontext import Document
from tests.properties.support import patient
from tests.properties.texts import Layout
from tests.properties.values import workspaces
from tests.sourceright.sidecar.support import VERSION, findings_of

CORPORA = os.environ.get("SOURCERIGHT_LINT_CORPORA")
LOSSY = {
    "223-side-status-object-form": "the object form of a status is an error here and never rewritten",
    "229-side-confidence-values": "the core rounds numbers",
    "241-side-duplicate-unknown-field": "a file with a key twice is not used",
    "243-side-unknown-5000-deep": "the core skips unknown members without a depth limit",
    "251-side-array-forms": "array forms are errors here and never rewritten",
}


LARGE = 400_000
"""Spaces that make a sidecar one for the readers of large files."""


def derived(references: str, spaces: int = 0) -> bytes | None:
    text = f'{{"schema_version": "{VERSION}", "references": {references}}}'
    return queue_bytes(Document("s", text.encode() + b" " * spaces))


@pytest.mark.parametrize(
    ("references", "queue"),
    [
        pytest.param("{}", "", id="nothing"),
        pytest.param(
            '{"b": {"review_status": "queued"}, "a": {"review_status": "unresolved"},'
            ' "c": {"review_status": "in_progress"}, "d": {"review_status": "resolved"},'
            ' "e": {"review_status": "not_required"}}',
            '{"id":"a","review_status":"unresolved"}\n{"id":"b","review_status":"queued"}\n'
            '{"id":"c","review_status":"in_progress"}\n',
            id="open-records-by-id",
        ),
        pytest.param(
            '{"\\ud800": {"review_status": "queued"}, "\U00010000": {"review_status": "queued"},'
            ' "\uffff": {"review_status": "queued"}}',
            '{"id":"\\ud800","review_status":"queued"}\n{"id":"\uffff","review_status":"queued"}\n'
            '{"id":"\U00010000","review_status":"queued"}\n',
            id="ids-by-code-point",
        ),
        pytest.param(
            '{"a": {"review_decisions": [{}], "tags": 1, "claim": {}, "review_status": "queued",\n'
            '  "conflicts": [], "extraction": {"span": null, "x": 1, "source": "s"}}}',
            '{"id":"a","extraction":{"source":"s","x":1},"review_status":"queued"}\n',
            id="members-and-omissions",
        ),
        pytest.param(
            '{"a": {"provider_candidates": [{"provider": "q", "confidence": 1}, {"provider": "p", "data":\r\n [1.50,'
            ' 0.860000000000000001, 1e400, -0, 123456789012345678901234567890], "confidence": 1e0}],'
            ' "review_status": "queued"}}',
            '{"id":"a","provider_candidates":[{"provider":"p","confidence":1.0,"data":[1.5,0.860000000000000001,1e400,-0,'
            '123456789012345678901234567890]},{"provider":"q","confidence":1.0}],"review_status":"queued"}\n',
            id="numbers",
        ),
        pytest.param(
            '{"a": {"conflicts": [{"field": "z\\u00e9\\/\\ud83d", "a\\ud83d": 1}], "review_status": "queued"}}',
            '{"id":"a","conflicts":[{"a\\ud83d":1,"field":"zé/\\ud83d"}],"review_status":"queued"}\n',
            id="lone-surrogates",
        ),
        pytest.param(
            '{"a": {"conflicts": null, "provider_candidates": {"x": 1}, "extraction": [], "review_status": "queued"}}',
            '{"id":"a","extraction":[],"provider_candidates":{"x":1},"conflicts":null,"review_status":"queued"}\n',
            id="wrong-types-as-they-are",
        ),
        pytest.param(
            '{"a": {"review_status": {"queued": null}}, "b": 1, "c": [], "d": null, "e": {"review_status": "Queued"}}',
            "",
            id="unreadable-statuses",
        ),
    ],
)
def test_bytes(references: str, queue: str) -> None:
    assert derived(references) == queue.encode()
    assert derived(references, LARGE) == queue.encode()


@patient
@given(workspaces(), st.integers(0, 2**32))
def test_a_large_sidecar_derives_what_a_small_one_does(values: dict[str, Any], seed: int) -> None:
    text = Layout(seed).document(values["sidecar"])
    small, large = (queue_bytes(Document("s", text + b" " * spaces)) for spaces in (0, LARGE))
    assert large == small


@pytest.mark.parametrize("references", ['{"a": {"review_status": "queued", "review_status": "queued"}}', "{"])
def test_no_queue_from_an_ambiguous_or_broken_sidecar(references: str) -> None:
    assert derived(references) is None


@pytest.mark.parametrize(
    "sidecar", [None, 1, [], {}, {"references": []}, {"references": {"a": 1, "b": {"review_status": []}}}]
)
def test_entries_of_wrong_shapes(sidecar: Any) -> None:
    assert queue_entries(sidecar) == []


def test_entries_are_the_lines() -> None:
    references = {
        "b": {
            "review_status": "queued",
            "conflicts": [{"field": "b", "provider": "p"}, {"field": "a", "provider": "p"}],
        },
        "a": {
            "extraction": {"source": "s", "span": None},
            "review_status": "unresolved",
            "review_decisions": [],
        },
    }
    text = json.dumps(references)
    lines = (derived(text) or b"").decode().splitlines()
    assert queue_entries({"references": references}) == [json.loads(line) for line in lines]


def vectors() -> list[Path]:
    return sorted(Path(CORPORA, "vectors").glob("2*")) if CORPORA else []


@pytest.mark.skipif(not CORPORA, reason="SOURCERIGHT_LINT_CORPORA is not set")
@pytest.mark.parametrize("vector", vectors(), ids=lambda path: path.name)
def test_core_derives_the_same(vector: Path) -> None:
    if vector.name in LOSSY:
        pytest.skip(LOSSY[vector.name])
    if not (vector / "queue.jsonl").exists():
        pytest.skip("the core refuses the file")
    sidecar = Document("s", (vector / "input.json").read_bytes())
    assert queue_bytes(sidecar) == (vector / "queue.jsonl").read_bytes()


@pytest.mark.skipif(not CORPORA, reason="SOURCERIGHT_LINT_CORPORA is not set")
@pytest.mark.parametrize("vector", vectors(), ids=lambda path: path.name)
def test_core_codes_are_found(vector: Path) -> None:
    sidecar = (vector / "input.json").read_bytes()
    findings = findings_of({"references.verification.json": sidecar})
    found = [(finding.code, finding.pointer[:2]) for finding in findings]
    if not (vector / "validate.json").exists():
        broken = not Document("s", sidecar).readable or Document("s", sidecar).faults
        assert broken or any(finding.severity == "error" for finding in findings)
        return
    for diagnostic in json.loads((vector / "validate.json").read_bytes()):
        pointer = tuple(diagnostic["path"].removeprefix("$.").split(".", 1))
        assert any(
            (code == diagnostic["code"] or code.startswith(diagnostic["code"] + "."))
            and at[: len(pointer)] == pointer
            for code, at in found
        ), diagnostic
