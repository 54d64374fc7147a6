"""Plug-ins that cannot be used are refused by name, with what is wrong."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.catalogue import GROUP, load_contracts
from sourceright_lint.contract import Contract, NoFiles
from sourceright_lint.errors import ConfigError
from tests.tool import lint


class Unfinished(Contract):
    def rules(self) -> tuple[()]:
        return ()


class Entry:
    """An entry point that loads ``made``."""

    name = "notes"

    def __init__(self, made: Any) -> None:
        self.made = made

    def load(self) -> Any:
        return self.made


def load(monkeypatch: pytest.MonkeyPatch, *made: Any) -> tuple[Contract, ...]:
    def entry_points(group: str, name: str = "notes") -> list[Entry]:
        assert group == GROUP
        return [Entry(each) for each in made if name == Entry.name]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    return load_contracts(["notes"])


def test_the_place_that_names_it_is_told(tmp_path: Path) -> None:
    (tmp_path / ".sourceright-lint.toml").write_text('plugins = [\n  "nots",\n]\n')
    told = lint(tmp_path, "check").stderr
    assert told.startswith(
        "sourceright-lint: error: .sourceright-lint.toml:2:3: no plug-in 'nots' is installed"
    )
    (tmp_path / ".sourceright-lint.toml").unlink()
    (tmp_path / "pyproject.toml").write_text('[tool.sourceright-lint]\nplugins = ["nots"]\n')
    assert "pyproject.toml:2:12: no plug-in 'nots' is installed" in lint(tmp_path, "check").stderr


def test_a_contract_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(load(monkeypatch, NoFiles)[-1], NoFiles)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        ((Unfinished,), "plug-in 'notes' is not complete: it lacks bundle, root_of, view"),
        ((dict,), "plug-in 'notes' is no contract"),
        ((), "no plug-in 'notes' is installed"),
    ],
    ids=["unfinished", "something else", "not there"],
)
def test_what_cannot_be_used(made: tuple[Any, ...], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match=f"^{message}$"):
        load(monkeypatch, *made)
