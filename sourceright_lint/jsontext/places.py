"""Offsets in a text, lines and columns, and offsets in its bytes."""

from __future__ import annotations

from bisect import bisect_right

from sourceright_lint.finding import Span


class Places:
    """Answers for one text. Lines end at ``\\n``; a ``\\r`` before it belongs to the line end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] | None = None

    def line(self, offset: int) -> int:
        """The 1-based line that an offset lies in."""
        return bisect_right(self._line_starts(), offset)

    def span(self, start: int, end: int) -> Span:
        """Lines and columns of a stretch of text."""
        line, end_line = self.line(start), self.line(end)
        starts = self._line_starts()
        return Span(line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)

    def line_text(self, line: int) -> str:
        """A line without its line end; empty for a line that does not exist."""
        starts = self._line_starts()
        if not 1 <= line <= len(starts):
            return ""
        end = self._text.find("\n", starts[line - 1])
        return self._text[starts[line - 1] : len(self._text) if end < 0 else end].removesuffix("\r")

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts, find, position = [0], self._text.find, self._text.find("\n")
            while position >= 0:
                starts.append(position + 1)
                position = find("\n", position + 1)
            self._starts = starts
        return self._starts
