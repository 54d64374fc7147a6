"""What the exact reader says of texts that hold something else than they should."""

from __future__ import annotations

from string import printable

import pytest

from sourceright_lint.jsontext import Document, lines

SOMETHING_ELSE = [
    ("\n [1,\n2,\n3,\n4,\n5,\n6]", "json.lines", 2),
    ('{"é": 1,\n"b":\n2,\n"c": {\n"d"\n:\n1}}\n', "json.lines", 0),
    ("\n [1,\n2,\n3,\n4,\n5,\n6", "json.syntax", 2),
    ("{}\nx\ny\nz\nx\ny\n", "json.syntax", 3),
    ("[1,\nNaN,\n3,\n4,\n5]", "json.syntax", 0),
]


@pytest.mark.parametrize(("text", "code", "start"), SOMETHING_ELSE)
def test_where_many_lines_are_broken(
    text: str, code: str, start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One value over many lines is told as that, however many lines it has."""
    monkeypatch.setattr(lines, "_HOPELESS", 3)
    document = Document("x", text.encode(), "jsonl")
    (fault,) = document.faults
    assert (fault.code, fault.start, fault.fatal) == (code, start, True)
    assert not document.readable


def test_only_white_space_is_nothing() -> None:
    for character in printable:
        codes = [fault.code for fault in Document("x", character.encode()).faults]
        assert ("json.empty" in codes) == (character in " \t\r\n"), character
