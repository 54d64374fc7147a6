"""The page about history says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from sourceright_lint.catalogue import all_rules, load_contracts
from sourceright_lint.commands.check import COMMAND
from sourceright_lint.contracts.sourceright.transitions import NEXT, way
from tests.sourceright.history.support import RULES

PAGE = (Path(__file__).parents[3] / "docs" / "history.md").read_text(encoding="utf-8")


def test_the_table_of_rules_is_complete() -> None:
    rows = dict(re.findall(r"^\| `(history\.[a-z_.]+)` \| (\w+) \|", PAGE, re.MULTILINE))
    assert rows == {rule.code: rule.severity for rule in RULES}


def test_the_table_of_steps_is_the_one_that_counts() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|$", PAGE, re.MULTILINE)
    assert {start: tuple(re.findall(r"\w+", ends)) for start, ends in rows} == dict(NEXT)


def test_the_way_in_the_text_is_the_way() -> None:
    assert f"`{' -> '.join(way('resolved', 'in_progress'))}`" in PAGE


def test_options_and_families_exist() -> None:
    options = {name for arg in COMMAND.args for name in arg.names}
    assert set(re.findall(r"(?<=[`(])--[a-z-]+", PAGE)) - {"--no-verify"} <= options | {"--amend", "--squash"}
    codes = [rule.code for rule in all_rules(load_contracts())]
    for family in re.findall(r"`(history\.\w+\.)\*`", PAGE):
        assert any(code.startswith(family) for code in codes)
