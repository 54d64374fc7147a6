"""The sessions that the page shows, run in a repository."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from sourceright_lint.git.install.scripts import template
from tests.gitrepo import GitRepo
from tests.hooks.support import Hooked, program
from tests.tool import REPOSITORY, environment, run

FOLDER = REPOSITORY / "docs" / "how-to"
BIBLIOGRAPHY = b"""\
[
  {
    "id": "eels-2021",
    "type": "article-journal",
    "title": "Eels at low weirs",
    "DOI": "10.5555/Eels.2021"
  }
]
"""


def sessions(page: str) -> list[tuple[str, list[str]]]:
    """The commands of a page's console blocks, each with the lines that it is said to print."""
    text = (FOLDER / page).read_text("utf-8")
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def matches(shown: list[str], said: list[str]) -> bool:
    """Whether a text is as it is shown; ``...`` stands for any lines, or for the rest of one."""
    parts = [
        r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n" for line in shown
    ]
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in said)) is not None


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A search path on which the tool is."""
    tool = tmp_path / "bin" / "sourceright-lint"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sourceright_lint "$@"\n')
    tool.chmod(0o755)
    return f"{tool.parent}:/usr/bin:/bin"


def test_native_hook(repo: GitRepo, path: str) -> None:
    repo.write("references.csl.json", BIBLIOGRAPHY)
    commands = sessions("native-hook.md")
    assert len(commands) > 8
    for command, shown in commands:
        done = run(["sh", "-c", f"{command} 2>&1"], repo.root, env=environment(PATH=path))
        assert matches(shown, done.stdout.splitlines()), f"{command}\n{done.stdout}"


@pytest.mark.parametrize("name", ["pre-commit", "prek"])
def test_pre_commit(repo: GitRepo, name: str, tmp_path: Path) -> None:
    hooked = Hooked(repo.root, program(name), tmp_path)
    hooked.use("sourceright-lint-fix")
    hooked.commit()
    hooked.install()
    hooked.add("references.csl.json", BIBLIOGRAPHY)
    for command, shown in sessions("pre-commit.md"):
        done = run(["sh", "-c", f"{command} 2>&1"], repo.root, env=hooked.environment)
        if name == "pre-commit":
            assert matches(shown, done.stdout.splitlines()), f"{command}\n{done.stdout}"
        else:
            assert all(line in done.stdout for line in shown if "Fixed" in line), done.stdout
    assert hooked.git("show", "HEAD:references.csl.json") == BIBLIOGRAPHY.replace(b"Eels.", b"eels.")


def test_the_merge_advice_is_what_the_hook_says() -> None:
    text = (FOLDER / "native-hook.md").read_text("utf-8")
    shown = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[0]
    for line in shown.splitlines():
        assert f'echo "{line}" >&2' in template("pre-merge-commit")
