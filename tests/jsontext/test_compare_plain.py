"""Plain values compared as they are and in parts, and the ways to compare large texts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import SORTED, Document, Form, bulk, compare, compare_plain, document, parts
from sourceright_lint.jsontext.compare import difference, document_difference, node_difference
from sourceright_lint.jsontext.compare_plain import plain_difference, same_items
from tests.jsontext.support import LIST_FORM

NAMED = Form(
    members={
        "k": Form(omit={"a": None, "b": []}),
        "l": Form(elements=Form(omit={"a": None})),
        "m": Form(floats=frozenset({"f"})),
    }
)
ANY = Form(any_member=Form(omit={"a": None}), members={"k": Form(omit={"b": []})})
ROWS: list[tuple[Any, Any, Form, Pointer | None]] = [
    ({"k": {"a": None, "b": [], "c": 1}, "z": 1}, {"k": {"c": 1}, "z": 1}, NAMED, None),
    ({"k": {"a": []}, "z": 1}, {"k": {}, "z": 1}, NAMED, ("k", "a")),
    ({"k": {"b": None}, "z": 1}, {"k": {}, "z": 1}, NAMED, ("k", "b")),
    ({"m": {"f": 1}, "z": 1}, {"m": {"f": 1.0}, "z": 1}, NAMED, None),
    ({"m": {"f": 1}, "z": 1}, {"m": {"f": 1.5}, "z": 1}, NAMED, ("m", "f")),
    ({"m": {"f": 1}, "z": 1}, {"m": {"f": True}, "z": 1}, NAMED, ("m", "f")),
    ({"m": {"g": 1}, "z": 1}, {"m": {"g": 1.0}, "z": 1}, NAMED, ("m", "g")),
    ({"l": [{"a": None}, {}], "z": 1}, {"l": [{}, {"a": None}], "z": 1}, NAMED, None),
    ({"l": [{"a": 1}, {}], "z": 1}, {"l": [{}, {}], "z": 1}, NAMED, ("l", 0, "a")),
    ({"k": {"b": []}, "q": {"a": None}}, {"k": {}, "q": {}}, ANY, None),
    ({"k": {"a": None}, "q": {}}, {"k": {}, "q": {}}, ANY, ("k", "a")),
    ({"k": {}, "q": {"b": []}}, {"k": {}, "q": {}}, ANY, ("q", "b")),
    ([{"b": "x"}, {"b": "a"}], [{"b": "a"}, {"b": "x"}], LIST_FORM, None),
    ([{"a": 1}, {"a": 2}, {"a": 3}], [{"a": 1}, {"a": 2}, {"a": 4}], SORTED, (2, "a")),
    ([1, 2, 3], [1, 2], SORTED, ()),
    ([1, 2, 3], [1, 2, "3"], SORTED, (2,)),
    ({"a": 1, "b": 2}, {"a": 1, "c": 2}, SORTED, ("b",)),
    ({"a": 1}, [1], SORTED, ()),
]


@pytest.fixture(params=[(0, 1), (1, 2), (1, 500), (500, 500)], ids=repr)
def large(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """From which size containers are compared in parts, and how many items at once."""
    monkeypatch.setattr(parts, "_PART", request.param[0])
    monkeypatch.setattr(compare_plain, "_STEP", request.param[1])


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("old", "new", "form", "where"), ROWS)
def test_where_values_differ(old: Any, new: Any, form: Form, where: Pointer | None) -> None:
    nodes = [Document("x", json.dumps(value).encode()).node() for value in (old, new)]
    assert (node_difference(*nodes, form) is None) == (where is None)
    assert plain_difference(old, new, form) == where
    assert (plain_difference(new, old, form) is None) == (where is None)
    assert plain_difference(old, old, form) is None


@pytest.mark.usefixtures("large")
def test_items_in_the_order_they_have() -> None:
    for old, new, form, where in ROWS:
        if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
            assert same_items(old, new, form) == (where is None), (old, new)
    assert same_items([{"a": 1}, [2]], [{"a": 1}, [2]], SORTED)
    assert not same_items([{"a": 1}, [2]], [{"a": 1}, [3]], SORTED)
    assert not same_items([1], [1, 2], SORTED)
    assert not same_items([{"b": "x"}, {"b": "a"}], [{"b": "a"}, {"b": "x"}], LIST_FORM)


def test_of_a_large_value_the_place_in_an_item_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", 2)
    old, new = ({key: {"n": number} for key in "abc"} for number in (1, 2))
    assert plain_difference(old, new, SORTED) == ("a", "n")
    assert plain_difference([old], [new], SORTED, ("r",)) == ("r", 0, "a", "n")


def no_other(*arguments: Any) -> Any:
    raise AssertionError("compared in another way")


LARGE = [{"id": f"r{number:03}", "é": [number, {"c": None}]} for number in range(40)]


@pytest.fixture
def texts_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(compare, "_SMALL", 0)
    monkeypatch.setattr(parts, "_PART", 1)


@pytest.mark.usefixtures("texts_are_large")
@pytest.mark.parametrize("value", [LARGE, {"v": 1, "r": LARGE}, {"r": {row["id"]: row for row in LARGE}}])
def test_a_canonical_text_is_proven_and_not_compared(value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = json.dumps(value).encode()
    after = bulk.canonical(before, value, SORTED, False)
    assert after is not None
    for name in ("plain_difference", "node_difference"):
        monkeypatch.setattr(compare, name, no_other)
    assert difference(before, after, "json", SORTED) is None
    with pytest.raises(AssertionError):
        difference(before, after.replace(b"r017", b"r018"), "json", SORTED)


@pytest.mark.usefixtures("texts_are_large")
def test_large_texts_are_compared_without_a_form() -> None:
    before = json.dumps(LARGE).encode()
    after = bulk.canonical(before, LARGE, SORTED, False)
    assert after is not None
    assert difference(before, after, "json") is None
    assert difference(before, after.replace(b"r017", b"r018"), "json") == "$[17].id differs"
    assert difference(before[:-1], after, "json", SORTED) == "the old text cannot be read"
    assert difference(before, after[:-2], "json", SORTED) == "the new text cannot be read"


@pytest.mark.usefixtures("texts_are_large")
def test_one_value_is_no_lines() -> None:
    """What reads well as one value is no proof for a file of lines."""
    text = bulk.canonical(json.dumps(LARGE).encode(), LARGE, SORTED, False) or b""
    value, lines = Document("x", text), Document("x", text, "jsonl")
    assert document_difference(value, value, SORTED) is None
    assert document_difference(value, lines, SORTED) == "the new text cannot be read"
    assert document_difference(lines, value, SORTED) == "the old text cannot be read"
    assert document_difference(lines, lines, SORTED) == "the old text cannot be read"


def test_two_values_that_are_not_there_do_not_differ() -> None:
    there = Document("x", b"1").node()
    assert node_difference(None, None) is None
    assert node_difference(there, None, where=("a",)) == "$.a is missing"
    assert node_difference(None, there, where=(1,)) == "$[1] is missing"
