"""What a lenient reader makes of a value of the wrong type (the rules of pydantic 2 outside strict mode)."""

from __future__ import annotations

import re
from typing import Any

UNREADABLE = object()
"""No such reader would take the value."""

_WHOLE = re.compile(r"[+-]?[0-9]+(?:_[0-9]+)*(?:\.0+)?", re.ASCII)
_REAL = re.compile(
    r"[+-]?(?:[0-9]+(?:_[0-9]+)*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?:inf(?:inity)?|nan)", re.I
)
_TRUE = frozenset({"1", "on", "t", "true", "y", "yes"})
_FALSE = frozenset({"0", "off", "f", "false", "n", "no"})


def coerce(value: Any, types: tuple[str, ...]) -> Any:
    """``value`` as a lenient reader of the first fitting type in ``types`` would have it, or UNREADABLE."""
    for name in types:
        convert = _CONVERTERS.get(name)
        if convert is not None:
            read = convert(value)
            if read is not UNREADABLE:
                return read
    return UNREADABLE


def _integer(value: Any) -> Any:
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, float):
        # Floats beyond 64 bits are refused even where they are whole.
        return int(value) if value.is_integer() and abs(value) < 2**63 else UNREADABLE
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        digits = value.strip().partition(".")[0]
        return int(digits) if len(digits) <= 4000 else UNREADABLE
    return UNREADABLE


def _number(value: Any) -> Any:
    if isinstance(value, (bool, int, float)):
        return value if not isinstance(value, bool) else float(value)
    if isinstance(value, str) and _REAL.fullmatch(value.strip()):
        return float(value)
    return UNREADABLE


def _boolean(value: Any) -> Any:
    if isinstance(value, (int, float)) and value in (0, 1):
        return bool(value)
    if isinstance(value, str) and value.lower() in _TRUE | _FALSE:
        return value.lower() in _TRUE
    return UNREADABLE


_CONVERTERS = {"integer": _integer, "number": _number, "boolean": _boolean}
