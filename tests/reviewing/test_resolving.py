"""After every correction the conflicts say what became of them, and what the item ever said can be read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reviewing.support import (
    Tool,
    candidate,
    conflict,
    findings,
    items_of,
    references,
    rewrite,
)


def at(day: int) -> str:
    return f"2026-06-{day:02}T09:00:00Z"


def take(tool: Tool, number: int, day: int, field: str = "volume") -> None:
    words = ["--candidate", str(number), "--fields", field, "--reviewer", "tm", "--decided-at", at(day)]
    assert tool.review("apply", "gulls", *words) == 0, tool.err


def reopen(tool: Tool, day: int) -> None:
    words = ["--reviewer", "tm", "--reason", "another print", "--at", at(day)]
    assert tool.review("reopen", "gulls", *words) == 0, tool.err


def told(tool: Tool) -> list[tuple[Any, Any, str | None, str | None]]:
    """Canonical, candidate, status and time of each conflict about the volume."""
    return [
        (
            one["canonical"],
            one["candidate"],
            one.get("resolution", {}).get("status"),
            one.get("resolution", {}).get("decided_at"),
        )
        for one in references(tool.folder)["gulls"]["conflicts"]
        if one["field"] == "volume"
    ]


@pytest.fixture
def disputed(tool: Tool) -> Tool:
    """The item says 12, crossref 21, openalex 22; both conflicts are recorded."""

    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["gulls"]["provider_candidates"].append(
            candidate("openalex", DOI="10.5555/gulls", volume="22")
        )
        records["gulls"]["conflicts"].append(conflict("volume", "12", "22", "openalex"))

    rewrite(tool.folder, change)
    return tool


def test_another_candidate_after_a_reopening(disputed: Tool) -> None:
    take(disputed, 1, 1)
    assert told(disputed) == [("12", "21", "corrected", at(1)), ("12", "22", "rejected", at(1))]
    reopen(disputed, 2)
    take(disputed, 2, 3)
    assert told(disputed) == [
        ("12", "21", "rejected", at(3)),
        ("12", "22", "corrected", at(3)),
        ("21", "22", "corrected", at(3)),
    ]
    decisions = references(disputed.folder)["gulls"]["review_decisions"]
    assert [one["decision"] for one in decisions] == ["apply_candidate", "reopen", "apply_candidate"]
    assert findings(disputed.folder) == []


def test_back_and_forth_adds_each_change_once(disputed: Tool) -> None:
    day = 1
    for number in (1, 2, 1, 2, 1, 2):
        take(disputed, number, day)
        says = items_of(disputed.folder)["gulls"]["volume"]
        for _, other, status, when in told(disputed):
            assert status == ("corrected" if str(other) == str(says) else "rejected")
            assert status == "rejected" or when == at(day)
        reopen(disputed, day + 1)
        day += 2
    assert len(told(disputed)) == 4
    assert findings(disputed.folder) == []


def test_what_the_item_said_is_kept_where_the_conflict_is_stale(tool: Tool) -> None:
    def change(items: list[Any], records: dict[str, Any]) -> None:
        next(one for one in items if one["id"] == "gulls")["volume"] = "13"

    rewrite(tool.folder, change)
    take(tool, 1, 1)
    assert told(tool) == [("12", "21", "corrected", at(1)), ("13", "21", "corrected", at(1))]
    assert findings(tool.folder) == []


def test_a_candidate_that_was_in_no_conflict(tool: Tool) -> None:
    """Its change is told, though another conflict holds the value before."""

    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["gulls"]["provider_candidates"].append(
            candidate("openalex", DOI="10.5555/gulls", volume="22")
        )

    rewrite(tool.folder, change)
    take(tool, 2, 1)
    assert told(tool) == [("12", "21", "rejected", at(1)), ("12", "22", "corrected", at(1))]


@pytest.mark.parametrize(
    "resolution",
    [
        {"status": "corrected", "decided_at": "2026-01-01T00:00:00Z"},
        {"status": "corrected", "decided_at": "2026-01-01T00:00:00Z", "by": "kb"},
        "done",
        None,
    ],
)
def test_a_mark_that_no_decision_tells_of_is_left(tool: Tool, resolution: Any) -> None:
    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["gulls"]["provider_candidates"].append(
            candidate("openalex", DOI="10.5555/gulls", volume="22")
        )
        records["gulls"]["conflicts"][0]["resolution"] = resolution

    rewrite(tool.folder, change)
    take(tool, 2, 1)
    [first, second] = references(tool.folder)["gulls"]["conflicts"]
    assert first["resolution"] == resolution
    assert (second["canonical"], second["candidate"]) == ("12", "22")


def test_the_same_value_once_more(tool: Tool) -> None:
    take(tool, 1, 1)
    reopen(tool, 2)
    take(tool, 1, 3)
    assert told(tool) == [("12", "21", "corrected", at(1))]
