"""Commands that are printed can be typed in a shell as they are, whatever the id."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.commands.review_next import command_line
from sourceright_lint.escape import one_line, shell_word
from tests.reviewing.support import AT, CSL, Tool, item, record, references, write_workspace

ODD = (
    "gulls",
    "two words",
    "it's",
    "a\nb",
    "tab\tand\x1b[2J",
    "\x01 2",
    "\u202eevil\u200b",
    "naïve \x9b 🐍",
    "back\\slash\x07'quote",
    "##vso[task.setvariable]x",
    "-v",
    "--\x01",
    "$HOME `id` \x02!!",
)
SHELLS = [shell for shell in ("bash", "zsh", "ksh") if shutil.which(shell)]


def argument(shell: str, word: str) -> bytes:
    """What a program is given for the word."""
    script = f"{sys.executable} -c 'import os, sys; os.write(1, os.fsencode(sys.argv[1]))' {word}"
    return subprocess.run([shell, "-c", script], capture_output=True, check=True).stdout


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("text", [text for text in (*ODD, "caf\udce9", "") if text != "-v"], ids=ascii)
def test_a_shell_reads_the_same(shell: str, text: str) -> None:
    word = shell_word(text)
    assert one_line(word) == word
    assert argument(shell, word) == text.encode("utf-8", "surrogateescape")


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12))
def test_any_text(text: str) -> None:
    assert argument("bash", shell_word(text)) == text.encode()


@pytest.fixture
def odd(tool: Tool) -> Tool:
    write_workspace(
        tool.folder,
        [{**item("x"), "id": id, "DOI": f"10.5555/{number}"} for number, id in enumerate(ODD)],
        {id: record("queued") for id in ODD},
    )
    return tool


def run(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell, where the tool is what runs these tests."""
    script = f'sourceright-lint() {{ "{sys.executable}" -m sourceright_lint "$@"; }}\n{command}'
    return subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=False)


def test_a_printed_command_can_be_replayed(odd: Tool) -> None:
    for id in ODD:
        options: dict[str, Any] = {
            "status": "resolved", "decision": "keep", "reviewer": "tm", "notes": "\tseen\nhere", "decided_at": AT,
        }  # fmt: skip
        done = run(odd.folder, command_line("decide", id, options))
        assert done.returncode == 0, done
        assert references(odd.folder)[id]["review_decisions"][0]["notes"] == "\tseen\nhere"


def test_help_can_be_typed(odd: Tool) -> None:
    for id in ODD:
        words = ["--reviewer", "tm", "--", id]
        assert odd.review("claim", *words) == 0, odd.err
        assert odd.review("claim", "--reviewer", "kb", "--", id) == 2
        [line] = [line for line in odd.err.splitlines() if "to take it over" in line]
        done = run(odd.folder, "sourceright-lint " + line.partition("to take it over: ")[2])
        assert done.returncode == 0, (line, done)
        assert references(odd.folder)[id]["review_status"] == "queued"
        decide = ["--status", "resolved", "--decision", "keep", "--reviewer", "tm", "--decided-at", AT]
        assert odd.review("decide", *decide, "--", id) == 0
        assert odd.review("claim", "--reviewer", "kb", "--", id) == 2
        for line in odd.err.splitlines()[1:]:
            command = "sourceright-lint " + line.partition("help: ")[2]
            done = run(odd.folder, command.replace("NAME", "tm").replace("TEXT", "why"))
            assert done.returncode == 0, (line, done)
        assert references(odd.folder)[id]["claim"]["reviewer"] == "tm"


def test_the_next_command_of_a_check(tool: Tool) -> None:
    folder = tool.folder / "a\x01b"
    write_workspace(folder, [item("x")], {"x": record("queued")})
    (folder / CSL).write_bytes((folder / CSL).read_bytes() + b"\n")
    assert tool("check", "a\x01b") == 1
    assert "sourceright-lint check --fix $'a\\001b'" in tool.out
