"""The pages of the contracts: bundles in order, bundles gone wrong, and what is said of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.cli import main
from tests.docs.console import DOCS

PAGES = {"sourceright": ".", "research-scan": "research/scans/2026-01-05-eel-passes"}
CONTRACTS = {contract.name: contract for contract in load_contracts()}


def _parts(name: str) -> tuple[str, str]:
    page = (DOCS / "contracts" / f"{name}.md").read_text(encoding="utf-8")
    good, bad = re.split(r"^## The same .*, gone wrong$", page, flags=re.MULTILINE)
    return good, bad


def _put(text: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in re.findall(
        r"^```(?:json|jsonl|text) (\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL
    ):
        (folder / name).write_text(content, encoding="utf-8", newline="\n")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> pytest.CaptureFixture[str]:
    return capsys


@pytest.mark.parametrize("name", PAGES)
def test_examples(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: pytest.CaptureFixture[str]
) -> None:
    good, bad = _parts(name)
    folder = tmp_path / PAGES[name]
    _put(good, folder)
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--isolated", "--fail-on", "info"]) == 0, said.readouterr().out
    said.readouterr()
    _put(bad, folder)
    assert main(["check", "--output-format", "concise"]) == 1
    [expected] = re.findall(r"^```text\n(.*?)^```$", bad, re.MULTILINE | re.DOTALL)
    assert said.readouterr().out == expected


@pytest.mark.parametrize("name", PAGES)
def test_every_rule_is_in_the_table(name: str) -> None:
    page = (DOCS / "contracts" / f"{name}.md").read_text(encoding="utf-8")
    table = page.split("## What is checked")[1].split("\n## ")[0]
    named = re.findall(r"`([a-z_.]+)(\.\*)?`", table)
    for rule in CONTRACTS[name].rules():
        covered = any(
            rule.code == code or (star and rule.code.startswith(f"{code}.")) for code, star in named
        )
        assert covered, rule.code


def test_every_contract_has_a_page() -> None:
    assert {path.stem for path in (DOCS / "contracts").glob("*.md")} == set(CONTRACTS)
