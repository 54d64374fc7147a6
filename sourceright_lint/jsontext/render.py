"""New values as text in the style of the text around them."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from sourceright_lint.errors import WriteRefused
from sourceright_lint.jsontext.node import string_value
from sourceright_lint.jsontext.number import float_text
from sourceright_lint.jsontext.plain import string_text

if TYPE_CHECKING:
    from collections.abc import Iterable


_UNIT = re.compile(r"\n([ \t]+)(?=[^\s])")
_TOKEN_UNITS = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)


class Style(NamedTuple):
    """How a text is laid out: line ends, one level of indentation, what stands after a key and a comma."""

    newline: str = "\n"
    unit: str = "  "
    colon: str = ": "
    comma: str = ", "
    one_line: bool = False


def style_of(text: str, one_line: bool = False) -> Style:
    """The style that the beginning of a text shows. ``one_line`` for an entry of JSON Lines."""
    end = text.find("\n")
    newline = "\r\n" if end > 0 and text[end - 1] == "\r" and not one_line else "\n"
    indented = None if one_line else _UNIT.search(text)
    compact = '":' in text and '": ' not in text
    unit = indented[1] if indented else "  "
    return Style(newline, unit, ":" if compact else ": ", "," if compact else ", ", one_line)


def indentation(text: str, offset: int) -> str:
    """The white space at the start of the line that an offset is in."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start:offset]
    return line[: len(line) - len(line.lstrip(" \t"))]


def value_text(value: Any, style: Style, indent: str | None) -> str:
    """A plain value as text; over several lines at ``indent``, or on one line where it is None."""
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, bool) or value is None:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float):
        if not isfinite(value):
            raise WriteRefused("JSON has no number for infinity, and none for NaN")
        return float_text(value)
    if isinstance(value, int):
        return str(value)
    deeper = None if indent is None else indent + style.unit
    if isinstance(value, dict):
        parts = [string_text(key) + style.colon + value_text(value[key], style, deeper) for key in value]
        return _bracketed("{}", parts, style, indent)
    return _bracketed("[]", [value_text(element, style, deeper) for element in value], style, indent)


def changed_string(token: str, value: str) -> str:
    """A string's raw token changed to hold ``value``: what is equal at both ends keeps its spelling."""
    units = _TOKEN_UNITS.findall(token[1:-1])
    old = [unit if len(unit) == 1 else string_value(f'"{unit}"') for unit in units]
    head = _common(old, value)
    tail = _common(reversed(old[head:]), reversed(value[head:]))
    middle = string_text(value[head : len(value) - tail])[1:-1]
    return '"' + "".join([*units[:head], middle, *units[len(units) - tail :]]) + '"'


def _common(left: Iterable[str], right: Iterable[str]) -> int:
    count = 0
    for one, other in zip(left, right):  # noqa: B905 - the shorter one ends it
        if one != other:
            break
        count += 1
    return count


def _bracketed(brackets: str, parts: list[str], style: Style, indent: str | None) -> str:
    if not parts:
        return brackets
    if indent is None:
        return brackets[0] + style.comma.join(parts) + brackets[1]
    line = style.newline + indent + style.unit
    return brackets[0] + line + ("," + line).join(parts) + style.newline + indent + brackets[1]
