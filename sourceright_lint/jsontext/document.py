"""A file as JSON text: its value, its faults, exact places, its canonical form.

On the path of every run: what only a file with something to say needs is imported when it is asked for.
"""

from __future__ import annotations

import sys

from sourceright_lint.jsontext.sentinels import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any, Literal

    from sourceright_lint.finding import Pointer, Span
    from sourceright_lint.jsontext.decode import Decoded
    from sourceright_lint.jsontext.exact import Reading
    from sourceright_lint.jsontext.faults import Fault
    from sourceright_lint.jsontext.form import Form
    from sourceright_lint.jsontext.items import Items
    from sourceright_lint.jsontext.locate import Found, Locator
    from sourceright_lint.jsontext.node import Node
    from sourceright_lint.jsontext.places import Places

    Kind = Literal["json", "jsonl", "text"]

_BOM = b"\xef\xbb\xbf"
_SMALL = 300_000
"""Bytes up to which importing orjson takes longer than it saves."""

_UNREAD: Any = object()


class Document:
    """One file, read no further than is asked for.

    ``kind`` says how the bytes are read: one JSON value, JSON Lines, or text that is no JSON. Of a
    ``private`` file no message quotes anything.
    """

    __slots__ = (  # noqa: RUF023
        "data", "kind", "path", "private",
        "_canonical", "_decoded", "_faultless", "_loaded", "_locator", "_places", "_pretty", "_reading", "_value",
    )  # fmt: skip

    def __init__(self, path: str, data: bytes, kind: Kind = "json", private: bool = False) -> None:
        self.path = path
        self.data = data
        self.kind: Kind = kind
        self.private = private
        self._loaded: Any = _UNREAD
        self._locator: Locator | None = None
        self._value: Any = _UNREAD
        self._faultless: bool | None = None if kind != "text" else False
        self._canonical: tuple[Form, bytes | None] | None = None
        self._decoded: Decoded | None = None
        self._reading: Reading | None = None
        self._places: Places | None = None
        self._pretty = False

    @property
    def text(self) -> str:
        """The decoded text without a byte order mark."""
        return self._decode().text

    @property
    def has_bom(self) -> bool:
        """Whether the file begins with the byte order mark of UTF-8."""
        return self.data.startswith(_BOM)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything wrong with the text, by place: at most one fatal fault, in JSON Lines one a line."""
        faults = () if self._is_faultless() else self._read().faults
        if not self.has_bom:
            return faults
        from sourceright_lint.jsontext.exact import bom_fault

        return (bom_fault(self.path), *faults)

    @property
    def readable(self) -> bool:
        """Whether no fault keeps the text from being read. JSON Lines may have entries that are broken."""
        if self._is_faultless():
            return True
        reading = self._read()
        return reading.root is not None or (self.kind == "text" and not reading.faults)

    @property
    def value(self) -> Any:
        """The plain value, MISSING where there is none; of JSON Lines the list of entries, some BROKEN.

        Of duplicate keys the last counts, as readers have it.
        """
        if self._value is _UNREAD:
            if self._is_faultless():
                self._value = self._loaded
            else:
                root = self._read().root
                self._value = MISSING if root is None else root.value()
        return self._value

    @property
    def has_duplicates(self) -> bool:
        """Whether some object has a key twice."""
        return not self._is_faultless() and any(
            fault.code == "json.duplicate_key" for fault in self._read().faults
        )

    def node(self, pointer: Pointer = ()) -> Node | None:
        """The value at a pointer as it stands in the text."""
        if self._is_faultless():
            return self._locate().node(pointer)
        root = self._read().root
        return None if root is None else root.at(pointer)

    def items(self, pointer: Pointer = ()) -> Items | None:
        """What the container at a pointer holds, as places in the text; None where there is no container."""
        if self._is_faultless():
            return self._locate().items(pointer)
        from sourceright_lint.jsontext.items import items_of

        node = self.node(pointer)
        items = None if node is None else items_of(node)
        return items._replace(kind="lines") if items and self.kind == "jsonl" and not pointer else items

    def span(self, pointer: Pointer = (), key: bool = False) -> Span:
        """The place of a value, or of its key.

        Where there is no such value, the place of the nearest one around it that exists: its key if it
        has one and ``key`` is set, else a container's opening bracket.
        """
        found = self._find(pointer)
        if found is None:
            return self.span_at(0, 0)
        if key and found.key is not None:
            return self.span_at(*found.key)
        if not found.whole and self.text[found.start : found.start + 1] in ("[", "{"):
            return self.span_at(found.start, found.start + 1)
        return self.span_at(found.start, found.end)

    def _find(self, pointer: Pointer) -> Found | None:
        if self._is_faultless():
            return self._locate().find(pointer)
        root = self._read().root
        if root is None:
            return None
        from sourceright_lint.jsontext.locate import find_below

        return find_below(root, pointer)

    def raw(self, pointer: Pointer = ()) -> str:
        """The text of a value as written; empty where there is none."""
        node = self.node(pointer)
        return "" if node is None else self.text[node.start : node.end]

    def span_at(self, start: int, end: int) -> Span:
        """Lines and columns of a stretch of the text, from offsets in characters."""
        return self._place().span(start, end)

    def byte_offset(self, offset: int) -> int:
        """Offset in ``data`` of the character at an offset in ``text``."""
        return len(self.text[:offset].encode(errors="replace")) + (len(_BOM) if self.has_bom else 0)

    def line_text(self, line: int) -> str:
        """A line (counted from 1) without its line end."""
        return self._place().line_text(line)

    def line_of_entry(self, index: int) -> int:
        """JSON Lines: the line (counted from 1) of an entry (counted from 0)."""
        return self.span((index,)).line

    def line_layout_faults(self) -> tuple[Fault, ...]:
        """JSON Lines: what is wrong with the lines as lines. None of it is fatal."""
        if self.kind != "jsonl":
            return ()
        from sourceright_lint.jsontext.lines import layout_faults

        return tuple(layout_faults(self.path, self.text))

    def canonical(self, form: Form) -> bytes | None:
        """The bytes of the canonical form, or None where rewriting the file could lose something.

        The result for one form is kept.
        """
        if self._canonical is None or self._canonical[0] is not form:
            self._canonical = (form, self._make_canonical(form))
        return self._canonical[1]

    def _make_canonical(self, form: Form) -> bytes | None:
        if self.kind == "text":
            return None
        loaded = self._load()
        if loaded is not MISSING:
            quick: bytes | None = self._engine().canonical(self._body(), loaded, form, self.kind == "jsonl")
            if quick is not None:
                return quick
        root = self._read().root
        if root is None or self.has_duplicates:
            return None
        from sourceright_lint.jsontext.write import canonical_document

        return canonical_document(root, form, self.kind == "jsonl")

    def is_canonical(self, form: Form) -> bool:
        """Whether the file is its own canonical form, byte for byte."""
        if self.kind == "text" or self.has_bom:
            return False
        loaded = self._load()
        if loaded is not MISSING and self._engine().is_canonical(
            self.data, loaded, form, self.kind == "jsonl"
        ):
            self._faultless = self._pretty = True
            return True
        return self.data == self.canonical(form)

    def _body(self) -> bytes:
        return self.data[len(_BOM) :] if self.has_bom else self.data

    def _engine(self) -> ModuleType:
        if len(self.data) <= _SMALL and "orjson" not in sys.modules:
            from sourceright_lint.jsontext import brief

            return brief
        from sourceright_lint.jsontext import bulk

        return bulk

    def _load(self) -> Any:
        """The value as a fast reader has it, good only if the text is faultless; MISSING if that cannot be."""
        if self._loaded is _UNREAD:
            self._loaded = self._engine().load(self._body(), self.kind == "jsonl")
            if self.kind == "jsonl" and self._loaded and type(self._loaded[0]) is list:
                self._loaded = MISSING
        return self._loaded

    def _is_faultless(self) -> bool:
        """Whether a fast reader is sure that there is no fault but perhaps a byte order mark."""
        if self._faultless is None:
            loaded = self._load()
            self._faultless = loaded is not MISSING and self._engine().is_faultless(
                self._body(), loaded, self.kind == "jsonl"
            )
        return self._faultless

    def _decode(self) -> Decoded:
        if self._decoded is None:
            from sourceright_lint.jsontext.decode import decode

            self._decoded = decode(self.data)
        return self._decoded

    def _read(self) -> Reading:
        if self._reading is None:
            from sourceright_lint.jsontext.exact import read

            self._reading = read(self.path, self._decode(), self.kind, self.private)
        return self._reading

    def _locate(self) -> Locator:
        if self._locator is None:
            from sourceright_lint.jsontext.locate import Locator

            lines = self.kind == "jsonl"
            if not self._pretty and not lines and len(self.data) > _SMALL:
                self._pretty = self._engine().has_canonical_layout(self._body(), self._load(), False)
            self._locator = Locator(self.text, self._pretty and not lines, lines)
        return self._locator

    def _place(self) -> Places:
        if self._places is None:
            from sourceright_lint.jsontext.places import Places

            self._places = Places(self.text)
        return self._places
