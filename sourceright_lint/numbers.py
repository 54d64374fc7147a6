"""Numbers in texts that people type."""

from __future__ import annotations

_DIGITS = 18


def is_digits(text: str) -> bool:
    """Whether the text is nothing but ASCII digits: ``²`` and ``٣`` are digits to Python, too."""
    return text.isascii() and text.isdigit()


def whole_number(text: str) -> int | None:
    """The number that ASCII digits say; None for any other text, and for a number beyond all use."""
    return int(text) if is_digits(text) and len(text) <= _DIGITS else None
