"""JSON Lines: a value on each line, and what can be wrong with the lines themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sourceright_lint.finding import Edit, Fix, Splice, TidyLines
from sourceright_lint.jsontext.cut import cut_lines
from sourceright_lint.jsontext.faults import Fault, Faults
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import BrokenTextError, TooDeepError, scan
from sourceright_lint.jsontext.syntax import depth_fault, one_fault_code, syntax_fault
from sourceright_lint.jsontext.values import value_faults

_SPACE = " \t\r"
_BLANK = " \t"
_HOPELESS = 5_000
"""So many broken entries, and a quarter of all, are enough to see that a text is something else."""

_TOLD = 1_000
"""Faults in the layout of lines, of each kind, that are told one by one."""

_LAYOUT_FIXES = {
    "blank": "take blank lines out",
    "trailing_space": "take the white space out",
    "line_ending": "end the line with LF",
    "final_newline": "end the line",
}


class Line(NamedTuple):
    """The place of a physical line, without its ``\n``."""

    start: int
    end: int


class HopelessError(Exception):
    """Too many lines hold no value: the text is no JSON Lines at all. ``fault`` says so."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Entries:
    """Reads the entries of a JSON Lines text one by one and gathers their faults.

    What is one fault although it shows on several lines (a conflict of a merge, a Markdown fence) is told
    where it first shows.
    """

    def __init__(self, path: str, text: str, private: bool) -> None:
        self.faults = Faults()
        self.broken = 0
        self._path = path
        self._text = text
        self._private = private
        self._told: set[str] = set()

    def read(self, start: int, end: int) -> Node:
        """The entry in ``text[start:end]`` as a node, kind ``broken`` if it is none."""
        try:
            node = scan(self._text, start, end)
        except TooDeepError as error:
            self.faults.add((depth_fault(error.position),))
        except BrokenTextError:
            self._tell_broken(start, end)
        else:
            self.faults.add(value_faults(node, self._private))
            return node
        self.broken += 1
        return Node("broken", start, end, self._text[start:end])

    def is_hopeless(self, number: int) -> bool:
        """Whether a good part of the first ``number`` entries is broken, and many are."""
        return self.broken > _HOPELESS and self.broken > number // 4

    def _tell_broken(self, start: int, end: int) -> None:
        line = self._text[start:end]
        code = one_fault_code(line)
        if code not in self._told:
            self.faults.add((_line_fault(self._path, line, start, self._private),))
        if code:
            self._told.add(code)


def read_entries(path: str, text: str, private: bool) -> tuple[list[Node], Faults]:
    """Every entry as a node, broken ones included, and the faults. Raises HopelessError."""
    entries = Entries(path, text, private)
    nodes: list[Node] = []
    for item in cut_lines(text).items:
        nodes.append(entries.read(item.start, item.end))
        if entries.is_hopeless(len(nodes)):
            raise HopelessError(_hopeless_fault(entries.broken, nodes))
    return nodes, entries.faults


def _hopeless_fault(broken: int, nodes: list[Node]) -> Fault:
    first = next(node for node in nodes if node.kind == "broken")
    message = f"{broken} of the first {len(nodes)} entries are no JSON values: the rest is not read"
    return Fault(
        "json.syntax", message, first.start, first.end, "each line must hold one JSON value", fatal=True
    )


def _line_fault(path: str, line: str, start: int, private: bool) -> Fault:
    try:
        scan(line)
    except BrokenTextError as error:
        fault = syntax_fault(path, line, error, private)
        notes = tuple((at + start, end + start, message) for at, end, message in fault.notes)
        return fault._replace(start=fault.start + start, end=fault.end + start, notes=notes, fix=None)
    raise AssertionError("the line was broken a moment ago")


def _lines(text: str) -> Iterator[Line]:
    """The physical lines; what follows the last ``\\n`` is one only if it is not empty."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield Line(start, end)
        start = end + 1


def layout_faults(path: str, text: str) -> Iterator[Fault]:
    """Blank lines, white space around values, CR LF at line ends, a missing final line end.

    Of one kind many are told one by one; all others are one fault, which one fix mends.
    """
    told: Counter[str] = Counter()
    others: dict[str, Fault] = {}
    for fault in _each_layout_fault(path, text):
        told[fault.code] += 1
        if told[fault.code] <= _TOLD:
            yield fault
        else:
            others.setdefault(fault.code, fault)
    for code, first in others.items():
        more = told[code] - _TOLD - 1
        fix = first.fix and first.fix._replace(edits=(TidyLines(path, code, first.start),))
        yield first._replace(
            message=first.message + (f", here and {more} times more below" if more else ""), fix=fix
        )


def tidy_edits(text: str, edit: TidyLines) -> Iterator[Edit]:
    """The single edits that one of all lines stands for."""
    for fault in _each_layout_fault(edit.path, text):
        if fault.code == edit.fault and fault.start >= edit.start and fault.fix:
            yield from fault.fix.edits


def _each_layout_fault(path: str, text: str) -> Iterator[Fault]:
    blank, first = 0, 0
    for line in _lines(text):
        content = text[line.start : line.end]
        if not content.strip(_SPACE):
            first = line.start if blank == 0 else first
            blank += 1
            continue
        yield from _blank_fault(path, text, blank, Line(first, line.start - 1))
        blank = 0
        yield from _space_faults(path, line, content)
    yield from _blank_fault(path, text, blank, Line(first, len(text) - text.endswith("\n")))
    if text and not blank and not text.endswith("\n"):
        end = len(text)
        edit = Splice(path, end, end, "\n")
        yield _layout_fault("final_newline", "the last line has no line end", end, end, edit)


def _blank_fault(path: str, text: str, number: int, lines: Line) -> Iterator[Fault]:
    """So many blank lines in a row, from the start of the first to the end of the last."""
    if number:
        start, end = lines
        message = "blank line" if number == 1 else f"{number} blank lines"
        yield _layout_fault("blank", message, start, end, Splice(path, start, min(end + 1, len(text)), ""))


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
