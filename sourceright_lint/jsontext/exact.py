"""The exact reader: every value with its place, every fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.finding import Fix, StripBom
from sourceright_lint.jsontext.faults import Fault
from sourceright_lint.jsontext.lines import read_entries
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import BrokenTextError, TooDeepError, scan
from sourceright_lint.jsontext.shape import value_instead_of_lines
from sourceright_lint.jsontext.syntax import depth_fault, syntax_fault
from sourceright_lint.jsontext.values import value_faults

if TYPE_CHECKING:
    from sourceright_lint.jsontext.decode import Decoded


class Reading(NamedTuple):
    """What the exact reader makes of a text.

    ``root`` is None where there is no value; in JSON Lines it is the array of entries.
    """

    root: Node | None
    faults: tuple[Fault, ...]


def read(path: str, decoded: Decoded, kind: str, private: bool) -> Reading:
    """Read a text of kind ``json``, ``jsonl`` or ``text``."""
    if decoded.fault is not None:
        return Reading(None, (decoded.fault,))
    if kind == "text":
        return Reading(None, ())
    if kind == "jsonl":
        return _read_lines(path, decoded.text, private)
    return _read_value(path, decoded.text, private)


def bom_fault(path: str) -> Fault:
    """The fault of a file that begins with a byte order mark."""
    fix = Fix("take the byte order mark off", (StripBom(path),))
    message = "the file begins with a byte order mark"
    return Fault("json.bom", message, 0, 0, "save it as UTF-8 without BOM", fix=fix)


def _read_value(path: str, text: str, private: bool) -> Reading:
    if not text.strip(" \t\r\n"):
        empty = Fault("json.empty", "the file is empty", 0, 0, "it must hold one JSON value", fatal=True)
        return Reading(None, (empty,))
    try:
        root = scan(text)
    except TooDeepError as error:
        return Reading(None, (depth_fault(error.position),))
    except BrokenTextError as error:
        return Reading(None, (syntax_fault(path, text, error, private),))
    return Reading(root, tuple(sorted(value_faults(root, private), key=_place)))


def _read_lines(path: str, text: str, private: bool) -> Reading:
    entries = read_entries(path, text, private)
    shape = value_instead_of_lines(text, entries.nodes)
    if shape is not None:
        return Reading(None, (shape,))
    root = Node("array", 0, len(text))
    root.elements = entries.nodes
    return Reading(root, tuple(sorted(entries.faults, key=_place)))


def _place(fault: Fault) -> tuple[int, str]:
    return fault.start, fault.code
