"""JSON Lines: a value on each line, and what can be wrong with the lines themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sourceright_lint.finding import Fix, Splice
from sourceright_lint.jsontext.cut import cut_lines
from sourceright_lint.jsontext.faults import Fault
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import BrokenTextError, TooDeepError, scan
from sourceright_lint.jsontext.syntax import depth_fault, syntax_fault
from sourceright_lint.jsontext.values import value_faults

_SPACE = " \t\r"
_ONE_FAULT = ("json.merge_marker", "json.fence")
_BLANK = " \t"
_LAYOUT_FIXES = {
    "blank": "take the blank line out",
    "trailing_space": "take the white space out",
    "line_ending": "end the line with LF",
    "final_newline": "end the line",
}


class Line(NamedTuple):
    """The place of a physical line, without its ``\n``."""

    start: int
    end: int


class Entries(NamedTuple):
    """The entries of a JSON Lines text, and the faults."""

    nodes: list[Node]
    faults: list[Fault]


def split(text: str) -> Iterator[Line]:
    """The physical lines; what follows the last ``\\n`` is one only if it is not empty."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        if end < 0:
            end = len(text)
        yield Line(start, end)
        start = end + 1


def read_entries(path: str, text: str, private: bool) -> Entries:
    """Every entry as a node, broken ones included."""
    faults: list[Fault] = []
    nodes = [read_entry(path, text, item.start, item.end, private, faults) for item in cut_lines(text).items]
    return Entries(nodes, list(once_each(faults)))


def once_each(faults: list[Fault]) -> Iterator[Fault]:
    """The faults, without repeating those that show on several lines and are one."""
    seen: set[str] = set()
    for fault in faults:
        if fault.code not in _ONE_FAULT:
            yield fault
        elif fault.code not in seen:
            seen.add(fault.code)
            yield fault


def read_entry(path: str, text: str, start: int, end: int, private: bool, faults: list[Fault]) -> Node:
    """The entry in ``text[start:end]`` as a node; its faults are added to ``faults``."""
    try:
        node = scan(text, start, end)
    except TooDeepError as error:
        faults.append(depth_fault(error.position))
    except BrokenTextError:
        faults.append(_line_fault(path, text[start:end], start, private))
    else:
        faults.extend(value_faults(node, private))
        return node
    return Node("broken", start, end, text[start:end])


def _line_fault(path: str, line: str, start: int, private: bool) -> Fault:
    try:
        scan(line)
    except BrokenTextError as error:
        fault = syntax_fault(path, line, error, private)
        notes = tuple((at + start, end + start, message) for at, end, message in fault.notes)
        return fault._replace(start=fault.start + start, end=fault.end + start, notes=notes, fix=None)
    raise AssertionError("the line was broken a moment ago")


def layout_faults(path: str, text: str) -> Iterator[Fault]:
    """Blank lines, white space around values, CR LF at line ends, a missing final line end."""
    blank = False
    for line in split(text):
        content = text[line.start : line.end]
        blank = not content.strip(_SPACE)
        if blank:
            end = min(line.end + 1, len(text))
            edit = Splice(path, line.start, end, "")
            yield _layout_fault("blank", "blank line", line.start, line.end, edit)
        else:
            yield from _space_faults(path, line, content)
    if text and not blank and not text.endswith("\n"):
        end = len(text)
        edit = Splice(path, end, end, "\n")
        yield _layout_fault("final_newline", "the last line has no line end", end, end, edit)


def _space_faults(path: str, line: Line, content: str) -> Iterator[Fault]:
    inner = content.rstrip("\r")
    value_start = line.start + len(inner) - len(inner.lstrip(_BLANK))
    value_end = line.start + len(inner.rstrip(_BLANK))
    inner_end = line.start + len(inner)
    for name, message, start, end in (
        ("trailing_space", "white space at the start of the line", line.start, value_start),
        ("trailing_space", "white space at the end of the line", value_end, inner_end),
        ("line_ending", "the line ends with CR LF instead of LF", inner_end, line.end),
    ):
        if start < end:
            yield _layout_fault(name, message, start, end, Splice(path, start, end, ""))


def _layout_fault(name: str, message: str, start: int, end: int, edit: Splice) -> Fault:
    return Fault(f"format.lines.{name}", message, start, end, fix=Fix(_LAYOUT_FIXES[name], (edit,)))
