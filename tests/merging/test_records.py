"""Records of the sidecar and lines of the queue: tables of base, ours, theirs and the result."""

from __future__ import annotations

from typing import Any

import pytest

from tests.merging.support import (
    as_read,
    candidate,
    clean,
    conflict,
    decision,
    merged,
    record,
    settled,
    sidecar,
)

K1, K2, K3 = candidate("crossref", day=1), candidate("crossref", day=2), candidate("openalex", day=1)
D1, D2, D3 = (decision(f"d{n}", f"2026-06-0{n}T00:00:00Z") for n in (1, 2, 3))
X, Y = conflict("title"), conflict("issued")
SETTLED = {"status": "kept", "decided_at": "2026-06-01T00:00:00Z"}


def _candidates(*entries: Any) -> dict[str, Any]:
    return {"provider_candidates": list(entries)}


def _decisions(*entries: Any) -> dict[str, Any]:
    return {"review_decisions": list(entries)}


def _conflicts(*entries: Any) -> dict[str, Any]:
    return {"conflicts": list(entries)}


CLEAN_RECORDS = {
    "candidates of both": (
        _candidates(K1),
        _candidates(K1, K2),
        _candidates(K1, K3),
        _candidates(K1, K2, K3),
    ),
    "no candidates before": ({}, _candidates(K1), _candidates(K3), _candidates(K1, K3)),
    "an empty list is none": (_candidates(), {}, _candidates(K1), _candidates(K1)),
    "a refresh by each": (
        _candidates(K1),
        _candidates(K2),
        _candidates({**K1, "retrieved_at": "2026-05-03T00:00:00Z"}),
        _candidates(K2, {**K1, "retrieved_at": "2026-05-03T00:00:00Z"}),
    ),
    "confidence of one, note of the other": (
        _candidates(K1),
        _candidates({**K1, "confidence": 0.5}),
        _candidates({**K1, "note": "n"}),
        _candidates({**K1, "confidence": 0.5, "note": "n"}),
    ),
    "one removes a candidate": (_candidates(K1, K3), _candidates(K3), _candidates(K1, K3), _candidates(K3)),
    "one reorders, the other adds": (
        _candidates(K1, K2),
        _candidates(K2, K1),
        _candidates(K1, K2, K3),
        _candidates(K2, K1, K3),
    ),
    "decisions in time order": (
        _decisions(D1),
        _decisions(D1, D3),
        _decisions(D1, D2),
        _decisions(D1, D2, D3),
    ),
    "the same decision": (_decisions(), _decisions(D1, D2), _decisions(D1), _decisions(D1, D2)),
    "decisions of one": (_decisions(D1), _decisions(D1, D2), _decisions(D1), _decisions(D1, D2)),
    "by instant, not by text": (
        {},
        _decisions(decision("early", "2026-06-01T10:00:00+09:00")),
        _decisions(decision("late", "2026-06-01T02:00:00Z")),
        _decisions(decision("early", "2026-06-01T10:00:00+09:00"), decision("late", "2026-06-01T02:00:00Z")),
    ),
    "undated ones stay behind their predecessor": (
        {},
        _decisions(D1, decision("u", None), D3),
        _decisions(D2),
        _decisions(D1, decision("u", None), D2, D3),
    ),
    "decisions that are no objects are undated": (
        _decisions(D1),
        _decisions(D1, "x", D3),
        _decisions(D1, D2),
        _decisions(D1, "x", D2, D3),
    ),
    "each side's own order stays": ({}, _decisions(D3, D1), _decisions(D2), _decisions(D2, D3, D1)),
    "conflicts of both": (_conflicts(X), _conflicts(X, Y), _conflicts(X), _conflicts(Y, X)),
    "conflicts that say the same of different things": (
        {},
        _conflicts({"field": "x"}),
        _conflicts({"provider": "x"}),
        _conflicts({"field": "x"}, {"provider": "x"}),
    ),
    "settled by one": (
        _conflicts(X),
        _conflicts({**X, "resolution": SETTLED}),
        _conflicts(X, Y),
        _conflicts(Y, {**X, "resolution": SETTLED}),
    ),
    "status of one, candidate of the other": (
        {"review_status": "queued"},
        {"review_status": "in_progress"},
        {"review_status": "queued", **_candidates(K1)},
        {"review_status": "in_progress", **_candidates(K1)},
    ),
    "extraction, part by part": (
        {"extraction": {"source": "a", "span": "1"}},
        {"extraction": {"source": "b", "span": "1"}},
        {"extraction": {"source": "a", "span": "2"}},
        {"extraction": {"source": "b", "span": "2"}},
    ),
    "null is no extraction": (
        {},
        {"extraction": None},
        {"extraction": {"source": "a"}},
        {"extraction": {"source": "a"}},
    ),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "result"), CLEAN_RECORDS.values(), ids=CLEAN_RECORDS)
def test_records_merge(base: Any, ours: Any, theirs: Any, result: Any) -> None:
    base, ours, theirs, result = (sidecar(a=side) for side in (base, ours, theirs, result))
    expected = as_read(result, "sidecar")
    assert clean(base, ours, theirs, role="sidecar") == expected
    assert clean(base, theirs, ours, role="sidecar") == expected


QUEUED = {name: row for name, row in CLEAN_RECORDS.items() if "review_decisions" not in row[3]}


@pytest.mark.parametrize(("base", "ours", "theirs", "result"), QUEUED.values(), ids=QUEUED)
def test_queue_lines_merge_like_records(base: Any, ours: Any, theirs: Any, result: Any) -> None:
    base, ours, theirs, result = ([{"id": "a", **side}] for side in (base, ours, theirs, result))
    expected = as_read(result, "queue")
    assert clean(base, ours, theirs, role="queue") == expected
    assert clean(base, theirs, ours, role="queue") == expected


CONFLICTING_RECORDS = {
    "status in two ways": (record("queued"), record("resolved"), record("unresolved"), [("review_status",)]),
    "confidence in two ways": (
        _candidates(K1),
        _candidates({**K1, "confidence": 0.1}),
        _candidates({**K1, "confidence": 0.2}),
        [("provider_candidates", 0, "confidence")],
    ),
    "candidate removed and changed": (
        _candidates(K1, K3),
        _candidates(K3),
        _candidates({**K1, "confidence": 0.2}, K3),
        [("provider_candidates", 0)],
    ),
    "candidates reordered in two ways": (
        _candidates(K1, K2, {**K1, "data": {"DOI": "10.1/y"}}),
        _candidates(K2, K1, {**K1, "data": {"DOI": "10.1/y"}}),
        _candidates({**K1, "data": {"DOI": "10.1/y"}}, K1, K2),
        [("provider_candidates",)],
    ),
    "decision rewritten, another added": (
        _decisions(D1),
        _decisions({**D1, "notes": "changed"}),
        _decisions(D1, D2),
        [("review_decisions",)],
    ),
    "decision removed, another added": (
        _decisions(D1),
        {},
        _decisions(D1, D2),
        [("review_decisions",)],
    ),
    "the same decisions in two orders": (
        {},
        _decisions(D1, D2),
        _decisions(D2, D1),
        [("review_decisions",)],
    ),
    "settled in two ways": (
        _conflicts(X),
        _conflicts({**X, "resolution": SETTLED}),
        _conflicts({**X, "resolution": {**SETTLED, "status": "dropped"}}),
        [("conflicts", 0, "resolution")],
    ),
    "claimed by two": (
        record(),
        record("in_progress", claim={"reviewer": "tm", "claimed_at": "2026-06-01T00:00:00Z"}),
        record("in_progress", claim={"reviewer": "ab", "claimed_at": "2026-06-01T00:00:00Z"}),
        [("claim",)],
    ),
    "a list and something else": (
        _candidates(K1),
        {"provider_candidates": None},
        _candidates(K1, K2),
        [("provider_candidates",)],
    ),
}


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "fields"), CONFLICTING_RECORDS.values(), ids=CONFLICTING_RECORDS
)
def test_records_conflict(base: Any, ours: Any, theirs: Any, fields: Any) -> None:
    sides = [sidecar(a=side, b=record()) for side in (base, ours, theirs)]
    result = merged(*sides, role="sidecar")
    assert [(found.record, list(found.fields)) for found in result.conflicts] == [
        (("references", "a"), fields)
    ]
    for name, side in (("ours", ours), ("theirs", theirs)):
        taken = settled(result.data, name, "sidecar")["references"]["a"]
        first = fields[0][0]
        assert taken.get(first) == as_read(side).get(first)


TOP = {
    "an unknown key by each": ({}, {"x": 1}, {"y": 2}, {"x": 1, "y": 2}),
    "the same key, inside": ({"x": {}}, {"x": {"p": 1}}, {"x": {"q": 2}}, {"x": {"p": 1, "q": 2}}),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "result"), TOP.values(), ids=TOP)
def test_the_top_level_of_a_sidecar_merges(base: Any, ours: Any, theirs: Any, result: Any) -> None:
    sides = [{**sidecar(a=record()), **side} for side in (base, ours, theirs, result)]
    assert clean(*sides[:3], role="sidecar") == sides[3]


def test_a_conflict_at_the_top_level_is_marked_there_alone() -> None:
    sides = [{**sidecar(a=record()), "x": x} for x in (0, 1, 2)]
    result = merged(*sides, role="sidecar")
    assert [found.record for found in result.conflicts] == [("x",)]
    assert settled(result.data, "ours", "sidecar") == sides[1]
    assert settled(result.data, "theirs", "sidecar") == sides[2]


@pytest.mark.parametrize("swap", [False, True])
def test_references_taken_away_by_one_side(swap: bool) -> None:
    without = {"schema_version": sidecar()["schema_version"]}
    sides = (without, sidecar(a=record("queued")))
    ours, theirs = sides[::-1] if swap else sides
    assert clean(sidecar(a=record("queued")), ours, theirs, role="sidecar") == without
