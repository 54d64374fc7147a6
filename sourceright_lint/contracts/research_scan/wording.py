"""Words that several messages share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from sourceright_lint.escape import show
from sourceright_lint.resemblance import nearest
from sourceright_lint.rule import Note, Place

MOST_NOTES = 50
MOST_NAMES = 10_000
"""Unknown names that one rule tells."""
MOST_LOOKUPS = 50
"""Each look-up compares with every known word."""


class Hints:
    """The ends of messages about unknown words. Near misses are looked up for so many of them, no more."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = list(known)
        self._left = MOST_LOOKUPS

    def of(self, word: str) -> str:
        """The known word that was probably meant, or those there are."""
        if len(self._known) <= 10:
            return f": there are {', '.join(map(show, self._known))}" if self._known else ""
        self._left -= 1
        near = nearest(word, self._known, 0.7) if self._left >= 0 else None
        return f": did you mean {show(near)}?" if near else ""


class NearCids:
    """The content ids that others were probably meant to be; looked up for so many of them, no more."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = list(known)
        self._left = MOST_LOOKUPS

    def to(self, cid: str) -> str | None:
        """The first one that differs from ``cid`` in one or two digits."""
        self._left -= 1
        return near_cid(cid, self._known) if self._left >= 0 else None


def near_cid(cid: str, known: Iterable[str]) -> str | None:
    """The content id that differs from ``cid`` in one or two digits."""
    for other in known:
        if 0 < sum(a != b for a, b in zip(cid, other, strict=False)) <= 2:
            return other
    return None


def listed(names: Sequence[str]) -> str:
    """Names as a message shows them; of very many the first."""
    return ", ".join(map(show, names[:MOST_NOTES])) + more(len(names) - MOST_NOTES)


def more(count: int) -> str:
    """`` (and 3 more)``; nothing for none."""
    return f" (and {count} more)" if count > 0 else ""


def places(found: Iterable[Place], message: str = "here too") -> tuple[Note, ...]:
    """Further places of the same fault."""
    return tuple(Note(place, message) for place in islice(found, MOST_NOTES))
