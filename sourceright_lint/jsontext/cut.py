"""Cut large containers of a faultless text into their items."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import overload

from sourceright_lint.jsontext.items import Item, Items
from sourceright_lint.jsontext.offsets import offset_array
from sourceright_lint.jsontext.stdlib import scanstring, value_skipper

_SPACE = re.compile(r"[ \t\r\n]*")
_LINE_SPACE = " \t\r"


def cut_pretty(text: str, start: int, end: int, depth: int) -> Items | None:
    """Items of a container in a text in canonical layout: each starts a line that is indented just so."""
    if text[start] not in "[{":
        return None
    line = "\n" + "  " * (depth + 1)
    # A text that is known to the last character is found faster than one with a choice at its end.
    item = line + '"' if text[start] == "{" else line + r"[^ \]}]"
    starts = offset_array(
        len(text), (match.end() - 1 for match in re.compile(item).finditer(text, start, end))
    )
    last = end - len("\n" + "  " * depth + "]")
    ends = offset_array(len(text), (following - len("," + line) for following in starts[1:]))
    if starts:
        ends.append(last)
    if text[start] == "[":
        return Items("array", start, end, _Elements(starts, ends))
    return Items("object", start, end, _Members(text, starts, ends))


def cut_lines(text: str) -> Items:
    """The entries of JSON Lines."""
    starts, ends = offset_array(len(text)), offset_array(len(text))
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].rstrip(_LINE_SPACE)
        content = len(line) - len(line.lstrip(_LINE_SPACE))
        if content < len(line):
            starts.append(start + content)
            ends.append(start + len(line))
        start = end + 1
    return Items("lines", 0, len(text), _Elements(starts, ends))


def cut_any(text: str, start: int, end: int, number: int | None = None) -> Items | None:
    """Items of a container in a text in any layout: each is read over by the standard library.

    Where their ``number`` is known the last one is not, which may be nearly all of the text.
    """
    if text[start] not in "[{":
        return None
    in_object = text[start] == "{"
    starts, ends = offset_array(len(text)), offset_array(len(text))
    skip, position = value_skipper(), _after_space(text, start + 1)
    while position < end - 1:
        starts.append(position)
        if len(starts) == number:
            ends.append(_before_space(text, end - 1))
            break
        value_start = _value_start(text, scanstring(text, position + 1)[1]) if in_object else position
        ends.append(_surely(skip(text, value_start)))
        position = _after_space(text, ends[-1])
        if text[position] == ",":
            position = _after_space(text, position + 1)
    if in_object:
        return Items("object", start, end, _AnyMembers(text, starts, ends))
    return Items("array", start, end, _Elements(starts, ends))


def _value_start(text: str, key_end: int) -> int:
    return _after_space(text, _after_space(text, key_end) + 1)


def _surely(end: int | None) -> int:
    if end is None:
        raise ValueError("only a faultless text can be cut")
    return end


def _after_space(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return space.end() if space else position


def _before_space(text: str, position: int) -> int:
    while text[position - 1] in " \t\r\n":
        position -= 1
    return position


class _Lazy(Sequence[Item]):
    """Items worked out when they are asked for: few of many are."""

    def __init__(self, starts: Sequence[int], ends: Sequence[int]) -> None:
        self._starts = starts
        self._ends = ends

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return [self._item(each) for each in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._item(index % len(self))

    @abstractmethod
    def _item(self, index: int) -> Item:
        """What stands at this place."""


class _Elements(_Lazy):
    def _item(self, index: int) -> Item:
        start = self._starts[index]
        return Item(start, self._ends[index], start, start, "")


class _Members(_Lazy):
    def __init__(self, text: str, starts: Sequence[int], ends: Sequence[int]) -> None:
        super().__init__(starts, ends)
        self._text = text

    def _item(self, index: int) -> Item:
        start = self._starts[index]
        name, key_end = scanstring(self._text, start + 1)
        return Item(start, self._ends[index], key_end, key_end + len(": "), name)


class _AnyMembers(_Members):
    def _item(self, index: int) -> Item:
        start = self._starts[index]
        name, key_end = scanstring(self._text, start + 1)
        return Item(start, self._ends[index], key_end, _value_start(self._text, key_end), name)
