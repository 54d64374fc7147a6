"""Lines and columns by characters and by bytes, and how much of the text is looked at for them."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.finding import Span
from sourceright_lint.jsontext import places
from sourceright_lint.jsontext.places import BytePlaces, Places

TEXTS = ["", "\n", "\n\nab", "é😀\r\n\r\nx\r\n", "one line", "😀\n\n\né ab\ncd", "a\u2028b\x0bc\n" * 5]


def place_of(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset].split("\n")
    return len(before), len(before[-1]) + 1


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(("few", "block"), [(0, 4), (3, 2), (10**6, 5), (50, 1 << 14)])
def test_bytes_have_the_lines_and_columns_of_their_characters(
    few: int, block: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "_FEW", few)
    monkeypatch.setattr(places, "_BLOCK", block)
    by_characters, by_bytes = Places(text), BytePlaces(text.encode())
    at = [len(text[:offset].encode()) for offset in range(len(text) + 1)]
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            wanted = Span(*place_of(text, start), *place_of(text, end))
            assert by_characters.span(start, end) == wanted
            assert by_bytes.span(at[start], at[end]) == wanted
    lines = ["", *text.split("\n"), ""]
    for number, line in enumerate(lines):
        for start in range(len(line) + 1):
            for limit in (None, 0, 1, 5):
                rest = line[start:] if limit is None else line[start : start + limit]
                for found in (by_characters, by_bytes):
                    assert found.line_text(number, start, limit) == rest.removesuffix("\r")
                    assert found.line_text(number, start, limit) == rest.removesuffix("\r")


class Looked(str):
    """A text that counts how many of its characters are looked at in search of line ends."""

    __slots__ = ("number",)

    def find(self, what: Any, start: Any = 0, end: Any = None) -> int:
        at, stop = super().find(what, start, end), len(self) if end is None else min(end, len(self))
        self.number += (stop if at < 0 else at) - (start or 0)
        return at

    def rfind(self, what: Any, start: Any = 0, end: Any = None) -> int:
        at, stop = super().rfind(what, start, end), len(self) if end is None else end
        self.number += stop - max(at, start or 0)
        return at

    def count(self, what: Any, start: Any = 0, end: Any = None) -> int:  # type: ignore[override]
        self.number += (len(self) if end is None else min(end, len(self))) - (start or 0)
        return super().count(what, start, end)


def looked(text: str) -> Looked:
    found = Looked(text)
    found.number = 0
    return found


SHAPES = {"short lines": ("x" * 49 + "\n") * 4_000, "long lines": ("x" * 49_999 + "\n") * 4}


@pytest.mark.parametrize("shape", SHAPES)
def test_many_answers_cost_little_each(shape: str) -> None:
    text = looked(SHAPES[shape])
    found = Places(text)
    for offset in range(0, len(text) - 80, 100):
        span = found.span(offset, offset + 40)
        assert len(found.line_text(span.line, span.column - 1, 10)) == 10
    assert text.number < 6 * len(text)


def test_texts_of_many_lines_cost_little_each() -> None:
    text = looked(SHAPES["short lines"])
    found = Places(text)
    for line in range(1, 4_001):
        assert found.line_text(line) == "x" * 49
    assert text.number < 6 * len(text)


def test_few_answers_in_a_large_text_cost_few_blocks() -> None:
    text = looked("x\n" * 500_000)
    found = Places(text)
    for offset in range(0, 10**6, 10**5):
        assert found.span(offset, offset).line == offset // 2 + 1
    assert text.number < 1.5 * len(text)
