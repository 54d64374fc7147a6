"""Edits inside one object or array: members and elements taken out and added, in the style found there."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from sourceright_lint.errors import WriteRefused
from sourceright_lint.escape import show
from sourceright_lint.jsontext.plain import string_text
from sourceright_lint.jsontext.render import Style, indentation, value_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sourceright_lint.jsontext.items import Item, Items

_STARTS_A_LINE = re.compile(r'[ \t]*(?:"(?:[^"\\]|\\.)*"[ \t]*:[ \t]*)?')
_LOOK_BACK = 20


class ContainerEdits:
    """What is to happen to the items of one container."""

    def __init__(self, text: str, items: Items, style: Style) -> None:
        self.text = text
        self.items = items
        self.style = style
        self.places: dict[str, int] = {}
        self.twice: set[str | int] = set()
        if items.kind == "object":
            self._index()
        self.removed: set[int] = set()
        self.added: list[tuple[str, Any]] = []
        self.renamed: dict[str, str] = {}

    def _index(self) -> None:
        for index, item in enumerate(self.items.items):
            if item.name in self.places:
                self.twice.add(item.name)
            self.places[item.name] = index

    @property
    def is_edited(self) -> bool:
        """Whether anything is to happen here."""
        return bool(self.removed or self.added or self.renamed)

    def place(self, key: str | int) -> int | None:
        """Where in the container a key or an index is."""
        if self.items.kind == "object":
            return self.places.get(key) if isinstance(key, str) else None
        return key if isinstance(key, int) and 0 <= key < len(self.items.items) else None

    def item(self, key: str | int) -> Item | None:
        """The item under a key or at an index."""
        place = self.place(key)
        return None if place is None else self.items.items[place]

    def check_names(self) -> None:
        """Raise WriteRefused if a key would stand twice after the edits."""
        if not self.added and not self.renamed:
            return
        gone = {self.items.items[index].name for index in self.removed}
        names = [self.renamed.get(name, name) for name in self.places if name not in gone]
        names += [key for key, _ in self.added] if self.items.kind == "object" else []
        if len(set(names)) < len(names):
            counts = Counter(names)
            twice = next(name for name in names if counts[name] > 1)
            raise WriteRefused(f"key {show(twice)} would stand twice in one object")

    def changes(self) -> Iterator[tuple[int, int, str]]:
        """The changes of the text, each a start, an end and a new text."""
        self.check_names()
        if self.items.kind == "lines":
            yield from self._line_changes()
        elif self.added and len(self.removed) == len(self.items.items):
            yield self.items.inner_start, self.items.inner_end, self._fresh()
        else:
            yield from self._cuts()
            if self.added:
                yield self._addition()

    def _cuts(self) -> Iterator[tuple[int, int, str]]:
        items = self.items.items
        for first, last in _runs(self.removed):
            if last + 1 < len(items):
                yield items[first].start, items[last + 1].start, ""
            elif first > 0:
                yield items[first - 1].end, items[last].end, ""
            else:
                yield self.items.inner_start, self.items.inner_end, ""

    def _addition(self) -> tuple[int, int, str]:
        last = max(index for index in range(len(self.items.items)) if index not in self.removed)
        separator = self._separator()
        indent = None
        if "\n" in separator and not self._one_line_values():
            line = separator[separator.rfind("\n") + 1 :]
            indent = line[: len(line) - len(line.lstrip(" \t"))]
        at = self.items.items[last].end
        return at, at, "".join(separator + part for part in self._parts(indent))

    def _separator(self) -> str:
        """What stands between two items: the comma and the white space around it."""
        items, text = self.items.items, self.text
        if len(items) > 1:
            before, _, after = text[items[-2].end : items[-1].start].partition(",")
        else:
            before, after = "", text[self.items.inner_start : items[0].start]
            if "\n" not in after:
                return self.style.comma
        if "\n" in after:
            after = self.style.newline + after[after.rfind("\n") + 1 :]
        return before + "," + after

    def _one_line_values(self) -> bool:
        """Whether the values here that could stand on several lines stand on one."""
        for item in reversed(self.items.items[-_LOOK_BACK:]):
            if self.text[item.value_start] in "[{" and item.end - item.value_start > len("{}"):
                return "\n" not in self.text[item.value_start : item.end]
        return False

    def _fresh(self) -> str:
        start = self.text.rfind("\n", 0, self.items.start) + 1
        if self._is_one_line(start):
            return self.style.comma.join(self._parts(None))
        outer = indentation(self.text, self.items.start)
        line = self.style.newline + outer + self.style.unit
        parts = self._parts(outer + self.style.unit)
        return line + ("," + line).join(parts) + self.style.newline + outer

    def _is_one_line(self, line_start: int) -> bool:
        items = self.items.items
        if items:
            return "\n" not in self.text[self.items.inner_start : items[0].start]
        return self.style.one_line or not _STARTS_A_LINE.fullmatch(self.text, line_start, self.items.start)

    def _parts(self, indent: str | None) -> list[str]:
        if self.items.kind != "object":
            return [value_text(value, self.style, indent) for _, value in self.added]
        colon = self._colon()
        return [string_text(key) + colon + value_text(value, self.style, indent) for key, value in self.added]

    def _colon(self) -> str:
        if self.items.items:
            last = self.items.items[-1]
            written = self.text[last.key_end : last.value_start]
            if "\n" not in written:
                return written
        return self.style.colon

    def _line_changes(self) -> Iterator[tuple[int, int, str]]:
        for index in sorted(self.removed):
            item = self.items.items[index]
            end = self.text.find("\n", item.end)
            yield self.text.rfind("\n", 0, item.start) + 1, len(self.text) if end < 0 else end + 1, ""
        if self.added:
            end = len(self.text)
            start = "\n" if self.text and not self.text.endswith("\n") else ""
            yield end, end, start + "".join(part + "\n" for part in self._parts(None))


def _runs(indexes: set[int]) -> Iterator[tuple[int, int]]:
    first = last = -1
    for index in sorted(indexes):
        if first >= 0 and index != last + 1:
            yield first, last
            first = index
        first, last = (index if first < 0 else first), index
    if first >= 0:
        yield first, last
