"""Where the keys and elements of a TOML text are. Only used once there is an error to report.

``tomllib`` gives no positions. This scanner trusts that the text is valid TOML, so it only has to
find the ends of things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sourceright_lint.config.toml import loads

Route = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\])*"' r"|'[^']*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\n]+")


def locate(text: str, route: Route) -> tuple[int, int]:
    """Line and column (from 1, in characters) of what is at ``route``, or of the nearest thing above."""
    places: dict[Route, int] = {}
    for found, offset in _Scanner(text).scan():
        places.setdefault(found, offset)
    while route and route not in places:
        route = route[:-1]
    offset = places.get(route, 0)
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


class _Scanner:
    """Yields the route and the offset of every key and element, in the order of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.last_element: dict[Route, int] = {}

    def scan(self) -> Iterator[tuple[Route, int]]:
        table: Route = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                many = self.text.startswith("[[", self.at)
                self.at += 2 if many else 1
                keys = self._keys()
                self.at += 2 if many else 1
                table = self._header([key for key, _ in keys], many)
                yield from self._header_places(keys)
                yield table, keys[0][1]
            else:
                yield from self._pair(table)
            self._skip(_BLANK)

    def _header(self, keys: list[str], many: bool) -> Route:
        """The table that a header opens. A key that names an array of tables stands for its last element."""
        route: Route = ()
        for key in keys[:-1]:
            route = self._enter((*route, key))
        route = (*route, keys[-1])
        if not many:
            return self._enter(route)
        self.last_element[route] = self.last_element.get(route, -1) + 1
        return self._enter(route)

    def _enter(self, route: Route) -> Route:
        return (*route, self.last_element[route]) if route in self.last_element else route

    def _header_places(self, keys: list[tuple[str, int]]) -> Iterator[tuple[Route, int]]:
        route: Route = ()
        for key, offset in keys:
            yield (*route, key), offset
            route = self._enter((*route, key))

    def _pair(self, table: Route) -> Iterator[tuple[Route, int]]:
        route = table
        for key, offset in self._keys():
            route = (*route, key)
            yield route, offset
        self.at += 1
        self._skip(_SPACE)
        yield from self._value(route)

    def _keys(self) -> list[tuple[str, int]]:
        """The parts of a dotted key; leaves the position behind the space after it."""
        keys = []
        while True:
            self._skip(_SPACE)
            start = self.at
            raw = self._skip(_STRING) or self._skip(_BARE_KEY)
            keys.append((next(iter(loads(f"{raw} = 0"))), start))
            self._skip(_SPACE)
            if self.text[self.at : self.at + 1] != ".":
                return keys
            self.at += 1

    def _value(self, route: Route) -> Iterator[tuple[Route, int]]:
        opening = self.text[self.at]
        if opening == "[":
            yield from self._array(route)
        elif opening == "{":
            yield from self._inline_table(route)
        elif not self._skip(_STRING):
            self._skip(_PLAIN)

    def _array(self, route: Route) -> Iterator[tuple[Route, int]]:
        index = 0
        while self._next_item("]"):
            yield (*route, index), self.at
            yield from self._value((*route, index))
            index += 1

    def _inline_table(self, route: Route) -> Iterator[tuple[Route, int]]:
        while self._next_item("}"):
            yield from self._pair(route)

    def _next_item(self, closing: str) -> bool:
        """Step over the opening bracket or a comma to the next item, or over the closing bracket."""
        self._skip(_BLANK)
        if self.text[self.at] in "[{,":
            self.at += 1
            self._skip(_BLANK)
        if self.text[self.at] == closing:
            self.at += 1
            return False
        return True

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]
