"""Find the odd records of a large text, and read the text around them."""

from __future__ import annotations

import re
from bisect import bisect_right
from heapq import merge
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import jiter

from sourceright_lint.jsontext import bulk
from sourceright_lint.jsontext.cut import cut_lines
from sourceright_lint.jsontext.doubled import doubled_faults, may_be_doubled
from sourceright_lint.jsontext.faults import Faults
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.lines import Entries
from sourceright_lint.jsontext.locate import Locator
from sourceright_lint.jsontext.number import is_out_of_range
from sourceright_lint.jsontext.odd_numbers import odd_numbers
from sourceright_lint.jsontext.offsets import offset_array
from sourceright_lint.jsontext.patched import Patched
from sourceright_lint.jsontext.sentinels import MISSING
from sourceright_lint.jsontext.values import value_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sourceright_lint.finding import Pointer
    from sourceright_lint.jsontext.content import Content
    from sourceright_lint.jsontext.node import Node

_MAYBE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_SURROGATES = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)
_AS_ARRAYS = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_BLOCK = 1 << 20
_MANY = 20_000
"""With more odd places than this the text is read exactly as a whole."""

_HALF = b"\\ufffd"


def patch_value(text: str, body: bytes, private: bool, exactly: Callable[[], Content]) -> Content | None:
    """A large JSON text, or None if it is to be read exactly as a whole."""
    numbers, halves = odd_numbers(body), _lone_surrogates(body)
    if len(numbers) + len(halves) > _MANY:
        return None
    neutral = _neutral(body, numbers, halves)
    value = bulk.load(neutral, False)
    if value is MISSING:
        return None
    has_doubled = bulk.may_have_duplicates(neutral, value, False)
    if has_doubled and _is_too_deep(neutral):
        return None
    locator = Locator(text, False, False)
    offsets = _in_characters(body, sorted([*(start for start, _ in numbers), *halves]))
    odd = {locator.unit_at(offset) for offset in offsets}
    # Where nothing but a key is odd, the fast reader's value is right, and the locator finds what is in it.
    above = {pointer[:length] for pointer in odd if pointer for length in range(len(pointer) + 1)}
    starts, ends = offset_array(len(text)), offset_array(len(text))
    if has_doubled:
        for pointer, start, end in _refused(text, locator):
            if pointer in above:
                odd.add(pointer)
            else:
                starts.append(start)
                ends.append(end)
    if () in odd or None in odd:
        return None
    units = {pointer: locator.node(pointer) for pointer in _outermost(odd)}
    nodes = {pointer: unit for pointer, unit in units.items() if unit is not None}
    if len(nodes) < len(units):
        return None
    faults = Faults()
    read = sorted(((unit.start, unit.end, unit) for unit in nodes.values()), key=itemgetter(0))
    for start, end, unit in merge(read, zip(starts, ends, repeat(None)), key=itemgetter(0)):
        faults.add(doubled_faults(text, start, end, private) if unit is None else value_faults(unit, private))
    first = [value]

    def reload() -> Any:
        return first.pop() if first else bulk.load(neutral, False)

    return Patched(locator, nodes, faults.in_order(), reload, exactly, False)


def patch_lines(
    path: str, text: str, body: bytes, private: bool, exactly: Callable[[], Content]
) -> Content | None:
    """A large JSON Lines text, or None if it is to be read exactly as a whole."""
    items = cut_lines(text).items
    plain = [_value_or_none(text[item.start : item.end]) for item in items]
    for offset in _in_characters(body, [start for start, _ in odd_numbers(body)]):
        plain[bisect_right(items, offset, key=lambda item: item.start) - 1] = None
    if len(items) < 2 or bulk.is_too_deep(plain, True):
        return None
    entries = Entries(path, text, private)
    units: dict[Pointer, Node] = {}
    for index in (index for index, value in enumerate(plain) if value is None):
        unit = entries.read(items[index].start, items[index].end)
        if index == 0 and unit.kind == "broken":
            return None
        if entries.is_hopeless(index + 1):
            return None
        if unit.has_duplicates():
            plain[index] = unit.value()
        else:
            units[(index,)] = unit
    in_order = entries.faults.in_order()
    return Patched(Locator(text, False, True), units, in_order, lambda: list(plain), exactly, True)


def _value_or_none(line: str) -> Any:
    """The value of a line; None where it may be odd, or is no value at all."""
    try:
        return jiter.from_json(line.encode(), catch_duplicate_keys=True, allow_inf_nan=False)
    except ValueError:
        return None


def _outermost(pointers: set[Pointer | None]) -> list[Pointer]:
    """The pointers without those that lead into a value that another one leads to."""
    return [
        pointer
        for pointer in pointers
        if pointer and not any(pointer[:length] in pointers for length in range(1, len(pointer)))
    ]


def _refused(text: str, locator: Locator) -> Iterator[tuple[Pointer, int, int]]:
    """Records in which a key may stand twice, with their places."""
    return (unit for unit in locator.units() if may_be_doubled(text[unit[1] : unit[2]]))


def _is_too_deep(body: bytes) -> bool:
    """Whether a text, which is valid but for that, is nested beyond the limit somewhere.

    The value of a text in which a key stands twice does not say that: what was dropped for the later one is not in it.
    """
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    brackets, inside = bytearray(), 0
    for start in range(0, len(plain), _BLOCK):
        parts = plain[start : start + _BLOCK].split(b'"')
        brackets += b"".join(parts[inside::2]).translate(_AS_ARRAYS, _NO_BRACKETS)
        inside = (inside + len(parts) - 1) % 2
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    return bool(brackets)


def _lone_surrogates(body: bytes) -> list[int]:
    if not _MAYBE_SURROGATE.search(body):
        return []
    return [match.start(1) for match in _SURROGATES.finditer(body) if match[1]]


def _neutral(body: bytes, numbers: list[tuple[int, int]], halves: list[int]) -> bytes:
    """The text with something harmless where the fast reader would stumble."""
    changes = [(start, start + len(_HALF), _HALF) for start in halves]
    for start, end in numbers:
        if is_out_of_range(body[start:end].decode()):
            changes.append((start, end, b"0"))
    pieces, position = [], 0
    for start, end, new in sorted(changes):
        pieces += [body[position:start], new]
        position = end
    return b"".join([*pieces, body[position:]])


def _in_characters(body: bytes, offsets: Iterable[int]) -> list[int]:
    """Offsets in bytes, given in order, as offsets in characters."""
    found, characters, position = [], 0, 0
    for offset in offsets:
        characters += len(body[position:offset].decode())
        position = offset
        found.append(characters)
    return found
