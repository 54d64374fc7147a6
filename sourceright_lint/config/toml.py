"""Reading TOML: the standard library's reader, or the one it was made from on Python 3.10."""

from __future__ import annotations

import sys
from typing import Any

if sys.version_info >= (3, 11):
    from tomllib import TOMLDecodeError, loads
else:
    from tomli import TOMLDecodeError, loads

__all__ = ["TOMLDecodeError", "kind_of", "loads"]


def kind_of(value: Any) -> str:
    """What TOML calls a value of this type."""
    names = {bool: "a boolean", int: "an integer", float: "a float", str: "a string"}
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "an array"
    return names.get(type(value), "a date or time")
