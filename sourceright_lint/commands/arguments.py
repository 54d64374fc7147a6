"""Parse the arguments of a command without argparse, where they hold nothing unusual.

A hook runs on every commit, and importing argparse takes longer than checking a small workspace. What is
not plainly right (``--help``, a misspelt option, a missing value) is left to argparse, which says so well.
"""

from __future__ import annotations

from sourceright_lint.commands import Args

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from sourceright_lint.commands import Arg, Command


def parse_plain(command: Command, arguments: Sequence[str]) -> Args | None:
    """The arguments as argparse would parse them, or None where it takes argparse to say."""
    options = {name: arg for arg in command.args if arg.is_option for name in arg.names}
    positionals = [arg for arg in command.args if not arg.is_option]
    values: dict[str, Any] = {arg.dest: _nothing(arg) for arg in command.args}
    loose: list[str] = []
    rest = iter(arguments)
    for word in rest:
        if word == "-" or not word.startswith("-"):
            loose.append(word)
            continue
        name, equals, text = word.partition("=")
        arg = options.get(name)
        if arg is None or arg.kind == "count":
            return None
        if arg.kind == "flag":
            if equals:
                return None
            values[arg.dest] = True
            continue
        given = text if equals else next(rest, None)
        if (
            given is None
            or (not equals and given.startswith("-"))
            or (arg.choices and given not in arg.choices)
        ):
            return None
        if arg.kind == "list":
            values[arg.dest] = [*(values[arg.dest] or ()), given]
        else:
            values[arg.dest] = given
    if any(arg.required and values[arg.dest] is None for arg in options.values()):
        return None
    return Args(values) if _place(positionals, loose, values) else None


def _place(positionals: list[Arg], loose: list[str], values: dict[str, Any]) -> bool:
    """Give each positional argument its words; False where they do not fit."""
    for arg in positionals:
        if arg.many:
            values[arg.dest], loose = loose or arg.default, []
        elif loose:
            values[arg.dest] = loose.pop(0)
        elif arg.required:
            return False
        if arg.choices and values[arg.dest] is not None and values[arg.dest] not in arg.choices:
            return False
    return not loose


def _nothing(arg: Arg) -> Any:
    return None if arg.kind == "list" and arg.is_option else arg.default
