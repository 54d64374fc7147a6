"""Items and lines with an id are the same object to everybody, and the others are kept by nobody."""

from __future__ import annotations

from typing import Any

from sourceright_lint.contracts.sourceright.entries import Entries

VALUES: list[Any] = [{"id": "a"}, 1, {}, {"id": 7.0}, {"id": None}, "b", {"id": True}]
ENTRIES = Entries(VALUES, lambda index, value, id: [index, value, id])


def test_those_that_are_objects_stand_in_their_order() -> None:
    assert [index for index, _, _ in ENTRIES] == [0, 2, 3, 4, 6]
    assert len(ENTRIES) == 5
    assert not Entries([1, "a"], lambda index, value, id: index)


def test_an_id_is_text_or_a_number() -> None:
    assert [id for _, _, id in ENTRIES] == ["a", None, "7", None, None]
    assert ENTRIES.with_id == [[0, {"id": "a"}, "a"], [3, {"id": 7.0}, "7"]]


def test_only_those_with_an_id_are_kept() -> None:
    kept = [one is other for one, other in zip(ENTRIES, list(ENTRIES), strict=True)]
    assert kept == [True, False, True, False, False]
