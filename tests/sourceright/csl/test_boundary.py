"""Every finding about workflow data in the bibliography names a way out: a fix, or what to do instead."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sourceright.csl.support import CSL, run

SIDECAR = "references.verification.json"
CROSSREF = {"provider": "crossref", "retrieved_at": "2026-05-09T00:00:00Z", "data": {"title": "T"}}
SURE = {**CROSSREF, "confidence": 0.9}
CONFLICT = {"field": "title", "provider": "crossref", "severity": "review"}

SITUATIONS: dict[str, tuple[dict[str, Any], Any, str]] = {
    # the item's member, the sidecar's record (text: the whole sidecar, None: no file), the way out
    "no place": ({"verified": True}, None, "keep it under `custom`"),
    "no sidecar": ({"confidence": 0.5}, None, "migrate --start queued"),
    "broken sidecar": ({"confidence": 0.5}, "{", "mend the sidecar first"),
    "other version": ({"confidence": 0.5}, '{"schema_version": "v9"}', "`schema_version`"),
    "no record": ({"confidence": 0.5}, {}, "migrate --start queued"),
    "no status": ({"confidence": 0.5}, {"a": {}}, "`review_status`"),
    "another kind of value": ({"confidence": "86%"}, {"a": {"review_status": "queued"}}, "by hand"),
    "inexact": ({"conflicts": [{"n": 10**30}]}, {"a": {"review_status": "queued"}}, "by hand"),
    "no candidate": ({"confidence": 0.5}, {"a": {"review_status": "queued"}}, "into the candidate"),
    "taken": (
        {"confidence": 0.5},
        {"a": {"provider_candidates": [SURE], "review_status": "queued"}},
        "take it out here",
    ),
    "other status": ({"review_status": "resolved"}, {"a": {"review_status": "queued"}}, "take it out here"),
    "decided": ({"conflicts": [CONFLICT]}, {"a": {"review_status": "resolved"}}, "review reopen"),
    "movable": ({"review_status": "queued"}, {"a": {"review_status": "queued"}}, ""),
}


@pytest.mark.parametrize(("member", "sidecar", "way_out"), SITUATIONS.values(), ids=SITUATIONS)
def test_a_way_out(member: dict[str, Any], sidecar: Any, way_out: str) -> None:
    files = {CSL: json.dumps([{"id": "a", "type": "book", "title": "T", **member}]).encode()}
    if isinstance(sidecar, str):
        files[SIDECAR] = sidecar.encode()
    elif sidecar is not None:
        value = {"schema_version": "sourceright.verification.v1", "references": sidecar}
        files[SIDECAR] = json.dumps(value).encode()
    [finding] = [f for f in run(files).before.findings if f.code == "csl.sidecar_field"]
    assert (finding.fix is None) == bool(way_out)
    assert way_out in finding.help
    assert bool(finding.help or finding.fix)


def test_of_several_items_with_the_id() -> None:
    items = [{"id": "a", "type": "book", "title": "T", "confidence": 0.5}] * 2
    value = {
        "schema_version": "sourceright.verification.v1",
        "references": {"a": {"review_status": "queued"}},
    }
    findings = run({CSL: json.dumps(items).encode(), SIDECAR: json.dumps(value).encode()}).before.findings
    helps = [finding.help for finding in findings if finding.code == "csl.sidecar_field"]
    assert helps == ["give each item an id of its own first"] * 2
