"""Which status may follow which: in a commit, between two ends, in a merge."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from sourceright_lint.contracts.sourceright.forms import STATUSES
from sourceright_lint.contracts.sourceright.transitions import is_step, meant, needs_decision, way
from tests.sourceright.history.support import DECISION, STATUS, decision, judged, record, state, step

LEGAL = {
    "not_required": {"queued", "resolved", "unresolved"},
    "queued": {"in_progress", "resolved", "unresolved"},
    "in_progress": {"queued", "resolved", "unresolved"},
    "resolved": {"queued", "unresolved"},
    "unresolved": {"queued", "in_progress", "resolved"},
}
PAIRS = list(product(STATUSES, STATUSES))
IDS = [f"{before} to {after}" for before, after in PAIRS]
WAYS = {
    ("not_required", "in_progress"): ["not_required", "queued", "in_progress"],
    ("resolved", "in_progress"): ["resolved", "queued", "in_progress"],
}
"""The only two steps that are illegal in one and can be made in several."""


def one(status: str, *decisions: object) -> dict[str, bytes]:
    return state({"a": record(status, *decisions)})


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=IDS)
def test_a_commit_may_make_one_step(before: str, after: str) -> None:
    legal = before == after or after in LEGAL[before]
    assert is_step(before, after) == legal
    assert step(one(before), one(after)) == ([] if legal else [(STATUS, "a")])


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=IDS)
def test_the_message_names_the_legal_way(before: str, after: str) -> None:
    for _, problem in judged([one(before)], one(after)):
        assert f"went from {before} to {after}" in problem.message
        steps = WAYS.get((before, after))
        assert (f"the legal way: {' -> '.join(steps)}" if steps else "nothing leads back to") in problem.help
        [note] = problem.notes
        assert note.place.pointer == problem.place.pointer == ("references", "a", "review_status")


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=IDS)
def test_ways_are_the_shortest_and_legal(before: str, after: str) -> None:
    steps = way(before, after)
    if before != after and after == "not_required":
        assert steps == []
        return
    assert (steps[0], steps[-1]) == (before, after)
    assert all(after in LEGAL[before] for before, after in pairwise(steps))
    assert len(steps) == (1 if before == after else 3 if (before, after) in WAYS else 2)


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=IDS)
def test_between_two_ends_what_legal_steps_reach_is_fine(before: str, after: str) -> None:
    reachable = before == after or after != "not_required"
    bare = step(one(before), one(after), walked=False)
    assert bare == ([] if reachable and (before, after) != ("resolved", "in_progress") else [(STATUS, "a")])
    shown = step(one(before), one(after, decision("look again")), walked=False)
    assert shown == ([] if reachable else [(STATUS, "a")])


@pytest.mark.parametrize(
    ("words", "legal"),
    [
        pytest.param((), False, id="nothing"),
        pytest.param(("keep",), False, id="another decision"),
        pytest.param(("reopen",), True, id="reopened"),
        pytest.param(("Reopened", "keep"), True, id="reopened and more"),
    ],
)
def test_a_commit_that_records_the_reopening_may_make_two_steps(words: tuple[str, ...], legal: bool) -> None:
    after = one("in_progress", decision("keep", 1), *(decision(word, 2) for word in words))
    assert step(one("resolved", decision("keep", 1)), after) == ([] if legal else [(STATUS, "a")])


def test_an_old_reopening_shows_nothing() -> None:
    old = decision("reopen", 1)
    assert step(one("resolved", old), one("in_progress", old)) == [(STATUS, "a")]
    assert step(one("not_required"), one("in_progress", old)) == [(STATUS, "a")]


MERGES = [
    pytest.param(("queued", "resolved"), "resolved", True, id="theirs"),
    pytest.param(("queued", "resolved"), "queued", True, id="ours"),
    pytest.param(("resolved", "in_progress"), "in_progress", True, id="theirs, no step from ours"),
    pytest.param(("queued", "resolved"), "in_progress", True, id="a step from one of both"),
    pytest.param(("resolved", "resolved"), "in_progress", False, id="a step from neither"),
    pytest.param(("not_required", "queued"), "not_required", False, id="nothing leads back"),
    pytest.param(("not_required", "not_required"), "in_progress", False, id="both the same"),
    pytest.param(("not_required", "not_required"), "not_required", True, id="both as they were"),
]


@pytest.mark.parametrize(("parents", "after", "legal"), MERGES)
def test_merges(parents: tuple[str, str], after: str, legal: bool) -> None:
    expected = [] if legal else [(STATUS, "a")]
    for sides in (parents, parents[::-1]):
        assert [
            (code, problem.record)
            for code, problem in judged([one(side) for side in sides], one(after), judged=(0, 1))
        ] == expected


def test_a_merge_that_only_takes_over_is_not_to_blame() -> None:
    queued, back = one("queued"), one("not_required")
    assert judged([queued, back], back, bases=[queued], judged=(0, 1)) == []
    assert judged([back, queued], back, bases=[queued], judged=(0, 1)) == []


def test_what_nobody_judged_is_judged_at_the_merge() -> None:
    queued, back = one("queued"), one("not_required")
    assert [code for code, _ in judged([queued, back], back, bases=[queued], judged=(0,))] == [STATUS]
    assert judged([back, queued], back, bases=[queued], judged=(0,)) == []


def test_what_comes_in_unjudged_must_show_how_it_got_there() -> None:
    old, jumped, shown = one("resolved"), one("in_progress"), one("in_progress", decision("look again"))
    assert [code for code, _ in judged([old, jumped], jumped, bases=[old], judged=(0,))] == [STATUS]
    assert judged([jumped, old], jumped, bases=[old], judged=(0,)) == []
    assert judged([old, shown], shown, bases=[old], judged=(0,)) == []
    assert judged([old, jumped], jumped, bases=[old], judged=(0, 1)) == []


def test_a_merge_that_undoes_the_step_of_one_side_is_to_blame() -> None:
    old, new = one("not_required"), one("queued")
    for parents in ([new, old], [old, new]):
        assert [code for code, _ in judged(parents, old, bases=[old], judged=(0, 1))] == [STATUS]


@pytest.mark.parametrize("status", ["pending", None, 3, ["queued"]], ids=repr)
def test_an_unknown_status_is_another_rules_matter(status: object) -> None:
    known, unknown = one("resolved"), state({"a": {"review_status": status}, "b": record()})
    assert step({**known, **state({"a": record(), "b": record()})}, unknown) == []
    assert step(unknown, state({"a": record("in_progress"), "b": record()})) == []


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("In Progress", "in_progress"),
        ("RESOLVED", "resolved"),
        ("done", None),
        (None, None),
        ("queued", "queued"),
    ],
)
def test_what_a_fix_would_make_of_it_counts(text: str | None, known: str | None) -> None:
    assert meant(text) == known


def test_spelling_is_no_step_and_no_way_around() -> None:
    assert (
        step(
            state({"a": record("In Progress"), "b": record()}),
            state({"a": record("in_progress"), "b": record()}),
        )
        == []
    )
    assert step(one("resolved"), state({"a": record("In-Progress"), "b": record()})) == [(STATUS, "a")]


def test_a_way_through_an_end_needs_a_decision() -> None:
    assert needs_decision(way("resolved", "in_progress"))
    assert not needs_decision(way("not_required", "in_progress"))
    assert not needs_decision(way("resolved", "queued"))


def test_every_record_is_judged_by_itself() -> None:
    before = state({name: record("resolved", decision()) for name in "abc"})
    after = state(
        {"a": record("in_progress", decision()), "b": record("queued"), "c": record("queued", decision())}
    )
    assert step(before, after) == [(DECISION, "b"), (STATUS, "a")]
