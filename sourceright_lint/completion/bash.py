"""Completion for bash; needs no other package.

Words that other programs print (the names of branches, say) are compared and quoted one by one: ``compgen -W``
would expand what stands in them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sourceright_lint.completion.model import COMMANDS_FOR, Level, Values

_HEAD = """\
# Completion of sourceright-lint for bash, made by: sourceright-lint completion bash
_sourceright_lint_offer() {
    local line
    while IFS= read -r line; do
        [[ -n $line && $line == "$word"* ]] && COMPREPLY+=("$(printf %q "$line")")
    done <<<"$1"
}

_sourceright_lint_files() {
    local line
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(compgen "$1" -- "$word")
}

_sourceright_lint() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command="" options="" i
    COMPREPLY=()
    if [[ $word == "=" ]]; then
        word=""
    elif [[ $before == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$command ${COMP_WORDS[i]}" in
"""
_TAIL = """\
    esac
}

complete -F _sourceright_lint sourceright-lint
"""


def script(levels: Sequence[Level]) -> str:
    """The script to be sourced."""
    lines = [
        f'            "{" ".join(("", *level.words))}") command="{" ".join(("", *level.words))}" ;;'
        for level in levels
        if level.words
    ]
    lines += ["            *) break ;;", "        esac", "    done", '    case "$command" in']
    for level in levels:
        lines += _case(level)
    return _HEAD + "\n".join(lines) + "\n" + _TAIL


def _case(level: Level) -> list[str]:
    name = " ".join(("", *level.words)) if level.words else ""
    lines = [f'        "{name}")']
    if level.commands:
        lines.append(f"            {_offer([name for name, _ in level.commands])}")
    taking = [option for option in level.options if option.values]
    if taking:
        lines.append('            case "$before" in')
        for option in taking:
            assert option.values
            lines.append(f"                {'|'.join(option.names)}) {_values(option.values)}; return ;;")
        lines.append("            esac")
    names = [name for option in level.options for name in option.names]
    lines += [
        "            if [[ $word == -* ]]; then",
        f"                {_offer(names)}",
        "                return",
        "            fi",
    ]
    if level.arguments.source != "nothing":
        lines.append(f"            {_values(level.arguments)}")
    return [*lines, "            ;;"]


def _offer(words: Sequence[str]) -> str:
    return "_sourceright_lint_offer $'" + "\\n".join(words) + "'"


def _values(values: Values) -> str:
    if values.source == "words":
        return _offer(values.words)
    if values.source == "files":
        return "_sourceright_lint_files -f"
    if values.source == "folders":
        return "_sourceright_lint_files -d"
    if values.source in COMMANDS_FOR:
        command = COMMANDS_FOR[values.source].replace("(", "\\(").replace(")", "\\)")
        return f'_sourceright_lint_offer "$({command} 2>/dev/null)"'
    return "true"
