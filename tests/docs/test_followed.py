"""Pages that lead through something, followed to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.console import DOCS, follow, matches, steps

PAGES = {
    "tutorial.md": {"export.json": DOCS / "tutorial" / "export.json"},
    "nothing-is-lost.md": {},
    "how-to/adopt.md": {},
    "how-to/exporters.md": {},
}


@pytest.mark.parametrize("name", PAGES)
def test_page(name: str, tmp_path: Path) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    assert len(list(steps(page, tmp_path))) > 4
    follow(page, tmp_path, PAGES[name])


LINES = {
    "same": (["a", "b"], ["a", "b"], True),
    "other": (["a"], ["b"], False),
    "more": (["a"], ["a", "b"], False),
    "left out": (["a", "...", "d"], ["a", "b", "c", "d"], True),
    "left out at the end": (["a", "..."], ["a", "b"], True),
    "left out, none": (["...", "a"], ["a"], True),
    "nothing": ([], ["a"], False),
}


@pytest.mark.parametrize(("expected", "printed", "same"), LINES.values(), ids=LINES)
def test_matching(expected: list[str], printed: list[str], same: bool) -> None:
    assert matches(expected, printed) == same
