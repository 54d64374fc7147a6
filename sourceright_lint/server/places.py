"""Places as editors count them: lines from 0, and columns in the code units that client and server agreed on."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from sourceright_lint.finding import Span

_LINE_END = re.compile(r"\r\n|\r|\n")
_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Spot(NamedTuple):
    """A position: both count from 0, ``column`` in code units."""

    line: int
    column: int


class Places:
    """Positions in one text. Editors end a line at ``\\r`` alone as well, this package only at ``\\n``."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self._codec, self._size = _UNITS[encoding]
        self._ours = [0, *(match.end() for match in re.finditer("\n", text))]
        self._theirs = self._ours
        if text.count("\r") != text.count("\r\n"):
            self._theirs = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def range_of(self, span: Span) -> tuple[Spot, Spot]:
        """Start and end of a finding's span."""
        return (
            self.spot(self._offset(span.line, span.column)),
            self.spot(self._offset(span.end_line, span.end_column)),
        )

    def spot(self, offset: int) -> Spot:
        """The position of an offset in characters."""
        line = bisect_right(self._theirs, offset) - 1
        return Spot(line, self._units(self.text[self._theirs[line] : offset]))

    def offset(self, spot: Spot) -> int:
        """The offset in characters of a position; one behind the end of its line is that end."""
        if spot.line >= len(self._theirs):
            return len(self.text)
        start = self._theirs[spot.line]
        end = self._theirs[spot.line + 1] if spot.line + 1 < len(self._theirs) else len(self.text)
        line = self.text[start:end]
        data = line.encode(self._codec, "surrogatepass")[: spot.column * self._size]
        return start + len(data.decode(self._codec, "ignore"))

    def _offset(self, line: int, column: int) -> int:
        if line > len(self._ours):
            return len(self.text)
        return min(self._ours[line - 1] + column - 1, len(self.text))

    def _units(self, text: str) -> int:
        if text.isascii():
            return len(text)
        return len(text.encode(self._codec, "surrogatepass")) // self._size
