"""Files that hold JSON of the other shape: JSON Lines where one value should be, or one value in JSON Lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.jsontext.faults import Fault
from sourceright_lint.jsontext.scan import BrokenTextError, TooDeepError, scan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.jsontext.node import Node

_SPACE = " \t\r\n"
_CODE = "json.lines"


def lines_instead_of_value(text: str, second: int) -> Fault | None:
    """The fault of a text that holds a value on each line; the second value starts at ``second``."""
    lines = [line for line in (line.strip(_SPACE) for line in text.split("\n")) if line]
    if len(lines) < 2 or not all(line[0] + line[-1] in ("{}", "[]") for line in lines):
        return None
    return Fault(
        _CODE,
        f"the file holds {len(lines)} JSON values, one on each line, and must hold one",
        second,
        second + 1,
        help="this is JSON Lines: put the values into one array, or give the file the name of a .jsonl file",
        fatal=True,
    )


def opened_value(text: str) -> Fault | None:
    """The fault of a JSON Lines text that begins as one value on several lines does: with a bracket alone."""
    content = text.lstrip(_SPACE)
    first = content.partition("\n")[0].rstrip(_SPACE)
    return value_in_lines(len(text) - len(content)) if first in ("[", "{") else None


def value_instead_of_lines(text: str, entries: Sequence[Node]) -> Fault | None:
    """The fault of a JSON Lines text whose lines, read as ``entries``, are together one value."""
    if entries and (_is_one_array(entries) or _is_one_value(text, entries)):
        return value_in_lines(entries[0].start)
    return None


def value_in_lines(start: int) -> Fault:
    """The fault of a JSON Lines text that is one value, which starts at ``start``."""
    message = "the file holds one JSON value instead of one entry on each line"
    help = "write each entry on a line of its own, without an array around them and without commas between"
    return Fault(_CODE, message, start, start + 1, help, fatal=True)


def _is_one_array(entries: Sequence[Node]) -> bool:
    return len(entries) == 1 and entries[0].kind == "array"


def _is_one_value(text: str, entries: Sequence[Node]) -> bool:
    if entries[0].kind != "broken":
        return False
    try:
        scan(text)
    except (BrokenTextError, TooDeepError):
        return False
    return True
