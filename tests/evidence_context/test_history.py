"""Units that change under an unchanged digest."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.contract import Change, NoSubjects
from sourceright_lint.contracts.evidence_context.history import digest_unchanged
from sourceright_lint.finding import Pointer
from sourceright_lint.rule import Problem
from tests.evidence_context.fault import FIRST, UNIT
from tests.evidence_context.support import (
    CONTRACT,
    DELETE,
    changed,
    cite,
    context,
    unit,
    valid_descriptor,
    valid_payload,
    view_of,
)

OTHER_DIGEST = "sha256:" + "1b9f60c2d7e84a35" * 4


def judged(before: Any, after: Any, *other_parents: Any) -> list[Problem]:
    now, *parents = (
        view_of({"evidence-context.json": side}) if side is not None else None
        for side in (after, before, *other_parents)
    )
    return list(digest_unchanged.check(Change(parents, now)))


@pytest.mark.parametrize(
    ("at", "new", "member"),
    [
        pytest.param((*UNIT, "text"), "Two herons.", "text", id="text"),
        pytest.param((*UNIT, "metadata", "speaker"), "B", "metadata", id="metadata value"),
        pytest.param((*UNIT, "metadata", "extra"), 1, "metadata", id="metadata key added"),
        pytest.param((*UNIT, "metadata"), DELETE, "metadata", id="metadata gone"),
        pytest.param((*UNIT, "metadata", "x", 0), True, "metadata", id="1 became true"),
        pytest.param((*UNIT, "metadata", "x", 1, "y"), False, "metadata", id="null became false"),
        pytest.param((*FIRST, "units", 0, "metadata"), {"speaker": "A"}, "metadata", id="metadata new"),
    ],
)
def test_a_changed_unit_is_an_error_at_the_digest(at: Pointer, new: Any, member: str) -> None:
    [problem] = judged(valid_payload(), changed(valid_payload(), (at, new)))
    assert problem.place.pointer == ("source_digest",)
    assert "stayed the same while 1 unit changed" in problem.message
    assert [note.place.pointer for note in problem.notes] == [(*at[:4], member)]


@pytest.mark.parametrize(
    ("changes"),
    [
        pytest.param([], id="nothing"),
        pytest.param([((*UNIT, "text"), "Two herons."), (("source_digest",), OTHER_DIGEST)], id="digest too"),
        pytest.param([((*UNIT, "metadata", "x", 0), 1.0)], id="1 became 1.0"),
        pytest.param([((*FIRST, "units", 0, "metadata"), {})], id="empty metadata for none"),
        pytest.param([((*UNIT, "kind"), "aside")], id="kind"),
        pytest.param([(("contexts", 1), DELETE)], id="units gone"),
        pytest.param([(("contexts", 2), context([unit(70, "New.")], [cite("boats", 70)]))], id="units new"),
        pytest.param([(("selected_lanes", 2), "ships")], id="another selection"),
    ],
)
def test_other_changes_are_not_its_matter(changes: list[tuple[Pointer, Any]]) -> None:
    assert judged(valid_payload(), changed(valid_payload(), *changes)) == []


def test_units_that_moved_to_another_context_are_compared() -> None:
    merged = context([unit(10), unit(50, "Changed.")], [cite("birds", 10)])
    [problem] = judged(valid_payload(), changed(valid_payload(), (("contexts",), [merged])))
    assert "1 unit changed: 50" in problem.message


def test_many_changes_are_one_finding() -> None:
    units = [unit(id) for id in range(9)]
    before = changed(valid_payload(), (("contexts",), [context(units, [cite("birds", 0)])]))
    after = changed(before, *((("contexts", 0, "units", i, "text"), "Changed.") for i in range(9)))
    [problem] = judged(before, after)
    assert "9 units changed: 0, 1, 2, 3, 4 and 4 more" in problem.message
    assert len(problem.notes) == 5


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(None, valid_payload(), id="new"),
        pytest.param(valid_payload(), None, id="deleted"),
        pytest.param(valid_payload(), b"{", id="broken now"),
        pytest.param([], valid_payload(), id="foreign before"),
        pytest.param(valid_payload(), {"source_digest": 3, "contexts": 4}, id="wrong types"),
        pytest.param(
            changed(valid_payload(), (("source_digest",), DELETE)),
            changed(valid_payload(), (("source_digest",), DELETE), ((*UNIT, "text"), "Changed.")),
            id="no digest",
        ),
    ],
)
def test_where_there_is_nothing_to_compare_nothing_is_said(before: Any, after: Any) -> None:
    assert judged(before, after) == []


def test_a_unit_that_stands_twice_is_not_compared() -> None:
    twice = context([unit(10, "One."), unit(10, "Two.")], [cite("birds", 10)])
    before = changed(valid_payload(), (("contexts",), [twice]))
    after = changed(before, (("contexts", 0, "units", 0, "text"), "Three."))
    assert judged(before, after) == []


def test_an_unsupported_version_is_not_looked_at() -> None:
    index = {"evidence_context": {**valid_descriptor(), "schema_version": "v2"}}
    after = changed(valid_payload(), ((*UNIT, "text"), "Changed."))
    views = (
        view_of({"evidence-context.json": valid_payload()}),
        view_of({"index.json": index, "evidence-context.json": after}),
    )
    assert list(digest_unchanged.check(Change(views[:1], views[1]))) == []


def test_a_view_of_another_contract_is_left_alone() -> None:
    assert list(digest_unchanged.check(Change([NoSubjects()], NoSubjects()))) == []


def test_no_state_alone_is_a_change() -> None:
    view = view_of({"evidence-context.json": valid_payload()})
    assert view is not None
    assert list(view.subjects("change")) == []
    assert digest_unchanged in CONTRACT.rules()


ONE, TWO, THREE = (changed(valid_payload(), ((*UNIT, "text"), text)) for text in ("One.", "Two.", "Three."))


@pytest.mark.parametrize(
    ("after", "parents", "count"),
    [
        pytest.param(ONE, (ONE, TWO), 0, id="as in the first parent"),
        pytest.param(TWO, (ONE, TWO), 0, id="as in the second parent"),
        pytest.param(THREE, (ONE, TWO), 1, id="as in neither"),
        pytest.param(THREE, (ONE, changed(TWO, (("source_digest",), OTHER_DIGEST))), 1, id="mixed"),
        pytest.param(ONE, (None, None), 0, id="new in the merge"),
    ],
)
def test_merges(after: Any, parents: tuple[Any, Any], count: int) -> None:
    assert len(judged(parents[0], after, parents[1])) == count
