"""Reading TOML: the standard library's reader, or the one it was made from on Python 3.10."""

from __future__ import annotations

import re
import sys
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
    from tomllib import TOMLDecodeError
else:
    import tomli as tomllib
    from tomli import TOMLDecodeError

__all__ = ["TOMLDecodeError", "kind_of", "loads"]

_MOST_PARTS = 200
_STRING = re.compile(r""""[^"]*"|'[^']*'""")


class TooManyPartsError(TOMLDecodeError):
    """A key has more parts than are read. The readers' own initialisers differ from version to version."""

    def __init__(self, line: int) -> None:
        ValueError.__init__(self, f"a key of more than {_MOST_PARTS} parts (at line {line}, column 1)")


def loads(text: str) -> dict[str, Any]:
    """What the text says. Raises TOMLDecodeError.

    The reader takes the square of the time, and of memory, for a key of many parts: such a line is refused.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_PARTS and _STRING.sub("", line).count(".") > _MOST_PARTS:
            raise TooManyPartsError(number)
    return tomllib.loads(text)


def kind_of(value: Any) -> str:
    """What TOML calls a value of this type."""
    names = {bool: "a boolean", int: "an integer", float: "a float", str: "a string"}
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "an array"
    return names.get(type(value), "a date or time")
