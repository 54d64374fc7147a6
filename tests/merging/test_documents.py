"""The base of a criss-cross merge: records that were in conflict in it count as not there, and no other does."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.merging.documents import Conflict
from sourceright_lint.merging.markers import Markers, Style
from sourceright_lint.merging.plan import VALUE, MergePlan
from sourceright_lint.merging.settle import settled_base
from sourceright_lint.merging.tree import CannotMergeError
from tests.merging.support import PRESERVE, as_read, item, loaded, merged, record, settled, sidecar

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
        ('[\n  "a"\n]', "[]", TWICE, False, []),
        ('{"a":1}\n{"b":1}\n', '{"b":1}\n', TWICE, True, [{"b": 1}]),
        ('{"b":1}\n', '{"a":1}\n', VALUE, True, []),
        ('{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 3,\n  "c": 4\n}', VALUE, False, {"a": 1}),
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
