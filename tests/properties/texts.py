"""Writes lossless values as JSON text in layouts that no one writer has."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from tests.properties.lossless import Number, Pairs

SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


class Layout:
    """One way to write: spaces, line ends, escapes; decided anew at every place by a seeded generator."""

    def __init__(self, seed: int, shuffled: bool = False) -> None:
        self.random = Random(seed)
        self.shuffled = shuffled
        self.newline = self.random.choice(["\n", "\n", "\r\n"])
        self.spaces = self.random.choice(
            [[""], ["", " "], ["", " ", self.newline, self.newline + "  ", "\t"]]
        )
        self.escapes = self.random.choice([0.0, 0.0, 0.3])

    def document(self, value: Any) -> bytes:
        """A file that holds one value."""
        mark = b"\xef\xbb\xbf" if self.random.random() < 0.05 and not self.shuffled else b""
        text = self._space() + self._text(value) + self._space() + self.random.choice(["", self.newline])
        return mark + text.encode()

    def lines(self, values: list[Any]) -> bytes:
        """A file of JSON Lines."""
        self.spaces = [space for space in self.spaces if "\n" not in space] or [""]
        ends = ["\n", "\n", "\n", "\r\n", " \n", "\n\n"]
        text = "".join(self._text(value) + self.random.choice(ends) for value in values)
        return (text if self.random.random() < 0.8 else text.rstrip("\r\n")).encode()

    def _space(self) -> str:
        return self.random.choice(self.spaces)

    def _text(self, value: Any) -> str:
        if isinstance(value, Number):
            return value.text
        if isinstance(value, str):
            return self._string(value)
        if isinstance(value, Pairs):
            members = list(value.members)
            if self.shuffled:
                self.random.shuffle(members)
            return self._bracketed(
                "{}", [f"{self._string(k)}{self._space()}:{self._space()}{self._text(v)}" for k, v in members]
            )
        if isinstance(value, list):
            return self._bracketed("[]", [self._text(element) for element in value])
        return {None: "null", True: "true", False: "false"}[value]

    def _bracketed(self, brackets: str, parts: list[str]) -> str:
        inner = ",".join(self._space() + part + self._space() for part in parts)
        return brackets[0] + (inner or self._space()) + brackets[1]

    def _string(self, text: str) -> str:
        return '"' + re.sub("[\ud800-\udbff][\udc00-\udfff]|(?s:.)", self._character, text) + '"'

    def _character(self, match: re.Match[str]) -> str:
        text = match[0]
        must = text < " " or text in '"\\' or "\ud800" <= text[0] <= "\udfff"
        if not must and self.random.random() >= self.escapes:
            return text
        if text in SHORT and self.random.random() < 0.8:
            return SHORT[text]
        units = text.encode("utf-16-be", "surrogatepass")
        return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
