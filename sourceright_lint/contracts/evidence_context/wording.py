"""How messages of this contract speak of values, so that nothing sensitive gets into them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sourceright_lint.contracts.evidence_context.leaks import leak_in
from sourceright_lint.escape import show
from sourceright_lint.resemblance import nearest

_PLAIN_NAME = re.compile(r"[\w.$@-]{1,40}")

_TYPES: dict[type, str] = {
    dict: "an object",
    list: "an array",
    str: "a string",
    bool: "a boolean",
    int: "an integer",
    float: "a number with a fraction",
    type(None): "null",
}


def quote(text: str) -> str:
    """A source id, lane id or descriptor value as messages show it; one that leaks something is not shown."""
    return "a value that is not shown here" if leak_in(text) else show(text)


def number(value: int) -> str:
    """A unit id or count; one too long to read is not written out."""
    return str(value) if abs(value) < 10**18 else "a number of 19 digits or more"


def type_of(value: Any) -> str:
    """The JSON type of a value, with its article."""
    return _TYPES[type(value)]


def may_name(field: str) -> bool:
    """Whether the name of an unknown field can be shown: a plain word that gives nothing away."""
    return _PLAIN_NAME.fullmatch(field) is not None and leak_in(field) is None


def counted(count: int, noun: str) -> str:
    """``1 unit``, ``2 units``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def stretch(start: int | None, end: int | None) -> str:
    """The ends of a reference; one that is no integer is left to the rule about types."""
    return " to ".join(number(id) if id is not None else "an unreadable id" for id in (start, end))


def near(word: str, words: Sequence[str]) -> str | None:
    """The one of the first 200 words that resembles ``word``."""
    return nearest(word, words[:200], 0.7)
