"""The pages about reviewing and cleaning up are what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sourceright_lint.commands.review import COMMAND
from sourceright_lint.contracts.sourceright.migrating.step import CODES
from sourceright_lint.contracts.sourceright.standing import RECORDS_SHOWN
from sourceright_lint.reporting.standing.markdown import _ROWS as MARKDOWN_ROWS
from tests.docs.console import DOCS, follow, steps
from tests.reviewing.test_next import Terminal
from tests.tool import lint

PAGES = ("how-to/review-with-agents.md", "how-to/clean-up.md")


@pytest.mark.parametrize("name", PAGES)
def test_every_command_of_the_page(name: str, tmp_path: Path) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    there, planned = tmp_path / "page", tmp_path / "planned"
    there.mkdir()
    planned.mkdir()
    assert len(list(steps(page, planned))) > 5
    follow(page, there, {})


def test_the_interactive_review(tmp_path: Path) -> None:
    """What the page shows of the terminal is what a terminal shows, but for the time."""
    page = (DOCS / PAGES[0]).read_text(encoding="utf-8")
    for name, text in re.findall(r'^```json title="(paper/[^"]+)"\n(.*?)^```$', page, re.M | re.S):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert lint(tmp_path, "check", "--fix").returncode == 0
    shown = re.search(
        r'title="in a terminal"\n\$ sourceright-lint review next (.*?)\n(.*?)\.\.\.\n```', page, re.S
    )
    assert shown is not None
    there = Terminal(tmp_path, *shown[1].split())
    for line in shown[2].splitlines():
        asked = re.match(
            r"(.*(?:\]uit|candidate \[1\]|fields \[volume\]|decision \[\w+\]|notes \[\])):\s?(.*)", line
        )
        if asked:
            there.until(asked[1])
            there.answer(asked[2])
        elif line:
            there.until(re.sub(r" (?:at |--decided-at ).*", "", line))
    there.until("[q]uit: ")
    there.answer("q")
    assert there.ended() == 0


def test_every_review_command_is_on_the_page() -> None:
    page = (DOCS / PAGES[0]).read_text(encoding="utf-8")
    for command in COMMAND.subcommands:
        assert f"sourceright-lint review {command.name}" in page, command.name


def test_every_code_is_on_the_page() -> None:
    page = (DOCS / PAGES[1]).read_text(encoding="utf-8")
    assert set(re.findall(r"`(migrate\.[a-z.]+)`", page)) == set(CODES)


def test_the_rows_that_a_report_shows() -> None:
    page = (DOCS / PAGES[0]).read_text(encoding="utf-8")
    assert f"holds up to {RECORDS_SHOWN:,} rows" in page
    assert f"first {MARKDOWN_ROWS} rows" in page


def test_the_picture_is_there() -> None:
    assert (DOCS / "images" / "report.png").read_bytes().startswith(b"\x89PNG")
