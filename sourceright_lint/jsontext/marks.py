"""Places of values in a large text in canonical layout, told from its bytes.

To decode such a text as a whole takes longer than most of its check, and where one character of it needs them, four
bytes for each. All offsets here are in bytes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sourceright_lint.jsontext.items import Item
from sourceright_lint.jsontext.locate import Found, find_below
from sourceright_lint.jsontext.offsets import offset_array
from sourceright_lint.jsontext.places import BytePlaces
from sourceright_lint.jsontext.plain import string_text
from sourceright_lint.jsontext.scan import scan
from sourceright_lint.jsontext.seek import Seeker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.finding import Pointer, Span
    from sourceright_lint.jsontext.node import Node

_SMALL = 20_000
"""Bytes of a value that are decoded and read without much thought."""


class _Window(NamedTuple):
    """A value in the text, and how many containers it is in."""

    start: int
    end: int
    depth: int


class Marks:
    """Answers for one text, a whole value and the newline after it. ``value`` is what it says; no key stands twice."""

    def __init__(self, data: bytes, value: Any) -> None:
        self._data = data
        self._value = value
        self._places = BytePlaces(data)
        self._seekers: dict[_Window, Seeker] = {}
        self._starts: dict[_Window, Sequence[int]] = {}
        self._indexes: dict[_Window, dict[str, int]] = {}
        self._read: tuple[_Window, str, Node] | None = None

    def span(self, pointer: Pointer, key: bool) -> Span:
        """Lines and columns of a value, or of its key, as those of a document."""
        found = self._find(pointer)
        if key and found.key is not None:
            return self._places.span(*found.key)
        if not found.whole and self._data[found.start : found.start + 1] in (b"[", b"{"):
            return self._places.span(found.start, found.start + 1)
        return self._places.span(found.start, found.end)

    def raw(self, pointer: Pointer) -> str:
        """The text of a value as written; empty where there is none."""
        found = self._find(pointer)
        return self._data[found.start : found.end].decode() if found.whole else ""

    def line_text(self, line: int, start: int, limit: int | None) -> str:
        """A line without its line end, as that of a document."""
        return self._places.line_text(line, start, limit)

    def _find(self, pointer: Pointer) -> Found:
        window, key, value = _Window(0, len(self._data) - 1, 0), None, self._value
        for step, name in enumerate(pointer):
            if window.end - window.start <= _SMALL:
                return self._find_inside(window, pointer[step:], key)
            item = self._item(window, name, value)
            if item is None:
                return Found(window.start, window.end, key, False)
            window = _Window(item.value_start, item.end, window.depth + 1)
            key = (item.start, item.key_end) if item.key_end > item.start else None
            value = value[name]
        return Found(window.start, window.end, key, True)

    def _find_inside(self, window: _Window, pointer: Pointer, key: tuple[int, int] | None) -> Found:
        text, node = self._node(window)
        found = find_below(node, pointer)
        start, end = (window.start + len(text[:offset].encode()) for offset in (found.start, found.end))
        if found.key is not None:
            first, last = (window.start + len(text[:offset].encode()) for offset in found.key)
            return Found(start, end, (first, last), found.whole)
        return Found(start, end, key if found.start == 0 else None, found.whole)

    def _node(self, window: _Window) -> tuple[str, Node]:
        if self._read is None or self._read[0] != window:
            text = self._data[window.start : window.end].decode()
            self._read = window, text, scan(text)
        return self._read[1:]

    def _item(self, window: _Window, name: str | int, value: Any) -> Item | None:
        if type(value) is dict and isinstance(name, str) and name in value:
            return self._member(window, name, value)
        if type(value) is list and isinstance(name, int) and 0 <= name < len(value):
            start, end = self._stretch(window, name, rb"[^ \]}]")
            return Item(start, end, start, start, "")
        return None

    def _member(self, window: _Window, name: str, value: dict[str, Any]) -> Item | None:
        seeker = self._seekers.get(window)
        if seeker is None:
            seeker = self._seekers[window] = Seeker(self._data, *window, next(reversed(value)))
        if not seeker.is_worn_out:
            return seeker.member(name)
        if window not in self._indexes:
            self._indexes[window] = {key: index for index, key in enumerate(value)}
        start, end = self._stretch(window, self._indexes[window][name], b'"')
        key_end = start + len(string_text(name).encode())
        return Item(start, end, key_end, key_end + len(": "), name)

    def _stretch(self, window: _Window, index: int, first: bytes) -> tuple[int, int]:
        """From where to where an item of a container reaches; each begins a line that is indented just so."""
        line = b"\n" + b"  " * (window.depth + 1)
        if window not in self._starts:
            found = re.compile(line + first).finditer(self._data, window.start, window.end)
            self._starts[window] = offset_array(len(self._data), (match.end() - 1 for match in found))
        starts = self._starts[window]
        if index + 1 < len(starts):
            return starts[index], starts[index + 1] - len(b"," + line)
        return starts[index], window.end - len(b"\n" + b"  " * window.depth + b"]")
