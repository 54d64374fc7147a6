"""Who leaves a required argument out is told what to add, and a command line that has it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sourceright_lint.cli import COMMANDS, load_command, main
from sourceright_lint.commands import Command
from sourceright_lint.usage import value_name


def commands() -> Iterator[tuple[str, Command]]:
    """Each command that has required arguments, with the words that it is called by."""
    for name in COMMANDS:
        command = load_command(name)
        steps = [(f"{name} {sub.name}", sub) for sub in command.subcommands] or [(name, command)]
        yield from (step for step in steps if any(arg.required for arg in step[1].args))


CALLS = dict(commands())


@pytest.mark.parametrize("words", CALLS)
def test_what_to_add(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = CALLS[words]
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    told = capsys.readouterr().err.splitlines()
    for arg in command.args:
        name = f"{arg.names[-1]} " if arg.is_option else ""
        assert (f"  help: add {name}{value_name(arg)} ({arg.help})" in told) == arg.required
    assert f"  help: for example: {command.examples[0]}" in told
    assert f"sourceright-lint {words} " in command.examples[0]


def test_only_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main("review decide a --status resolved --decision keep".split())
    told = capsys.readouterr().err
    assert [line for line in told.splitlines() if "help: add" in line] == [
        "  help: add --reviewer NAME (who decides)"
    ]


def test_other_mistakes_are_told_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main("review show a --nonsense".split())
    assert "help:" not in capsys.readouterr().err
