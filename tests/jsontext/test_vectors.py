"""The canonical bytes are those of Sourceright's own core, wherever it loses nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.jsontext import BROKEN, Document, Form, difference

SHARED = os.environ.get("SOURCERIGHT_LINT_CORPORA", "")
VECTORS = sorted(Path(SHARED, "vectors").iterdir()) if SHARED and Path(SHARED, "vectors").is_dir() else []
VECTORS = [path for path in VECTORS if path.is_dir()]


def _text_of(key: str) -> Any:
    return lambda entry: entry[key] if isinstance(entry, dict) and isinstance(entry.get(key), str) else None


CSL = Form(elements=Form(first=("id", "type", "title", "DOI")))
RECORD_FIRST = ("extraction", "provider_candidates", "conflicts", "review_status", "review_decisions")
RECORD = Form(
    first=RECORD_FIRST,
    members={
        "extraction": Form(
            first=("source", "original_text", "span"), omit={"original_text": None, "span": None}
        ),
        "provider_candidates": Form(
            elements=Form(
                first=("provider", "confidence", "retrieved_at", "data"), floats=frozenset({"confidence"})
            ),
            sort_by=_text_of("provider"),
        ),
        "conflicts": Form(sort_by=_text_of("field")),
        "review_decisions": Form(
            elements=Form(first=("decision", "reviewer", "decided_at", "notes"), omit={"notes": None})
        ),
    },
    omit={"extraction": None, "provider_candidates": [], "conflicts": [], "review_decisions": []},
)
SIDECAR = Form(first=("schema_version", "references"), members={"references": Form(any_member=RECORD)})

OTHER_BYTES = {
    "007-csl-floats-common": "the core writes -0 as -0.0",
    "009-csl-floats-extreme": "the core rounds",
    "029-csl-null-optional": "the core drops null titles",
    "039-csl-duplicate-extra-key": "the core drops a value",
    "041-csl-duplicate-key-by-escape": "the core drops a value",
    "223-side-status-object-form": "the core rewrites its second form",
    "229-side-confidence-values": "the core rounds",
    "241-side-duplicate-unknown-field": "the core drops a field",
    "243-side-unknown-5000-deep": "the core drops a field",
    "251-side-array-forms": "the core rewrites its second form",
}
OURS_TO_REPORT = {
    "031", "033", "035", "037", "065", "067", "069", "071", "207", "209", "211", "213", "219", "221", "231", "233",
    "239", "253", "255", "259", "263", "269", "271",
}  # fmt: skip
"""Refused by the core for their values; as JSON text they are in order."""

pytestmark = pytest.mark.skipif(not VECTORS, reason="SOURCERIGHT_LINT_CORPORA names no folder with vectors")


@pytest.mark.parametrize("folder", VECTORS, ids=lambda path: path.name)
def test_vectors(folder: Path) -> None:
    data = (folder / "input.json").read_bytes()
    document = Document("input.json", data)
    form = CSL if (folder / "kind").read_text().strip() == "csl" else SIDECAR
    accepted = folder / "format.out"
    if accepted.exists():
        canonical = document.canonical(form)
        if folder.name in OTHER_BYTES:
            assert canonical != accepted.read_bytes()
        else:
            assert canonical == accepted.read_bytes()
        if canonical is not None:
            assert difference(data, canonical, "json", form) is None
            assert Document("x", canonical).is_canonical(form)
    elif folder.name[:3] in OURS_TO_REPORT:
        assert document.readable
    else:
        assert document.faults
        if document.readable:
            assert all(fault.code in SERIOUS for fault in document.faults)


SERIOUS = ("json.duplicate_key", "json.lone_surrogate", "json.number.out_of_range")


@pytest.mark.parametrize("folder", VECTORS, ids=lambda path: path.name)
def test_queues_of_the_core_are_canonical(folder: Path) -> None:
    queue = folder / "queue.jsonl"
    if not queue.exists():
        return
    entry = Form(first=("id", *RECORD_FIRST), members=RECORD.members, omit=RECORD.omit)
    document = Document("queue.jsonl", queue.read_bytes(), "jsonl")
    assert document.faults == ()
    assert BROKEN not in document.value
    if folder.name not in OTHER_BYTES:
        assert document.canonical(Form(elements=entry, sort_by=_text_of("id"))) == queue.read_bytes()
