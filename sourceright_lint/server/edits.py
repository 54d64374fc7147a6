"""The difference of two texts as one replacement, so that an editor keeps cursors and folds elsewhere."""

from __future__ import annotations

from typing import NamedTuple

from sourceright_lint.jsontext.places import shared_end, shared_start


class Replacement(NamedTuple):
    """Put ``text`` in the place of the characters from ``start`` to ``end``."""

    start: int
    end: int
    text: str


def replacement(old: str, new: str) -> Replacement | None:
    """What makes ``new`` of ``old``; None where they are the same. It never parts a CR from its LF."""
    if old == new:
        return None
    start = shared_start(old, new)
    if old[start - 1 : start] == "\r" or new[start - 1 : start] == "\r":
        start -= 1
    end = min(shared_end(old, new), min(len(old), len(new)) - start)
    if end and old[len(old) - end] == "\n":
        end -= 1
    return Replacement(start, len(old) - end, new[start : len(new) - end])
