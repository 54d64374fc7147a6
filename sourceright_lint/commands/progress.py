"""How far the work is, for somebody who waits at a terminal."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeVar

    Each = TypeVar("Each")

FEW = 20
"""Up to so many steps nobody waits long enough to be told."""

DELAY = 1.0
"""Seconds of work before anything is shown."""


def tracked(steps: Sequence[Each], what: str) -> Iterable[Each]:
    """The steps, one by one, with a bar on a terminal while they take long. Needs the extra ``progress``."""
    if len(steps) <= FEW or not sys.stderr.isatty():
        return steps
    try:
        from tqdm import tqdm
    except ImportError:
        return steps
    return tqdm(steps, desc=what, unit="bundle", delay=DELAY, leave=False, file=sys.stderr)
