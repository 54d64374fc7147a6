"""The page says what is measured, for every program that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.comparison.cases import FAULTS, VALUES, csl
from tests.comparison.measure import CORE, CORE_ANSWERS, columns, core_notices, notices, survives
from tests.comparison.page import PAGE, tables_of
from tests.comparison.tools import CSL, TOOLS, Ours, Prettier, Tool, Writer
from tests.gitrepo import git_environment

__all__ = ["git_environment"]

NOTICED, KEPT = tables_of(PAGE.read_text(encoding="utf-8"))
HERE = columns()


def test_the_tables_are_complete() -> None:
    assert list(NOTICED) == [fault.title for fault in FAULTS]
    assert list(KEPT) == list(VALUES)
    assert list(NOTICED[FAULTS[0].title]) == [*(tool.name for tool in TOOLS), CORE]
    assert list(next(iter(KEPT.values()))) == [tool.name for tool in TOOLS if isinstance(tool, Writer)]


@pytest.mark.parametrize(("name", "tool"), HERE, ids=[name for name, _ in HERE])
def test_what_is_noticed(name: str, tool: Tool, tmp_path: Path) -> None:
    for number, fault in enumerate(FAULTS):
        assert notices(tool, fault, tmp_path / str(number)) == NOTICED[fault.title][name], fault.title


@pytest.mark.parametrize(("name", "tool"), [(name, tool) for name, tool in HERE if isinstance(tool, Writer)])
def test_what_survives(name: str, tool: Writer, tmp_path: Path) -> None:
    for number, (title, value) in enumerate(VALUES.items()):
        assert survives(tool, value, tmp_path / str(number)) == KEPT[title][name], title


def test_what_the_core_answered() -> None:
    if not CORE_ANSWERS:
        pytest.skip("no recorded answers here")
    assert {fault.title: core_notices(fault) for fault in FAULTS} == {
        title: cells[CORE] for title, cells in NOTICED.items()
    }


def test_prettier_and_the_canonical_form_do_not_agree(tmp_path: Path) -> None:
    prettier, ours = Prettier(), Ours()
    if not prettier.version():
        pytest.skip("no prettier here")
    path = tmp_path / CSL
    text = csl(issued={"date-parts": [[2019, 4]]})
    path.write_text(text, encoding="utf-8", newline="\n")
    ours.rewrite(path)
    assert path.read_text(encoding="utf-8") == text
    prettier.rewrite(path)
    assert path.read_text(encoding="utf-8") != text
    ours.rewrite(path)
    assert path.read_text(encoding="utf-8") == text
