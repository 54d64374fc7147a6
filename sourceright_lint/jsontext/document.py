"""A file as JSON text: its value, its faults, exact places, its canonical form."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sourceright_lint.finding import Span
from sourceright_lint.jsontext.decode import BOM, Decoded, decode, has_bom
from sourceright_lint.jsontext.faults import Fault
from sourceright_lint.jsontext.form import SORTED
from sourceright_lint.jsontext.items import Items, items_of
from sourceright_lint.jsontext.lines import layout_faults, read_entries
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.places import Places
from sourceright_lint.jsontext.scan import BrokenTextError, TooDeepError, scan
from sourceright_lint.jsontext.sentinels import MISSING
from sourceright_lint.jsontext.shape import value_instead_of_lines
from sourceright_lint.jsontext.syntax import depth_fault, syntax_fault
from sourceright_lint.jsontext.values import value_faults
from sourceright_lint.jsontext.write import canonical_text, ordered_elements

if TYPE_CHECKING:
    from sourceright_lint.finding import Pointer
    from sourceright_lint.jsontext.form import Form

Kind = Literal["json", "jsonl", "text"]


class Document:
    """One file, read no further than is asked for.

    ``kind`` says how the bytes are read: one JSON value, JSON Lines, or text that is no JSON. Of a
    ``private`` file no message quotes anything.
    """

    def __init__(self, path: str, data: bytes, kind: Kind = "json", private: bool = False) -> None:
        self.path = path
        self.data = data
        self.kind: Kind = kind
        self.private = private

    @property
    def text(self) -> str:
        """The decoded text without a byte order mark."""
        return self._decoded.text

    @cached_property
    def has_bom(self) -> bool:
        """Whether the file begins with the byte order mark of UTF-8."""
        return has_bom(self.data)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything wrong with the text, by place: at most one fatal fault, in JSON Lines one a line."""
        return self._reading.faults

    @property
    def readable(self) -> bool:
        """Whether there is a value."""
        return self._reading.root is not None

    @cached_property
    def value(self) -> Any:
        """The plain value, MISSING where there is none; of JSON Lines the list of entries, some BROKEN.

        Of duplicate keys the last counts, as readers have it.
        """
        root = self._reading.root
        return MISSING if root is None else root.value()

    @property
    def has_duplicates(self) -> bool:
        """Whether some object has a key twice."""
        return any(fault.code == "json.duplicate_key" for fault in self.faults)

    def node(self, pointer: Pointer = ()) -> Node | None:
        """The value at a pointer as it stands in the text."""
        root = self._reading.root
        return None if root is None else root.at(pointer)

    def span(self, pointer: Pointer = (), key: bool = False) -> Span:
        """The place of a value, or of its key.

        Where there is no such value, the place of the nearest one around it that exists: its key if it
        has one and ``key`` is set, else a container's opening bracket.
        """
        root = self._reading.root
        if root is None:
            return Span(1, 1, 1, 1)
        parent, node = None, root
        for step, name in enumerate(pointer):
            child = node.child(name)
            if child is None:
                return self._span_of(parent, node, pointer[step - 1] if step else None, key, whole=False)
            parent, node = node, child
        return self._span_of(parent, node, pointer[-1] if pointer else None, key, whole=True)

    def _span_of(
        self, parent: Node | None, node: Node, name: str | int | None, key: bool, whole: bool
    ) -> Span:
        if key and parent is not None and name is not None and parent.kind == "object":
            member = parent.member(name)
            if member is not None:
                return self.span_at(member.key.start, member.key.end)
        if not whole and node.kind in ("object", "array"):
            return self.span_at(node.start, node.start + 1)
        return self.span_at(node.start, node.end)

    def items(self, pointer: Pointer = ()) -> Items | None:
        """What the container at a pointer holds, as places in the text; None where there is no container."""
        node = self.node(pointer)
        items = None if node is None else items_of(node)
        return items._replace(kind="lines") if items and self.kind == "jsonl" and not pointer else items

    def raw(self, pointer: Pointer = ()) -> str:
        """The text of a value as written; empty where there is none."""
        node = self.node(pointer)
        return "" if node is None else self.text[node.start : node.end]

    def span_at(self, start: int, end: int) -> Span:
        """Lines and columns of a stretch of the text, from offsets in characters."""
        return self._places.span(start, end)

    def byte_offset(self, offset: int) -> int:
        """Offset in ``data`` of the character at an offset in ``text``."""
        return len(self.text[:offset].encode(errors="replace")) + (len(BOM) if self.has_bom else 0)

    def line_text(self, line: int) -> str:
        """A line (counted from 1) without its line end."""
        return self._places.line_text(line)

    def line_of_entry(self, index: int) -> int:
        """JSON Lines: the line (counted from 1) of an entry (counted from 0)."""
        return self._reading.numbers[index]

    def line_layout_faults(self) -> tuple[Fault, ...]:
        """JSON Lines: what is wrong with the lines as lines. None of it is fatal."""
        return tuple(layout_faults(self.path, self.text)) if self.kind == "jsonl" else ()

    def canonical(self, form: Form) -> bytes | None:
        """The bytes of the canonical form, or None where rewriting the file could lose something."""
        root = self._reading.root
        if root is None or self.has_duplicates:
            return None
        if self.kind == "json":
            return (canonical_text(root, form) + "\n").encode()
        if any(node.kind == "broken" for node in root.elements):
            return None
        entry = form.elements or SORTED
        lines = [canonical_text(node, entry, compact=True) for node in ordered_elements(root, form)]
        return "".join(line + "\n" for line in lines).encode()

    def is_canonical(self, form: Form) -> bool:
        """Whether the file is its own canonical form, byte for byte."""
        return self.data == self.canonical(form)

    @cached_property
    def _decoded(self) -> Decoded:
        return decode(self.data)

    @cached_property
    def _places(self) -> Places:
        return Places(self.text)

    @cached_property
    def _reading(self) -> Reading:
        return read(self)


class Reading(NamedTuple):
    """What the slow, exact reader makes of a file."""

    root: Node | None
    faults: tuple[Fault, ...]
    numbers: list[int]


def read(document: Document) -> Reading:
    """Read a document exactly."""
    decoded = document._decoded
    faults = [_bom_fault(document.path)] if document.has_bom else []
    if decoded.fault is not None:
        return Reading(None, (*faults, decoded.fault), [])
    if document.kind == "text":
        return Reading(None, tuple(faults), [])
    if document.kind == "jsonl":
        return _read_lines(document, decoded.text, faults)
    return _read_value(document, decoded.text, faults)


def _read_value(document: Document, text: str, faults: list[Fault]) -> Reading:
    if not text.strip(" \t\r\n"):
        empty = Fault("json.empty", "the file is empty", 0, 0, "it must hold one JSON value", fatal=True)
        return Reading(None, (*faults, empty), [])
    try:
        root = scan(text)
    except TooDeepError as error:
        return Reading(None, (*faults, depth_fault(error.position)), [])
    except BrokenTextError as error:
        return Reading(None, (*faults, syntax_fault(document.path, text, error, document.private)), [])
    faults += sorted(value_faults(root, document.private), key=_place)
    return Reading(root, tuple(faults), [])


def _read_lines(document: Document, text: str, faults: list[Fault]) -> Reading:
    entries = read_entries(document.path, text, document.private)
    shape = value_instead_of_lines(text, entries.nodes)
    if shape is not None:
        return Reading(None, (*faults, shape), [])
    root = Node("array", 0, len(text))
    root.elements = entries.nodes
    return Reading(root, (*faults, *sorted(entries.faults, key=_place)), entries.numbers)


def _place(fault: Fault) -> tuple[int, str]:
    return fault.start, fault.code


def _bom_fault(path: str) -> Fault:
    from sourceright_lint.finding import Fix, StripBom

    fix = Fix("take the byte order mark off", (StripBom(path),))
    return Fault(
        "json.bom", "the file begins with a byte order mark", 0, 0, "save it as UTF-8 without BOM", fix=fix
    )
