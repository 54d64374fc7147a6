"""A file as JSON text: its value, its faults, exact places, its canonical form.

On the path of every run: what only a file with something to say needs is imported when it is asked for.
"""

from __future__ import annotations

import sys

from sourceright_lint.jsontext.content import Content, has_duplicates
from sourceright_lint.jsontext.quick import Quick
from sourceright_lint.jsontext.sentinels import BROKEN, MISSING
from sourceright_lint.parallel import WORTH_TWO_CORES, begin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType
    from typing import Any, Literal

    from sourceright_lint.finding import Pointer, Span
    from sourceright_lint.jsontext.decode import Decoded
    from sourceright_lint.jsontext.faults import Fault
    from sourceright_lint.jsontext.form import Form
    from sourceright_lint.jsontext.items import Items
    from sourceright_lint.jsontext.node import Node
    from sourceright_lint.jsontext.places import Places

    Kind = Literal["json", "jsonl", "text"]

_BOM = b"\xef\xbb\xbf"
_SMALL = 300_000
"""Bytes up to which importing orjson takes longer than it saves."""

_ENTRIES_FIRST = "mend the entries that are broken first: this may belong to one of them"
_UNREAD: Any = object()


class Document:
    """One file, read no further than is asked for.

    ``kind`` says how the bytes are read: one JSON value, JSON Lines, or text that is no JSON. Of a
    ``private`` file no message quotes anything. ``verdicts`` is what a first look said of the elements, for who looks
    again: a byte for each, 0 for one that takes a closer look; empty where nobody has looked.
    """

    __slots__ = (  # noqa: RUF023
        "data", "kind", "path", "private", "verdicts",
        "_canonical", "_content", "_count_quotes", "_decoded", "_laid_out", "_loaded", "_places", "_verdict",
    )  # fmt: skip

    def __init__(self, path: str, data: bytes, kind: Kind = "json", private: bool = False) -> None:
        self.path = path
        self.data = data
        self.kind: Kind = kind
        self.private = private
        self.verdicts = b""
        self._loaded: Any = _UNREAD
        self._content: Content | None = None
        self._canonical: tuple[Form, bytes | None] | None = None
        self._verdict: tuple[Form, bool] | None = None
        self._decoded: Decoded | None = None
        self._places: Places | None = None
        self._laid_out: bool | None = None
        self._count_quotes: Callable[[], bytes] | None = None

    @property
    def text(self) -> str:
        """The decoded text without a byte order mark."""
        return self._decode().text

    @property
    def has_bom(self) -> bool:
        """Whether the file begins with the byte order mark of UTF-8."""
        return self.data.startswith(_BOM)

    @property
    def body(self) -> bytes:
        """The bytes without a byte order mark."""
        return self.data[len(_BOM) :] if self.has_bom else self.data

    @property
    def is_large(self) -> bool:
        """Whether only the fastest readers will do."""
        return len(self.data) > _SMALL

    @property
    def engine(self) -> ModuleType:
        """The fast reader for a file of this size."""
        if not self.is_large and "orjson" not in sys.modules:
            from sourceright_lint.jsontext import brief

            return brief
        from sourceright_lint.jsontext import bulk

        return bulk

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything wrong with the text, by place: at most one fatal fault, in JSON Lines one a line."""
        faults = self._read().faults
        if not self.has_bom:
            return faults
        from sourceright_lint.jsontext.exact import bom_fault

        return (bom_fault(self.path), *faults)

    @property
    def readable(self) -> bool:
        """Whether no fault keeps the text from being read. JSON Lines may have entries that are broken."""
        return self._read().readable

    @property
    def value(self) -> Any:
        """The plain value, MISSING where there is none; of JSON Lines the list of entries, some BROKEN.

        Of duplicate keys the last counts, as readers have it.
        """
        return self._read().value

    @property
    def has_duplicates(self) -> bool:
        """Whether some object has a key twice."""
        return has_duplicates(self._read().faults)

    def node(self, pointer: Pointer = ()) -> Node | None:
        """The value at a pointer as it stands in the text."""
        return self._read().node(pointer)

    def items(self, pointer: Pointer = ()) -> Items | None:
        """What the container at a pointer holds, as places in the text; None where there is no container."""
        return self._read().items(pointer)

    def span(self, pointer: Pointer = (), key: bool = False) -> Span:
        """The place of a value, or of its key.

        Where there is no such value, the place of the nearest one around it that exists: its key if it
        has one and ``key`` is set, else a container's opening bracket.
        """
        marks = self._read().marks
        if marks is not None:
            return marks.span(pointer, key)
        found = self._read().find(pointer)
        if found is None:
            return self.span_at(0, 0)
        if key and found.key is not None:
            return self.span_at(*found.key)
        if not found.whole and self.text[found.start : found.start + 1] in ("[", "{"):
            return self.span_at(found.start, found.start + 1)
        return self.span_at(found.start, found.end)

    def raw(self, pointer: Pointer = ()) -> str:
        """The text of a value as written; empty where there is none."""
        marks = self._read().marks
        if marks is not None:
            return marks.raw(pointer)
        found = self._read().find(pointer)
        return "" if found is None or not found.whole else self.text[found.start : found.end]

    def span_at(self, start: int, end: int) -> Span:
        """Lines and columns of a stretch of the text, from offsets in characters."""
        return self._place().span(start, end)

    def byte_offset(self, offset: int) -> int:
        """Offset in ``data`` of the character at an offset in ``text``."""
        return len(self.text[:offset].encode(errors="replace")) + (len(_BOM) if self.has_bom else 0)

    @property
    def is_plain(self) -> bool:
        """Whether the plain value surely says all that the text says."""
        return self._read().is_plain

    def told_value(self, form: Form) -> Any:
        """The plain value, with stand-ins for what it does not say; MISSING where that takes the exact reader."""
        return self._read().told_value(form)

    def line_text(self, line: int, start: int = 0, limit: int | None = None) -> str:
        """A line (counted from 1) without its line end: from ``start`` on, at most ``limit`` characters."""
        marks = self._content.marks if self._content else None
        return (marks or self._place()).line_text(line, start, limit)

    def line_of_entry(self, index: int) -> int:
        """JSON Lines: the line (counted from 1) of an entry (counted from 0)."""
        return self.span((index,)).line

    def line_layout_faults(self) -> Iterator[Fault]:
        """JSON Lines: what is wrong with the lines as lines, one by one. None of it is fatal.

        Where an entry is broken there is no fix: a text that a line end cuts in two may hold the space.
        """
        if self.kind != "jsonl" or (self.is_large and self.is_laid_out()):
            return iter(())
        from sourceright_lint.jsontext.lines import layout_faults

        faults = layout_faults(self.path, self.text)
        if self.readable and not any(entry is BROKEN for entry in self.value):
            return faults
        return (fault._replace(fix=None, help=_ENTRIES_FIRST) for fault in faults)

    def expect_formatting(self) -> None:
        """Begin, in another process, with what canonical form takes of the bytes alone, where the file is large."""
        if self._count_quotes is None and len(self.data) > WORTH_TWO_CORES:
            from sourceright_lint.jsontext.bulk import quotes_of

            body = self.body
            self._count_quotes = begin(lambda: b"%d" % quotes_of(body))

    def canonical(self, form: Form) -> bytes | None:
        """The bytes of the canonical form, or None where rewriting the file could lose something.

        Whether the form was made for such a value is not asked: see ``may_be_rewritten``. The result for one form
        is kept.
        """
        if self._canonical is None or self._canonical[0] is not form:
            made = self._make_canonical(form)
            self._canonical = (form, self.data if made == self.data else made)
        return self._canonical[1]

    def may_be_rewritten(self, form: Form) -> bool:
        """Whether the file can be read, has no key twice, and is one that the form was made for."""
        return self.canonical(form) is not None and form.is_for(self.value)

    def is_canonical(self, form: Form) -> bool:
        """Whether the file is its own canonical form, byte for byte."""
        return self.is_surely_canonical(form) or self.data == self.canonical(form)

    def is_surely_canonical(self, form: Form) -> bool:
        """Whether a fast reader is sure that the file is its own canonical form, which proves that it has no fault.

        The answer for one form is kept.
        """
        if self._verdict is None or self._verdict[0] is not form:
            self._verdict = (form, self._has_proof(form))
        return self._verdict[1]

    def take_as_canonical(self, form: Form) -> None:
        """Know what another process is sure of: that the file is its own canonical form."""
        self._verdict, self._canonical = (form, True), (form, self.data)
        if self._content is None:
            self._content = Quick(self, self._load(), True)

    def _has_proof(self, form: Form) -> bool:
        loaded = self._load_unmarked()
        if loaded is MISSING:
            return False
        if self._lines:
            is_canonical = self.is_laid_out() and self.engine.is_in_order(loaded, form)
        else:
            is_canonical = self.engine.is_canonical(self.data, loaded, form)
        if is_canonical:
            self.take_as_canonical(form)
        return is_canonical

    def is_laid_out(self) -> bool:
        """Whether the file is surely its own canonical form but for the order of keys and elements.

        That proves that it has no fault, and is the fastest proof there is.
        """
        if self._laid_out is None:
            loaded = self._load_unmarked()
            self._laid_out = loaded is not MISSING and self.engine.has_canonical_layout(
                self.data, loaded, self._lines
            )
            if self._laid_out and self._content is None:
                self._content = Quick(self, loaded, True)
        return self._laid_out

    def forget(self) -> None:
        """Let go of what was read. It refers back to the document, so that a collector alone would find it."""
        self._loaded, self._content, self._canonical = _UNREAD, None, None
        self._decoded, self._places, self._verdict, self._laid_out = None, None, None, None
        self._counted_quotes()
        self.verdicts = b""

    @property
    def _lines(self) -> bool:
        return self.kind == "jsonl"

    def _make_canonical(self, form: Form) -> bytes | None:
        loaded = self._load()
        if loaded is not MISSING:
            quotes = self._counted_quotes()
            quick: bytes | None = self.engine.canonical(self.body, loaded, form, self._lines, quotes)
            if quick is not None:
                if self._content is None:
                    self._content = Quick(self, loaded, False)
                return quick
        # As in _read: what was loaded need not be there together with what is read now.
        loaded = MISSING
        return self._read().canonical(form)

    def _counted_quotes(self) -> int | None:
        """What another process counted; it ends with being asked."""
        counted = self._count_quotes() if self._count_quotes else b""
        self._count_quotes = None
        return int(counted) if counted else None

    def _load(self) -> Any:
        """The value as a fast reader has it, good only if the text is faultless; MISSING if that cannot be."""
        if self._loaded is _UNREAD:
            self._loaded = MISSING if self.kind == "text" else self.engine.load(self.body, self._lines)
            if self._lines and self._loaded and type(self._loaded[0]) is list:
                self._loaded = MISSING
        return self._loaded

    def _load_unmarked(self) -> Any:
        """What ``_load`` gives; MISSING also where the file begins with a byte order mark."""
        return MISSING if self.has_bom else self._load()

    def _read(self) -> Content:
        if self._content is None and self._lines and self.is_large:
            self.is_laid_out()  # if it is, the proof serves for the lines too
        if self._content is None:
            loaded = self._load()
            if loaded is not MISSING and self.engine.is_faultless(self.body, loaded, self._lines):
                self._content = Quick(self, loaded, False)
            else:
                # What was loaded is of no use, and need not be there together with what is read now.
                self._loaded = loaded = MISSING
                self._content = self._read_odd() or self._read_exactly()
        return self._content

    def _read_odd(self) -> Content | None:
        if self.kind == "text" or not self.is_large or self._decode().fault is not None:
            return None
        from sourceright_lint.jsontext import patching

        if self._lines:
            return patching.patch_lines(self.path, self.text, self.body, self.private, self._read_exactly)
        return patching.patch_value(self.text, self.body, self.private, self._read_exactly)

    def _read_exactly(self) -> Content:
        from sourceright_lint.jsontext.exact import read

        return read(self.path, self._decode(), self.kind, self.private)

    def _decode(self) -> Decoded:
        if self._decoded is None:
            from sourceright_lint.jsontext.decode import decode

            self._decoded = decode(self.data)
        return self._decoded

    def _place(self) -> Places:
        if self._places is None:
            from sourceright_lint.jsontext.places import Places

            self._places = Places(self.text)
        return self._places
