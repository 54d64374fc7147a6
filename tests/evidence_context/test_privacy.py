"""Unit text and metadata appear in nothing that a report may print, whatever else is wrong with the file."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.engine import check_bundle
from sourceright_lint.jsontext import Document
from tests.evidence_context import faults
from tests.evidence_context.canaries import CANARY, METADATA, broken, with_canaries
from tests.evidence_context.fault import CITATION, FIRST, UNIT
from tests.evidence_context.support import (
    CONTRACT,
    SETTINGS,
    MemorySource,
    as_bytes,
    changed,
    payload_problems,
    valid_payload,
    words_of,
)
from tests.evidence_context.test_history import judged


def assert_silent(payload: Any) -> None:
    for code, problem in payload_problems(payload):
        assert CANARY not in words_of(problem), code
    files = {"evidence-context.json": as_bytes(payload), "index.json": b"{}"}
    bundle = CONTRACT.bundle("", MemorySource(files), SETTINGS)
    assert bundle is not None
    assert CANARY not in repr(check_bundle(bundle, files, SETTINGS).findings)


@pytest.mark.parametrize("metadata", [value for _, value in METADATA], ids=[name for name, _ in METADATA])
def test_no_fault_brings_text_or_metadata_out(metadata: Any) -> None:
    for fault in faults.ALL:
        assert_silent(with_canaries(fault.payload, metadata))


@pytest.mark.parametrize("text", [None, [CANARY], {CANARY: CANARY}, {"id": f"/srv/{CANARY}"}], ids=repr)
def test_text_of_another_type_stays_private(text: Any) -> None:
    assert_silent(with_canaries(valid_payload(), {}, text))


@pytest.mark.parametrize("field", ["text", "metadata", "id", "kind", "ref"])
def test_whole_units_in_the_wrong_place_stay_private(field: str) -> None:
    unit = {"text": CANARY, "metadata": {CANARY: f"/srv/{CANARY}"}}
    for at in [
        (*UNIT, field),
        UNIT,
        FIRST,
        ("contexts",),
        ("selected_lanes",),
        ("window_units",),
    ]:
        for wrong in (unit, [unit], [[unit]]):
            assert_silent(changed(valid_payload(), (at, wrong)))


@pytest.mark.parametrize("name", ["text", "texts", "metdata", "Metadata", "quote"])
def test_values_of_unknown_fields_stay_private(name: str) -> None:
    for holder in ((), FIRST, CITATION, (*UNIT, "ref")):
        for value in (CANARY, {CANARY: {"id": f"/srv/{CANARY}"}}, [f"/srv/{CANARY}"]):
            assert_silent(changed(valid_payload(), ((*holder, name), value)))


def test_ids_that_leak_are_not_quoted() -> None:
    secret = f"/home/{CANARY}/x"
    for at in [
        ("source_id",),
        ("selected_lanes", 0),
        (*CITATION, "lane_id"),
        (*UNIT, "ref", "source_id"),
        (*UNIT, "kind"),
        (*UNIT, "id"),
        (*UNIT, secret),
        (secret,),
    ]:
        assert_silent(changed(valid_payload(), (at, secret)))


def test_kinds_and_mistyped_ids_are_not_quoted() -> None:
    for field in ("kind", "id", "ref"):
        for value in (CANARY, [CANARY], {"x": CANARY}):
            assert_silent(changed(valid_payload(), ((*UNIT, field), value)))
    assert_silent(changed(valid_payload(), (("source_digest",), CANARY)))
    assert_silent(changed(valid_payload(), (("source_digest",), [CANARY])))


def test_history_names_no_text() -> None:
    before = with_canaries(valid_payload(), {CANARY: 1}, f"{CANARY} one")
    after = with_canaries(valid_payload(), {CANARY: 2}, f"{CANARY} two")
    [problem] = judged(before, after)
    assert CANARY not in words_of(problem)


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in broken()])
@pytest.mark.parametrize("name", ["evidence-context.json", "index.json"])
def test_broken_files_stay_private(data: bytes, name: str) -> None:
    """Also an index: a broken one may hold what belongs into the payload."""
    files = {"evidence-context.json": b"{}", name: data}
    bundle = CONTRACT.bundle("", MemorySource(files), SETTINGS)
    assert bundle is not None
    findings = check_bundle(bundle, files, SETTINGS).findings
    assert findings
    assert CANARY not in repr(findings)
    assert CANARY not in repr(
        [fault._replace(fix=None) for fault in Document(name, data, "json", True).faults]
    )
