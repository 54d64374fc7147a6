"""Offsets in a text, lines and columns."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from sourceright_lint.finding import Span

_BLOCK = 1 << 16


class Places:
    """Answers for one text. Lines end at ``\\n``; a ``\\r`` before it belongs to the line end.

    Line ends are counted block by block, so that few answers about a large text cost little.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._before: list[int] = []

    def line(self, offset: int) -> int:
        """The line (counted from 1) that an offset lies in."""
        block = offset // _BLOCK
        return self._lines_before()[block] + self._text.count("\n", block * _BLOCK, offset) + 1

    def span(self, start: int, end: int) -> Span:
        """Lines and columns of a stretch of text."""
        line = self.line(start)
        end_line = line + self._text.count("\n", start, end)
        return Span(line, self._column(start), end_line, self._column(end))

    def line_text(self, line: int, start: int = 0, limit: int | None = None) -> str:
        """A line without its line end, or at most ``limit`` characters of it; empty for one that does not exist.

        ``start`` counts from 0 and must lie in the line.
        """
        first = self._line_start(line)
        if first is None:
            return ""
        first += start
        last = len(self._text) if limit is None else min(len(self._text), first + limit)
        end = self._text.find("\n", first, last)
        return self._text[first : last if end < 0 else end].removesuffix("\r")

    def _column(self, offset: int) -> int:
        return offset - self._text.rfind("\n", 0, offset)

    def _line_start(self, line: int) -> int | None:
        if line <= 1:
            return 0 if line == 1 else None
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
