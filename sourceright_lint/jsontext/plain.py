"""Plain values as canonical text, in the order they have.

On the path of every run: it imports nothing that is not loaded anyway.
"""

from __future__ import annotations

from sourceright_lint.jsontext.number import float_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_ESCAPES = {code: f"\\u{code:04x}" for code in range(0x20)}
_ESCAPES |= {ord('"'): '\\"', ord("\\"): "\\\\", 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r"}
_WORDS = {True: "true", False: "false", None: "null"}


def plain_text(value: Any, compact: bool) -> str:
    """A plain value as text: two-space indent, or ``compact`` on one line. Numbers must be finite."""
    pieces: list[str] = []
    _write(value, "" if compact else "\n", ":" if compact else ": ", pieces.append)
    pieces.append("\n")
    return "".join(pieces)


def string_text(value: str) -> str:
    """A string as text, quotes included; lone surrogates become escapes."""
    text = f'"{value.translate(_ESCAPES)}"'
    return text if text.isprintable() else "".join(map(_without_surrogate, text))


def escaped(character: str) -> str:
    """A character as it stands in a string."""
    return _ESCAPES.get(ord(character), character)


def _without_surrogate(character: str) -> str:
    return f"\\u{ord(character):04x}" if "\ud800" <= character <= "\udfff" else character


def _write(value: Any, line: str, colon: str, add: Callable[[str], None]) -> None:
    """``line`` is the line break and the indentation before this value's closing bracket, or empty."""
    kind = type(value)
    if kind is str:
        add(string_text(value))
    elif kind is dict:
        _write_object(value, line, colon, add)
    elif kind is list:
        _write_array(value, line, colon, add)
    elif kind is int:
        add(str(value))
    elif kind is float:
        add(float_text(value))
    else:
        add(_WORDS[value])


def _write_object(value: dict[str, Any], line: str, colon: str, add: Callable[[str], None]) -> None:
    if not value:
        add("{}")
        return
    inner = line and line + "  "
    separator = "{" + inner
    for key, member in value.items():
        add(separator)
        add(string_text(key))
        add(colon)
        if type(member) is str:
            add(string_text(member))
        else:
            _write(member, inner, colon, add)
        separator = "," + inner
    add(line + "}")


def _write_array(value: list[Any], line: str, colon: str, add: Callable[[str], None]) -> None:
    if not value:
        add("[]")
        return
    inner = line and line + "  "
    separator = "[" + inner
    for element in value:
        add(separator)
        _write(element, inner, colon, add)
        separator = "," + inner
    add(line + "]")
