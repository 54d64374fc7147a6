"""Texts that cannot be written as UTF-8, or that no terminal should be given, get into no record."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.reviewing.support import AT, Tool, files, references, rewrite

DECIDE = ["decide", "gulls", "--status", "resolved", "--decided-at", AT]
TEXTS = {
    "decision": [*DECIDE, "--reviewer", "tm", "--decision"],
    "reviewer": [*DECIDE, "--decision", "keep", "--reviewer"],
    "notes": [*DECIDE, "--decision", "keep", "--reviewer", "tm", "--notes"],
    "claim": ["claim", "gulls", "--reviewer"],
    "reason": ["reopen", "reeds", "--reviewer", "tm", "--at", AT, "--reason"],
    "apply": ["apply", "gulls", "--candidate", "1", "--fields", "volume", "--reviewer", "tm", "--decision"],
}
BAD = {
    "a lone surrogate": "\ud83d",
    "a byte that is no UTF-8": "caf\udce9",
    "an escape": "\x1b[2J",
    "NUL": "a\x00b",
    "C1": "a\x9b1m",
    "DEL": "a\x7f",
}
IN_LINES = ("notes", "reason")


@pytest.mark.parametrize("text", BAD.values(), ids=list(BAD))
@pytest.mark.parametrize("name", TEXTS)
def test_refused_on_the_command_line(tool: Tool, name: str, text: str) -> None:
    before = files(tool.folder)
    assert tool.review(*TEXTS[name], text) == 2
    assert "must not hold" in tool.err
    assert files(tool.folder) == before


@pytest.mark.parametrize("name", TEXTS)
def test_line_breaks_are_for_notes(tool: Tool, name: str) -> None:
    assert tool.review(*TEXTS[name], "seen in print,\n\tand online") == (0 if name in IN_LINES else 2)
    assert ("a line break" in tool.err) is (name not in IN_LINES)


def test_other_text_is_kept_as_it_is(tool: Tool) -> None:
    text = "naïve 🐍 \u202f— ok"
    assert tool.review(*TEXTS["notes"], text) == 0, tool.err
    assert references(tool.folder)["gulls"]["review_decisions"][-1]["notes"] == text


@pytest.mark.parametrize("text", BAD.values(), ids=list(BAD))
@pytest.mark.parametrize("key", ["decision", "reviewer", "notes"])
def test_refused_in_a_file(tool: Tool, key: str, text: str) -> None:
    before = files(tool.folder)
    entry: dict[str, Any] = {
        "reference_id": "gulls", "decision": "keep", "reviewer": "tm", "decided_at": AT, "status": "resolved",
    }  # fmt: skip
    (tool.folder / "done.json").write_text(json.dumps([{**entry, key: f"x {text}"}]))
    assert tool.review("import", "done.json") == 1
    assert f'"{key}" must not hold' in tool.out
    assert files(tool.folder) == before


def test_a_provider_with_such_a_name_is_named_as_it_is_shown(tool: Tool) -> None:
    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["gulls"]["provider_candidates"][0]["provider"] = "cross\x1bref"

    rewrite(tool.folder, change)
    assert tool.review(*TEXTS["apply"][:-1], "--decided-at", AT) == 0, tool.err
    assert references(tool.folder)["gulls"]["review_decisions"][-1]["notes"] == "volume from cross\\u001bref"


def test_the_reason_of_an_orphan(tool: Tool) -> None:
    before = files(tool.folder)
    assert tool("migrate", "--mark-orphans", "gone \udce9") == 2
    assert "must not hold" in tool.err
    assert files(tool.folder) == before
