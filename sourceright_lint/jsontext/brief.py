"""Small files without orjson, whose import would take longer than the work: jiter reads, the text shows its layout.

The same functions as ``bulk``, answering only where they are sure.
"""

from __future__ import annotations

import jiter

from sourceright_lint.jsontext.arrange import all_sorted, inspector
from sourceright_lint.jsontext.layout import are_lines, is_laid_out
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.sentinels import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sourceright_lint.jsontext.form import Form

_SPACE = b" \t\r"
_BEYOND = 10**308
"""Integers from here on may be infinite to readers that have only doubles."""


def load(body: bytes, lines: bool) -> Any:
    """The value (for JSON Lines the list of entries), or MISSING where a fault may be."""
    try:
        if lines:
            return [_load(line) for line in body.split(b"\n") if line.strip(_SPACE)]
        return _load(body)
    except ValueError:
        return MISSING


def is_faultless(body: bytes, value: Any, lines: bool) -> bool:
    """Whether the text that ``value`` was loaded from surely has no fault and no other plain value."""
    return _is_within_limits(value, MAX_DEPTH + lines)


def is_in_order(value: Any, form: Form) -> bool:
    """Whether a value is surely in canonical order."""
    plain: list[Any] = []
    return inspector(form, plain)(value) and all_sorted(plain)


def is_canonical(body: bytes, value: Any, form: Form) -> bool:
    """Whether the text of one value is surely in canonical form. That also proves that it has no fault."""
    return has_canonical_layout(body, value, False) and is_in_order(value, form)


def has_canonical_layout(body: bytes, value: Any, lines: bool) -> bool:
    """Whether the text is surely canonical but for the order of keys and elements."""
    if not lines:
        return is_laid_out(body.decode())
    return are_lines(body.decode()) and _is_within_limits(value, MAX_DEPTH + 1)


def is_same(one: Any, other: Any) -> bool:
    """Whether two values surely are equal, in their types and the order of their keys too."""
    return repr(one) == repr(other)


def canonical(body: bytes, value: Any, form: Form, lines: bool, quotes: int | None = None) -> bytes | None:
    """Not sure, ever: a small file's canonical text is the exact writer's work."""
    return None


def _load(text: bytes) -> Any:
    return jiter.from_json(text, catch_duplicate_keys=True, allow_inf_nan=False)


def _is_within_limits(value: Any, levels: int) -> bool:
    """Whether all numbers are finite, and containers nested in at most ``levels``."""
    kind = type(value)
    if kind is str:
        return True
    if kind is dict or kind is list:
        if not levels:
            return False
        return all(
            _is_within_limits(member, levels - 1) for member in (value.values() if kind is dict else value)
        )
    if kind is float:
        return bool(value - value == 0)
    return kind is not int or -_BEYOND < value < _BEYOND
