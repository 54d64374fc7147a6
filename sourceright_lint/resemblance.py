"""Which of the known words an unknown one was probably meant to be."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 100
"""Characters that are compared: a longer word is no slip of a known one, and would take long."""


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one that resembles ``word`` most; ``cutoff`` from 0 to 1 is how alike they must be. None if none does."""
    found = nearest_few(word, known, 1, cutoff)
    return found[0] if found else None


def nearest_few(word: str, known: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """At most so many that resemble ``word``, best first."""
    from difflib import get_close_matches

    return get_close_matches(word[:_LONGEST], [each for each in known if len(each) <= _LONGEST], most, cutoff)
