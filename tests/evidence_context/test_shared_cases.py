"""The shared case about unknown fields and lanes, where it is present."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.evidence_context.support import problems, where, words_of

SHARED = Path(os.environ.get("SOURCERIGHT_LINT_CORPORA", "/nowhere"))
CASE = SHARED / "cases" / "inputs" / "69-notarius-unknown-and-lanes"
P = "evidence_context."

pytestmark = pytest.mark.skipif(not CASE.is_dir(), reason="shared cases are not here")


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        (
            ".",
            [
                (P + "evidence_refs.lane_not_selected", ("contexts", 1, "evidence_refs", 0, "lane_id")),
                (P + "payload.unknown_field", ("contexts", 0, "note")),
                (P + "selected_lanes.order", ("selected_lanes", 1)),
                (P + "source_digest.invalid", ("source_digest",)),
            ],
        ),
        ("no-contexts", [(P + "payload.field_missing", ("contexts",))]),
        ("ok", []),
        ("ok-empty", []),
    ],
)
def test_case(folder: str, expected: list[object]) -> None:
    data = (CASE / folder / "evidence-context.json").read_bytes()
    found = problems({"evidence-context.json": data})
    assert where(found) == expected
    assert all("SECRET" not in words_of(problem) for _, problem in found)
