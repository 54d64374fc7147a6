"""Items of the bibliography: tables of base, ours, theirs and the result."""

from __future__ import annotations

from typing import Any

import pytest

from tests.merging.support import PRESERVE, as_read, clean, item, loaded, merged, number, raw, settled

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
    "two ids that are fractions": ([item(1.5), item(2.5)], [item(2.5)], [item(1.5)], []),
    "ids that are neither": (
        [item([1])],
        [item([1], x=1)],
        [item([1]), item({"x": 1})],
        [item([1], x=1), item({"x": 1})],
    ),
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


@pytest.mark.parametrize(
    "ids",
    [("1.5", "1.50", "15e-1"), ("0.860000000000000001", "0.8600000000000000010", "860000000000000001e-18")],
    ids=["a double", "more digits than a double has"],
)
def test_a_fraction_is_one_id_however_it_is_written(ids: tuple[str, str, str]) -> None:
    base, ours, theirs = (
        [item(raw(id), **more)] for id, more in zip(ids, ({}, {"x": 1}, {"y": 2}), strict=True)
    )
    (merged,) = clean(base, ours, theirs)
    assert merged == {"id": number(ids[0]), "type": "book", "x": 1, "y": 2}


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
    "text", ["0.860000000000000001", "12345678901234567890123", "1e400", "-0", "1E5", "-0.0"]
)
def test_numbers_keep_their_value(text: str) -> None:
    result = merged([A, B], [item("a", x=raw(text), y=1), B], [item("a", z=2), B, C])
    assert loaded(result.data, "csl")[0]["x"] == number(text)
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
