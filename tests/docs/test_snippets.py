"""Every configuration that the documentation shows is one that the tool takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.config.load import ConfigFile
from sourceright_lint.config.toml import loads
from sourceright_lint.config.tree import SettingsTree
from sourceright_lint.contract import NoFiles, Option
from tests.docs.console import DOCS

ROOT = DOCS.parent
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
_BLOCK = re.compile(r"^( *)```(toml|yaml|ini)([^\n]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)

FOREIGN = {"languages.toml", "_quarto.yml"}
"""Configurations of other programs; they are only read."""


class FieldNotes(NoFiles):
    """Stands for the plug-in of the page about contracts."""

    name = "field-notes"
    options = (Option("known-places", "strings", (), "Places."),)

    def rules(self) -> tuple[()]:
        return ()


CONTRACTS = (*load_contracts(), FieldNotes())


def _blocks() -> list[tuple[str, str, str, str]]:
    found = []
    for page in PAGES:
        for number, match in enumerate(_BLOCK.finditer(page.read_text(encoding="utf-8"))):
            indent, language, info, body = match.groups()
            text = re.sub(rf"^{indent}", "", body, flags=re.MULTILINE)
            title = re.search(r'title="([^"]+)"', info)
            name = f"{page.relative_to(ROOT)}:{number}"
            found.append((name, language, title[1] if title else "", text))
    return found


BLOCKS = _blocks()


@pytest.mark.parametrize(
    ("title", "text"),
    [(title, text) for _, language, title, text in BLOCKS if language == "toml"],
    ids=[name for name, language, *_ in BLOCKS if language == "toml"],
)
def test_toml(title: str, text: str) -> None:
    content = loads(text)
    ours = "sourceright-lint" in content.get("tool", {})
    if title in FOREIGN or (Path(title).name == "pyproject.toml" and not ours):
        return
    name = "pyproject.toml" if ours else ".sourceright-lint.toml"
    files = {
        f"paper/{name}": text,
        "pyproject.toml": "[tool.sourceright-lint]\n",
        ".sourceright-lint.toml": "",
    }
    tree = SettingsTree(lambda path: files[path].encode() if path in files else None, CONTRACTS)
    assert tree.settings_in("paper").files[-1] == f"paper/{name}"
    assert ConfigFile(name, name, "", text.encode()).table


@pytest.mark.parametrize(
    "text",
    [text for _, language, _, text in BLOCKS if language == "yaml"],
    ids=[name for name, language, *_ in BLOCKS if language == "yaml"],
)
def test_yaml(text: str) -> None:
    content = yaml.safe_load(text)
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    known = {hook["id"] for hook in hooks}
    for repo in content.get("repos", ()) if isinstance(content, dict) else ():
        if repo["repo"].endswith("/sourceright-lint"):
            assert {hook["id"] for hook in repo["hooks"]} <= known


def test_there_are_snippets() -> None:
    assert len([name for name, language, *_ in BLOCKS if language == "toml"]) > 20
