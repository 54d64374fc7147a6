"""Members of a large object in canonical layout, found by their keys without looking at all of it."""

from __future__ import annotations

from sourceright_lint.jsontext.items import Item
from sourceright_lint.jsontext.plain import string_text

_ROUNDS = 3
"""How often at most the object is searched as a whole: then cutting it into its members would have cost less."""


class Seeker:
    """Looks from the place of the last answer on: who asks in the order of the text has it searched once.

    The object lies from ``start`` to ``end`` (offsets in bytes), inside ``depth`` other containers; no key in it stands
    twice, and ``last`` is the last one. Only its own members begin a line with just so many spaces and a quote.
    """

    def __init__(self, data: bytes, start: int, end: int, depth: int, last: str) -> None:
        self._data = data
        self._last = last
        self._start = self._place = start
        self._end = end
        self._line = b"\n" + b"  " * (depth + 1)
        self._closing = len("\n" + "  " * depth + "}")
        self._left = _ROUNDS * (end - start)

    @property
    def is_worn_out(self) -> bool:
        """Whether so much was searched that it is time for another way."""
        return self._left <= 0

    def member(self, name: str) -> Item | None:
        """The member with this key, its places in bytes."""
        key = string_text(name).encode()
        line = self._line + key + b": "
        at = self._find(line, self._place, self._end)
        if at < 0:
            at = self._find(line, self._start, self._place)
        if at < 0:
            return None
        self._place = at
        start = at + len(self._line)
        value_start = at + len(line)
        return Item(start, self._end_of(name, value_start), start + len(key), value_start, name)

    def _end_of(self, name: str, value_start: int) -> int:
        if name == self._last:
            return self._end - self._closing
        # A member that is nearly all of the object may be asked for again and again.
        return self._find(b"," + self._line + b'"', value_start, self._end)

    def _find(self, line: bytes, start: int, end: int) -> int:
        at = self._data.find(line, start, end)
        self._left -= (end if at < 0 else at) - start
        return at
