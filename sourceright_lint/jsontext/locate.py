"""Find values in a faultless text without reading all of it into nodes.

Large containers are cut into their items at the speed of C; only the small value that is wanted is read.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple

from sourceright_lint.jsontext.cut import cut_any, cut_lines, cut_pretty
from sourceright_lint.jsontext.items import Items, items_of
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import scan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sourceright_lint.finding import Pointer
    from sourceright_lint.jsontext.items import Item

_SMALL = 20_000
"""Characters that are read into nodes without much thought."""

_KEPT_NODES = 500
_SPACE = " \t\r\n"
_LINES = -1
"""The depth of the array of JSON Lines, which has no brackets."""


class Found(NamedTuple):
    """Where a pointer led: the place of the value, and of its key if it has one.

    ``whole`` is false where the pointer leads further than there are values: then this is the last one
    on its way.
    """

    start: int
    end: int
    key: tuple[int, int] | None
    whole: bool


class _Window(NamedTuple):
    """A value in the text, and how many containers it is in."""

    start: int
    end: int
    depth: int


class Locator:
    """Answers for one text. ``pretty`` texts are known to be laid out in canonical form.

    ``value`` is what the text says, where no key stands twice: its keys are those of the text, in order.
    """

    def __init__(self, text: str, pretty: bool, lines: bool, value: Any = None) -> None:
        self._text = text
        self._value = value
        self._pretty = pretty
        self._outermost = _Window(0, len(text), _LINES) if lines else _Window(*_without_space(text), 0)
        self._cuts: dict[_Window, Items | None] = {}
        self._names: dict[_Window, dict[str | int, int]] = {}
        self._nodes: dict[_Window, Node] = {}

    def node(self, pointer: Pointer) -> Node | None:
        """The value at a pointer."""
        window, _, rest = self._descend(pointer)
        if rest and not _is_small(window):
            return None
        return self._node(window).at(rest)

    def items(self, pointer: Pointer) -> Items | None:
        """What the container at a pointer holds."""
        window, _, rest = self._descend(pointer)
        if not _is_small(window):
            return None if rest else self._cut(window)
        node = self._node(window).at(rest)
        return None if node is None else items_of(node)

    def find(self, pointer: Pointer) -> Found:
        """The place of the value at a pointer, or of the last one on the way to it."""
        window, item, rest = self._descend(pointer)
        key = None if item is None or item.key_end == item.start else (item.start, item.key_end)
        if rest and _is_small(window):
            return find_below(self._node(window), rest, key)
        return Found(window.start, window.end, key, not rest)

    def unit_at(self, offset: int) -> Pointer | None:
        """The pointer to the small value that an offset lies in; None if it lies in a large one's own parts."""
        window = self._outermost
        pointer: Pointer = ()
        while not _is_small(window) and (cut := self._cut(window)) is not None:
            index = bisect_right(cut.items, offset, key=lambda item: item.start) - 1
            if index < 0 or not cut.items[index].value_start <= offset < cut.items[index].end:
                return None
            item = cut.items[index]
            window = _Window(item.value_start, item.end, window.depth + 1)
            pointer = (*pointer, item.name if cut.kind == "object" else index)
        return pointer

    def units(self) -> Iterator[tuple[Pointer, int, int]]:
        """All small values with their places, in order; a large object that has a key twice as if it were one."""
        return self._units_in(self._outermost, ())

    def _units_in(self, window: _Window, pointer: Pointer) -> Iterator[tuple[Pointer, int, int]]:
        cut = None if _is_small(window) else self._cut(window)
        is_object = cut is not None and cut.kind == "object"
        if cut is None or (is_object and len({item.name for item in cut.items}) < len(cut.items)):
            yield pointer, window.start, window.end
            return
        for index, item in enumerate(cut.items):
            inner = _Window(item.value_start, item.end, window.depth + 1)
            yield from self._units_in(inner, (*pointer, item.name if is_object else index))

    def _descend(self, pointer: Pointer) -> tuple[_Window, Item | None, Pointer]:
        """Through large containers, as far as the pointer and they go; the last item on the way; the rest."""
        window, item, value = self._outermost, None, self._value
        for step, key in enumerate(pointer):
            inner = None if _is_small(window) else self._item(window, key, value)
            if inner is None:
                return window, item, pointer[step:]
            window, item = _Window(inner.value_start, inner.end, window.depth + 1), inner
            value = None if value is None else value[key]
        return window, item, ()

    def _item(self, window: _Window, key: str | int, value: Any) -> Item | None:
        cut = self._cut(window, len(value) if type(value) in (list, dict) else None)
        if cut is None:
            return None
        if cut.kind != "object":
            return cut.items[key] if isinstance(key, int) and 0 <= key < len(cut.items) else None
        if window not in self._names:
            names = (item.name for item in cut.items) if value is None else value
            self._names[window] = {name: index for index, name in enumerate(names)}
        index = self._names[window].get(key)
        return None if index is None else cut.items[index]

    def _cut(self, window: _Window, number: int | None = None) -> Items | None:
        if window not in self._cuts:
            start, end, depth = window
            if depth == _LINES:
                self._cuts[window] = cut_lines(self._text)
            elif self._pretty:
                self._cuts[window] = cut_pretty(self._text, start, end, depth)
            else:
                self._cuts[window] = cut_any(self._text, start, end, number)
        return self._cuts[window]

    def _node(self, window: _Window) -> Node:
        known = self._nodes.get(window)
        if known is None:
            if len(self._nodes) >= _KEPT_NODES:
                self._nodes.clear()
            known = self._nodes[window] = self._scan(window)
        return known

    def _scan(self, window: _Window) -> Node:
        if window.depth != _LINES:
            return scan(self._text, window.start, window.end)
        root = Node("array", 0, len(self._text))
        root.elements = [scan(self._text, item.start, item.end) for item in cut_lines(self._text).items]
        return root


def find_below(node: Node, pointer: Pointer, key: tuple[int, int] | None = None) -> Found:
    """The place of the value at a pointer that starts at ``node``, whose own key is at ``key``."""
    for name in pointer:
        if node.kind == "object":
            member = node.member(name)
            if member is None:
                return Found(node.start, node.end, key, False)
            key, node = (member.key.start, member.key.end), member.value
        else:
            element = node.child(name)
            if element is None:
                return Found(node.start, node.end, key, False)
            key, node = None, element
    return Found(node.start, node.end, key, True)


def _is_small(window: _Window) -> bool:
    return window.depth != _LINES and window.end - window.start <= _SMALL


def _without_space(text: str) -> tuple[int, int]:
    """Where the value of a text begins and ends. The text is not copied for that: it may be large."""
    start, end = 0, len(text)
    while text[start] in _SPACE:
        start += 1
    while text[end - 1] in _SPACE:
        end -= 1
    return start, end
