"""Numbers in the bytes of a text that a reader with doubles would change, found without reading the text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sourceright_lint.jsontext.number import canonical_number, float_text, is_integer, number_value

if TYPE_CHECKING:
    from collections.abc import Iterator

_FLATTEN = bytes.maketrans(b"123456789.E", b"0000000000e")
_LONG = b"0" * 17
"""Fewer digits than this (the point counted) survive a double; more may not."""

_ZEROS = re.compile(rb"0+")
_EXPONENT = re.compile(rb"0e[+-]?0+(?=[ \t\r\n,\]}]|\Z)")
_MINUS_ZERO = re.compile(rb"-0(?=[ \t\r\n,\]}]|\Z)")
_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NUMBER_BYTES = b"0123456789.eE+-"
_BEFORE = b" \t\r\n:[,"
_BEFORE_DIGITS = _BEFORE + b"-+eE"
_AFTER = b" \t\r\n,]}"
_BLOCK = 1 << 18
_WINDOW = 256
_INT64_MIN, _UINT64_MAX = -(2**63), 2**64 - 1


def odd_numbers(data: bytes) -> list[tuple[int, int]]:
    """Places of numbers whose canonical text is not what orjson makes of them, in order.

    The same letters inside a string may be among them; no such number is missing.
    """
    found: list[tuple[int, int]] = []
    for start, end in _blocks(data):
        block = data[start:end]
        found += [(start + first, start + last) for first, last in _odd_in_block(block)]
    return found


def _blocks(data: bytes) -> Iterator[tuple[int, int]]:
    """Stretches of the text that fit the processor's cache and end with no number cut in two."""
    start = 0
    while start < len(data):
        end = start + _BLOCK
        if end >= len(data):
            end = len(data)
        else:
            cut = max(data.rfind(b"\n", start, end), data.rfind(b",", start, end))
            cut = cut if cut >= 0 else data.find(b",", end)
            end = cut + 1 if cut >= 0 else len(data)
        yield start, end
        start = end


def _odd_in_block(data: bytes) -> Iterator[tuple[int, int]]:
    flat = data.translate(_FLATTEN)
    starts: set[int] = set()
    start = looked = -1
    for run in _long_runs(flat):
        if run and data[run - 1] not in _BEFORE_DIGITS:
            continue
        # Nothing is looked at twice: what begins before the last run and goes on up to this one begins there.
        if looked < 0 or data[looked:run].strip(_NUMBER_BYTES):
            start = _token_start(data, run)
        looked = run
        starts.add(start)
    starts.update(_token_start(data, match.start()) for match in _EXPONENT.finditer(flat))
    starts.update(match.start() for match in _MINUS_ZERO.finditer(data))
    for place in _tokens(data, sorted(starts)):
        if _is_odd(data[slice(*place)].decode()):
            yield place


def _long_runs(flat: bytes) -> Iterator[int]:
    position = flat.find(_LONG)
    while position >= 0:
        yield position
        run = _ZEROS.match(flat, position)
        position = flat.find(_LONG, run.end() if run else position + 1)


def _token_start(data: bytes, position: int) -> int:
    start = position
    while start > 0:
        window = data[max(0, start - _WINDOW) : start]
        kept = len(window.rstrip(_NUMBER_BYTES))
        start -= len(window) - kept
        if kept:
            break
    return start


def _tokens(data: bytes, starts: list[int]) -> Iterator[tuple[int, int]]:
    for start in starts:
        match = _NUMBER.match(data, start)
        if match is None or (start and data[start - 1] not in _BEFORE):
            continue
        if match.end() == len(data) or data[match.end()] in _AFTER:
            yield match.span()


def _is_odd(text: str) -> bool:
    value = number_value(text)
    if is_integer(text):
        return text == "-0" or not _INT64_MIN <= value <= _UINT64_MAX
    return canonical_number(text) != float_text(float(value))
