"""References that change after, or at, the end of their review."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.contracts.sourceright import CSL, SIDECAR
from sourceright_lint.contracts.sourceright.bibliographic import changed_members
from tests.sourceright.csl.support import all_cases, run
from tests.sourceright.history.support import ITEM, decision, found, item, judged, record, state, step

FULL = item(
    "a",
    DOI="10.5555/a",
    issued={"date-parts": [[2021, 4]]},
    author=[{"family": "Reed", "given": "A."}],
    volume="12",
    note="read twice",
)

SAME = [
    pytest.param({"id": "b"}, id="id"),
    pytest.param({"title": "  About \n a "}, id="white space in the title"),
    pytest.param({"DOI": "https://doi.org/10.5555/A"}, id="dress of the DOI"),
    pytest.param({"type": "Book"}, id="case of the type"),
    pytest.param({"volume": 12}, id="number for text"),
    pytest.param({"issued": {"date-parts": [["2021", "4"]]}}, id="text for numbers in a date"),
    pytest.param({"note": "read once", "keyword": "eels", "abstract": "…"}, id="notes of the owner"),
    pytest.param({"accessed": {"date-parts": [[2026, 5, 1]]}}, id="access date"),
    pytest.param({"confidence": 0.9, "x-our-field": 1}, id="what no reader knows"),
    pytest.param({"publisher": "", "editor": [], "ISBN": None}, id="empty members"),
]
OTHER = [
    pytest.param({"title": "About b"}, ["title"], id="title"),
    pytest.param({"title": "About A"}, ["title"], id="case of the title"),
    pytest.param({"DOI": "10.5555/b"}, ["DOI"], id="DOI"),
    pytest.param({"DOI": None}, ["DOI"], id="DOI gone"),
    pytest.param({"type": "chapter"}, ["type"], id="type"),
    pytest.param({"volume": 13}, ["volume"], id="volume"),
    pytest.param({"issued": {"date-parts": [[2022]]}}, ["issued"], id="year"),
    pytest.param({"author": [{"family": "Reed", "given": "B."}]}, ["author"], id="author"),
    pytest.param({"page": "1-2", "ISSN": "1234-5678"}, ["ISSN", "page"], id="members added"),
    pytest.param({"title": 3}, ["title"], id="wrong type"),
]


@pytest.mark.parametrize("change", SAME)
def test_another_spelling_is_the_same_reference(change: dict[str, Any]) -> None:
    assert changed_members(FULL, {**FULL, **change}) == []
    assert changed_members({**FULL, **change}, FULL) == []


@pytest.mark.parametrize(("change", "members"), OTHER)
def test_what_describes_the_work_counts(change: dict[str, Any], members: list[str]) -> None:
    assert changed_members(FULL, {**FULL, **change}) == members
    assert changed_members({**FULL, **change}, FULL) == members


@pytest.mark.parametrize("value", [1e308 * 10, -0.0, True, [], {}, [[{}]], "\ud800", 10**30], ids=repr)
def test_any_value_can_be_compared(value: Any) -> None:
    for key in ("volume", "DOI", "type", "issued", "author", "title"):
        assert changed_members({key: value}, {key: value}) == []
        changed_members({key: value}, FULL)


def with_status(status: str, *decisions: Any, **change: Any) -> dict[str, bytes]:
    return state({"a": record(status, *decisions)}, [{**FULL, **change}])


COMMITS = [
    pytest.param("resolved", "resolved", True, id="resolved"),
    pytest.param("unresolved", "unresolved", True, id="unresolved"),
    pytest.param("in_progress", "resolved", True, id="at the end of a review"),
    pytest.param("resolved", "queued", True, id="reopened, and nobody says so"),
    pytest.param("queued", "in_progress", False, id="under review"),
    pytest.param("not_required", "not_required", False, id="not required"),
]


@pytest.mark.parametrize(("before", "after", "told"), COMMITS)
def test_a_reviewed_reference_changes_with_a_decision_only(before: str, after: str, told: bool) -> None:
    changed = {"title": "Other"}
    assert step(with_status(before), with_status(after, **changed)) == ([(ITEM, "a")] if told else [])
    assert step(with_status(before), with_status(after, decision(), **changed)) == []
    assert step(with_status(before), with_status(after)) == []
    assert step(with_status(before), with_status(after, note="x")) == []


def test_an_old_decision_does_not_count() -> None:
    old = decision("keep", 1)
    assert step(with_status("resolved", old), with_status("resolved", old, title="Other")) == [(ITEM, "a")]


def test_the_place_is_the_first_member_that_changed() -> None:
    sides = (
        with_status("resolved"),
        with_status("resolved", title="Other", volume="13", DOI="10.5555/z", page="1"),
    )
    [(_, problem)] = judged(sides[:1], sides[1])
    assert problem.place.document.path == CSL
    assert problem.place.pointer == (0, "DOI")
    assert "its DOI, page, title and 1 more members changed" in problem.message
    assert [(note.place.document.path, note.place.pointer) for note in problem.notes] == [
        (SIDECAR, ("references", "a", "review_status"))
    ]


def test_a_member_that_is_gone_is_told_at_the_item() -> None:
    before, after = with_status("resolved"), with_status("resolved")
    without = {key: value for key, value in FULL.items() if key != "DOI"}
    after[CSL] = json.dumps([without]).encode()
    [(_, problem)] = judged([before], after)
    assert problem.place.pointer == (0,)


def test_merges() -> None:
    base, changed = with_status("resolved"), with_status("resolved", title="Other")
    assert found([base, changed], changed, bases=[base], judged=(0, 1)) == []
    assert found([base, changed], changed, bases=[base], judged=(0,)) == [(ITEM, "a")]
    assert found([changed, base], changed, bases=[base], judged=(0,)) == []
    assert found([base, base], changed, bases=[base], judged=(0, 1)) == [(ITEM, "a")]
    volume = with_status("resolved", volume="13")
    both = with_status("resolved", volume="13", title="Other")
    assert found([volume, changed], both, bases=[base], judged=(0, 1)) == []
    more = with_status("resolved", volume="14", title="Other")
    assert found([volume, changed], more, bases=[base], judged=(0, 1)) == [(ITEM, "a")]


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_safe_fixes_leave_the_reference_what_it_is(case: Any) -> None:
    changes = {change.path: change.new for change in run(case.files, False, case.options).changes}
    before, after = dict(case.files), {**case.files, **changes}
    if not changes:
        return
    for files in (before, after):
        entries = _items(files)
        files[SIDECAR] = state({str(entry["id"]).strip(): record("resolved") for entry in entries}, [])[
            SIDECAR
        ]
    assert step(before, after) == []


def _items(files: dict[str, bytes]) -> list[dict[str, Any]]:
    value = json.loads(files[CSL])
    return (
        [entry for entry in value if isinstance(entry, dict) and "id" in entry]
        if isinstance(value, list)
        else []
    )
