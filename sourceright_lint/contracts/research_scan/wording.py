"""Words that several messages share."""

from __future__ import annotations

from collections.abc import Iterable

from sourceright_lint.escape import show
from sourceright_lint.resemblance import nearest
from sourceright_lint.rule import Note, Place

MOST_NOTES = 50


def hint(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the one that was probably meant, or those there are."""
    known = list(known)
    near = nearest(word, known, 0.7) if len(known) > 10 else None
    if near:
        return f": did you mean {show(near)}?"
    return f": there are {', '.join(map(show, known))}" if 0 < len(known) <= 10 else ""


def near_cid(cid: str, known: Iterable[str]) -> str | None:
    """The content id that differs from ``cid`` in one or two digits."""
    for other in known:
        if 0 < sum(a != b for a, b in zip(cid, other, strict=False)) <= 2:
            return other
    return None


def more(count: int) -> str:
    """`` (and 3 more)``; nothing for none."""
    return f" (and {count} more)" if count > 0 else ""


def places(found: Iterable[Place], message: str = "here too") -> tuple[Note, ...]:
    """Further places of the same fault."""
    return tuple(Note(place, message) for place in list(found)[:MOST_NOTES])
