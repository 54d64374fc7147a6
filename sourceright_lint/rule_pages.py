"""A rule's documentation in its parts, and as the page that people read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from sourceright_lint.rule import Rule

_SECTION = re.compile(r"^(Bad|Good|Fix):[ \t]*(.*)$", re.MULTILINE)
_BLOCK = re.compile(
    r"^```(?:json|jsonl|text|markdown|bibtex)[ \t]+(\S+)\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL
)

_WIDTH = 110
"""Of a line on a terminal; the docstrings are about as wide."""

FIXES = {
    "none": "No automatic fix.",
    "safe": "Fixed by `--fix`.",
    "unsafe": "Fixed by `--fix --unsafe-fixes`.",
}


class Example(NamedTuple):
    """Files of an example, content by name."""

    files: dict[str, str]


class Page(NamedTuple):
    """The parts of a rule's documentation. ``bad`` and ``good`` may be empty where text cannot show the fault."""

    summary: str
    explanation: str
    bad: Example
    good: Example
    fix: str


def page_of(rule: Rule) -> Page:
    """The parts of the docstring: summary, explanation, ``Bad:``, ``Good:``, ``Fix:``."""
    summary, _, rest = rule.doc.partition("\n")
    pieces = _SECTION.split(rest)
    sections = {pieces[i]: (pieces[i + 1] + pieces[i + 2]).strip("\n") for i in range(1, len(pieces), 3)}
    return Page(
        summary,
        pieces[0].strip(),
        _example(sections.get("Bad", "")),
        _example(sections.get("Good", "")),
        " ".join(sections.get("Fix", "").split()),
    )


def markdown(rule: Rule) -> str:
    """The page of a rule, for the documentation site."""
    page = page_of(rule)
    lines = [
        f"# {rule.code}",
        "",
        "<!-- Made from the rule by `make rule-pages`; edit its docstring. -->",
        "",
        f"**{rule.severity}** · {FIXES[rule.fix]}",
        "",
        "## What it does",
        "",
        page.summary,
        "",
        page.explanation,
        "",
    ]
    lines += _files("## Example", page.bad)
    lines += _files("## Use instead", page.good)
    if page.fix:
        lines += ["## Fix", "", page.fix[0].upper() + page.fix[1:], ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def plain(rule: Rule) -> str:
    """The page of a rule, for a terminal."""
    page = page_of(rule)
    lines = [f"{rule.code} ({rule.severity}; {FIXES[rule.fix].rstrip('.').lower()})", ""]
    lines += [page.summary, "", page.explanation, ""]
    for title, example in (("Bad", page.bad), ("Good", page.good)):
        for name, text in example.files.items():
            lines += [f"{title}: {name}", *("    " + line for line in text.splitlines()), ""]
    if page.fix:
        lines += [*wrap(f"Fix: {page.fix}", _WIDTH, break_long_words=False, break_on_hyphens=False), ""]
    return "\n".join(lines)


def index(rules: Sequence[Rule]) -> str:
    """The tables of all rules, one for each family of codes."""
    fixable = sum(rule.fix != "none" for rule in rules)
    lines = [
        "# Rules",
        "",
        f"{len(rules)} rules, {fixable} of which can fix something. A `safe` fix changes no meaning and loses nothing,",
        "and is made by `--fix`; an `unsafe` one needs `--unsafe-fixes`. Wherever a code is wanted, its first parts",
        "will do: `csl.date` means every rule below it.",
    ]
    families = dict.fromkeys(rule.code.partition(".")[0] for rule in rules)
    for family in families:
        lines += ["", f"## `{family}`", "", "| code | severity | fix | what it says |", "|---|---|---|---|"]
        lines += [_row(rule) for rule in rules if rule.code.startswith(f"{family}.")]
    return "\n".join(lines) + "\n"


def _row(rule: Rule) -> str:
    return f"| [`{rule.code}`]({rule.code}.md) | {rule.severity} | {rule.fix} | {_cell(rule.summary)} |"


def _example(section: str) -> Example:
    return Example(dict(_BLOCK.findall(section)))


def _files(title: str, example: Example) -> list[str]:
    if not example.files:
        return []
    lines = [title, ""]
    for name, text in example.files.items():
        language = "json" if name.endswith((".json", ".jsonl")) else "text"
        lines += [f"`{name}`", "", f"```{language}", *text.rstrip("\n").split("\n"), "```", ""]
    return lines


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
