"""JSON values read and written without loss, and compared by what they mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from io import StringIO
from json import JSONDecoder
from json.encoder import encode_basestring_ascii
from typing import Any

from sourceright_lint.jsontext.number import decimal, same_value
from sourceright_lint.jsontext.sentinels import Sentinel

ABSENT = Sentinel("ABSENT")
"""What a side holds where it has no such member or element."""


class Number:
    """A number as it is written. Equal to another of the same exact decimal value."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and same_value(self.text, other.text)

    def __hash__(self) -> int:
        return hash(decimal(self.text))

    def __repr__(self) -> str:
        return self.text


_shared = lru_cache(maxsize=1_000)(Number)
"""Numbers that are written alike come again and again: each is kept once."""

_DECODER = JSONDecoder(parse_int=_shared, parse_float=_shared)


def parse(text: str) -> Any:
    """The value of a JSON text that is known to be sound: no duplicate keys, no more depth than readers allow."""
    return _DECODER.decode(text)


def dump(value: Any) -> str:
    """JSON text of a value: keys sorted, numbers as they were written, all but ASCII escaped."""
    pieces = StringIO()
    _write(value, pieces.write, exact=True)
    return pieces.getvalue()


def identity(value: Any) -> str:
    """A text that is the same for equal values, however their numbers are written, and only for them.

    Numbers may also be Python's own, where those say all that was written.
    """
    pieces = StringIO()
    _write(value, pieces.write, exact=False)
    return pieces.getvalue()


def _write(value: Any, write: Callable[[str], object], exact: bool) -> None:
    if isinstance(value, str):
        write(encode_basestring_ascii(value))
    elif isinstance(value, Number):
        write(value.text if exact else _decimal_text(value.text))
    elif isinstance(value, dict):
        separator = "{"
        for key in sorted(value):
            write(f"{separator}{encode_basestring_ascii(key)}:")
            _write(value[key], write, exact)
            separator = ","
        write("}" if value else "{}")
    elif isinstance(value, list):
        separator = "["
        for element in value:
            write(separator)
            _write(element, write, exact)
            separator = ","
        write("]" if value else "[]")
    elif value is None or isinstance(value, bool):
        write("null" if value is None else "true" if value else "false")
    else:
        write(repr(value) if exact else _decimal_text(repr(value)))


def _decimal_text(text: str) -> str:
    return "{}{}e{}".format(*decimal(text))
