"""Several files of decisions at once: read before anything is written, in any order, each whole or not at all."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.commands import review_import
from sourceright_lint.errors import WriteRefused
from tests.reviewing.support import (
    CSL,
    QUEUE,
    SIDECAR,
    Tool,
    candidate,
    files,
    findings,
    item,
    items_of,
    record,
    references,
    rewrite,
    small,
    write_workspace,
)


def at(day: int) -> str:
    return f"2026-06-{day:02}T09:00:00Z"


def entry(id: str, day: int, status: str = "resolved", **more: Any) -> dict[str, Any]:
    return {
        "reference_id": id, "decision": "keep", "reviewer": "tm", "decided_at": at(day), "status": status, **more,
    }  # fmt: skip


def write(folder: Path, **contents: list[dict[str, Any]]) -> list[str]:
    """A file of decisions for each list, in JSON Lines."""
    for name, entries in contents.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in entries))
    return [f"{name}.jsonl" for name in contents]


SHARED_OUT = {
    "one record in two files": {
        "a": [entry("gulls", 3)],
        "b": [entry("gulls", 1, "unresolved"), entry("weirs", 2)],
    },
    "turn and turn about": {
        "a": [entry("gulls", 1, "unresolved"), entry("gulls", 3, "unresolved", notes="again")],
        "b": [entry("gulls", 2), entry("gulls", 4)],
    },
    "the same time in other zones": {
        "a": [{**entry("gulls", 1), "decided_at": "2026-06-01T10:00:00+02:00"}],
        "b": [{**entry("gulls", 1, "unresolved"), "decided_at": "2026-06-01T09:00:00+02:00"}],
    },
    "a file that contradicts": {
        "a": [entry("gulls", 1)],
        "b": [entry("gulls", 2, decision="drop"), entry("weirs", 1)],
        "c": [entry("eels", 3)],
    },
    "at the same time": {
        "a": [entry("gulls", 1)],
        "b": [entry("gulls", 1, decision="drop")],
        "c": [entry("gulls", 1, "unresolved")],
    },
    "one that needs another": {
        "a": [entry("gulls", 2, "unresolved"), entry("weirs", 1)],
        "b": [entry("gulls", 1), entry("nobody", 1)],
        "c": [entry("gulls", 3)],
    },
    "corrections": {
        "a": [entry("gulls", 2, "unresolved", candidate=1, fields=["volume"])],
        "b": [entry("gulls", 3, candidate=2, fields=["volume"])],
        "c": [entry("weirs", 1, candidate=1, fields=["volume"])],
    },
}


@pytest.mark.parametrize("contents", SHARED_OUT.values(), ids=list(SHARED_OUT))
def test_the_order_of_the_files_makes_no_difference(tool: Tool, contents: dict[str, Any]) -> None:
    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["gulls"]["provider_candidates"].append(
            candidate("openalex", DOI="10.5555/gulls", volume="22")
        )

    outcomes = []
    for names in permutations(contents):
        small(tool.folder)
        rewrite(tool.folder, change)
        words = write(tool.folder, **{name: contents[name] for name in names})
        status = tool.review("import", *words)
        assert status in (0, 1), tool.err
        told = {line.split(":")[0]: line for line in tool.out.splitlines() if not line.startswith(" ")}
        outcomes.append((status, sorted(told.values()), files(tool.folder)))
        assert findings(tool.folder) == []
        once = files(tool.folder)
        tool.review("import", *(name for name in words if " recorded" in told[name]))
        assert files(tool.folder) == once
    assert all(outcome == outcomes[0] for outcome in outcomes)


def test_turn_and_turn_about(tool: Tool) -> None:
    words = write(tool.folder, **SHARED_OUT["turn and turn about"])
    assert tool.review("import", *reversed(words)) == 0, tool.out
    assert tool.out == "b.jsonl: 2 recorded\na.jsonl: 2 recorded\n"
    decisions = references(tool.folder)["gulls"]["review_decisions"]
    assert [one["decided_at"] for one in decisions] == [at(day) for day in (1, 2, 3, 4)]


def test_a_file_that_is_not_there_stops_all(tool: Tool) -> None:
    before = files(tool.folder)
    [name] = write(tool.folder, a=[entry("gulls", 1)])
    for words in ((name, "nothere.json"), ("nothere.json", name)):
        assert tool.review("import", *words) == 2
        assert "nothere.json: cannot be read" in tool.err
        assert "nothing was imported" in tool.err
        assert tool.out == ""
        assert files(tool.folder) == before


def test_good_files_are_imported_beside_bad_ones(tool: Tool) -> None:
    words = write(
        tool.folder,
        a=[entry("nobody", 1), entry("eels", 1)],
        b=[entry("gulls", 1)],
        c=[entry("weirs", 1, status="done")],
    )
    assert tool.review("import", *words) == 1
    lines = [line for line in tool.out.splitlines() if not line.startswith(" ")]
    assert [line.split(": ")[0] for line in lines] == [
        "a.jsonl:1:1", "a.jsonl", "b.jsonl", "c.jsonl:1:113", "c.jsonl",
    ]  # fmt: skip
    now = references(tool.folder)
    assert now["gulls"]["review_status"] == "resolved"
    assert now["eels"]["review_status"] == "not_required"


def test_who_gets_in_anothers_way_is_told(tool: Tool) -> None:
    """The first file alone is right, and so is the second; the first decision counts."""
    words = write(
        tool.folder, a=[entry("eels", 1), entry("gulls", 3)], b=[entry("weirs", 2), entry("gulls", 2)]
    )
    assert tool.review("import", *words) == 1
    assert "a.jsonl: 2 recorded" in tool.out
    assert "b.jsonl:2:1: a.jsonl:2 cannot be imported with it:" in tool.out
    assert "b.jsonl: nothing was imported" in tool.out


def test_what_a_rule_would_find_is_told_at_its_entry(tool: Tool) -> None:
    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["weirs"]["provider_candidates"][0]["data"]["DOI"] = "10.5555/gulls"

    rewrite(tool.folder, change)
    words = write(
        tool.folder,
        a=[entry("gulls", 1), entry("weirs", 2, candidate=1, fields=["DOI"])],
        b=[entry("herons", 1)],
    )
    before = files(tool.folder)
    assert tool.review("import", *words) == 1
    assert "a.jsonl:2:1: weirs: the result would have a finding" in tool.out
    assert "csl.doi.duplicate" in tool.out
    assert "b.jsonl: 1 recorded" in tool.out
    assert files(tool.folder)[CSL] == before[CSL]


def test_what_only_the_queue_holds_is_told_at_its_entry(tool: Tool) -> None:
    lines = [json.loads(line) for line in (tool.folder / QUEUE).read_text().splitlines()]
    lines[0]["reasons"] = ["no date on the page"]
    (tool.folder / QUEUE).write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert tool.review("import", *write(tool.folder, a=[entry("weirs", 1), entry("gulls", 1)])) == 1
    assert tool.out.startswith('a.jsonl:2:1: the queue line of "gulls" holds what only it holds')


@pytest.fixture
def several(tool: Tool) -> Tool:
    """Two workspaces and none above them; an id is in both."""
    for name in (CSL, SIDECAR, QUEUE):
        (tool.folder / name).unlink()
    small(tool.folder / "one")
    write_workspace(
        tool.folder / "two",
        [item("owls"), item("gulls")],
        {"owls": record("queued"), "gulls": record("queued")},
    )
    return tool


def test_files_find_their_workspaces(several: Tool) -> None:
    words = write(several.folder, a=[entry("owls", 1)], b=[entry("gulls", 1), entry("weirs", 1)])
    assert several.review("import", *words) == 0, several.out
    assert references(several.folder / "two")["owls"]["review_status"] == "resolved"
    assert references(several.folder / "two")["gulls"]["review_status"] == "queued"
    assert references(several.folder / "one")["gulls"]["review_status"] == "resolved"


def test_every_entry_without_a_workspace_is_listed(several: Tool) -> None:
    words = write(
        several.folder,
        a=[entry("nobody", 1), entry("nil", 1), entry("gulls", 1, status="x")],
        b=[entry("gulls", 1)],
        c=[entry("weirs", 1), entry("owls", 1), entry("weirs", 1)],
        d=[entry("owls", 1)],
    )
    assert several.review("import", *words) == 1
    lines = [line for line in several.out.splitlines() if not line.startswith(" ")]
    assert [line.split(": ")[0] for line in lines] == [
        "a.jsonl:1:1", "a.jsonl:2:1", "a.jsonl:3:113", "a.jsonl", "b.jsonl:1:1", "b.jsonl",
        "c.jsonl:2:1", "c.jsonl", "d.jsonl",
    ]  # fmt: skip
    assert 'none of the 2 workspaces has a record "nobody"' in several.out
    assert 'one and two have a record "gulls"' in several.out
    assert "d.jsonl: 1 recorded" in several.out


def test_what_was_done_before_a_failure_is_told(several: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    words = write(several.folder, a=[entry("owls", 1)], b=[entry("weirs", 1)])
    change = review_import.change

    def fails(place: Any, *more: Any) -> Any:
        if place.bundle.root == "two":
            raise WriteRefused("another run is writing here")
        return change(place, *more)

    monkeypatch.setattr(review_import, "change", fails)
    assert several.review("import", *words) == 2
    assert several.out == "b.jsonl: 1 recorded\n"
    assert "another run is writing here" in several.err


def test_one_file_twice(tool: Tool) -> None:
    [name] = write(tool.folder, a=[entry("gulls", 1, candidate=1, fields=["volume"])])
    assert tool.review("import", name, name) == 0
    assert tool.out == "a.jsonl: 1 recorded\na.jsonl: 0 recorded, 1 recorded before\n"
    assert items_of(tool.folder)["gulls"]["volume"] == "21"


@pytest.mark.parametrize("one", [{}, entry("nobody", 1)], ids=["that cannot be read", "of no record"])
def test_of_very_many_faults_the_first_are_told(one: dict[str, Any], tool: Tool) -> None:
    [name] = write(tool.folder, a=[one] * 2_000)
    assert tool("review", "import", name) == 1
    *told, last = [line for line in tool.out.splitlines() if line.startswith("a.jsonl:")]
    assert last == "a.jsonl: nothing was imported"
    assert len(told) == 1_000
    assert [line.endswith("(and so much more that it is left out)") for line in told] == [False] * 999 + [
        True
    ]
