"""Values and their trees merged with plans made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.merging import three_way
from sourceright_lint.merging.plan import MergePlan
from sourceright_lint.merging.three_way import Outcome, TooManyAlikeError, element_keys, merge
from sourceright_lint.merging.tree import Branch, CannotMergeError, Leaf, merge_texts
from sourceright_lint.merging.values import ABSENT, dump, parse

BY_ID = MergePlan(key=lambda element: element.get("id") if isinstance(element, dict) else None)
LOG = MergePlan(append_only=True)
A = {"id": "a"}


def test_equal_keys_are_counted() -> None:
    keys = element_keys([A, {"id": "b"}, {**A, "x": 1}, A], BY_ID)
    assert keys == [("a", 0), ("b", 0), ("a", 1), ("a", 2)]


@pytest.mark.parametrize("plan", [BY_ID, MergePlan()], ids=["no key of its own", "no key at all"])
def test_without_a_key_the_content_counts(plan: MergePlan) -> None:
    one, other, again = element_keys([["x"], ["y"], ["x"]], plan)
    assert one[0] == again[0] != other[0]
    assert one[0][0] == ""
    assert (one[1], again[1]) == (0, 1)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three elements without a key of their own are too many."""
    monkeypatch.setattr(three_way, "MOST_ALIKE", 2)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "alike",
    [["x", "y", "z"], ["x", "x", "x"], [A, A, A, A], [A, A, "x", "y"]],
    ids=["content", "place", "key", "both"],
)
def test_too_many_without_a_key_of_their_own(alike: list[Any]) -> None:
    others = [{"id": str(number)} for number in range(9)]
    with pytest.raises(TooManyAlikeError):
        element_keys([*others, *alike], BY_ID)
    assert len(element_keys([*others, *alike[1:]], BY_ID)) == 8 + len(alike)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("plan", [BY_ID, LOG], ids=["collection", "log"])
@pytest.mark.parametrize("many", range(3))
def test_a_list_of_too_many_is_one_value(plan: MergePlan, many: int) -> None:
    sides: list[list[str]] = [["a"], ["a", "c"], ["a", "d"]]
    assert merge(*sides, plan) == Outcome(["a", "c", "d"], ["a", "c", "d"])
    sides[many] = ["a", "x", "y"]
    assert merge(*sides, plan) == Outcome(sides[1], sides[2], ((),))


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("many", range(3))
def test_records_of_too_many(many: int) -> None:
    texts = ["[\n  1\n]"] * 3
    texts[many] = "[\n  3,\n  4,\n  5\n]"
    with pytest.raises(CannotMergeError) as caught:
        merge_texts(texts[0], texts[1], texts[2], BY_ID)
    assert str(caught.value) == "more than 20,000 entries of one list have no key of their own"
    texts[many] = "[\n  3,\n  4\n]"
    assert merge_texts(texts[0], texts[1], texts[2], BY_ID).shape == "array"


def value(text: str | None) -> Any:
    return ABSENT if text is None else parse(text)


def text(value: Any) -> str | None:
    return None if value is ABSENT else dump(value)


ALL_THE_SAME = [
    (None, None, None, None),
    ("1", "1", "1", "1"),
    ("1", "2", "1", "2"),
    ("1", None, "1", None),
    (None, "1", None, "1"),
    ("null", None, "null", None),
    (None, "null", None, "null"),
    ("1", "2", "2", "2"),
    (None, "1", "1", "1"),
    (None, '{"a":1}', '{"a":1}', '{"a":1}'),
    ("1", None, None, None),
    ("1", "1.0", "1", "1.0"),
    ("2", "1.0", "1", "1"),
    (None, '{"a":1.0}', '{"a":1}', '{"a":1.0}'),
    (None, "[1.0]", "[1]", "[1.0]"),
    ("[1]", "[1.0]", "[1.0]", "[1.0]"),
    ('{"a":1}', '{"a":1}', '{"a":1.00}', '{"a":1.00}'),
    ('{"a":1}', '{"a":1.0}', '{"a":1.00}', '{"a":1.00}'),
]


@pytest.mark.parametrize(
    "plan", [MergePlan(), BY_ID, LOG, MergePlan(whole=True)], ids=["", "key", "log", "whole"]
)
@pytest.mark.parametrize(("base", "ours", "theirs", "both"), ALL_THE_SAME)
def test_where_one_side_changed_it_or_both_alike(
    base: str | None, ours: str | None, theirs: str | None, both: str | None, plan: MergePlan
) -> None:
    for one, other in ((ours, theirs), (theirs, ours)):
        found = merge(value(base), value(one), value(other), plan)
        assert (text(found.ours), text(found.theirs), found.contested) == (both, both, ())


WHOLE: tuple[Any, ...] = ((),)
X, Y = '{"id":"x"}', '{"id":"y"}'
X1, X2, X12 = '{"a":1,"id":"x"}', '{"b":2,"id":"x"}', '{"a":1,"b":2,"id":"x"}'
X3 = '{"a":3,"id":"x"}'
DIFFERENT: dict[str, tuple[MergePlan, str | None, str | None, str | None, str | None, str | None, Any]] = {
    "values": (MergePlan(), "0", "1", "2", "1", "2", WHOLE),
    "changed and gone": (MergePlan(), "0", None, "2", None, "2", WHOLE),
    "null and gone": (MergePlan(), "0", None, "null", None, "null", WHOLE),
    "lists": (MergePlan(), "[]", "[1]", "[2]", "[1]", "[2]", WHOLE),
    "a list of things with ids, where nobody asks": (MergePlan(), "[]", f"[{X}]", f"[{Y}]", f"[{X}]", f"[{Y}]", WHOLE),
    "members": (MergePlan(), '{"z":0}', '{"a":1,"z":0}', '{"b":2}', '{"a":1,"b":2}', '{"a":1,"b":2}', ()),
    "members, none before": (MergePlan(), None, '{"a":1}', '{"b":2}', '{"a":1,"b":2}', '{"a":1,"b":2}', ()),
    "members, no object before": (MergePlan(), "[]", '{"a":1}', '{"b":2}', '{"a":1,"b":2}', '{"a":1,"b":2}', ()),
    "a member of both": (
        MergePlan(), '{"a":0,"z":0}', '{"a":1,"z":3}', '{"a":2,"z":0}', '{"a":1,"z":3}', '{"a":2,"z":3}', (("a",),),
    ),
    "a member that one side took away": (
        MergePlan(), '{"a":0,"z":0}', '{"z":0}', '{"a":2,"z":0}', '{"z":0}', '{"a":2,"z":0}', (("a",),),
    ),
    "a member deep inside": (
        MergePlan(), '{"a":{"b":0}}', '{"a":{"b":1}}', '{"a":{"b":2}}', '{"a":{"b":1}}', '{"a":{"b":2}}', (("a", "b"),),
    ),
    "a member and something else": (MergePlan(), "{}", '{"a":1}', "[]", '{"a":1}', "[]", WHOLE),
    "an object that is one statement": (MergePlan(whole=True), "{}", '{"a":1}', '{"b":2}', '{"a":1}', '{"b":2}', WHOLE),
    "members under a plan of their own": (
        MergePlan(members={"l": BY_ID}), "{}", f'{{"l":[{X}]}}', f'{{"l":[{Y}]}}', f'{{"l":[{X},{Y}]}}',
        f'{{"l":[{X},{Y}]}}', (),
    ),
    "elements of both": (BY_ID, "[]", f"[{X}]", f"[{Y}]", f"[{X},{Y}]", f"[{X},{Y}]", ()),
    "elements, none before": (BY_ID, None, f"[{X}]", f"[{Y}]", f"[{X},{Y}]", f"[{X},{Y}]", ()),
    "elements, no list before": (BY_ID, X, f"[{X}]", f"[{Y}]", f"[{X},{Y}]", f"[{X},{Y}]", ()),
    "parts of one element": (BY_ID, f"[{X}]", f"[{X1}]", f"[{X2}]", f"[{X12}]", f"[{X12}]", ()),
    "one element in two ways": (
        BY_ID, f"[{Y},{X}]", f"[{Y},{X1}]", f"[{Y},{X3}]", f"[{Y},{X1}]", f"[{Y},{X3}]", ((1, "a"),),
    ),
    "an element that one side took away": (
        BY_ID, f"[{X},{Y}]", f"[{Y}]", f"[{X1},{Y}]", f"[{Y}]", f"[{X1},{Y}]", ((0,),),
    ),
    "a list that one side took away": (BY_ID, f"[{X},{Y}]", None, f"[{Y}]", "[]", "[]", ()),
    "a list that one side took away, one element changed": (
        BY_ID, f"[{X},{Y}]", None, f"[{X1},{Y}]", "[]", f"[{X1}]", ((0,),),
    ),
    "a list and something else": (BY_ID, "[]", f"[{X}]", X, f"[{X}]", X, WHOLE),
    "an order in two ways": (
        BY_ID, "[1,2,3]", "[2,1,3]", "[1,3,2]", "[2,1,3]", "[1,3,2]", WHOLE,
    ),
    "objects where a list would have keys": (BY_ID, "{}", '{"a":1}', '{"b":2}', '{"a":1,"b":2}', '{"a":1,"b":2}', ()),
    "entries of one side": (LOG, "[0]", "[0,1]", "[0]", "[0,1]", "[0,1]", ()),
    "entries of both": (LOG, "[0]", "[0,2]", "[0,1]", "[0,1,2]", "[0,1,2]", ()),
    "entries of both, none before": (LOG, None, "[2]", "[1]", "[1,2]", "[1,2]", ()),
    "entries of both, no log before": (LOG, "7", "[2]", "[1]", "[1,2]", "[1,2]", ()),
    "an entry that one side lost": (LOG, "[0]", "[]", "[0,1]", "[]", "[0,1]", WHOLE),
    "a log that one side lost": (LOG, "[0]", None, "[0,1]", "[]", "[0,1]", WHOLE),
    "a log and something else": (LOG, "[]", "[1]", "2", "[1]", "2", WHOLE),
    "objects in place of a log": (LOG, "{}", '{"a":1}', '{"b":2}', '{"a":1,"b":2}', '{"a":1,"b":2}', ()),
}  # fmt: skip


@pytest.mark.parametrize("row", DIFFERENT.values(), ids=DIFFERENT)
def test_where_both_changed_it(row: Any) -> None:
    plan, base, ours, theirs, our_version, their_version, contested = row
    found = merge(value(base), value(ours), value(theirs), plan)
    assert (text(found.ours), text(found.theirs), found.contested) == (our_version, their_version, contested)
    found = merge(value(base), value(theirs), value(ours), plan)
    assert (text(found.ours), text(found.theirs), found.contested) == (their_version, our_version, contested)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [("a", "ab", "ab", "ab"), ("a", "abc", "ab", "abc"), ("a", "ab", "a", "ab"), ("a", "ab", "ac", None)],
)
def test_a_log_without_times(base: str, ours: str, theirs: str, merged: str | None) -> None:
    """What both appended has no order where it has no time: it is a conflict, or stands there in some order."""
    found = merge(list(base), list(ours), list(theirs), LOG)
    if merged is None:
        assert found.contested or sorted(found.ours) == ["a", "b", "c"]
    else:
        assert found == Outcome(list(merged), list(merged))


RECORDS = MergePlan(any_member=MergePlan(), apart=True)
DOCUMENT = MergePlan(members={"first": RECORDS, "last": RECORDS})


def test_records_of_two_members() -> None:
    """Each record is a leaf of its own; other members keep their plan and their place."""
    base = '{\n  "between": 1,\n  "first": {\n    "a": 1,\n    "b": 1\n  },\n  "last": {\n    "c": 1\n  }\n}'
    ours = base.replace('"a": 1', '"a": 2')
    theirs = base.replace('"c": 1', '"c": 3').replace('"between": 1', '"between": 5')
    tree = merge_texts(base, ours, theirs, DOCUMENT)
    assert (tree.name, tree.shape, tree.reordered) == ("", "object", False)
    assert [entry.name for entry in tree.entries] == ["between", "first", "last"]
    between, first, last = tree.entries
    assert between == Leaf("between", "5", "5")
    assert isinstance(first, Branch)
    assert isinstance(last, Branch)
    assert first.entries == (Leaf("a", "2", "2"), Leaf("b", "1", "1"))
    assert last.entries == (Leaf("c", "3", "3"),)


def test_a_member_beside_records_follows_its_own_plan() -> None:
    plan = MergePlan(members={"first": RECORDS, "log": LOG})
    base, ours, theirs = (f'{{\n  "log": {log}\n}}' for log in ("[]", "[\n    1\n  ]", "[\n    2\n  ]"))
    tree = merge_texts(base, ours, theirs, plan)
    assert tree.entries == (Leaf("log", "[1,2]", "[1,2]", "[]"),)


def test_an_array_keeps_the_name_it_stands_under() -> None:
    plan = MergePlan(members={"items": MergePlan(key=BY_ID.key, apart=True)})
    base = '{\n  "items": [\n    {\n      "id": "a"\n    }\n  ]\n}\n'
    tree = merge_texts(base, base, base.replace('"a"', '"b"'), plan)
    (items,) = tree.entries
    assert isinstance(items, Branch)
    assert items.name == "items"


def test_a_member_that_both_sides_emptied_stays() -> None:
    base = '{\n  "first": {\n    "a": 1\n  }\n}\n'
    empty = '{\n  "first": {}\n}\n'
    tree = merge_texts(base, empty, empty, DOCUMENT)
    assert [entry.name for entry in tree.entries] == ["first"]
    gone = merge_texts(base, "{}\n", empty, DOCUMENT)
    assert gone.entries == ()


@pytest.mark.parametrize(
    ("element", "label"),
    [('"id": "a"', "a (no. 2)"), ('"x": 1', "an entry without a key of its own (no. 2)")],
)
def test_what_the_second_of_two_is_called(element: str, label: str) -> None:
    plan = MergePlan(key=BY_ID.key, element=MergePlan())
    one = "[\n  {\n    " + element + "\n  }\n]\n"
    both = "[\n  {\n    " + element + "\n  },\n  {\n    " + element + "\n  }\n]\n"
    tree = merge_texts(one, both, one, plan)
    assert [entry.name for entry in tree.entries] == [label.removesuffix(" (no. 2)"), label]


OBJECT, LIST = '{\n  "first": {}\n}', "[\n  1\n]"
INSIDE = '{\n  "first": [\n    1\n  ]\n}'


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "said"),
    [
        (LIST, OBJECT, OBJECT, "the base is no object"),
        (OBJECT, LIST, OBJECT, "our side is no object"),
        (OBJECT, OBJECT, LIST, "their side is no object"),
        (OBJECT, INSIDE, OBJECT, "'first' of our side is no object"),
        (OBJECT, OBJECT, INSIDE, "'first' of their side is no object"),
    ],
)
def test_of_another_shape(base: str, ours: str, theirs: str, said: str) -> None:
    with pytest.raises(CannotMergeError) as refused:
        merge_texts(base, ours, theirs, DOCUMENT)
    assert str(refused.value) == said
    assert merge_texts(None, OBJECT, OBJECT, DOCUMENT).name == ""
