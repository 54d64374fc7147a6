"""Values and their trees merged with plans made by hand."""

from __future__ import annotations

import pytest

from sourceright_lint.merging.plan import MergePlan
from sourceright_lint.merging.three_way import Outcome, element_keys, merge
from sourceright_lint.merging.tree import Branch, CannotMergeError, Leaf, merge_texts

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
