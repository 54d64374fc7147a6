"""What a document with conflicts looks like: which lines are marked, and in which order the records stand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.contract import BundleFile
from sourceright_lint.jsontext import SORTED, Document, Form
from sourceright_lint.merging.documents import merge_documents
from sourceright_lint.merging.markers import PLAIN, Markers, Side, Style, take_side
from sourceright_lint.merging.plan import VALUE, MergePlan
from sourceright_lint.merging.render import render
from sourceright_lint.merging.tree import Branch, CannotMergeError, Leaf
from tests.merging.support import PRESERVE, as_read, item, merged, settled, written

RECORDS = MergePlan(any_member=VALUE, apart=True)
FILE = BundleFile("role", "x", "json", SORTED)


def shown(*sides: Any, style: Style = "diff3") -> str:
    data = [json.dumps(side).encode() for side in sides]
    return merge_documents(data[0], data[1], data[2], FILE, RECORDS, Markers(style=style)).data.decode()


A, B = {"n": 0}, {"m": 0, "n": 0}
GONE_AT_THE_END: dict[str, tuple[Any, Any, Any, str]] = {
    "behind one that is agreed": (
        {"a": A, "b": B, "c": 0},
        {"a": A, "b": B},
        {"a": A, "b": B, "c": 2},
        """{
  "a": {
    "n": 0
  },
  "b": {
    "m": 0,
    "n": 0
<<<<<<< ours
  }
||||||| base
  },
  "c": 0
=======
  },
  "c": 2
>>>>>>> theirs
}
""",
    ),
    "behind one that is in conflict": (
        {"a": A, "b": 0, "c": 0},
        {"a": A, "b": 1},
        {"a": A, "b": 2, "c": 2},
        """{
  "a": {
    "n": 0
  },
<<<<<<< ours
  "b": 1
||||||| base
  "b": 0,
  "c": 0
=======
  "b": 2,
  "c": 2
>>>>>>> theirs
}
""",
    ),
    "two, by one side each": (
        {"a": A, "b": 0, "c": 0},
        {"a": A, "c": 1},
        {"a": A, "b": 2},
        """{
  "a": {
    "n": 0
<<<<<<< ours
  },
  "c": 1
||||||| base
  },
  "b": 0,
  "c": 0
=======
  },
  "b": 2
>>>>>>> theirs
}
""",
    ),
    "with none before them": (
        {"b": 0, "c": 0},
        {"c": 1},
        {"b": 2},
        """{
<<<<<<< ours
  "c": 1
||||||| base
  "b": 0,
  "c": 0
=======
  "b": 2
>>>>>>> theirs
}
""",
    ),
    "and one in the middle": (
        {"a": 0, "b": A, "c": 0},
        {"b": A, "c": 1},
        {"a": 2, "b": A, "c": 2},
        """{
<<<<<<< ours
||||||| base
  "a": 0,
=======
  "a": 2,
>>>>>>> theirs
  "b": {
    "n": 0
  },
<<<<<<< ours
  "c": 1
||||||| base
  "c": 0
=======
  "c": 2
>>>>>>> theirs
}
""",
    ),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "text"), GONE_AT_THE_END.values(), ids=GONE_AT_THE_END)
def test_records_that_one_side_took_away(base: Any, ours: Any, theirs: Any, text: str) -> None:
    """Only the lines that depend on the choice are marked: of a record before, the one that has the comma."""
    assert shown(base, ours, theirs) == text
    for side, value in (("ours", ours), ("theirs", theirs)):
        assert json.loads(take_side(text, side)) == value  # type: ignore[arg-type]


SIDES: tuple[Side, Side] = ("ours", "theirs")


@pytest.mark.parametrize("role", ["csl", "queue"])
def test_records_between_others_that_both_added(role: str) -> None:
    """They stand where canonical form has them, whichever came from which side."""
    changed = item("d", n=1)
    base = [item("d", n=0), item("z")]
    sides = ([item("a"), changed, item("z")], [item("b"), item("e"), item("z")])
    everything = [item(id) for id in "abez"]
    for one, other in (sides, sides[::-1]):
        result = merged(base, one, other, role=role)
        assert [conflict.record for conflict in result.conflicts] == [("d",)]
        for side, own in zip(SIDES, (one, other), strict=True):
            kept = [*everything[:2], changed, *everything[2:]] if changed in own else everything
            assert settled(result.data, side, role) == as_read(kept, role)


def test_records_that_keep_their_order() -> None:
    base, ours, theirs = ([item("b", n=n), item("a"), item("c", n=n)] for n in range(3))
    result = merged(base, ours, theirs, settings=PRESERVE)
    assert [conflict.record for conflict in result.conflicts] == [("b",), ("c",)]
    for side, value in (("ours", ours), ("theirs", theirs)):
        assert settled(result.data, side, "csl") == as_read(value)


BY_N = Form(sort_by=lambda each: each["n"])
INNER: dict[str, tuple[Form, str]] = {
    "its own": (Form(members={"in": BY_N}), "abdez"),
    "that of all members": (Form(any_member=BY_N), "abdez"),
    "its own before that of all": (Form(members={"in": BY_N}, any_member=SORTED), "abdez"),
    "that of all and not of another": (Form(members={"other": SORTED}, any_member=BY_N), "abdez"),
    "none": (Form(members={"other": BY_N}), "adbez"),
}


@pytest.mark.parametrize(("form", "order"), INNER.values(), ids=INNER)
def test_an_array_inside_is_in_the_order_of_its_form(form: Form, order: str) -> None:
    plan = MergePlan(members={"in": MergePlan(key=lambda each: each["id"], apart=True)}, apart=True)
    file = BundleFile("role", "x", "json", form)
    base, ours, theirs = (
        {"in": [{"id": id, "n": "abdez".index(id), "x": x if id == "d" else 0} for id in ids]}
        for x, ids in enumerate(["dz", "adz", "bez"])
    )
    texts = [written(side, "csl") for side in (base, ours, theirs)]
    result = merge_documents(texts[0], texts[1], texts[2], file, plan)
    assert [conflict.record for conflict in result.conflicts] == [("in", "d")]
    for side, ids in zip(SIDES, (order, order.replace("d", "")), strict=True):
        text = take_side(result.data.decode(), side)
        found = json.loads(text)["in"]
        assert [(each["id"], each["x"]) for each in found] == [(id, int(id == "d")) for id in ids]
        assert Document("x", text.encode()).is_canonical(form)


def test_a_tree_that_is_no_json() -> None:
    tree = Branch("", "array", (Leaf("a", "{", "{"),))
    with pytest.raises(CannotMergeError) as refused:
        render(tree, SORTED, PLAIN)
    assert str(refused.value) == "the merged text could not be brought into canonical form"
