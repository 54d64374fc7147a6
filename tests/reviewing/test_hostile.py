"""Nothing that comes from a file may command a terminal or a CI system, whichever command tells it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.reviewing.support import AT, Tool, agreed, conflict, item, record, write_workspace

EVIL = "::error file=x::pwned"
WORSE = "\x1b[2J\u202e\n::set-output name=a::b\n##vso[task.setvariable]x##teamcity[x]"


@pytest.fixture
def evil(tool: Tool) -> Tool:
    bad = record(
        "queued",
        extraction={"source": WORSE, EVIL: WORSE},
        provider_candidates=[
            {**agreed("x"), "provider": WORSE, "data": {"DOI": "10.5555/x", EVIL: WORSE, "title": WORSE}}
        ],
        conflicts=[{**conflict("title", "x", WORSE, WORSE), EVIL: WORSE}],
    )
    write_workspace(
        tool.folder,
        [{**item("x"), "id": id, "title": f"On x {WORSE}", EVIL: WORSE} for id in (EVIL, WORSE)],
        {EVIL: bad, WORSE: bad, "::old": record("queued")},
    )
    (tool.folder / "references.csl.json").write_text(
        json.dumps([{"id": EVIL, "type": "journal-article", "title": [WORSE], EVIL: WORSE}])
    )
    entries = [{"reference_id": EVIL, "decision": WORSE, EVIL: WORSE}, {"reference_id": WORSE}]
    (tool.folder / "::done.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return tool


COMMANDS: list[list[Any]] = [
    ["review", "list"],
    ["review", "list", "--output-format", "json"],
    ["review", "show", EVIL],
    ["review", "show", WORSE],
    ["review", "show", "no" + WORSE],
    ["review", "claim", EVIL, WORSE, "--reviewer", WORSE],
    ["review", "claim", EVIL, "--reviewer", WORSE, "--output-format", "json-lines"],
    [
        "review",
        "decide",
        EVIL,
        "--status",
        "resolved",
        "--decision",
        WORSE,
        "--reviewer",
        EVIL,
        "--decided-at",
        AT,
    ],
    ["review", "apply", EVIL, "--candidate", "1", "--fields", WORSE, "--reviewer", EVIL],
    ["review", "apply", EVIL, "--candidate", "1", "--fields", "DOI", "--reviewer", EVIL],
    ["review", "reopen", WORSE, "--reviewer", WORSE, "--reason", WORSE],
    ["review", "partition", "--parts", "1", "--out", "::parts"],
    ["review", "import", "::done.jsonl"],
    ["review", "import", "::done.jsonl", "--output-format", "json"],
    ["review", "list", "--status", WORSE],
    ["review", "list", "--older-than", WORSE],
    ["migrate"],
    ["migrate", "--output-format", "json-lines"],
    ["migrate", "--start", "queued", "--mark-orphans", WORSE],
    ["report"],
    ["report", "--output-format", "json"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: " ".join(words[:2])[:20])
def test_output(evil: Tool, command: list[str]) -> None:
    assert evil(*command) in (0, 1, 2)
    assert "internal fault" not in evil.err
    for text in (evil.out, evil.err):
        for line in text.splitlines():
            assert not line.lstrip().startswith("::"), line
        for sign in ("\x1b", "\u202e", "##vso[", "##teamcity["):
            assert sign not in text
