"""Values as a line about them shows them: short, on one line, and different where the values differ."""

from __future__ import annotations

import json
import re
from typing import Any

from sourceright_lint.escape import one_line, show

LIMIT = 160
"""Characters of a value that a line shows."""

_WORD = re.compile(r"[A-Za-z0-9][\w.:/+()%@;,?'–-]*")

_OTHER = re.compile(r"[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?|true|false|null")
"""Texts that would read as values of another type."""


def brief(value: Any, limit: int = LIMIT) -> str:
    """A value as compact JSON, plain words without quotes. What is cut off is told apart by a short digest."""
    if (
        isinstance(value, str)
        and len(value) <= limit
        and _WORD.fullmatch(value)
        and not _OTHER.fullmatch(value)
    ):
        return value
    return exact(value, limit)


def exact(value: Any, limit: int = LIMIT) -> str:
    """The same, where plain words stand for something else: all texts are in quotes."""
    text = one_line(_json(value))
    return text if len(text) <= limit else f"{text[:limit]}… {mark(value)}"


def mark(value: Any) -> str:
    """Six hexadecimal digits in brackets that stand for the value, whatever the order of its members."""
    from hashlib import sha256

    return f"[{sha256(_json(value).encode('utf-8', 'surrogatepass')).hexdigest()[:6]}]"


def counted(number: int, noun: str) -> str:
    """``1 candidate``, ``2 candidates``; an irregular plural is given as ``entry/entries``."""
    one, _, many = noun.partition("/")
    return f"{number} {one if number == 1 else many or one + 's'}"


def name_of(id: str) -> str:
    """An id at the start of a line: as it is, or quoted where it could be taken for something else."""
    return id if len(id) <= LIMIT and _WORD.fullmatch(id) else brief(id)


def _json(value: Any) -> str:
    """The value as JSON, members in order; what Python's writer refuses is only named."""
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    except (ValueError, RecursionError):
        return show(value)
