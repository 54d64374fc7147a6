"""What ``--help`` shows, made from the tables of arguments; documentation and manual page ask the same functions."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from sourceright_lint.commands import Arg, Command

WIDTH = 80
_COLUMN = 27
_SHORT = 26


def command_help(command: Command, prog: str, complete: bool = False) -> str:
    """The help of a command on one screen, or with ``complete`` all its options."""
    shown = [arg for arg in visible(command.args) if complete or not arg.rare]
    lines = [f"usage: {usage(command, prog)}", "", *textwrap.wrap(command.summary, WIDTH), ""]
    for title, args in groups(shown):
        lines += [f"{title}:", *(line for arg in args for line in _told(arg, complete))]
    lines.append("")
    if command.examples:
        lines += ["examples:", *(f"  {example}" for example in command.examples), ""]
    left_out = len(visible(command.args)) - len(shown)
    if left_out:
        lines += [f"{left_out} more options are told by {prog} --help-all", ""]
    return "\n".join(lines[:-1]) + "\n"


def group_help(command: Command, prog: str) -> str:
    """The help of a command that has subcommands."""
    lines = [f"usage: {prog} COMMAND ...", "", *textwrap.wrap(command.summary, WIDTH), "", "commands:"]
    for sub in command.subcommands:
        lines += entry(f"  {sub.name}", brief(sub.summary), 14)
    return "\n".join([*lines, "", f"{prog} COMMAND --help shows the arguments of a command."]) + "\n"


def usage(command: Command, prog: str) -> str:
    """How the command is called."""
    words = [prog] + ["[OPTIONS]"] * any(arg.is_option for arg in command.args)
    for arg in command.args:
        if not arg.is_option and not arg.hidden:
            name = f"{value_name(arg)} ..." if arg.many else value_name(arg)
            words.append(name if arg.required else f"[{name}]")
    return " ".join(words)


def brief(summary: str) -> str:
    """The first part of a summary, for lists."""
    return re.split(r"[.;:](?: |$)", summary, maxsplit=1)[0]


def visible(args: Iterable[Arg]) -> list[Arg]:
    """Those that the help tells of."""
    return [arg for arg in args if not arg.hidden]


def groups(args: Sequence[Arg]) -> Iterator[tuple[str, list[Arg]]]:
    """The arguments by the title that they stand under, positional ones first."""
    titles = dict.fromkeys(_title(arg) for arg in sorted(args, key=lambda arg: arg.is_option))
    for title in titles:
        yield title, [arg for arg in args if _title(arg) == title]


def value_name(arg: Arg) -> str:
    """How the value of an argument is called; empty for a flag."""
    if arg.is_option and arg.kind in ("flag", "count"):
        return ""
    alternatives = "|".join(arg.choices)
    return arg.metavar or (alternatives if 0 < len(alternatives) < _SHORT else arg.dest.upper())


def names_of(arg: Arg, complete: bool = True) -> str:
    """The names of an option: all, or the short one and the first long one."""
    long = [name for name in arg.names if name.startswith("--")]
    return ", ".join(name for name in arg.names if complete or name not in long[1:])


def explained(arg: Arg) -> str:
    """The help of an argument, with the values that it can have where its name does not tell them."""
    if arg.choices and value_name(arg) != "|".join(arg.choices):
        return f"{arg.help}: {', '.join(arg.choices)}"
    return arg.help


def _title(arg: Arg) -> str:
    return arg.group or ("options" if arg.is_option else "arguments")


def _told(arg: Arg, complete: bool) -> list[str]:
    left = f"  {names_of(arg, complete)} {value_name(arg)}" if arg.is_option else f"  {value_name(arg)}"
    return entry(left.rstrip(), explained(arg) if complete else arg.help)


def entry(left: str, help: str, column: int = _COLUMN) -> list[str]:
    """A line of a list: a name, and beside it what it means, as many lines as that takes."""
    lines = textwrap.wrap(help, WIDTH - column, break_on_hyphens=False) or [""]
    if len(left) >= column:
        return [left, *(" " * column + line for line in lines)]
    return [f"{left:<{column}}{lines[0]}", *(" " * column + line for line in lines[1:])]
