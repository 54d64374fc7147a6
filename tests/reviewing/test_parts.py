"""The work shared out and brought back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.contracts.sourceright.reviewing import parts
from sourceright_lint.contracts.sourceright.reviewing.parts import cut
from tests.reviewing.support import (
    AT,
    CSL,
    SIDECAR,
    Tool,
    candidate,
    files,
    findings,
    item,
    items_of,
    queued,
    record,
    references,
    small,
    write_workspace,
)


def entry(id: str, **more: Any) -> dict[str, Any]:
    return {
        "reference_id": id,
        "decision": "keep_canonical",
        "reviewer": "agent:checker",
        "decided_at": AT,
        "status": "resolved",
        **more,
    }


def read_parts(folder: Path) -> list[list[dict[str, Any]]]:
    return [
        [json.loads(line) for line in part.read_bytes().splitlines()]
        for part in sorted(folder.glob("*.jsonl"))
    ]


@pytest.mark.parametrize("count", [0, 1, 2, 7, 40])
@pytest.mark.parametrize(
    "way", [{"size": 1}, {"size": 3}, {"size": 50}, {"parts": 1}, {"parts": 4}, {"parts": 50}]
)
def test_cuts_are_complete_and_disjoint(count: int, way: dict[str, int]) -> None:
    lines = [f"{number}\n".encode() for number in range(count)]
    pieces = cut(lines, way.get("size"), way.get("parts"))
    assert b"".join(pieces) == b"".join(lines)
    assert all(pieces)
    if "size" in way:
        assert all(piece.count(b"\n") == way["size"] for piece in pieces[:-1])
    else:
        sizes = [piece.count(b"\n") for piece in pieces]
        assert len(pieces) == min(way["parts"], count)
        assert max(sizes, default=0) - min(sizes, default=0) <= 1


def test_parts_hold_what_a_reviewer_needs(tool: Tool) -> None:
    assert tool.review("partition", "--parts", "2", "--out", "parts") == 0
    first, second = read_parts(tool.folder / "parts")
    assert [entry["id"] for entry in first + second] == ["gulls", "herons", "weirs"]
    for line in first + second:
        id = line["id"]
        assert line["item"] == items_of(tool.folder)[id]
        queue = queued(tool.folder)[id]
        assert {key: line[key] for key in queue} == queue
    assert second[0]["review_decisions"] == references(tool.folder)["weirs"]["review_decisions"]
    before = {path.name: path.read_bytes() for path in (tool.folder / "parts").iterdir()}
    assert tool.review("partition", "--parts", "2", "--out", "parts") == 0
    assert {path.name: path.read_bytes() for path in (tool.folder / "parts").iterdir()} == before
    assert tool("check") == 0


def test_parts_are_named_where_they_are(tool: Tool) -> None:
    told = tool.json("review", "partition", "--size", "2", "--out", "some/parts")
    assert told["parts"] == [
        {"file": "some/parts/part-001.jsonl", "records": 2},
        {"file": "some/parts/part-002.jsonl", "records": 1},
    ]
    assert all((tool.folder / part["file"]).exists() for part in told["parts"])


def test_parts_of_two_cuts_are_not_mixed(tool: Tool) -> None:
    assert tool.review("partition", "--size", "1", "--out", "parts") == 0
    assert tool.review("partition", "--size", "2", "--out", "parts") == 2
    assert "a part of another cut" in tool.err


def test_numbers_are_kept_to_the_digit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: Tool) -> None:
    text = (tool.folder / SIDECAR).read_text().replace("0.86", "0.860000000000000001", 2)
    (tool.folder / SIDECAR).write_text(text)
    assert tool.review("partition", "--parts", "1", "--out", "parts") == 0
    assert "0.860000000000000001" in (tool.folder / "parts" / "part-001.jsonl").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "either --size or --parts"),
        (("--size", "2", "--parts", "2"), "either --size or --parts"),
        (("--size", "0"), "expected a number from 1"),
        (("--parts", "x"), "expected a number from 1"),
        (("--parts", "2", "--status", "open"), "known: not_required"),
    ],
)
def test_refused_cuts(tool: Tool, arguments: tuple[str, ...], message: str) -> None:
    assert tool.review("partition", *arguments, "--out", "parts") == 2
    assert message in tool.err
    assert not (tool.folder / "parts").exists()


@pytest.mark.parametrize("out", ["", " ", CSL, "loop"])
def test_parts_go_into_a_folder(tool: Tool, out: str) -> None:
    small(tool.folder)
    (tool.folder / "loop").symlink_to("loop")
    before = files(tool.folder)
    assert tool.review("partition", "--parts", "2", "--out", out) == 2
    assert tool.err.startswith(f'sourceright-lint: error: --out "{out}": it must be a folder')
    assert files(tool.folder) == before


@pytest.mark.parametrize("form", ["array", "lines"])
def test_import(tool: Tool, form: str) -> None:
    entries = [
        entry("gulls", notes="checked in print"),
        entry("weirs", candidate=1, fields=["volume"], decision="apply_candidate"),
        entry("eels", status="unresolved", notes=None),
    ]
    text = json.dumps(entries) if form == "array" else "".join(json.dumps(one) + "\n" for one in entries)
    (tool.folder / "done.json").write_text(text)
    assert tool.review("import", "done.json") == 0, tool.out
    assert tool.out == "done.json: 3 recorded\n"
    now = references(tool.folder)
    assert now["gulls"]["review_decisions"] == [
        {
            "decision": "keep_canonical",
            "reviewer": "agent:checker",
            "decided_at": AT,
            "notes": "checked in print",
        }
    ]
    assert items_of(tool.folder)["weirs"]["volume"] == "21"
    assert now["eels"]["review_status"] == "unresolved"
    assert findings(tool.folder) == []
    once = files(tool.folder)
    assert tool.review("import", "done.json") == 0
    assert tool.out == "done.json: 0 recorded, 3 recorded before\n"
    assert files(tool.folder) == once


BAD = [
    ({"reference_id": "gulls"}, '"decision" is missing'),
    (entry("gulls", decision=" "), "is blank"),
    (entry("gulls", status="done"), '"resolved" or "unresolved"'),
    (entry("gulls", decided_at="2026-06-01"), "a date only"),
    (entry("gulls", decided_at=7), "must be text"),
    (entry("gulls", note="x"), 'did you mean "notes"?'),
    (entry("gulls", notes=["x"]), '"notes" must be text'),
    (entry("gulls", candidate=1), "go together"),
    (entry("gulls", candidate=0, fields=["volume"]), "the number of a candidate"),
    (entry("gulls", candidate=1, fields="volume"), "a list of names"),
    (entry("gulls", candidate=1, fields=["pages"]), "says nothing about"),
    (entry("none"), 'no record "none"'),
    (entry("reeds"), "is resolved already"),
    (entry("herons"), 'claimed by "tm"'),
    (entry("gulls", decision="claim"), "decides nothing"),
    ("gulls", "an entry must be an object"),
]


@pytest.mark.parametrize(("bad", "message"), BAD, ids=[message for _, message in BAD])
def test_all_or_nothing(tool: Tool, bad: Any, message: str) -> None:
    before = files(tool.folder)
    (tool.folder / "done.jsonl").write_text("".join(json.dumps(one) + "\n" for one in (entry("weirs"), bad)))
    (tool.folder / "good.jsonl").write_text(json.dumps(entry("gulls")) + "\n")
    assert tool.review("import", "done.jsonl") == 1
    assert message in tool.out
    assert tool.out.startswith("done.jsonl:2:")
    assert tool.out.endswith("done.jsonl: nothing was imported\n")
    assert files(tool.folder) == before
    assert tool.review("import", "done.jsonl", "good.jsonl") == 1
    assert set(references(tool.folder)["gulls"]) > {"review_decisions"}


def test_every_bad_entry_is_listed_with_its_place(tool: Tool) -> None:
    (tool.folder / "done.json").write_text(
        json.dumps([entry("none"), entry("gulls", status="x", decided_at="y"), entry("weirs")], indent=1)
    )
    assert tool.review("import", "done.json", "--output-format", "json-lines") == 1
    told = [json.loads(line) for line in tool.out.splitlines()]
    [result] = told
    assert [(fault["line"], fault["id"]) for fault in result["faults"]] == [
        (2, "none"),
        (13, "gulls"),
        (14, "gulls"),
    ]
    (tool.folder / "done.json").write_text(
        json.dumps([entry("none"), entry("nil"), entry("weirs")], indent=1)
    )
    assert tool.review("import", "done.json") == 1
    assert [line.split(":")[1] for line in tool.out.splitlines() if "no record" in line] == ["2", "9"]


def test_unreadable_and_impossible_entries_are_listed_together(tool: Tool) -> None:
    entries = [entry("none"), entry("gulls", status="x"), entry("reeds"), entry("weirs")]
    (tool.folder / "done.jsonl").write_text("".join(json.dumps(one) + "\n" for one in entries))
    assert tool.review("import", "done.jsonl") == 1
    assert [line.split(":")[1] for line in tool.out.splitlines() if line.startswith("done.jsonl:")] == [
        "1", "2", "3", " nothing was imported",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "[", '[{"reference_id": 1', '{"a":1,"a":2}\n', "nonsense\n", "{}"])
def test_broken_files(tool: Tool, text: str) -> None:
    before = files(tool.folder)
    (tool.folder / "done.json").write_text(text)
    assert tool.review("import", "done.json") == (1 if text else 0)
    assert files(tool.folder) == before


def test_names_in_a_file_of_decisions_cannot_forge_output(tool: Tool) -> None:
    (tool.folder / "done.jsonl").write_text(json.dumps(entry("x\n::error::\u202e")) + "\n")
    assert tool.review("import", "done.jsonl") == 1
    assert "\n::error::" not in tool.out
    assert "\u202e" not in tool.out


def test_the_right_workspace_of_several(tool: Tool) -> None:
    write_workspace(
        tool.folder / "other",
        [item("owls")],
        {"owls": record("queued", provider_candidates=[candidate("x")])},
    )
    (tool.folder / "done.jsonl").write_text(json.dumps(entry("owls")) + "\n")
    assert tool.review("import", "done.jsonl") == 0
    assert references(tool.folder / "other")["owls"]["review_status"] == "resolved"
    assert tool.review("partition", "--parts", "1", "--out", "parts") == 2
    assert "--workspace" in tool.err
    assert tool.review("partition", "--parts", "1", "--out", "parts", "--workspace", ".") == 2
    assert tool.review("partition", "--parts", "1", "--out", "parts", "--workspace", SIDECAR) == 0


def test_lines_are_the_same_on_both_ways(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain files are read as values, odd ones as text."""
    assert tool.review("partition", "--parts", "1", "--out", "plain") == 0
    monkeypatch.setattr(parts, "_is_plain", lambda document: False)
    assert tool.review("partition", "--parts", "1", "--out", "exact") == 0
    name = "part-001.jsonl"
    assert (tool.folder / "plain" / name).read_bytes() == (tool.folder / "exact" / name).read_bytes()
