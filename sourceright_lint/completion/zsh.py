"""Completion for zsh, in the terms of its own ``_arguments``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sourceright_lint.completion.model import COMMANDS_FOR, Level, Option, Values

_HEAD = """\
#compdef sourceright-lint
# Completion of sourceright-lint for zsh, made by: sourceright-lint completion zsh
"""
_TAIL = """\
if [[ ${funcstack[1]} == _sourceright-lint ]]; then
    _sourceright_lint "$@"
else
    compdef _sourceright_lint sourceright-lint
fi
"""


def script(levels: Sequence[Level]) -> str:
    """The script to be sourced, or to be kept as ``_sourceright-lint`` in a folder of ``fpath``."""
    lines = [line for level in levels for line in _function(level)]
    for source, command in COMMANDS_FOR.items():
        quoted = command.replace("(", "\\(").replace(")", "\\)")
        lines += [
            f"_sourceright_lint_{source}() {{",
            f'    local -a found=("${{(@f)$({quoted} 2>/dev/null)}}")',
            "    compadd -a found",
            "}",
            "",
        ]
    return _HEAD + "\n".join(lines) + _TAIL


def _function(level: Level) -> Iterator[str]:
    name = "_".join(("_sourceright_lint", *level.words)).replace("-", "_")
    yield f"{name}() {{"
    if level.commands:
        yield "    local context state state_descr line"
        yield "    typeset -A opt_args"
        yield "    local -a commands=("
        yield from (f"        {_quoted(f'{word}:{summary}')}" for word, summary in level.commands)
        yield "    )"
    yield "    _arguments -s \\"
    for option in level.options:
        yield f"        {_specification(option)} \\"
    if level.commands:
        yield "        '1:command:->command' \\"
        yield "        '*::argument:->rest'"
        yield "    case $state in"
        yield "        command) _describe command commands ;;"
        yield "        rest)"
        yield "            case $line[1] in"
        for word, _ in level.commands:
            yield f"                {word}) {name}_{word.replace('-', '_')} ;;"
        yield "            esac"
        yield "            ;;"
        yield "    esac"
    else:
        yield f"        '*:argument:{_action(level.arguments)}'"
    yield "}"
    yield ""


def _specification(option: Option) -> str:
    help = "[" + re.sub(r"([\[\]:\\])", r"\\\1", option.help) + "]"
    value = "" if option.values is None else f":value:{_action(option.values)}"
    names = [f"{name}=" if option.values and name.startswith("--") else name for name in option.names]
    if option.repeats:
        alternatives = "{" + ",".join(f"'*{name}'" for name in names) + "}" if len(names) > 1 else ""
        return alternatives + _quoted(help + value) if alternatives else _quoted(f"*{names[0]}{help}{value}")
    if len(names) > 1:
        return f"'({' '.join(option.names)})'{{{','.join(names)}}}{_quoted(help + value)}"
    return _quoted(f"{names[0]}{help}{value}")


def _action(values: Values) -> str:
    if values.source == "words":
        return "(" + " ".join(word.replace(":", "\\:") for word in values.words) + ")"
    if values.source == "files":
        return "_files"
    if values.source == "folders":
        return "_files -/"
    return f"_sourceright_lint_{values.source}" if values.source in COMMANDS_FOR else " "


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
