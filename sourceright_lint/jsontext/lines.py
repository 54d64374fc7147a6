"""JSON Lines: a value on each line, and what can be wrong with the lines themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sourceright_lint.jsontext.faults import Fault
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import BrokenTextError, TooDeepError, scan
from sourceright_lint.jsontext.syntax import depth_fault, syntax_fault
from sourceright_lint.jsontext.values import value_faults

_SPACE = " \t\r"
_TRAILING = re.compile(r"[ \t]+(?=\r?\Z)")


class Line(NamedTuple):
    """A physical line: its 1-based number, and its place without the ``\\n``."""

    number: int
    start: int
    end: int


class Entries(NamedTuple):
    """The entries of a JSON Lines text, the line each stands on, and the faults."""

    nodes: list[Node]
    numbers: list[int]
    faults: list[Fault]


def split(text: str) -> Iterator[Line]:
    """The physical lines; what follows the last ``\\n`` is one only if it is not empty."""
    start, number = 0, 1
    while start < len(text):
        end = text.find("\n", start)
        if end < 0:
            end = len(text)
        yield Line(number, start, end)
        start, number = end + 1, number + 1


def read_entries(path: str, text: str, private: bool) -> Entries:
    """Every non-blank line as a node, broken ones included."""
    entries = Entries([], [], [])
    for line in split(text):
        if text[line.start : line.end].strip(_SPACE):
            node = _read_line(path, text, line, private, entries.faults)
            entries.nodes.append(node)
            entries.numbers.append(line.number)
    return entries


def _read_line(path: str, text: str, line: Line, private: bool, faults: list[Fault]) -> Node:
    try:
        node = scan(text, line.start, line.end)
    except TooDeepError as error:
        faults.append(depth_fault(error.position))
    except BrokenTextError:
        faults.append(_line_fault(path, text[line.start : line.end], line.start, private))
    else:
        faults.extend(value_faults(node, private))
        return node
    return Node("broken", line.start, line.end, text[line.start : line.end])


def _line_fault(path: str, line: str, start: int, private: bool) -> Fault:
    try:
        scan(line)
    except BrokenTextError as error:
        fault = syntax_fault(path, line, error, private)
        notes = tuple((at + start, end + start, message) for at, end, message in fault.notes)
        return fault._replace(start=fault.start + start, end=fault.end + start, notes=notes, fix=None)
    raise AssertionError("the line was broken a moment ago")


def layout_faults(text: str) -> Iterator[Fault]:
    """Blank lines, white space at line ends, other line ends than ``\\n``, a missing final one."""
    for line in split(text):
        content = text[line.start : line.end]
        if not content.strip(_SPACE):
            yield Fault("format.lines.blank", "blank line", line.start, line.end)
            continue
        trailing = _TRAILING.search(content)
        if trailing:
            start, end = line.start + trailing.start(), line.start + trailing.end()
            yield Fault("format.lines.trailing_space", "white space at the end of the line", start, end)
        if content.endswith("\r"):
            yield Fault(
                "format.lines.line_ending", "line ends with CR LF instead of LF", line.end - 1, line.end
            )
    if text and not text.endswith("\n"):
        yield Fault("format.lines.final_newline", "the last line has no line end", len(text), len(text))
