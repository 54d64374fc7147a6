"""The published schemas and the rules agree on what a well-formed sidecar and queue line are."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from sourceright_lint.contracts.sourceright import QUEUE, SIDECAR, Sourceright
from tests.sourceright.csl.support import Case
from tests.sourceright.sidecar.support import all_cases, bundle_of, codes_of, run

SCHEMAS = {name: load() for name, load in Sourceright().schemas().items()}
SHAPES = (
    "sidecar.not_object", "sidecar.schema_version", "sidecar.references", "sidecar.reference_id",
    "sidecar.record.not_object", "sidecar.review_status", "sidecar.extraction.invalid", "sidecar.claim",
    "sidecar.provider_candidate.invalid", "sidecar.provider_candidate.retrieved_at.loose",
    "sidecar.conflict.invalid", "sidecar.review_decision.invalid", "sidecar.review_decision.decided_at.loose",
    "sidecar.orphan.invalid_mark",
)  # fmt: skip
CANDIDATE = {"provider": "p", "confidence": 0.5, "retrieved_at": "2026-05-09T14:30:00Z", "data": {"id": 1}}
CONFLICT = {"field": "f", "severity": "s", "source": "x", "canonical": 1, "candidate": 2}
DECISION = {"decision": "d", "reviewer": "tm", "decided_at": "2026-05-09T14:30:00Z"}


def is_valid(name: str, value: Any) -> bool:
    return bool(jsonschema.Draft202012Validator(SCHEMAS[name]).is_valid(value))


def has_shape_finding(codes: list[str]) -> bool:
    return any(code == shape or code.startswith(shape + ".") for code in codes for shape in SHAPES)


@pytest.mark.parametrize("name", ["verification", "review-queue"])
def test_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("case", [c for c in all_cases() if SIDECAR in c.files], ids=lambda case: case.name)
def test_sidecars_of_the_cases(case: Case) -> None:
    try:
        value = json.loads(case.files[SIDECAR])
    except ValueError:
        pytest.skip("no JSON")
    codes = [finding.code for finding in run(case.files, options=case.options).before.findings]
    assert is_valid("verification", value) == (not has_shape_finding(codes))


def with_member(owner: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    return {**owner, key: value}


VALUES: tuple[Any, ...] = (None, True, 0, 1.5, "", " ", "\u2003\t", "\u200b", "text", [], {}, ["x"])
PLACES = [
    *(("provider_candidates", CANDIDATE, key) for key in CANDIDATE if key != "retrieved_at"),
    *(("conflicts", CONFLICT, key) for key in ("field", "severity", "source", "provider", "canonical")),
    *(("review_decisions", DECISION, key) for key in ("decision", "reviewer", "notes")),
]


@pytest.mark.parametrize(
    ("list_name", "entry", "key"), PLACES, ids=lambda place: place if isinstance(place, str) else ""
)
def test_each_member_with_each_value(list_name: str, entry: dict[str, Any], key: str) -> None:
    for value in VALUES:
        references = {"a": {"review_status": "not_required", list_name: [with_member(entry, key, value)]}}
        files = bundle_of(references)
        assert is_valid("verification", json.loads(files[SIDECAR])) == (
            not has_shape_finding(codes_of(files))
        ), value


@pytest.mark.parametrize(
    "key", ["extraction", "provider_candidates", "conflicts", "review_status", "review_decisions", "claim"]
)
def test_each_part_with_each_value(key: str) -> None:
    for value in VALUES:
        files = bundle_of({"a": with_member({"review_status": "not_required"}, key, value)})
        assert is_valid("verification", json.loads(files[SIDECAR])) == (
            not has_shape_finding(codes_of(files))
        ), value


@pytest.mark.parametrize(
    "case", [c for c in all_cases() if c.result(True).get(QUEUE)], ids=lambda case: case.name
)
def test_derived_lines(case: Case) -> None:
    if case.files.get(QUEUE) == case.result(True)[QUEUE]:
        pytest.skip("not derived")
    lines = [json.loads(line) for line in case.result(True)[QUEUE].decode().splitlines()]
    assert all(is_valid("review-queue", line) for line in lines)
