"""Make the page of the command line and the manual page from the tables of arguments.

Run as ``python -m tests.command_pages``; a test says if a page is not what this would make.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from sourceright_lint import __version__
from sourceright_lint.cli import COMMANDS, PROG, load_command
from sourceright_lint.commands import Arg, Command
from sourceright_lint.usage import explained, groups, names_of, usage, value_name, visible

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "command-line.md"
MANUAL = DOCS / f"{PROG}.1"
_START, _END = "<!-- Made by `make command-pages`: -->\n", "<!-- until here. -->\n"

EXIT_STATUS = (
    ("0", "nothing is left to report at or above the severity of fail-on"),
    ("1", "something is"),
    ("2", "the tool could not do its job: wrong usage, an unusable configuration, an unreadable file"),
)
ENVIRONMENT = (
    ("NO_COLOR", "no colour"),
    ("FORCE_COLOR", "colour, also where the output is no terminal"),
    ("GITHUB_ACTIONS", "where it is true, the output format auto is github"),
    ("GITHUB_STEP_SUMMARY", "the file that a job summary is added to"),
)


def commands() -> Iterator[tuple[str, Command]]:
    """Every command and subcommand with the words that call it."""
    for name in COMMANDS:
        yield from _with_subcommands(f"{PROG} {name}", load_command(name))


def _with_subcommands(words: str, command: Command) -> Iterator[tuple[str, Command]]:
    yield words, command
    for sub in command.subcommands:
        yield from _with_subcommands(f"{words} {sub.name}", sub)


def page(text: str) -> str:
    """The page with the part between its marks made anew."""
    before, rest = text.split(_START)
    after = rest.split(_END)[1]
    made = "\n".join(line for words, command in commands() for line in _section(words, command))
    return f"{before}{_START}\n{made}\n{_END}{after}"


def _section(words: str, command: Command) -> Iterator[str]:
    depth = words.count(" ") + 1
    yield f"{'#' * depth} {words.removeprefix(PROG + ' ')}\n"
    yield f"{command.summary}\n"
    if command.subcommands:
        return
    yield f"```text\n{usage(command, words)}\n```\n"
    for title, args in groups(visible(command.args)):
        yield f"| {title} | |\n|---|---|"
        yield from (f"| {_names(arg)} | {_cell(explained(arg))} |" for arg in args)
        yield ""
    if command.examples:
        yield "```console"
        yield from (f"$ {example}" for example in command.examples)
        yield "```\n"


def _names(arg: Arg) -> str:
    if not arg.is_option:
        return f"`{value_name(arg)}`"
    value = f" {value_name(arg)}".rstrip().replace("|", "\\|")
    return ", ".join(f"`{name}{value}`" for name in arg.names)


def _cell(text: str) -> str:
    text = re.sub(r"(?<![\w`])(--[a-z-]+)", r"`\1`", text)
    return text.replace("|", "\\|").replace("<", "&lt;")


def manual() -> str:
    """The manual page, in the macros of man(7)."""
    lines = [
        f'.TH SOURCERIGHT\\-LINT 1 "" "{PROG} {__version__}" "User Commands"',
        ".SH NAME",
        _roff(f"{PROG} - guard scholarly evidence that is kept as JSON in Git"),
        ".SH SYNOPSIS",
        f".B {_roff(PROG)}",
        ".I COMMAND",
        "[ARGUMENTS]",
        ".SH DESCRIPTION",
        _roff(
            "Checks bibliographies, what was done to verify them, and what still needs a person, as Git "
            "keeps them; explains each fault with its place, and fixes what is safe, losing nothing."
        ),
        ".SH COMMANDS",
    ]
    for words, command in commands():
        lines += _manual_section(words, command)
    for title, rows in (("EXIT STATUS", EXIT_STATUS), ("ENVIRONMENT", ENVIRONMENT)):
        lines.append(f".SH {title}")
        for name, meaning in rows:
            lines += [".TP", f".B {_roff(name)}", _roff(meaning)]
    lines += [
        ".SH FILES",
        ".TP",
        f".B {_roff('.sourceright-lint.toml, pyproject.toml')}",
        _roff("the configuration"),
        ".TP",
        f".B {_roff('.sourceright-lint-baseline.json')}",
        _roff("findings that are accepted for now"),
    ]
    return "\n".join(lines) + "\n"


def _manual_section(words: str, command: Command) -> Iterator[str]:
    if command.subcommands:
        return
    yield f".SS {_roff(words.removeprefix(PROG + ' '))}"
    yield _roff(command.summary)
    yield ".PP"
    yield f".B {_roff(usage(command, words))}"
    for _, args in groups(visible(command.args)):
        for arg in args:
            names = names_of(arg) if arg.is_option else ""
            yield from (".TP", f".B {_roff(f'{names} {value_name(arg)}'.strip())}", _roff(explained(arg)))
    if command.examples:
        yield from (".PP", ".nf", *(f"    {_roff(example)}" for example in command.examples), ".fi")


def _roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return f"\\&{text}" if text[:1] in (".", "'") else text


def made() -> dict[Path, str]:
    """The content of each page."""
    return {PAGE: page(PAGE.read_text(encoding="utf-8")), MANUAL: manual()}


def main() -> int:
    """Write the pages."""
    for path, text in made().items():
        path.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
