"""Numbers are ASCII digits; what only resembles one is refused, never a fault of the tool."""

from __future__ import annotations

import pytest

from sourceright_lint.numbers import is_digits, whole_number
from tests.reviewing.support import AT, Tool, files

NO_NUMBERS = ("²", "٣", "½", "1²", "-1", "+1", " 1", "1_0", "1.0", "", "x", "9" * 5000)
COMMANDS = {
    "size": ("review", "partition", "--out", "parts", "--size={}"),
    "parts": ("review", "partition", "--out", "parts", "--parts={}"),
    "older-than": ("review", "list", "--as-of", "2026-06-09", "--older-than={}"),
    "candidate": (
        "review", "apply", "gulls", "--fields", "volume", "--reviewer", "tm", "--decided-at", AT, "--candidate={}",
    ),
    "shard": ("check", "--shard={}/2"),
    "shards": ("check", "--shard=1/{}"),
}  # fmt: skip


@pytest.mark.parametrize("text", NO_NUMBERS, ids=lambda text: ascii(text)[:12])
@pytest.mark.parametrize("name", COMMANDS)
def test_refused(tool: Tool, name: str, text: str) -> None:
    before = files(tool.folder)
    assert tool(*(word.format(text) for word in COMMANDS[name])) == 2
    assert "internal fault" not in tool.err
    assert tool.err.startswith("sourceright-lint: error: --")
    assert files(tool.folder) == before


def test_whole_numbers() -> None:
    assert [whole_number(text) for text in ("0", "7", "007", "1" * 18, "1" * 19)] == [
        0, 7, 7, int("1" * 18), None,
    ]  # fmt: skip
    assert not any(map(is_digits, (*NO_NUMBERS[:-1], "²7")))
