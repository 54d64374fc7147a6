"""The exact reader: every value with its place, every fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sourceright_lint.finding import Fix, StripBom
from sourceright_lint.jsontext.content import Content, has_duplicates
from sourceright_lint.jsontext.faults import Fault, Faults
from sourceright_lint.jsontext.items import items_of
from sourceright_lint.jsontext.lines import HopelessError, read_entries
from sourceright_lint.jsontext.locate import Found, find_below
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import BrokenTextError, TooDeepError, scan
from sourceright_lint.jsontext.sentinels import MISSING
from sourceright_lint.jsontext.shape import opened_value, value_in_lines, value_instead_of_lines
from sourceright_lint.jsontext.skip import scan_for_error
from sourceright_lint.jsontext.syntax import depth_fault, syntax_fault
from sourceright_lint.jsontext.values import value_faults
from sourceright_lint.jsontext.write import canonical_document

if TYPE_CHECKING:
    from sourceright_lint.finding import Pointer
    from sourceright_lint.jsontext.decode import Decoded
    from sourceright_lint.jsontext.form import Form
    from sourceright_lint.jsontext.items import Items


class Exact(Content):
    """A text read into nodes as a whole. In JSON Lines ``root`` is the array of entries."""

    def __init__(self, root: Node, faults: tuple[Fault, ...], lines: bool) -> None:
        super().__init__(faults)
        self.root = root
        self.lines = lines
        self.value: Any = root.value()

    @property
    def readable(self) -> bool:
        """There is a value, and entries that are broken stand in it as such."""
        return True

    def node(self, pointer: Pointer) -> Node | None:
        """The value at a pointer."""
        return self.root.at(pointer)

    def items(self, pointer: Pointer) -> Items | None:
        """What the container at a pointer holds."""
        node = self.root.at(pointer)
        items = None if node is None else items_of(node)
        return items._replace(kind="lines") if items and self.lines and not pointer else items

    def find(self, pointer: Pointer) -> Found:
        """The place of the value at a pointer, or of the last one on the way to it."""
        return find_below(self.root, pointer)

    def canonical(self, form: Form) -> bytes | None:
        """The canonical bytes; None where a key stands twice or an entry is broken."""
        return None if has_duplicates(self.faults) else canonical_document(self.root, form, self.lines)


def read(path: str, decoded: Decoded, kind: str, private: bool) -> Content:
    """Read a text of kind ``json``, ``jsonl`` or ``text``."""
    if decoded.fault is not None:
        return Content((decoded.fault,))
    if kind == "text":
        return Content()
    if kind == "jsonl":
        return _read_lines(path, decoded.text, private)
    return _read_value(path, decoded.text, private)


def bom_fault(path: str) -> Fault:
    """The fault of a file that begins with a byte order mark."""
    fix = Fix("take the byte order mark off", (StripBom(path),))
    message = "the file begins with a byte order mark"
    return Fault("json.bom", message, 0, 0, "save it as UTF-8 without BOM", fix=fix)


def _read_value(path: str, text: str, private: bool) -> Content:
    if not text.strip(" \t\r\n"):
        empty = Fault("json.empty", "the file is empty", 0, 0, "it must hold one JSON value", fatal=True)
        return Content((empty,))
    try:
        scan_for_error(text)
        root = scan(text)
    except TooDeepError as error:
        return Content((depth_fault(error.position),))
    except BrokenTextError as error:
        return Content((syntax_fault(path, text, error, private),))
    faults = Faults()
    faults.add(value_faults(root, private))
    return Exact(root, faults.in_order(), False)


def _read_lines(path: str, text: str, private: bool) -> Content:
    shape = opened_value(text)
    if shape is not None:
        return Content((shape,))
    try:
        nodes, faults = read_entries(path, text, private)
    except HopelessError as error:
        return Content((_value_fault(text) or error.fault,))
    shape = value_instead_of_lines(text, nodes)
    if shape is not None:
        return Content((shape,))
    root = Node("array", 0, len(text))
    root.elements = nodes
    return Exact(root, faults.in_order(), True)


def _value_fault(text: str) -> Fault | None:
    """The fault of a text that is one value, told without reading it into nodes."""
    from sourceright_lint.jsontext import bulk

    is_value = bulk.load(text.encode(), False) is not MISSING
    return value_in_lines(len(text) - len(text.lstrip(" \t\r\n"))) if is_value else None
