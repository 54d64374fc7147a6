"""The same decision said twice is done once; one that only resembles a recorded one is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.reviewing.support import (
    AT,
    LATER,
    Tool,
    candidate,
    files,
    findings,
    items_of,
    references,
    rewrite,
)


def decide(status: str, *more: str, at: str = AT) -> list[str]:
    return [
        "decide", "gulls", "--status", status, "--decision", "apply_candidate", "--reviewer", "tm",
        "--decided-at", at, *more,
    ]  # fmt: skip


def apply(fields: str, *more: str, number: int = 1, at: str = AT) -> list[str]:
    return [
        "apply", "gulls", "--candidate", str(number), "--fields", fields, "--reviewer", "tm", "--decided-at", at,
        *more,
    ]  # fmt: skip


def entry(status: str = "resolved", **more: Any) -> dict[str, Any]:
    return {
        "reference_id": "gulls", "decision": "apply_candidate", "reviewer": "tm", "decided_at": AT,
        "status": status, **more,
    }  # fmt: skip


@pytest.fixture
def two(tool: Tool) -> Tool:
    """A second candidate, which differs in more fields."""

    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["gulls"]["provider_candidates"].append(
            candidate("openalex", DOI="10.5555/gulls", volume="22", page="7-9", issue="3")
        )

    rewrite(tool.folder, change)
    return tool


SAME = {
    "decide": (decide("resolved"), decide("resolved")),
    "decide with notes": (decide("resolved", "--notes", "x"), decide("resolved", "--notes", "x")),
    "apply": (apply("volume"), apply("volume")),
    "apply with notes": (apply("volume", "--notes", "x"), apply("volume", "--notes", "x")),
    "apply in another order": (apply("volume,page", number=2), apply("page,volume", number=2)),
    "apply what is equal": (apply("title", "--notes", "x"), apply("title", "--notes", "x")),
}
OTHER = {
    "status": (decide("resolved"), decide("unresolved"), "it made the record resolved, not unresolved"),
    "status back": (decide("unresolved"), decide("resolved"), "it made the record unresolved, not resolved"),
    "status of apply": (apply("volume"), apply("volume", "--status", "unresolved"), "not unresolved"),
    "apply after decide": (
        decide("resolved", "--notes", "x"), apply("volume", "--notes", "x"), 'did not take "volume"',
    ),
    "fields": (apply("volume", number=2), apply("page", number=2), 'it took "volume", not "page"'),
    "more fields": (
        apply("volume", number=2), apply("volume,page", number=2), 'it took "volume", not "page", "volume"',
    ),
    "fields with notes": (
        apply("volume", "--notes", "x", number=2), apply("page", "--notes", "x", number=2), 'it took "volume"',
    ),
    "more fields with notes": (
        apply("volume", "--notes", "x", number=2), apply("volume,page", "--notes", "x", number=2),
        'did not take "page"',
    ),
    "fields and status": (
        apply("volume", "--status", "unresolved", number=2), apply("page", number=2), 'it took "volume"',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("first", "again"), SAME.values(), ids=list(SAME))
def test_the_same(two: Tool, first: list[str], again: list[str]) -> None:
    assert two.review(*first) == 0, two.err
    before = files(two.folder)
    assert two.review(*again) == 0, two.err
    assert "nothing to change" in two.out
    assert files(two.folder) == before


@pytest.mark.parametrize(("first", "other", "why"), OTHER.values(), ids=list(OTHER))
def test_what_only_resembles_it(two: Tool, first: list[str], other: list[str], why: str) -> None:
    assert two.review(*first) == 0, two.err
    before = files(two.folder)
    assert two.review(*other) == 2
    assert "is recorded for" in two.err
    assert why in two.err
    assert "--decided-at" in two.err
    assert files(two.folder) == before


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"status": "unresolved"}, "not unresolved"),
        ({"candidate": 1, "fields": ["volume"]}, 'did not take "volume"'),
    ],
)
def test_in_a_file(tool: Tool, other: dict[str, Any], why: str) -> None:
    (tool.folder / "done.json").write_text(json.dumps([entry(notes="x")]))
    (tool.folder / "other.json").write_text(json.dumps([entry(notes="x", **other)]))
    (tool.folder / "both.json").write_text(json.dumps([entry(notes="x"), entry(notes="x", **other)]))
    before = files(tool.folder)
    assert tool.review("import", "both.json") == 1
    assert why in tool.out
    assert files(tool.folder) == before
    assert tool.review("import", "done.json") == 0
    before = files(tool.folder)
    assert tool.review("import", "other.json") == 1
    assert why in tool.out
    assert files(tool.folder) == before


@pytest.mark.parametrize("notes", [{}, {"notes": "seen in print"}])
def test_it_does_not_hang_on_the_place_of_a_candidate(two: Tool, notes: dict[str, str]) -> None:
    (two.folder / "done.json").write_text(json.dumps([entry(candidate=1, fields=["volume"], **notes)]))
    assert two.review("import", "done.json") == 0
    rewrite(two.folder, lambda items, records: records["gulls"]["provider_candidates"].reverse())
    before = files(two.folder)
    assert two.review("import", "done.json") == 0, two.out
    assert two.out == "done.json: 0 recorded, 1 recorded before\n"
    assert files(two.folder) == before


@pytest.mark.parametrize("notes", [{}, {"notes": "seen in print"}])
def test_it_does_not_hang_on_what_was_decided_later(two: Tool, notes: dict[str, str]) -> None:
    (two.folder / "done.json").write_text(json.dumps([entry(candidate=1, fields=["volume"], **notes)]))
    assert two.review("import", "done.json") == 0
    assert two.review("reopen", "gulls", "--reviewer", "tm", "--reason", "x", "--at", LATER) == 0
    for number, status, at in ((2, "unresolved", LATER), (1, "resolved", "2026-06-03T09:00:00Z")):
        assert two.review(*apply("volume", "--status", status, number=number, at=at)) == 0, two.err
        before = files(two.folder)
        assert two.review("import", "done.json") == 0, two.out
        assert files(two.folder) == before
    assert items_of(two.folder)["gulls"]["volume"] == "21"
    assert len(references(two.folder)["gulls"]["review_decisions"]) == 4
    assert findings(two.folder) == []
