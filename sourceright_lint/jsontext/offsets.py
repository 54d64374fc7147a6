"""Many offsets into one text, kept in as little memory as its size allows."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SMALLER = 1 << 32
"""A text of fewer characters has offsets of four bytes."""


def offset_array(size: int, values: Iterable[int] = ()) -> array[int]:
    """An array for offsets into a text of ``size`` characters or bytes."""
    return array("I" if size < _SMALLER else "q", values)
