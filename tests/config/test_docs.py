"""The page about configuration says what is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.config.keys import key_table
from sourceright_lint.config.tree import SettingsTree

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")
CONTRACTS = load_contracts()
KEYS = key_table(CONTRACTS)
SECTIONS = dict(re.findall(r"^### `([a-z-]+)`\n(.*?)(?=^### |\Z)", PAGE, re.MULTILINE | re.DOTALL))
SNIPPETS = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_every_key_has_a_section_in_the_order_of_the_table() -> None:
    assert list(SECTIONS) == list(KEYS)


@pytest.mark.parametrize("name", SECTIONS)
def test_default_and_example(name: str) -> None:
    default = KEYS[name].default
    wanted = "none" if default is None else f"`{json.dumps(default)}`"
    assert re.findall(r"^Default: (.*)$", SECTIONS[name], re.MULTILINE) == [wanted]
    assert re.search(rf"^(\[+)?{name}\b", SECTIONS[name], re.MULTILINE)
    assert ("Adds to what an extended file says." in SECTIONS[name]) == KEYS[name].adds


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_every_snippet_is_a_configuration(snippet: str) -> None:
    name = "pyproject.toml" if "[tool.sourceright-lint]" in snippet else ".sourceright-lint.toml"
    extended = "[tool.sourceright-lint]\n"
    files = {f"paper/{name}": snippet, "pyproject.toml": extended, ".sourceright-lint.toml": ""}
    tree = SettingsTree(lambda path: files[path].encode() if path in files else None, CONTRACTS)
    assert tree.settings_in("paper").files[-1] == f"paper/{name}"


def test_roles_are_those_of_the_contracts() -> None:
    for contract in CONTRACTS:
        if contract.roles:
            roles = ", ".join(f"`{role}`" for role in contract.roles)
            assert f"| `{contract.name}` | {roles} |" in PAGE


def test_the_message_is_a_real_one() -> None:
    from sourceright_lint.errors import ConfigError

    text = "\n" * 12 + "[tool.sourceright-lint]\nrequire-covrage = true"
    with pytest.raises(ConfigError) as caught:
        SettingsTree({"pyproject.toml": text.encode()}.get, CONTRACTS).settings_in("")
    assert f"```text\n{caught.value}\n```" in PAGE
