"""Unified diffs in time linear to the text, however different the two sides are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import NamedTuple

CONTEXT = 3
SMALL = 400
"""Lines up to which a stretch without common unique lines is compared by difflib, which may be quadratic."""


class Block(NamedTuple):
    """Lines ``old_start:old_end`` that became lines ``new_start:new_end``."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def unified_diff(old: str, new: str, old_name: str, new_name: str) -> str:
    """The change as ``diff -u`` shows it; empty where there is none."""
    left, right = _lines(old), _lines(new)
    # Line by line into one text: a list of all that is shown takes many times as much.
    shown = StringIO()
    for hunk in _hunks(changed_blocks(left, right)):
        shown.writelines(_render(hunk, left, right))
    text = shown.getvalue()
    return f"--- {old_name}\n+++ {new_name}\n{text}" if text else ""


def changed_blocks(left: Sequence[str], right: Sequence[str]) -> list[Block]:
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


def _trim(block: Block, left: Sequence[str], right: Sequence[str]) -> Block:
    old_start, old_end, new_start, new_end = block
    while old_start < old_end and new_start < new_end and left[old_start] == right[new_start]:
        old_start, new_start = old_start + 1, new_start + 1
    while old_start < old_end and new_start < new_end and left[old_end - 1] == right[new_end - 1]:
        old_end, new_end = old_end - 1, new_end - 1
    return Block(old_start, old_end, new_start, new_end)


def _anchors(block: Block, left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of line numbers of lines that occur once on each side, rising on both."""
    old_lines = _unique(left, block.old_start, block.old_end)
    new_lines = _unique(right, block.new_start, block.new_end)
    pairs = [(number, new_lines[line]) for line, number in old_lines.items() if line in new_lines]
    return _longest_rising(pairs)


def _unique(lines: Sequence[str], start: int, end: int) -> dict[str, int]:
    seen: dict[str, int] = {}
    for number in range(start, end):
        line = lines[number]
        seen[line] = -1 if line in seen else number
    return {line: number for line, number in seen.items() if number >= 0}


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    from bisect import bisect_left

    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, (_, new) in enumerate(pairs):
        place = bisect_left(tails, new)
        before.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(new)
            ends.append(index)
        else:
            tails[place], ends[place] = new, index
    rising = []
    index = ends[-1] if ends else -1
    while index >= 0:
        rising.append(pairs[index])
        index = before[index]
    return rising[::-1]


def _between(block: Block, anchors: list[tuple[int, int]]) -> Iterator[Block]:
    old, new = block.old_start, block.new_start
    for old_anchor, new_anchor in [*anchors, (block.old_end, block.new_end)]:
        yield Block(old, old_anchor, new, new_anchor)
        old, new = old_anchor + 1, new_anchor + 1


def _compare(block: Block, left: Sequence[str], right: Sequence[str]) -> list[Block]:
    size = max(block.old_end - block.old_start, block.new_end - block.new_start)
    if size > SMALL:
        return [block]
    from difflib import SequenceMatcher

    old = left[block.old_start : block.old_end]
    new = right[block.new_start : block.new_end]
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


def _render(hunk: list[Block], left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    start = place = max(0, hunk[0].old_start - CONTEXT)
    end = min(len(left), hunk[-1].old_end + CONTEXT)
    new_start = hunk[0].new_start - (hunk[0].old_start - start)
    new_end = hunk[-1].new_end + end - hunk[-1].old_end
    yield f"@@ -{_range(start, end)} +{_range(new_start, new_end)} @@\n"
    for block in hunk:
        yield from _marked(" ", left, place, block.old_start)
        yield from _marked("-", left, block.old_start, block.old_end)
        yield from _marked("+", right, block.new_start, block.new_end)
        place = block.old_end
    yield from _marked(" ", left, place, end)


def _marked(sign: str, lines: Sequence[str], start: int, end: int) -> Iterator[str]:
    for number in range(start, end):
        line = lines[number]
        yield sign + line if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    lines = [line + "\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _range(start: int, end: int) -> str:
    return f"{start + 1 if end > start else start},{end - start}"
