"""A step is refused for what it would break, and for nothing that was there before, however much that is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reviewing.support import AT, Tool, candidate, item, items_of, record, references, write_workspace

FLOOD = {f"key{number:03}": number for number in range(100)}
"""Keys that CSL does not know: a finding each."""


@pytest.fixture
def flooded(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> Tool:
    """A report has room for a few of the findings, and for more of them with every byte that a file grows."""
    monkeypatch.setattr("sourceright_lint.engine._ROOM", 10_000)
    monkeypatch.setattr("sourceright_lint.engine._ROOM_PER_BYTE", 30)
    evidence = {"provider_candidates": [candidate("crossref", title="Gulls at sea", DOI="10.5555/b")]}
    items = [item("a", DOI="10.5555/a", **FLOOD), item("b", DOI="10.5555/b")]
    write_workspace(tool.folder, items, {"a": record("queued", **evidence), "b": record("queued")})
    tool("check", "--output-format", "concise")
    assert 1 < tool.out.count("csl.variable.unknown") < len(FLOOD)
    return tool


def test_what_was_there_before_stops_nothing(flooded: Tool) -> None:
    assert flooded.review("claim", "a", "--reviewer", "tm", "--claimed-at", AT) == 0, flooded.err
    assert references(flooded.folder)["a"]["review_status"] == "in_progress"


def test_what_is_new_does(flooded: Tool) -> None:
    before = items_of(flooded.folder)
    options: list[Any] = ["--candidate", "1", "--fields", "DOI", "--reviewer", "tm", "--decided-at", AT]
    assert flooded.review("apply", "a", *options) == 2
    assert "csl.doi.duplicate" in flooded.err
    assert "csl.variable.unknown" not in flooded.err
    assert items_of(flooded.folder) == before
