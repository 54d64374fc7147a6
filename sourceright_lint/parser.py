"""The parser of a command, made from its table of arguments. Imported only for what is not plainly right."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from sourceright_lint.commands import Arg, Command
from sourceright_lint.resemblance import nearest
from sourceright_lint.usage import command_help, group_help, names_of, usage, value_name, visible


class Parser(argparse.ArgumentParser):
    """An argument parser whose help is made from the tables."""

    def __init__(self, command: Command, prog: str) -> None:
        shown = usage(command, prog) if command.run else f"{prog} COMMAND ..."
        super().__init__(prog=prog, usage=shown.replace("%", "%%"), add_help=False, allow_abbrev=False)
        self.command = command
        self.add_argument("-h", "--help", action=_Help, nargs=0, dest="_help", default=argparse.SUPPRESS)
        self.add_argument("--help-all", action=_Help, nargs=0, dest="_help", default=argparse.SUPPRESS)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As usual, but a word that is no argument is told with the option that was probably meant."""
        parsed, left = self.parse_known_args(args, namespace)
        if left:
            names = [name for arg in visible(self.command.args) for name in arg.names if arg.is_option]
            self.error(f"unrecognized arguments: {' '.join(left)}{_near(left[0].partition('=')[0], names)}")
        return parsed

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        message = f"invalid choice: {value!r}{_near(str(value), choices)} (choose from {', '.join(choices)})"
        raise argparse.ArgumentError(action, message)

    def error(self, message: str) -> NoReturn:
        """As usual, and where arguments are missing what they are, with a command line that has them all."""
        self.print_usage(sys.stderr)
        named = message.partition(_MISSING)[2].split(", ")
        missing = [arg for arg in visible(self.command.args) if _as_argparse_names(arg) in named]
        lines = [f"{self.prog}: error: {message}", *(f"  help: add {_added(arg)}" for arg in missing)]
        if missing and self.command.examples:
            lines.append(f"  help: for example: {self.command.examples[0]}")
        self.exit(2, "".join(f"{line}\n" for line in lines))

    def format_help(self) -> str:
        """The help on one screen."""
        return self.help_text()

    def help_text(self, complete: bool = False) -> str:
        """The help, with ``complete`` of every option."""
        if self.command.run is None:
            return group_help(self.command, self.prog)
        return command_help(self.command, self.prog, complete)


class _Help(argparse.Action):
    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        from sourceright_lint.commands.output import write_wanted

        write_wanted(parser.help_text(complete=option_string == "--help-all"))
        parser.exit()


_MISSING = "the following arguments are required: "


def _as_argparse_names(arg: Arg) -> str:
    return "/".join(arg.names) if arg.is_option else arg.metavar or arg.dest.upper()


def _added(arg: Arg) -> str:
    name = names_of(arg, complete=False).rpartition(", ")[2] if arg.is_option else ""
    return f"{name} {value_name(arg)} ({arg.help})".lstrip()


def _near(word: str, words: Sequence[str]) -> str:
    near = nearest(word, words)
    return f"; did you mean {near}?" if near else ""


def build_parser(command: Command, prog: str) -> Parser:
    """The parser of a command."""
    parser = Parser(command, prog)
    for arg in command.args:
        _add(parser, arg)
    return parser


def parser_of_group(command: Command, prog: str) -> Parser:
    """The parser of a command that has subcommands: it knows their names."""
    parser = Parser(command, prog)
    parser.add_argument("command", choices=[sub.name for sub in command.subcommands])
    return parser


def _add(parser: Parser, arg: Arg) -> None:
    options: dict[str, Any] = {}
    if not arg.is_option:
        if arg.choices:
            options["choices"] = arg.choices
        nargs = "*" if arg.many else None if arg.required else "?"
        metavar = arg.metavar or arg.dest.upper()
        parser.add_argument(arg.dest, nargs=nargs, metavar=metavar, default=arg.default, **options)
        return
    if arg.kind == "flag":
        options["action"] = "store_true"
    elif arg.kind == "count":
        options.update(action="count", default=0)
    else:
        options.update(metavar=arg.metavar or arg.dest.upper(), default=arg.default, required=arg.required)
        if arg.choices:
            options.update(choices=arg.choices, metavar=None)
        if arg.kind == "list":
            options.update(action="append", default=None)
    parser.add_argument(*arg.names, dest=arg.dest, **options)
