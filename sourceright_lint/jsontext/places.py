"""Offsets in a text, lines and columns."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from sourceright_lint.finding import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_BLOCK = 1 << 14
_FEW = 50
"""Answers that are worked out without remembering where every line starts; in a large text one a block."""


class Places:
    """Answers for one text. Lines end at ``\n``; a ``\r`` before it belongs to the line end.

    Line ends are counted block by block, so that few answers about a large text cost little, and many little each.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._asked = 0
        self._before: list[int] = []
        self._starts: Sequence[int] = ()
        self._shown: dict[tuple[int, int, int | None], str] = {}

    def line(self, offset: int) -> int:
        """The line (counted from 1) that an offset lies in."""
        starts = self._line_starts()
        if starts:
            return bisect_right(starts, offset)
        block = offset // _BLOCK
        return self._lines_before()[block] + self._text.count("\n", block * _BLOCK, offset) + 1

    def span(self, start: int, end: int) -> Span:
        """Lines and columns of a stretch of text."""
        line = self.line(start)
        end_line = line if self._text.find("\n", start, end) < 0 else self.line(end)
        return Span(line, self._column(line, start), end_line, self._column(end_line, end))

    def line_text(self, line: int, start: int = 0, limit: int | None = None) -> str:
        """A line without its line end, or at most ``limit`` characters of it; empty for one that does not exist.

        ``start`` counts from 0 and must lie in the line. Who asks for the same again gets the same text, so that
        many findings on one long line do not keep it many times.
        """
        asked = (line, start, limit)
        if asked not in self._shown:
            if len(self._shown) >= _FEW:
                self._shown.clear()
            self._shown[asked] = self._text_of_line(line, start, limit)
        return self._shown[asked]

    def _text_of_line(self, line: int, start: int, limit: int | None) -> str:
        first = self._line_start(line)
        if first is None:
            return ""
        first += start
        last = len(self._text) if limit is None else min(len(self._text), first + limit)
        end = self._text.find("\n", first, last)
        return self._text[first : last if end < 0 else end].removesuffix("\r")

    def _column(self, line: int, offset: int) -> int:
        if self._starts:
            return offset - self._starts[line - 1] + 1
        return offset - self._text.rfind("\n", 0, offset)

    def _line_start(self, line: int) -> int | None:
        if line <= 1:
            return 0 if line == 1 else None
        starts = self._line_starts()
        if starts:
            return starts[line - 1] if line <= len(starts) else None
        before = self._lines_before()
        block = bisect_left(before, line - 1) - 1
        position = block * _BLOCK - 1
        for _ in range(line - 1 - before[block]):
            position = self._text.find("\n", position + 1)
            if position < 0:
                return None
        return position + 1

    def _lines_before(self) -> list[int]:
        """How many line ends there are before each block."""
        if not self._before:
            starts = range(0, len(self._text) + 1, _BLOCK)
            counts = (self._text.count("\n", start, start + _BLOCK) for start in starts)
            self._before = [0, *accumulate(counts)]
        return self._before

    def _line_starts(self) -> Sequence[int]:
        """Where every line starts; nothing as long as few have asked."""
        self._asked += 1
        if self._asked > max(_FEW, len(self._text) // _BLOCK) and not self._starts:
            starts, position = array("q", [0]), self._text.find("\n")
            while position >= 0:
                starts.append(position + 1)
                position = self._text.find("\n", position + 1)
            self._starts = starts
        return self._starts


def shared_start(old: str, new: str) -> int:
    """How many characters the two begin with in common."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
