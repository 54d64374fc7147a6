"""Completion for fish 3 and newer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sourceright_lint.completion.model import COMMANDS_FOR, Level, Option, Values

_HEAD = """\
# Completion of sourceright-lint for fish, made by: sourceright-lint completion fish
function __sourceright_lint_at
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); or return 1
    for i in (seq (count $argv))
        test $words[$i] = $argv[$i]; or return 1
    end
end

function __sourceright_lint_is
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end

complete -c sourceright-lint -f
"""


def script(levels: Sequence[Level]) -> str:
    """The script to be sourced, or to be kept in the folder ``completions``."""
    return _HEAD + "".join(line + "\n" for level in levels for line in _lines(level))


def _lines(level: Level) -> Iterator[str]:
    exactly = " ".join(("__sourceright_lint_is", *level.words))
    here = " ".join(("__sourceright_lint_at", *level.words)) if level.words else exactly
    for word, summary in level.commands:
        yield f"{_complete(exactly)} -a {word} -d {_quoted(summary)}"
    for option in level.options:
        yield _complete(here) + _option(option)
    if level.arguments.source != "nothing":
        yield _complete(here) + _values(level.arguments)


def _option(option: Option) -> str:
    names = "".join(
        f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in option.names
    )
    taken = "" if option.values is None else " -r" + _values(option.values)
    return f"{names}{taken} -d {_quoted(option.help)}"


def _values(values: Values) -> str:
    if values.source == "words":
        return f" -f -a {_quoted(' '.join(values.words))}"
    if values.source == "files":
        return " -F"
    if values.source == "folders":
        return " -f -a '(__fish_complete_directories)'"
    if values.source in COMMANDS_FOR:
        command = COMMANDS_FOR[values.source].replace("(", "\\(").replace(")", "\\)")
        return f" -f -a {_quoted(f'({command} 2>/dev/null)')}"
    return " -f"


def _complete(condition: str) -> str:
    return f"complete -c sourceright-lint -n {_quoted(condition)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
