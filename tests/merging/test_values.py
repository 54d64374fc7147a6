"""Values and layouts: nothing lost on the way in and out, equal where the meaning is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.jsontext import SORTED, Document
from sourceright_lint.merging.layout import join_entries, split_entries, split_member
from sourceright_lint.merging.plan import MergePlan
from sourceright_lint.merging.settle import settled_base
from sourceright_lint.merging.three_way import merge
from sourceright_lint.merging.values import ABSENT, dump, identity, parse
from tests.merging.support import loaded

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=()), max_size=5)
VALUES = st.recursive(
    SCALARS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


def exact(text: str) -> Any:
    return loaded(text, "csl")


@given(VALUES)
def test_what_is_read_is_written(value: Any) -> None:
    text = json.dumps(value)
    assert exact(dump(parse(text))) == exact(text)
    assert dump(parse(dump(parse(text)))) == dump(parse(text))


def test_how_a_value_is_written() -> None:
    value = parse('{"b": [null, true, false, 1.50, "\u00e9", {}, []], "a": {"\u00e9": -0}}')
    assert dump(value) == '{"a":{"\\u00e9":-0},"b":[null,true,false,1.50,"\\u00e9",{},[]]}'
    assert identity(value) == '{"a":{"\\u00e9":-e0},"b":[null,true,false,15e-1,"\\u00e9",{},[]]}'


DISTINCT = [
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1",
    '"1"',
    "[]",
    "{}",
    "[[]]",
    "[{}]",
    '{"a":1}',
    '{"a":[1]}',
    "[1,1]",
]


@pytest.mark.parametrize("one", DISTINCT)
def test_identities(one: str) -> None:
    assert [other for other in DISTINCT if identity(parse(one)) == identity(parse(other))] == [one]
    same = one.replace("1", "1.0e0")
    assert (identity(parse(same)) == identity(parse(one))) is ('"1"' not in one)


@given(VALUES, VALUES)
def test_identity_is_equality(one: Any, other: Any) -> None:
    first, second = parse(json.dumps(one)), parse(json.dumps(other))
    assert (identity(first) == identity(second)) is (first == second)


EQUAL = [("1", "1.0"), ("1e2", "100"), ("-0", "-0.0"), ("0.860000000000000001", "8.60000000000000001E-1")]
DIFFERENT = [
    ("1", "true"),
    ("1", '"1"'),
    ("0", "null"),
    ("0", "false"),
    ("0.1", "0.10000000000000001"),
    ("[]", "{}"),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_equal_numbers(one: str, other: str) -> None:
    assert parse(one) == parse(other)
    assert hash(parse(one)) == hash(parse(other))
    assert identity(parse(f"[{one}]")) == identity(parse(f"[{other}]"))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_values_of_different_meaning(one: str, other: str) -> None:
    assert parse(one) != parse(other)
    assert identity(parse(one)) != identity(parse(other))


@given(VALUES, VALUES, VALUES)
def test_three_way(base: Any, ours: Any, theirs: Any) -> None:
    base, ours, theirs = (parse(json.dumps(side)) for side in (base, ours, theirs))
    plan = MergePlan()
    assert merge(base, ours, base, plan) == (ours, ours, ())
    assert merge(base, base, theirs, plan) == (theirs, theirs, ())
    assert merge(base, ours, ours, plan) == (ours, ours, ())
    result, swapped = merge(base, ours, theirs, plan), merge(base, theirs, ours, plan)
    assert (result.ours, result.theirs) == (swapped.theirs, swapped.ours)
    assert result.contested == swapped.contested
    assert bool(result.contested) is (result.ours != result.theirs)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "result"),
    [
        ("1", "1.0", "1", "1.0"),
        ("1", "1", "1.0", "1.0"),
        ("2", "1", "1.0", "1"),
        ("2", "1.0", "1", "1"),
    ],
)
def test_the_new_spelling_of_a_number_is_taken(base: str, ours: str, theirs: str, result: str) -> None:
    merged = merge(parse(base), parse(ours), parse(theirs), MergePlan())
    assert (dump(merged.ours), dump(merged.theirs)) == (result, result)


def test_absent_is_equal_to_nothing_else() -> None:
    assert merge(ABSENT, None, ABSENT, MergePlan()) == (None, None, ())
    assert merge(None, ABSENT, None, MergePlan()) == (ABSENT, ABSENT, ())


@given(st.lists(VALUES, max_size=4), st.dictionaries(TEXTS, VALUES, max_size=4))
def test_canonical_text_is_taken_apart(array: list[Any], members: dict[str, Any]) -> None:
    canonical = Document("", json.dumps([array, members]).encode()).canonical(SORTED)
    assert canonical is not None
    inner = split_entries(canonical.decode()[:-1], "array")
    elements = split_entries(inner[0], "array", 1)
    assert [exact(element) for element in elements] == [exact(json.dumps(entry)) for entry in array]
    found = [split_member(entry) for entry in split_entries(inner[1], "object", 1)]
    assert {member.name: exact(member.text) for member in found} == exact(json.dumps(members))
    assert exact(join_entries([join_entries(elements, "array"), inner[1]], "array")) == exact(
        json.dumps([array, members])
    )


@pytest.mark.parametrize("entry", ["", "1", "{}", '"a"', "a: 1", ' "a": 1'])
def test_what_is_no_member(entry: str) -> None:
    with pytest.raises(ValueError, match=r"^no member of an object$"):
        split_member(entry)


def test_a_conflicted_base_keeps_what_its_readings_share() -> None:
    def text(value: Any) -> str:
        return json.dumps(value, indent=2, sort_keys=True)

    plan = MergePlan(apart=True, members={"records": MergePlan(apart=True)})
    ours = {"records": {"a": {"x": 1}, "b": {"x": 1}, "c": {}}, "top": 1, "version": 1}
    theirs = {"records": {"a": {"x": 1}, "b": {"x": 2}, "d": {}}, "top": 2, "version": 1}
    assert json.loads(settled_base(text(ours), text(theirs), plan)) == {
        "records": {"a": {"x": 1}},
        "version": 1,
    }
    listed = MergePlan(apart=True, members={"entries": MergePlan(key=lambda entry: None, apart=True)})
    ours, theirs = {"entries": [{"a": 1}, {"b": [1]}], "v": 1}, {"entries": [{"b": [1]}, {"c": 1}], "v": 1}
    assert json.loads(settled_base(text(ours), text(theirs), listed)) == {"entries": [{"b": [1]}], "v": 1}
    for odd in ([1], 1, "a", {}):
        same, other = {"records": odd, "entries": odd}, {"records": odd, "entries": [2]}
        assert json.loads(settled_base(text(same), text(same), plan)) == same
        assert "records" in json.loads(settled_base(text(same), text(other), plan))
        assert json.loads(settled_base(text(same), text(same), listed)) == same
    assert json.loads(settled_base(text({"records": [1]}), text({"records": {}}), plan)) == {}
    items = MergePlan(key=lambda entry: None)
    assert json.loads(settled_base(text([1, 1, 2]), text([1, 2, 3]), items)) == [1, 2]
    assert json.loads(settled_base(text([1, 1, 1]), text([1, 1]), items)) == [1, 1]
    assert settled_base("1\n2\n", "2\n3\n", items, lines=True) == "2\n"


@pytest.mark.parametrize("text", ["0", "-12", "1.5", "1e+22", "1e-07", "[0.1,true,null]", '{"a":2.5}'])
def test_numbers_of_python_are_written_as_they_say(text: str) -> None:
    """For those who have loaded values already, and know that they say all that was written."""
    assert identity(json.loads(text)) == identity(parse(text))
    assert dump(json.loads(text)) == text
