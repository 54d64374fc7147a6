"""What a shell can complete, told without regard to any shell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from sourceright_lint.cli import COMMANDS, PROG, load_command
from sourceright_lint.commands import Arg, Command
from sourceright_lint.usage import brief, value_name, visible

Source = Literal["nothing", "words", "files", "folders", "rules", "schemas", "revisions"]

_BY_NAME: dict[str, Source] = {
    "CODE": "rules",
    "FILE": "files",
    "FOLDER": "folders",
    "PATH": "files",
    "REV": "revisions",
    "SCHEMA": "schemas",
}

COMMANDS_FOR: dict[Source, str] = {
    "rules": f"{PROG} rule --list",
    "schemas": f"{PROG} schema --list",
    "revisions": "git for-each-ref --format=%(refname:short)",
}
"""Shell commands that print what a source offers, one a line."""


class Values(NamedTuple):
    """What may follow an option or stand as an argument."""

    source: Source
    words: tuple[str, ...] = ()


class Option(NamedTuple):
    """An option with all its names. ``values`` is None for one that takes none."""

    names: tuple[str, ...]
    help: str
    values: Values | None
    repeats: bool


class Level(NamedTuple):
    """A command by the words that lead to it, with what may follow them."""

    words: tuple[str, ...]
    summary: str
    commands: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    arguments: Values


def levels(roles: Sequence[str]) -> list[Level]:
    """Every command and subcommand; the first is the tool itself. ``roles`` are what ``--contract`` may name."""
    commands = [load_command(name) for name in COMMANDS]
    top = [(command.name, brief(command.summary)) for command in commands]
    version = Option(("--version",), "show the versions that matter", None, False)
    found = [Level((), "", tuple(top), (version, _help()), Values("nothing"))]
    for command in commands:
        found.extend(_levels((), command, roles))
    return found


def _levels(above: tuple[str, ...], command: Command, roles: Sequence[str]) -> Iterator[Level]:
    words = (*above, command.name)
    shown = visible(command.args)
    yield Level(
        words,
        brief(command.summary),
        tuple((sub.name, brief(sub.summary)) for sub in command.subcommands),
        (*(_option(arg, roles) for arg in shown if arg.is_option), _help()),
        next((_values(arg, roles) for arg in shown if not arg.is_option), Values("nothing")),
    )
    for sub in command.subcommands:
        yield from _levels(words, sub, roles)


def _option(arg: Arg, roles: Sequence[str]) -> Option:
    is_flag = arg.kind in ("flag", "count")
    repeats = arg.kind in ("list", "count")
    help = re.split(r" \(|[;:] ", arg.help)[0]
    return Option(arg.names, help, None if is_flag else _values(arg, roles), repeats)


def _values(arg: Arg, roles: Sequence[str]) -> Values:
    if arg.dest == "contract":
        return Values("words", tuple(roles))
    if arg.choices:
        return Values("words", arg.choices)
    return Values(_BY_NAME.get(value_name(arg), "nothing"))


def _help() -> Option:
    return Option(("-h", "--help"), "show the help", None, False)
