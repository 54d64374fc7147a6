"""The base of a criss-cross merge: records that were in conflict in it count as not there, and no other does."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.contract import BundleFile
from sourceright_lint.jsontext import Document, Form
from sourceright_lint.merging import documents
from sourceright_lint.merging.documents import Conflict, merge_documents
from sourceright_lint.merging.markers import Markers, Style, take_side
from sourceright_lint.merging.plan import VALUE, MergePlan
from sourceright_lint.merging.settle import settled_base
from sourceright_lint.merging.tree import CannotMergeError
from tests.merging.support import PRESERVE, as_read, item, loaded, merged, record, settled, sidecar, written

STYLES: list[Style] = ["merge", "diff3", "zdiff3"]


def versions(role: str, *each: dict[str, int | None]) -> list[Any]:
    """A value by the number that each of its records has; None for no record."""
    files: list[Any] = []
    for numbers in each:
        present = {id: n for id, n in numbers.items() if n is not None}
        if role == "sidecar":
            files.append(sidecar(**{id: record(x=n) for id, n in present.items()}))
        else:
            files.append([item(id, x=n) for id, n in present.items()])
    return files


def contested_base(role: str, style: Style) -> bytes:
    """``a`` and ``c`` are agreed upon, ``b`` has two versions, ``d`` one side took away and the other changed."""
    sides = versions(
        role,
        {"a": 0, "b": 0, "c": 0, "d": 0},
        {"a": 0, "b": 1, "c": 0, "d": None},
        {"a": 0, "b": 2, "c": 0, "d": 2},
    )
    result = merged(*sides, role=role, markers=Markers(style=style))
    assert [conflict.record[-1] for conflict in result.conflicts] == ["b", "d"]
    return result.data


CRISS_CROSS: dict[
    str, tuple[dict[str, int | None], dict[str, int | None], dict[str, int | None], list[str]]
] = {
    "settled in one way": ({"a": 0, "b": 3, "c": 0}, {"a": 0, "b": 3, "c": 0}, {"a": 0, "b": 3, "c": 0}, []),
    "settled in two ways": ({"a": 0, "b": 3, "c": 0}, {"a": 0, "b": 4, "c": 0}, {}, ["b"]),
    "each for its own side": ({"a": 0, "b": 1, "c": 0}, {"a": 0, "b": 2, "c": 0}, {}, ["b"]),
    "kept by one": ({"a": 0, "b": 1, "c": 0}, {"a": 0, "c": 0}, {"a": 0, "b": 1, "c": 0}, []),
    "what was agreed, changed by one": (
        {"a": 1, "b": 3, "c": 0},
        {"a": 0, "b": 3, "c": 2},
        {"a": 1, "b": 3, "c": 2},
        [],
    ),
    "what was agreed, taken away by one": ({"b": 3, "c": 0}, {"a": 0, "b": 3, "c": 0}, {"b": 3, "c": 0}, []),
    "what was agreed, taken away and changed": ({"b": 3, "c": 0}, {"a": 1, "b": 3, "c": 0}, {}, ["a"]),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("role", ["csl", "sidecar", "queue"])
@pytest.mark.parametrize("row", CRISS_CROSS.values(), ids=CRISS_CROSS)
def test_a_base_with_conflicts(role: str, style: Style, row: Any) -> None:
    ours, theirs, both, contested = row
    for one, other in ((ours, theirs), (theirs, ours)):
        result = merged(contested_base(role, style), *versions(role, one, other), role=role)
        assert [conflict.record[-1] for conflict in result.conflicts] == contested
        for side, numbers in (("ours", one), ("theirs", other)):
            wanted = both if not contested else numbers
            assert settled(result.data, side, role) == as_read(versions(role, wanted)[0], role)


@pytest.mark.parametrize("role", ["csl", "sidecar", "queue"])
def test_a_base_with_a_conflict_that_cannot_be_read(role: str) -> None:
    base = contested_base(role, "merge").replace(b'"x"', b'"x', 1)
    with pytest.raises(CannotMergeError, match=r"^the base, line \d+: "):
        merged(base, *versions(role, {"a": 0}, {"a": 0}), role=role)


TWICE = MergePlan(key=lambda element: element, element=VALUE)
RECORDS = MergePlan(members={"in": MergePlan(any_member=VALUE, apart=True)})


@pytest.mark.parametrize(
    ("ours", "theirs", "plan", "lines", "kept"),
    [
        ('[\n  "a",\n  "b"\n]', '[\n  "b",\n  "a"\n]', TWICE, False, ["a", "b"]),
        ('[\n  "a",\n  "a"\n]', '[\n  "a"\n]', TWICE, False, ["a"]),
        ('[\n  "a"\n]', '[\n  "a",\n  "a"\n]', TWICE, False, ["a"]),
        ('[\n  "a",\n  "a",\n  "a"\n]', '[\n  "a",\n  "a"\n]', TWICE, False, ["a", "a"]),
        ('[\n  "a"\n]', "[]", TWICE, False, []),
        ('{"a":1}\n{"b":1}\n', '{"b":1}\n', TWICE, True, [{"b": 1}]),
        ('{"b":1}\n', '{"a":1}\n', VALUE, True, []),
        ('{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 3,\n  "c": 4\n}', VALUE, False, {"a": 1}),
        ('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', '{\n  "a": 1,\n  "c": 3\n}', VALUE, False, {"a": 1, "c": 3}),
        (
            '{\n  "out": {\n    "in": {\n      "a": 1,\n      "b": 2\n    }\n  }\n}',
            '{\n  "out": {\n    "in": {\n      "a": 1,\n      "b": 3\n    }\n  }\n}',
            MergePlan(members={"out": MergePlan(members=RECORDS.members, apart=True)}),
            False,
            {"out": {"in": {"a": 1}}},
        ),
        (
            '{\n  "in": {\n    "a": 1,\n    "b": 2\n  }\n}',
            '{\n  "in": {\n    "a": 1,\n    "b": 3\n  }\n}',
            RECORDS,
            False,
            {"in": {"a": 1}},
        ),
        (
            '{\n  "other": {\n    "a": 1,\n    "b": 2\n  }\n}',
            '{\n  "other": {\n    "a": 1,\n    "b": 3\n  }\n}',
            RECORDS,
            False,
            {},
        ),
    ],
)
def test_what_two_readings_agree_upon(
    ours: str, theirs: str, plan: MergePlan, lines: bool, kept: Any
) -> None:
    assert loaded(settled_base(ours, theirs, plan, lines), "queue" if lines else "csl") == kept
    if not lines:
        assert loaded(settled_base(ours, theirs, plan), "csl") == kept


def test_conflicts_are_told_in_the_order_of_their_keys() -> None:
    sides = [[item(id, x=x, y=0) for id in order] for x, order in ((0, "bacd"), (1, "bacd"), (2, "bacd"))]
    sides[1].pop()
    sides[2].pop(0)
    assert merged(*sides).conflicts == (
        Conflict(("a",), (("x",),)),
        Conflict(("b",), ((),), "theirs"),
        Conflict(("c",), (("x",),)),
        Conflict(("d",), ((),), "ours"),
    )


@pytest.mark.parametrize(
    ("ours", "theirs", "reordered"), [("ab", "ab", False), ("ba", "ab", False), ("bac", "cab", True)]
)
def test_an_order_that_both_changed(ours: str, theirs: str, reordered: bool) -> None:
    sides = [[item(id) for id in order] for order in ("abc"[: len(ours)], ours, theirs)]
    assert merged(*sides, settings=PRESERVE).reordered == reordered
    assert not merged(*sides).reordered


def test_what_is_in_conflict_beside_records_and_among_them() -> None:
    sides = [{**sidecar(a=record(x=x), b=record(x=x)), "alpha": x, "omega": x} for x in (0, 1, 2)]
    found = [conflict.record for conflict in merged(*sides, role="sidecar").conflicts]
    assert found == [("alpha",), ("omega",), ("references", "a"), ("references", "b")]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("order", ["abc", "cab"])
def test_records_in_an_array_inside(order: str, style: Style) -> None:
    """They come in the order of their form, and each side of the conflict can be taken."""
    plan = MergePlan(members={"in": MergePlan(key=lambda one: one["id"], element=VALUE, apart=True)})
    form = Form(members={"in": Form(sort_by=lambda one: one["id"])})
    bare = Form(members={"in": Form(sort_by=lambda one: None)})
    for arranged in (form, bare):
        file = BundleFile("role", "x", "json", arranged)
        sides = [{"in": [{"id": id, "x": x if id == "b" else 0} for id in order]} for x in (0, 1, 2)]
        texts = [written(side, "csl") for side in sides]
        result = merge_documents(*texts, file, plan, Markers(style=style))
        assert [conflict.record for conflict in result.conflicts] == [("in", "b")]
        for side, text in (("ours", texts[1]), ("theirs", texts[2])):
            canonical = Document("x", text).canonical(arranged)
            assert take_side(result.data.decode(), side).encode() == canonical  # type: ignore[arg-type]


@pytest.mark.parametrize("role", ["csl", "sidecar", "queue"])
def test_too_many_conflicts(role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = versions(role, *({"a": x, "b": x, "c": x} for x in (0, 1, 2)))
    monkeypatch.setattr(documents, "MOST_CONFLICTS", 3)
    assert len(merged(*sides, role=role).conflicts) == 3
    monkeypatch.setattr(documents, "MOST_CONFLICTS", 2)
    with pytest.raises(CannotMergeError) as caught:
        merged(*sides, role=role)
    assert str(caught.value) == "more than 2 records are in conflict"


def test_lines_that_both_sides_begin_and_end_with_stand_outside() -> None:
    sides = [[item("a", n=0, x=x, z=0)] for x in (0, 1, 2)]
    lines = merged(*sides, markers=Markers(style="zdiff3")).data.decode().splitlines()
    assert lines[:5] == ["[", "  {", '    "id": "a",', '    "type": "book",', '    "n": 0,']
    assert lines[5:8] == ["<<<<<<< ours", '    "x": 1,', "||||||| base"]
    assert lines[-6:] == ["=======", '    "x": 2,', ">>>>>>> theirs", '    "z": 0', "  }", "]"]


def test_a_plan_by_default() -> None:
    plan = MergePlan()
    assert (plan.append_only, plan.whole, plan.apart) == (False, False, False)
    assert plan.key is plan.time is plan.refuses is None
    assert plan.of_element() is plan.of_member("x") is VALUE
    other = MergePlan(any_member=plan, element=plan, members={"y": VALUE})
    assert other.of_member("x") is other.of_element() is plan
    assert other.of_member("y") is VALUE


def test_a_plan_keeps_what_it_is_told() -> None:
    told: dict[str, Any] = {
        "members": {"x": VALUE},
        "any_member": MergePlan(),
        "element": MergePlan(),
        **{name: (lambda value: None) for name in ("key", "time", "refuses")},
        **dict.fromkeys(("append_only", "whole", "apart"), True),
    }
    plan = MergePlan(**told)
    assert {name: getattr(plan, name) for name in MergePlan.__slots__} == told
