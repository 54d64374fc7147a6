"""Help, documentation and manual page: complete, current, and no larger than a screen."""

from __future__ import annotations

import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from sourceright_lint.cli import COMMANDS, PROG, main
from sourceright_lint.commands import Command
from sourceright_lint.usage import visible
from tests import command_pages

ALL = [(words, command) for words, command in command_pages.commands() if command.run]
README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def _help(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with suppress(SystemExit):
        main(list(words))
    return capsys.readouterr().out


@pytest.mark.parametrize("words", ["", *(words for words, _ in command_pages.commands())])
def test_help_fits_a_screen(capsys: pytest.CaptureFixture[str], words: str) -> None:
    text = _help(capsys, *words.removeprefix(PROG).split(), "--help")
    lines = text.splitlines()
    assert len(lines) <= 40
    calls = (f"usage: {PROG}", f"  {PROG}")
    assert max(len(line) for line in lines if not line.startswith(calls)) <= 80
    assert "examples:" in text or "COMMAND" in text


@pytest.mark.parametrize(("words", "command"), ALL, ids=[words for words, _ in ALL])
def test_help_all_tells_every_option(
    capsys: pytest.CaptureFixture[str], words: str, command: Command
) -> None:
    text = _help(capsys, *words.split()[1:], "--help-all")
    short = _help(capsys, *words.split()[1:], "-h")
    for arg in visible(command.args):
        for name in arg.names if arg.is_option else ():
            assert re.search(rf"^ +(\S+, )*{name}\b", text, re.MULTILINE), name
        assert arg.rare or not arg.is_option or arg.names[0] in short


@pytest.mark.parametrize(("words", "command"), ALL, ids=[words for words, _ in ALL])
def test_every_option_is_in_the_docs(words: str, command: Command) -> None:
    page = command_pages.PAGE.read_text(encoding="utf-8")
    section = page.split(f"# {words.removeprefix(PROG + ' ')}\n")[1].split("\n#")[0]
    for arg in visible(command.args):
        for name in arg.names if arg.is_option else ():
            assert f"`{name}" in section


@pytest.mark.parametrize("path", [command_pages.PAGE, command_pages.MANUAL], ids=lambda path: path.name)
def test_pages_are_current(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == command_pages.made()[path], "run: make command-pages"


def test_the_manual_page_is_well_formed() -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("no groff here")
    command = [groff, "-man", "-Tutf8", "-ww", "-rCHECKSTYLE=0", str(command_pages.MANUAL)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    text = re.sub("\x1b\\[[0-9;]*m|.\b", "", done.stdout)
    for name in COMMANDS:
        assert f"{PROG} {name}" in text.replace("‐", "-").replace("−", "-")


def test_commands_in_the_readme_exist() -> None:
    named = set(re.findall(r"^sourceright-lint ([a-z-]+)", README, re.MULTILINE))
    assert named
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("words", [["check", "--bogus"], ["check", "--output-format"], ["rule"]])
def test_wrong_usage_is_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status: object = main(words)
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    assert len(capsys.readouterr().err.splitlines()) <= 3


def test_examples_parse() -> None:
    from shlex import split

    from sourceright_lint.cli import parse

    for words, command in ALL:
        for example in command.examples:
            if command.literal or "   as " in example or not example.startswith(PROG):
                continue
            arguments = split(example.split("   ")[0].split(" | ")[0].split(" > ")[0])
            prefix = words.split()
            assert arguments[: len(prefix)] == prefix, example
            parse(command, arguments[len(prefix) :], words)
