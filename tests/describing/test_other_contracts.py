"""What is said of the other contracts: of evidence contexts no word of their text, of scans what a work became."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.config.settings import default_settings
from sourceright_lint.contract import View
from sourceright_lint.describing.one_file import lines_of
from tests.evidence_context import faults
from tests.evidence_context.canaries import CANARY, METADATA, broken, with_canaries
from tests.evidence_context.support import CONTRACT as EVIDENCE
from tests.evidence_context.support import changed, valid_descriptor, valid_payload, view_of
from tests.research_scan.a_run import CIDS, valid_run
from tests.research_scan.support import CONTRACT as SCAN
from tests.research_scan.support import changed as run_changed
from tests.research_scan.support import view_of as run_of

CONTRACTS = load_contracts()
SETTINGS = default_settings(CONTRACTS)
NAME = "evidence-context.json"


def said(data: bytes, name: str = NAME) -> list[str] | None:
    lines = lines_of(name, data, CONTRACTS, SETTINGS)
    return None if lines is None else list(lines)


def between(contract: Any, before: View | None, after: View | None) -> list[str]:
    signs = {"added": "+", "removed": "-", "changed": "~", "renamed": ">"}
    return [f"{signs[each.kind]} {each.line}" for each in contract.describe_change(before, after)]


@pytest.mark.parametrize("metadata", [value for _, value in METADATA], ids=[name for name, _ in METADATA])
def test_no_fault_brings_text_or_metadata_out(metadata: Any) -> None:
    plain = view_of({NAME: valid_payload()})
    for fault in faults.ALL:
        payload = with_canaries(fault.payload, metadata)
        data = json.dumps(payload).encode()
        lines = said(data)
        assert lines
        assert CANARY not in "\n".join(lines)
        view = view_of({NAME: payload})
        for found in (EVIDENCE.describe_change(plain, view), EVIDENCE.describe_change(view, None)):
            assert CANARY not in repr(found)


@pytest.mark.parametrize("name", [NAME, f"AbC123_{NAME}", "index.json"])
def test_a_file_that_cannot_be_read_is_not_shown(name: str) -> None:
    for what, data in broken():
        lines = said(data, name)
        assert lines is not None, what
        assert CANARY not in "\n".join(lines), what


def test_an_evidence_context() -> None:
    index = {"evidence_context": {**valid_descriptor(), "schema_version": "v1"}}
    lines = said(json.dumps(index).encode(), "index.json")
    assert lines is not None
    assert "evidence_context.schema_version v1" in lines
    lines = said(json.dumps(valid_payload()).encode())
    assert lines is not None
    assert 'lane "birds"' in lines
    assert "context/10-20: holds 3 units" in lines
    assert 'context/10-20: citation "birds" 30 to 20' in lines
    assert "unit/10: text (not shown)" in lines


UNIT = ("contexts", 0, "units", 0)
CHANGES = [
    pytest.param(((*UNIT, "text"), "Other."), ["~ unit/10: text changed"], id="text"),
    pytest.param(((*UNIT, "metadata"), {"a": 1}), ["+ unit/10: metadata (not shown)"], id="metadata"),
    pytest.param(((*UNIT, "kind"), "aside"), ["~ unit/10: reference changed"], id="kind"),
    pytest.param((("window_units",), 2), ["~ window_units 1 -> 2"], id="window"),
    pytest.param((("selected_lanes",), ["birds"]), ['- lane "boats"'], id="lane"),
    pytest.param((("x",), 1), ["+ other members (not shown)"], id="unknown member"),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES)
def test_changes_of_an_evidence_context(change: Any, expected: list[str]) -> None:
    before, after = ({NAME: payload} for payload in (valid_payload(), changed(valid_payload(), change)))
    assert between(EVIDENCE, view_of(before), view_of(after)) == expected


RUN_CHANGES = [
    pytest.param(("screen.json", ("scores", 0, "score"), 1), [f"~ {CIDS[0]}: score 3 -> 1"], id="score"),
    pytest.param(
        ("evidence.json", ("packets", 0, "rank"), 9), [f"~ {CIDS[0]}: packet rank 1 -> 9"], id="rank"
    ),
    pytest.param(
        ("manifest.json", ("counts", "verified"), 3),
        ["~ manifest.json counts.verified 4 -> 3"],
        id="count",
    ),
]


@pytest.mark.parametrize(("change", "expected"), RUN_CHANGES)
def test_changes_of_a_run(change: Any, expected: list[str]) -> None:
    assert between(SCAN, run_of(valid_run()), run_of(run_changed(change))) == expected


@pytest.mark.parametrize("name", sorted(valid_run()))
def test_any_change_of_a_file_of_a_run_is_told(name: str) -> None:
    files = valid_run()
    assert between(SCAN, run_of(files), run_of(files)) == []
    other = {**files, name: files[name] + "\n" if isinstance(files[name], str) else {"other": 1}}
    if name not in ("manifest.json", "queries.json", "candidates.json"):
        assert between(SCAN, run_of(files), run_of(other))
