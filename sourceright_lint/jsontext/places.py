"""Offsets in a text, lines and columns."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, AnyStr, Generic

from sourceright_lint.finding import Span
from sourceright_lint.jsontext.offsets import offset_array

if TYPE_CHECKING:
    from collections.abc import Sequence

_BLOCK = 1 << 14
_FEW = 50
"""Answers that are worked out without remembering where every line starts; in a large text one a block."""


class _Places(Generic[AnyStr]):
    """Answers for one text. Lines end at ``\n``; a ``\r`` before it belongs to the line end.

    Line ends are counted block by block, so that few answers about a large text cost little, and many little each.
    """

    def __init__(self, text: AnyStr, line_end: AnyStr) -> None:
        self._text: AnyStr = text
        self._line_end: AnyStr = line_end
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
        return self._lines_before()[block] + self._text.count(self._line_end, block * _BLOCK, offset) + 1

    def span(self, start: int, end: int) -> Span:
        """Lines and columns of a stretch of text."""
        line = self.line(start)
        end_line = line if self._text.find(self._line_end, start, end) < 0 else self.line(end)
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
        return "" if first is None else self._rest_of_line(first, start, limit).removesuffix("\r")

    @abstractmethod
    def _rest_of_line(self, offset: int, start: int, limit: int | None) -> str:
        """What stands in the line that begins at an offset, from a character on."""

    def _column(self, line: int, offset: int) -> int:
        start = self._starts[line - 1] if self._starts else self._text.rfind(self._line_end, 0, offset) + 1
        return self._characters(start, offset) + 1

    @abstractmethod
    def _characters(self, start: int, end: int) -> int:
        """How many characters there are between two offsets in a line."""

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
            position = self._text.find(self._line_end, position + 1)
            if position < 0:
                return None
        return position + 1

    def _lines_before(self) -> list[int]:
        """How many line ends there are before each block."""
        if not self._before:
            self._before = [0, *accumulate(map(self._count_in_block, range(0, len(self._text) + 1, _BLOCK)))]
        return self._before

    def _count_in_block(self, start: int) -> int:
        return self._text.count(self._line_end, start, start + _BLOCK)

    def _line_starts(self) -> Sequence[int]:
        """Where every line starts; nothing as long as few have asked."""
        self._asked += 1
        if self._asked > max(_FEW, len(self._text) // _BLOCK) and not self._starts:
            starts, position = offset_array(len(self._text), [0]), self._text.find(self._line_end)
            while position >= 0:
                starts.append(position + 1)
                position = self._text.find(self._line_end, position + 1)
            self._starts = starts
        return self._starts


class Places(_Places[str]):
    """Answers for a text by its characters."""

    def __init__(self, text: str) -> None:
        super().__init__(text, "\n")

    def _rest_of_line(self, offset: int, start: int, limit: int | None) -> str:
        first = offset + start
        last = len(self._text) if limit is None else min(len(self._text), first + limit)
        end = self._text.find("\n", first, last)
        return self._text[first : last if end < 0 else end]

    def _characters(self, start: int, end: int) -> int:
        return end - start


class BytePlaces(_Places[bytes]):
    """Answers for a text that is kept in UTF-8: offsets are in bytes, columns in characters."""

    def __init__(self, text: bytes) -> None:
        super().__init__(text, b"\n")

    def _rest_of_line(self, offset: int, start: int, limit: int | None) -> str:
        end = self._text.find(b"\n", offset)
        line = self._text[offset : len(self._text) if end < 0 else end].decode()
        return line[start:] if limit is None else line[start : start + limit]

    def _characters(self, start: int, end: int) -> int:
        return len(self._text[start:end].decode())


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


def shared_end(old: str, new: str) -> int:
    """How many characters the two end with in common."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle - 1
    return low
