"""What becomes of each field, list and record: tables of base, ours, theirs and the result."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.merging.support import (
    PRESERVE,
    as_read,
    candidate,
    clean,
    conflict,
    decision,
    item,
    loaded,
    merged,
    raw,
    record,
    settled,
    sidecar,
)

A, B, C, D = (item(name) for name in "abcd")

CLEAN_ITEMS = {
    "nothing changed": ([A], [A], [A], [A]),
    "both add": ([A], [A, B], [A, C], [A, B, C]),
    "both add the same": ([A], [A, B], [A, B], [A, B]),
    "no base, both add the file": (None, [A, B], [B, C], [A, B, C]),
    "no base, parts of one item": (None, [item("a", x=1)], [item("a", y=2)], [item("a", x=1, y=2)]),
    "one deletes": ([A, B], [A], [A, B], [A]),
    "both delete": ([A, B], [A], [A], [A]),
    "each deletes another": ([A, B, C], [A, C], [A, B], [A]),
    "one deletes, the other adds": ([A, B], [A], [A, B, C], [A, C]),
    "different fields": ([A], [item("a", title="t")], [item("a", DOI="d")], [item("a", title="t", DOI="d")]),
    "same change of a field": ([A], [item("a", title="t")], [item("a", title="t")], [item("a", title="t")]),
    "one drops a field": ([item("a", x=1)], [A], [item("a", x=1, y=2)], [item("a", y=2)]),
    "inside an object": (
        [item("a", issued={"date-parts": [[2020]], "season": 1})],
        [item("a", issued={"date-parts": [[2021]], "season": 1})],
        [item("a", issued={"date-parts": [[2020]], "season": 2})],
        [item("a", issued={"date-parts": [[2021]], "season": 2})],
    ),
    "a list is one value": (
        [item("a", author=[{"family": "X"}])],
        [item("a", author=[{"family": "Y"}])],
        [item("a", author=[{"family": "X"}], note="n")],
        [item("a", author=[{"family": "Y"}], note="n")],
    ),
    "number and text are one id": ([item(78)], [item("78")], [item(78, x=1)], [item("78", x=1)]),
    "equal numbers are no change": (
        [item("a", v=raw("1.50"))],
        [item("a", v=raw("1.5"))],
        [item("a", v=2)],
        [item("a", v=2)],
    ),
    "items without an id": ([{"x": 1}], [{"x": 2}], [{"x": 1}, {"x": 3}], [{"x": 3}, {"x": 2}]),
    "an id that stands twice": (
        [A, item("a", x=1)],
        [A, item("a", x=2)],
        [item("a", n=1), item("a", x=1)],
        [item("a", n=1), item("a", x=2)],
    ),
    "entries that are no objects": ([1, "x"], [1, "x", None], [1, True], [1, None, True]),
    "everything is deleted": ([A], [], [A], []),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "result"), CLEAN_ITEMS.values(), ids=CLEAN_ITEMS)
def test_items_merge(base: Any, ours: Any, theirs: Any, result: Any) -> None:
    assert clean(base, ours, theirs) == result
    assert clean(base, theirs, ours) == result


CONFLICTING_ITEMS = {
    "a field in two ways": ([item("a", x=0)], [item("a", x=1)], [item("a", x=2)], [("a", (("x",),))]),
    "a field added in two ways": (None, [item("a", x=1)], [item("a", x=2)], [("a", (("x",),))]),
    "changed and dropped": ([item("a", x=0)], [item("a", x=1)], [A], [("a", (("x",),))]),
    "changed and deleted": ([A, B], [A], [A, item("b", x=1)], [("b", ((),))]),
    "deleted and changed": ([A, B], [A, item("b", x=1)], [A], [("b", ((),))]),
    "a list in two ways": (
        [item("a", author=[1])],
        [item("a", author=[1, 2])],
        [item("a", author=[3, 1])],
        [("a", (("author",),))],
    ),
    "inside an object": (
        [item("a", o={"p": 0, "q": 0})],
        [item("a", o={"p": 1, "q": 0})],
        [item("a", o={"p": 2, "q": 0})],
        [("a", (("o", "p"),))],
    ),
    "number and text": ([item("a", x=0)], [item("a", x=1)], [item("a", x="1")], [("a", (("x",),))]),
    "true and one": ([item("a", x=0)], [item("a", x=1)], [item("a", x=True)], [("a", (("x",),))]),
    "digits that a double loses": (
        [item("a", x=0)],
        [item("a", x=raw("0.860000000000000001"))],
        [item("a", x=raw("0.86"))],
        [("a", (("x",),))],
    ),
    "integers that a double merges": (
        [item("a", x=0)],
        [item("a", x=raw("9007199254740993"))],
        [item("a", x=raw("9007199254740992.0"))],
        [("a", (("x",),))],
    ),
    "beyond the range of doubles": (
        [item("a", x=0)],
        [item("a", x=raw("1e400"))],
        [item("a", x=raw("1e401"))],
        [("a", (("x",),))],
    ),
    "lone surrogates": (
        [item("a", x="")],
        [item("a", x="\ud83d")],
        [item("a", x="\ud83c")],
        [("a", (("x",),))],
    ),
    "two items": (
        [item("a", x=0), B, item("c", x=0)],
        [item("a", x=1), B, item("c", x=1)],
        [item("a", x=2), B, item("c", x=2)],
        [("a", (("x",),)), ("c", (("x",),))],
    ),
}


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "told"), CONFLICTING_ITEMS.values(), ids=CONFLICTING_ITEMS
)
def test_items_conflict(base: Any, ours: Any, theirs: Any, told: Any) -> None:
    result = merged(base, ours, theirs)
    assert [(found.record[-1], found.fields) for found in result.conflicts] == told
    assert settled(result.data, "ours", "csl") == as_read(ours)
    assert settled(result.data, "theirs", "csl") == as_read(theirs)


def test_both_versions_of_a_conflict_hold_what_could_be_merged() -> None:
    base, ours, theirs = (
        [item("a", x=x, **more)] for x, more in ((0, {}), (1, {"mine": 1}), (2, {"yours": 2}))
    )
    result = merged(base, ours, theirs)
    assert settled(result.data, "ours", "csl") == [item("a", x=1, mine=1, yours=2)]
    assert settled(result.data, "theirs", "csl") == [item("a", x=2, mine=1, yours=2)]


@pytest.mark.parametrize(
    "number", ["0.860000000000000001", "12345678901234567890123", "1e400", "-0", "1E5", "-0.0"]
)
def test_numbers_keep_their_value(number: str) -> None:
    result = merged([A, B], [item("a", x=raw(number), y=1), B], [item("a", z=2), B, C])
    assert loaded(result.data, "csl")[0]["x"] == Decimal(number)
    assert loaded(result.data, "csl")[0]["z"] == 2


def test_lone_surrogates_keep_their_escape() -> None:
    sides = (
        b'[{"id": "a", "x": "\\uD83D", "y": "\\ud83d\\ude00"}]',
        b'[{"id": "a", "x": "\\uD83D", "y": "\\ud83d\\ude00", "n": 1}, {"id": "b", "x": "\\uDC00"}]',
        b'[{"id": "a", "x": "\\uD83D", "y": "\\ud83d\\ude00", "m": "\\udfff"}]',
    )
    data = merged(*sides).data
    assert b'"m": "\\udfff"' in data
    assert b'"x": "\\uDC00"' in data
    assert '"y": "😀"'.encode() in data
    assert loaded(data, "csl")[0]["x"] == "\ud83d"


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
    "each side's own order stays": ({}, _decisions(D3, D1), _decisions(D2), _decisions(D2, D3, D1)),
    "conflicts of both": (_conflicts(X), _conflicts(X, Y), _conflicts(X), _conflicts(Y, X)),
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


ORDERS = {
    "new ones behind their predecessor": ([A, B], [A, B, D], [A, C, B], [A, C, B, D]),
    "theirs reorders": ([A, B, C], [A, B, C], [C, A, B], [C, A, B]),
    "ours reorders, theirs adds": ([A, B], [B, A], [A, C, B], [B, A, C]),
    "at the start": ([B], [A, B], [B, C], [A, B, C]),
    "behind one that is deleted": ([A, B], [A], [A, B, C], [A, C]),
    "both reorder the same way": ([A, B, C], [C, A, B], [C, A, B], [C, A, B]),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "result"), ORDERS.values(), ids=ORDERS)
def test_the_order_of_items_where_it_is_preserved(base: Any, ours: Any, theirs: Any, result: Any) -> None:
    assert clean(base, ours, theirs, settings=PRESERVE) == result
    assert clean(base, theirs, ours, settings=PRESERVE) == result


def test_orders_that_contradict_each_other_are_told() -> None:
    result = merged([A, B, C], [B, A, C], [A, C, B, D], settings=PRESERVE)
    assert result.reordered
    assert loaded(result.data, "csl") == [B, D, A, C]


def test_both_sides_additions_in_one_place_stand_the_same_whichever_side_is_ours() -> None:
    base, one, other = [A], [A, D], [A, C]
    assert (
        merged(base, one, other, settings=PRESERVE).data == merged(base, other, one, settings=PRESERVE).data
    )
