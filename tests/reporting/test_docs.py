"""The page about output formats shows what is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sourceright_lint.report import Report
from sourceright_lint.reporting import FORMATS, render
from sourceright_lint.reporting.context import Context
from tests.reporting.support import finding

PAGE = (Path(__file__).parents[2] / "docs" / "output-formats.md").read_text(encoding="utf-8")
REPORT = Report((finding(),), 7)


def test_every_format_is_in_the_table_and_has_a_section() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE)
    assert rows == list(FORMATS)
    sections = re.findall(r"^## `([a-z-]+)`$", PAGE, re.MULTILINE)
    assert sections == [name for name in FORMATS if name != "json-lines"]


@pytest.mark.parametrize("name", ["full", "concise", "json"])
def test_examples(name: str) -> None:
    output = render(name, REPORT, Context(quiet=True))
    assert f"\n{output}```\n" in PAGE


def test_github_example() -> None:
    assert "\n" + render("github", REPORT, Context()).splitlines()[1] + "\n" in PAGE
