"""The page about editors: its snippets start the server that there is."""

from __future__ import annotations

import re
from pathlib import Path

from sourceright_lint.cli import COMMANDS, load_command
from sourceright_lint.config.toml import loads

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "editors.md").read_text(encoding="utf-8")


def test_helix() -> None:
    [text] = re.findall(r'^```toml title="languages.toml"\n(.*?)^```$', PAGE, re.MULTILINE | re.DOTALL)
    content = loads(text)
    server = content["language-server"]["sourceright-lint"]
    assert (server["command"], server["args"]) == ("sourceright-lint", ["server"])
    assert "server" in COMMANDS
    assert "sourceright-lint" in content["language"][0]["language-servers"]


def test_neovim() -> None:
    [words] = re.findall(r"cmd = \{ (.*) \}", PAGE)
    assert words == '"sourceright-lint", "server"'


def test_the_command_for_schemas_has_these_options() -> None:
    [words] = re.findall(r"^\$ sourceright-lint schema (.*)$", PAGE, re.MULTILINE)
    known = {name for arg in load_command("schema").args for name in arg.names}
    assert {word for word in words.split() if word.startswith("--")} <= known
