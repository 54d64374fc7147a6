"""Decisions are only ever added."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.contracts.sourceright.past import beyond, is_subsequence
from tests.sourceright.history.support import DECISION, decision, found, judged, record, state, step

A, B, C = (decision(word, day) for word, day in (("keep", 1), ("drop", 2), ("merge", 3)))


def holding(*decisions: Any, **more: Any) -> dict[str, bytes]:
    return state({"a": record("resolved", *decisions, **more)})


COMMITS = [
    pytest.param((), (A,), None, id="the first"),
    pytest.param((A,), (A, B), None, id="one more"),
    pytest.param((A, B), (A, B), None, id="as they were"),
    pytest.param((A,), ({**A, "notes": None},), None, id="no notes"),
    pytest.param(({**A, "notes": None},), (A, B), None, id="no notes either"),
    pytest.param((A,), (), "was removed", id="removed"),
    pytest.param((A, B), (A,), '"drop" by "tm" of "2026-05-02T09:00:00Z" was removed', id="the last removed"),
    pytest.param((A, B), (B,), '"keep" by "tm"', id="the first removed"),
    pytest.param((A, B), (), "2 of its 2 decisions were removed", id="all removed"),
    pytest.param((A,), ({**A, "reviewer": "kb"},), "was rewritten", id="another reviewer"),
    pytest.param((A,), ({**A, "notes": "late"},), "was rewritten", id="notes added"),
    pytest.param(
        (A, B), ({**A, "x": 1}, {**B, "x": 1}), "2 of its 2 decisions were rewritten", id="all rewritten"
    ),
    pytest.param((A,), (B, A), "put in front", id="one in front"),
    pytest.param((A, B), (A, C, B), "put in front", id="one between"),
    pytest.param((A, B), (B, A), "another order", id="reordered"),
    pytest.param((A, B), (B, A, C), "another order", id="reordered and one more"),
    pytest.param((A, A), (A,), "was removed", id="one of two equal"),
    pytest.param((A, "odd"), (A, "odd", B), None, id="wrong types stay"),
    pytest.param((A, "odd"), (A,), "a decision was removed", id="wrong types count"),
]


@pytest.mark.parametrize(("before", "after", "says"), COMMITS)
def test_in_a_commit_the_old_list_is_the_beginning_of_the_new(
    before: Any, after: Any, says: str | None
) -> None:
    problems = judged([holding(*before)], holding(*after))
    assert [code for code, _ in problems] == ([DECISION] if says else [])
    for _, problem in problems:
        assert says is not None
        assert says in problem.message
        assert problem.message.startswith('"a": ')
        assert problem.record == "a"
        assert problem.place.pointer == ("references", "a", "review_decisions")


def test_the_note_is_at_the_decision_that_went() -> None:
    [(_, problem)] = judged([holding(A, B, C)], holding(A, C))
    [note] = problem.notes
    assert note.place.pointer == ("references", "a", "review_decisions", 1)


@pytest.mark.parametrize("odd", [None, {}, "keep", 3], ids=repr)
def test_a_list_that_became_something_else_has_lost_its_decisions(odd: Any) -> None:
    before = state({"a": record("resolved", A), "b": record()})
    after = state({"a": {"review_status": "resolved", "review_decisions": odd}, "b": record()})
    assert step(before, after) == [(DECISION, "a")]
    assert step(after, before) == []


TWO_SIDES = [
    pytest.param((A,), (B,), (A, B), True, id="both kept"),
    pytest.param((A,), (B,), (B, A), True, id="in either order"),
    pytest.param((A, C), (A, B), (A, B, C), True, id="woven"),
    pytest.param((A, B), (A,), (A, B), True, id="as one side"),
    pytest.param((A, C), (A, B), (A, B), False, id="ours lost"),
    pytest.param((A, B), (B, A), (A, B), False, id="contradicting orders"),
    pytest.param((A, B), (A, B), (A,), False, id="lost of both"),
    pytest.param((A,), (A,), (B, A), True, id="the merge adds"),
]


@pytest.mark.parametrize(("ours", "theirs", "after", "legal"), TWO_SIDES)
def test_in_a_merge_each_parents_list_is_still_there(ours: Any, theirs: Any, after: Any, legal: bool) -> None:
    for sides in ((ours, theirs), (theirs, ours)):
        parents = [holding(*side) for side in sides]
        assert found(parents, holding(*after)) == ([] if legal else [(DECISION, "a")])


@pytest.mark.parametrize("known", [(), (0,), (0, 1)], ids=["neither", "ours", "both"])
def test_a_merge_may_not_take_over_a_removal(known: tuple[int, ...]) -> None:
    base, theirs = holding(A, B), holding(A)
    assert found([base, theirs], theirs, bases=[base], judged=known) == [(DECISION, "a")]


def test_between_two_ends_others_may_have_come_in_anywhere() -> None:
    assert step(holding(A, C), holding(A, B, C), walked=False) == []
    assert step(holding(A, C), holding(C, A), walked=False) == [(DECISION, "a")]


WORDS = st.lists(st.sampled_from("abc"), max_size=6)


@given(WORDS, WORDS)
def test_subsequences_are_those_that_deleting_leaves(part: list[str], whole: list[str]) -> None:
    left = [list(chosen) for chosen in combinations(whole, len(part))] if len(part) <= len(whole) else []
    assert is_subsequence(part, whole) == (part in left)


@given(WORDS, st.lists(st.sampled_from("xyz"), max_size=5), st.randoms(use_true_random=False))
def test_a_list_with_others_put_in_keeps_it(kept: list[str], more: list[str], chance: random.Random) -> None:
    places = sorted(chance.randint(0, len(kept)) for _ in more)
    whole = list(kept)
    for place, entry in reversed(list(zip(places, more, strict=True))):
        whole.insert(place, entry)
    assert is_subsequence(kept, whole)
    assert sorted(beyond(whole, kept)) == sorted(more)
    assert beyond(kept, whole) == []


@given(WORDS, WORDS)
def test_what_is_beyond_is_a_difference_of_bags(one: list[str], other: list[str]) -> None:
    rest = beyond(one, other)
    assert {c: rest.count(c) for c in "abc"} == {c: max(0, one.count(c) - other.count(c)) for c in "abc"}
    assert is_subsequence(rest, one)


@given(st.lists(st.integers(0, 5), max_size=5), st.lists(st.integers(0, 5), max_size=5))
def test_a_commit_is_clean_exactly_where_the_old_list_is_a_prefix(old: list[int], new: list[int]) -> None:
    lists = [[decision(day=number + 1) for number in numbers] for numbers in (old, new)]
    clean = step(holding(*lists[0]), holding(*lists[1])) == []
    assert clean == (new[: len(old)] == old)
