"""An independent reader that loses nothing, and what two texts must have in common to say the same.

It shares no code with the product: the standard library reads, with hooks that keep what a plain load drops.
An object is ``Pairs``, a number ``Number``; strings, lists, true, false and null are as usual.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

BOM = b"\xef\xbb\xbf"
SPACE = " \t\n\r\f\v"


class Pairs(NamedTuple):
    """An object: its members in their order, repeated keys included."""

    members: tuple[tuple[str, Any], ...]


class Number(NamedTuple):
    """A number as it is written."""

    text: str


def read(text: str) -> Any:
    """A JSON text, lossless. Raises ValueError where it is no JSON."""
    return json.loads(
        text,
        object_pairs_hook=lambda pairs: Pairs(tuple(pairs)),
        parse_int=Number,
        parse_float=Number,
        parse_constant=_refuse,
    )


def read_file(data: bytes, lines: bool) -> Any:
    """A file: one value, or with ``lines`` the list of the values of all lines that are not blank."""
    text = data.removeprefix(BOM).decode("utf-8")
    if not lines:
        return read(text)
    return [read(line) for line in text.split("\n") if line.strip(SPACE)]


def same_number(number: Number, as_float: bool = False) -> tuple[object, ...]:
    """Equal for numbers of one exact value, whole numbers and others told apart unless ``as_float``."""
    whole = not as_float and re.fullmatch("-?[0-9]+", number.text) is not None
    try:
        sign, digits, exponent = Decimal(number.text).as_tuple()
    except InvalidOperation:
        return (whole, number.text)
    while len(digits) > 1 and digits[-1] == 0:
        digits, exponent = digits[:-1], int(exponent) + 1
    return (whole, sign, digits, 0 if digits == (0,) else exponent)


def said(value: Any) -> Any:
    """What a value says: equal for two values that differ in layout, key order or the spelling of numbers only.

    Of a key that stands twice the order counts, since readers take the last value.
    """
    if isinstance(value, Pairs):
        members = ((key, said(member)) for key, member in value.members)
        return ("object", sorted(members, key=lambda member: member[0]))
    if isinstance(value, Number):
        return ("number", *map(str, same_number(value)))
    if isinstance(value, list):
        return ("array", [said(element) for element in value])
    return (type(value).__name__, value)


def _refuse(word: str) -> Any:
    raise ValueError(word)
