"""The page about reading diffs shows what is printed: ``python -m tests.describing.story`` writes it anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.describing.story import ENVIRONMENT, PAGE, captured, make


def test_the_page_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("GIT_AUTHOR_DATE")
    page = PAGE.read_text(encoding="utf-8")
    assert captured(page, make(tmp_path / "repo")) == page


def test_the_page_shows_all_that_is_promised() -> None:
    page = PAGE.read_text(encoding="utf-8")
    commands = re.findall(r"^\$ (.*)$", page, re.MULTILINE)
    assert {"git diff", "git log -p -2", "sourceright-lint diff HEAD~2 HEAD"} <= set(commands)
    assert "\n+tides-2021: decision keep by tm at 2026-05-12T09:00:00Z" in page
    assert "\n  > gulls-on-the-quay: was gulls-2019\n" in page
