"""A source line with carets under the part that a finding is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import category, east_asian_width

from sourceright_lint.escape import LOG_COMMAND, one_line
from sourceright_lint.finding import Span

_TAB = "    "


class Excerpt(NamedTuple):
    """Two strings of the same indentation: what is shown of the line, and the carets below it."""

    line: str
    carets: str


class _Cell(NamedTuple):
    shown: str
    width: int


def excerpt(line: str, span: Span, room: int) -> Excerpt | None:
    """At most ``room`` columns of ``line`` around the start of ``span``; None if the span lies beyond it.

    Wide characters count two columns, combining ones none; what must not be printed appears as an escape.
    """
    start = span.column - 1
    if start > len(line):
        return None
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    first = max(0, start - room)
    cells = _cells(line[first : start + room + 1])
    before, after = cells[: start - first], cells[start - first :]
    right = _fitting(after, room * 2 // 3)
    left = _fitting(reversed(before), room - _width(right))
    right = _fitting(after, room - _width(left))
    cut_left, cut_right = len(left) < start, start + len(right) < len(line)
    text = "".join(cell.shown for cell in (*reversed(left), *right))
    indent = _width(left) + cut_left
    carets = "^" * max(1, _width(right[: max(0, end - start)]))
    return Excerpt("…" * cut_left + text + "…" * cut_right, " " * indent + carets)


def _cells(text: str) -> list[_Cell]:
    if text.isascii() and text.isprintable():
        cells = [_Cell(char, 1) for char in text]
    else:
        cells = [_cell(char) for char in text]
    for match in LOG_COMMAND.finditer(text):
        cells[match.start()] = _Cell("\\u0023", 6)
    return cells


def _cell(char: str) -> _Cell:
    if char == "\t":
        return _Cell(_TAB, len(_TAB))
    shown = one_line(char)
    if shown != char:
        return _Cell(shown, len(shown))
    if category(char) in ("Mn", "Me"):
        return _Cell(char, 0)
    return _Cell(char, 2 if east_asian_width(char) in "WF" else 1)


def _fitting(cells: Iterable[_Cell], room: int) -> list[_Cell]:
    taken = []
    for cell in cells:
        room -= cell.width
        if room < 0:
            break
        taken.append(cell)
    return taken


def _width(cells: Iterable[_Cell]) -> int:
    return sum(cell.width for cell in cells)
