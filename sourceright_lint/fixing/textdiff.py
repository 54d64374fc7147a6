"""Unified diffs in time linear to the text, however different the two sides are."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from sourceright_lint.jsontext.offsets import offset_array

CONTEXT = 3
SMALL = 400
"""Lines up to which a stretch without common unique lines is compared by difflib, which may be quadratic."""

_NO_PARTNER, _MANY = -1, -2

Line = TypeVar("Line", str, bytes)
AnyLine = TypeVar("AnyLine", str, bytes, covariant=True)


class Numbered(Protocol[AnyLine]):
    """Lines by their numbers from 0."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> AnyLine: ...


class Lines:
    """The lines of a text with their ends. Only where they begin is kept: as objects they take many times as much."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._starts = offset_array(len(text), (match.end() for match in re.finditer(b"\n", text)))
        self._starts.insert(0, 0)
        if self._starts[-1] < len(text):
            self._starts.append(len(text))

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, number: int, /) -> bytes:
        return self._text[self._starts[number] : self._starts[number + 1]]


class Block(NamedTuple):
    """Lines ``old_start:old_end`` that became lines ``new_start:new_end``."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def unified_diff(old: bytes, new: bytes, old_name: str, new_name: str) -> Iterator[bytes]:
    """The change as ``diff -u`` shows it, line by line; nothing where there is none."""
    left, right = Lines(old), Lines(new)
    blocks = changed_blocks(left, right)
    if blocks:
        yield f"--- {old_name}\n+++ {new_name}\n".encode()
    for hunk in _hunks(blocks):
        yield from _render(hunk, left, right)


def changed_blocks(left: Numbered[Line], right: Numbered[Line]) -> list[Block]:
    """What differs, found by the lines that are unique on both sides."""
    blocks: list[Block] = []
    pending = [Block(0, len(left), 0, len(right))]
    while pending:
        block = _trim(pending.pop(), left, right)
        if block.old_start == block.old_end or block.new_start == block.new_end:
            if block.old_end - block.old_start or block.new_end - block.new_start:
                blocks.append(block)
            continue
        anchors = _anchors(block, left, right)
        if anchors:
            pending.extend(_between(block, anchors))
        else:
            blocks.extend(_compare(block, left, right))
    return sorted(blocks)


def _trim(block: Block, left: Numbered[Line], right: Numbered[Line]) -> Block:
    old_start, old_end, new_start, new_end = block
    while old_start < old_end and new_start < new_end and left[old_start] == right[new_start]:
        old_start, new_start = old_start + 1, new_start + 1
    while old_start < old_end and new_start < new_end and left[old_end - 1] == right[new_end - 1]:
        old_end, new_end = old_end - 1, new_end - 1
    return Block(old_start, old_end, new_start, new_end)


def _anchors(block: Block, left: Numbered[Line], right: Numbered[Line]) -> list[tuple[int, int]]:
    """Pairs of line numbers of lines that occur once on each side, rising on both."""
    old, new = range(block.old_start, block.old_end), range(block.new_start, block.new_end)
    if len(old) <= len(new):
        partners = _partners(left, old, right, new)
    else:
        partners = _swapped(_partners(right, new, left, old), old, new)
    matched = offset_array(len(old), (place for place, partner in enumerate(partners) if partner >= 0))
    rising = _longest_rising([partners[place] for place in matched])
    return [(old[matched[index]], partners[matched[index]]) for index in rising]


def _partners(few: Numbered[Line], ours: range, many: Numbered[Line], theirs: range) -> array[int]:
    """For each of our lines the number of theirs that is the same, if each has it once; else a negative number."""
    seen: dict[Line, int] = {}
    for place, number in enumerate(ours):
        line = few[number]
        seen[line] = _MANY if line in seen else place
    partners = array("q", [_NO_PARTNER]) * len(ours)
    for number in theirs:
        at = seen.get(many[number], _MANY)
        if at != _MANY:
            partners[at] = number if partners[at] == _NO_PARTNER else _MANY
    return partners


def _swapped(partners: array[int], old: range, new: range) -> array[int]:
    """The partners of the old lines, from those of the new ones."""
    swapped = array("q", [_NO_PARTNER]) * len(old)
    for place, partner in enumerate(partners):
        if partner >= 0:
            swapped[partner - old.start] = new[place]
    return swapped


def _longest_rising(numbers: Sequence[int]) -> list[int]:
    """Where the numbers of a longest rising row stand."""
    from bisect import bisect_left

    tails: list[int] = []
    ends = array("q")
    before = array("q")
    for index, number in enumerate(numbers):
        place = bisect_left(tails, number)
        before.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(number)
            ends.append(index)
        else:
            tails[place], ends[place] = number, index
    rising = []
    index = ends[-1] if ends else -1
    while index >= 0:
        rising.append(index)
        index = before[index]
    return rising[::-1]


def _between(block: Block, anchors: list[tuple[int, int]]) -> Iterator[Block]:
    old, new = block.old_start, block.new_start
    for old_anchor, new_anchor in [*anchors, (block.old_end, block.new_end)]:
        if old < old_anchor or new < new_anchor:
            yield Block(old, old_anchor, new, new_anchor)
        old, new = old_anchor + 1, new_anchor + 1


def _compare(block: Block, left: Numbered[Line], right: Numbered[Line]) -> list[Block]:
    size = max(block.old_end - block.old_start, block.new_end - block.new_start)
    if size > SMALL:
        return [block]
    from difflib import SequenceMatcher

    old = [left[number] for number in range(block.old_start, block.old_end)]
    new = [right[number] for number in range(block.new_start, block.new_end)]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        Block(block.old_start + i, block.old_start + j, block.new_start + k, block.new_start + m)
        for tag, i, j, k, m in matcher.get_opcodes()
        if tag != "equal"
    ]


def _hunks(blocks: list[Block]) -> Iterator[list[Block]]:
    hunk: list[Block] = []
    for block in blocks:
        if hunk and block.old_start - hunk[-1].old_end > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _render(hunk: list[Block], left: Lines, right: Lines) -> Iterator[bytes]:
    start = place = max(0, hunk[0].old_start - CONTEXT)
    end = min(len(left), hunk[-1].old_end + CONTEXT)
    new_start = hunk[0].new_start - (hunk[0].old_start - start)
    new_end = hunk[-1].new_end + end - hunk[-1].old_end
    yield f"@@ -{_range(start, end)} +{_range(new_start, new_end)} @@\n".encode()
    for block in hunk:
        yield from _marked(b" ", left, place, block.old_start)
        yield from _marked(b"-", left, block.old_start, block.old_end)
        yield from _marked(b"+", right, block.new_start, block.new_end)
        place = block.old_end
    yield from _marked(b" ", left, place, end)


def _marked(sign: bytes, lines: Lines, start: int, end: int) -> Iterator[bytes]:
    for number in range(start, end):
        line = lines[number]
        yield sign + line
        if not line.endswith(b"\n"):
            yield b"\n\\ No newline at end of file\n"


def _range(start: int, end: int) -> str:
    return f"{start + 1 if end > start else start},{end - start}"
