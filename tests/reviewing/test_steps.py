"""One step at a time: what it changes, what it refuses, and what it says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.contracts.sourceright.transitions import NEXT
from tests.reviewing.support import (
    AT,
    CSL,
    LATER,
    QUEUE,
    SIDECAR,
    Tool,
    files,
    findings,
    items_of,
    queued,
    references,
    rewrite,
)

OF_STATUS = {
    "not_required": "eels",
    "queued": "gulls",
    "in_progress": "herons",
    "resolved": "reeds",
    "unresolved": "weirs",
}
CLAIM = ("claim", "{id}", "--reviewer", "tm", "--claimed-at", AT)
RELEASE = ("release", "{id}")
RESOLVE = (
    "decide", "{id}", "--status", "resolved", "--decision", "keep_canonical", "--reviewer", "tm", "--decided-at", AT,
)  # fmt: skip
GIVE_UP = (
    "decide", "{id}", "--status", "unresolved", "--decision", "insufficient_evidence", "--reviewer", "tm",
    "--decided-at", AT,
)  # fmt: skip
APPLY = (
    "apply", "{id}", "--candidate", "1", "--fields", "volume", "--reviewer", "tm", "--decided-at", AT,
)  # fmt: skip
REOPEN = ("reopen", "{id}", "--reviewer", "tm", "--reason", "new print", "--at", AT)

LEADS_TO = {
    CLAIM: ("in_progress", {"queued", "in_progress", "unresolved"}),
    RELEASE: ("queued", {"queued", "in_progress"}),
    RESOLVE: ("resolved", {"not_required", "queued", "in_progress", "unresolved"}),
    GIVE_UP: ("unresolved", {"not_required", "queued", "in_progress", "resolved"}),
    APPLY: ("resolved", {"not_required", "queued", "in_progress", "unresolved"}),
    REOPEN: ("queued", {"not_required", "resolved", "unresolved"}),
}


def of(command: tuple[str, ...], id: str) -> list[str]:
    return [word.format(id=id) for word in command]


@pytest.mark.parametrize("status", OF_STATUS)
@pytest.mark.parametrize("command", LEADS_TO, ids=lambda command: "-".join(command[:1] + command[3:4]))
def test_steps(tool: Tool, command: tuple[str, ...], status: str) -> None:
    id, (after, allowed) = OF_STATUS[status], LEADS_TO[command]
    before, had, found = references(tool.folder), files(tool.folder), findings(tool.folder)
    done = tool.review(*of(command, id))
    if status not in allowed:
        assert done == 2
        assert tool.err.startswith(f'sourceright-lint: error: "{id}"')
        assert files(tool.folder) == had
        return
    assert done == 0, tool.err
    now = references(tool.folder)
    assert now[id]["review_status"] == after
    assert after == status or after in NEXT[status]
    assert {k: v for k, v in now.items() if k != id} == {k: v for k, v in before.items() if k != id}
    old = before[id].get("review_decisions", [])
    assert now[id].get("review_decisions", [])[: len(old)] == old
    assert findings(tool.folder) == found
    assert [finding for finding in found if finding[0].startswith(("format", "queue"))] == []


def test_only_the_record_and_its_line_differ(tool: Tool) -> None:
    before = files(tool.folder)
    assert tool.review(*of(RESOLVE, "gulls")) == 0
    after = files(tool.folder)
    assert after[CSL] == before[CSL]
    start, end = (before[SIDECAR].index(f'"{name}": {{'.encode()) for name in ("gulls", "herons"))
    grown = len(after[SIDECAR]) - len(before[SIDECAR])
    assert after[SIDECAR][:start] == before[SIDECAR][:start]
    assert after[SIDECAR][end + grown :] == before[SIDECAR][end:]
    lines = before[QUEUE].splitlines(keepends=True)
    assert after[QUEUE] == b"".join(line for line in lines if b'"gulls"' not in line)


def test_what_a_decision_leaves(tool: Tool) -> None:
    assert tool.review(*of(RESOLVE, "herons"), "--notes", "seen in print") == 0
    record = references(tool.folder)["herons"]
    assert "claim" not in record
    assert record["review_decisions"] == [
        {"decision": "keep_canonical", "reviewer": "tm", "decided_at": AT, "notes": "seen in print"}
    ]
    assert "herons" not in queued(tool.folder)
    assert tool.out == f'herons: in_progress -> resolved, "keep_canonical" by "tm" at {AT}\n'


def test_what_a_claim_leaves(tool: Tool) -> None:
    assert tool.review(*of(CLAIM, "gulls")) == 0
    assert references(tool.folder)["gulls"]["claim"] == {"reviewer": "tm", "claimed_at": AT}
    assert queued(tool.folder)["gulls"]["review_status"] == "in_progress"
    assert "claim" not in queued(tool.folder)["gulls"]
    before = files(tool.folder)
    assert tool.review("claim", "gulls", "--reviewer", "tm", "--claimed-at", LATER) == 0
    assert files(tool.folder) == before
    assert "nothing to change" in tool.out


def test_several_are_claimed_or_none(tool: Tool) -> None:
    before = files(tool.folder)
    assert tool.review("claim", "gulls", "reeds", "--reviewer", "tm") == 2
    assert files(tool.folder) == before
    assert tool.review("claim", "gulls", "weirs", "--reviewer", "tm", "--output-format", "json-lines") == 0
    lines = [json.loads(line) for line in tool.out.splitlines()]
    assert [(line["id"], line["to"]) for line in lines] == [
        ("gulls", "in_progress"),
        ("weirs", "in_progress"),
    ]


@pytest.mark.parametrize(
    ("arguments", "message", "help"),
    [
        (("claim", "herons", "--reviewer", "kb"), 'claimed by "tm"', "review release herons"),
        ([*of(RESOLVE, "herons")[:6], "--reviewer", "kb"], 'claimed by "tm"', "review release herons"),
        (("release", "herons", "--reviewer", "kb"), 'claimed by "tm"', ""),
        (("claim", "reeds", "--reviewer", "tm"), "resolved -> queued -> in_progress", "review reopen reeds"),
        (("claim", "eels", "--reviewer", "tm"), "not_required -> queued -> in_progress", "review reopen eels"),
        (of(RESOLVE, "reeds"), "is resolved already", "review reopen reeds"),
        (("claim", "gull", "--reviewer", "tm"), 'no record "gull"', 'did you mean "gulls"?'),
        (("claim", "gulls", "--reviewer", " "), "must not be empty", ""),
        ([*of(CLAIM, "gulls")[:4], "--claimed-at", "2026-06-01"], "date only", "2026-05-09T14:30:00Z"),
        ([*of(RESOLVE, "gulls")[:9], "2026-02-30T00:00:00Z"], "impossible", ""),
        ([*of(RESOLVE, "weirs")[:9], "2026-05-01T00:00:00Z"], "later than", "--decided-at"),
        ([*of(REOPEN, "weirs")[:7], "2026-05-01T00:00:00Z"], "later than", "--at"),
        (
            ("decide", "gulls", "--status", "resolved", "--decision", "Re-open", "--reviewer", "tm"),
            "decides nothing",
            "keep_canonical",
        ),
        ([*of(APPLY, "gulls")[:3], "7", *of(APPLY, "gulls")[4:]], "has no candidate 7", "1 to 1"),
        ([*of(APPLY, "gulls")[:5], "doi", *of(APPLY, "gulls")[6:]], 'nothing about "doi"', "did you mean \"DOI\"?"),
        ([*of(APPLY, "gulls")[:5], "id", *of(APPLY, "gulls")[6:]], "never taken from a candidate", ""),
        (("claim", "--reviewer", "tm"), "name at least one record", ""),
    ],
)  # fmt: skip
def test_refusals(tool: Tool, arguments: Any, message: str, help: str) -> None:
    before = files(tool.folder)
    assert tool.review(*arguments) == 2
    assert message in tool.err
    assert help in tool.err
    assert files(tool.folder) == before


def test_taken_over_after_a_release(tool: Tool) -> None:
    assert tool.review("release", "herons") == 0
    assert "claim" not in references(tool.folder)["herons"]
    assert tool.review("claim", "herons", "--reviewer", "kb") == 0
    assert references(tool.folder)["herons"]["claim"]["reviewer"] == "kb"


@pytest.mark.parametrize("command", [RESOLVE, GIVE_UP, APPLY, REOPEN], ids=lambda command: command[0])
def test_said_twice_is_done_once(tool: Tool, command: tuple[str, ...]) -> None:
    id = "reeds" if command is REOPEN else "gulls"
    assert tool.review(*of(command, id)) == 0
    once = files(tool.folder)
    assert tool.review(*of(command, id)) == 0
    assert files(tool.folder) == once
    assert "nothing to change" in tool.out


def test_apply_corrects_the_item_and_marks_the_conflict(tool: Tool) -> None:
    assert tool.review(*of(APPLY, "gulls")) == 0
    assert items_of(tool.folder)["gulls"]["volume"] == "21"
    record = references(tool.folder)["gulls"]
    [conflict] = record["conflicts"]
    assert conflict["resolution"] == {"decided_at": AT, "status": "corrected"}
    assert (conflict["canonical"], conflict["candidate"]) == ("12", "21")
    assert record["review_decisions"][-1]["notes"] == "volume from crossref"


def test_what_was_in_no_conflict_gets_one_that_is_settled(tool: Tool) -> None:
    def change(items: list[Any], records: dict[str, Any]) -> None:
        data = records["gulls"]["provider_candidates"][0]["data"]
        data.update(title=["On  gulls and terns"], issued={"date-parts": [[2021]], "timestamp": 7})

    rewrite(tool.folder, change)
    words = of(APPLY, "gulls")
    words[5] = "title,issued"
    assert tool.review(*words) == 0, tool.err
    assert items_of(tool.folder)["gulls"]["title"] == "On gulls and terns"
    assert items_of(tool.folder)["gulls"]["issued"] == {"date-parts": [[2021]]}
    settled = {c["field"]: c for c in references(tool.folder)["gulls"]["conflicts"] if "resolution" in c}
    assert settled["title"]["canonical"] == "On gulls"
    assert settled["issued"]["canonical"] is None
    assert findings(tool.folder) == []


def test_apply_is_refused_where_a_rule_would_find_something(tool: Tool) -> None:
    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["gulls"]["provider_candidates"][0]["data"]["DOI"] = "10.5555/weirs"

    rewrite(tool.folder, change)
    before = files(tool.folder)
    words = of(APPLY, "gulls")
    words[5] = "DOI"
    assert tool.review(*words) == 2
    assert "csl.doi.duplicate" in tool.err
    assert files(tool.folder) == before


def test_a_reopened_record_keeps_what_was_settled(tool: Tool) -> None:
    """A correction by hand was settled by the decision after it; reopening must not make that stale."""

    def change(items: list[Any], records: dict[str, Any]) -> None:
        next(entry for entry in items if entry["id"] == "reeds")["volume"] = "21"

    rewrite(tool.folder, change)
    assert findings(tool.folder) == []
    assert tool.review(*of(REOPEN, "reeds")) == 0
    assert findings(tool.folder) == []
    [conflict] = references(tool.folder)["reeds"]["conflicts"]
    assert conflict["resolution"] == {"decided_at": "2026-05-20T08:00:00Z", "status": "corrected"}


def test_the_clock_is_read_in_utc(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert tool.review(*of(RESOLVE, "gulls")[:-2]) == 0
    at = references(tool.folder)["gulls"]["review_decisions"][0]["decided_at"]
    assert len(at) == 20
    assert at.endswith("Z")


def test_json_of_a_step(tool: Tool) -> None:
    told = tool.json("review", *of(RESOLVE, "gulls"))
    assert told["schema"] == "sourceright-lint.review.v1"
    assert told["files"] == [SIDECAR, QUEUE]
    [outcome] = told["records"]
    assert (outcome["id"], outcome["from"], outcome["to"], outcome["changed"]) == (
        "gulls", "queued", "resolved", True,
    )  # fmt: skip
