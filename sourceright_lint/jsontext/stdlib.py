"""The standard library's C routines for JSON that its type stubs leave out."""

from __future__ import annotations

from json import decoder
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

scanstring: Callable[[str, int], tuple[str, int]] = getattr(decoder, "scanstring")  # noqa: B009
"""The value and the end of the string whose first character is at an offset (the one after the quote).

Raises json.JSONDecodeError. Lone surrogates stay as they are.
"""


def make_scanner(context: Any) -> Callable[[str, int], tuple[Any, int]]:
    """A function that reads the value at an offset: the value, and where it ends."""
    from json import scanner

    made: Callable[[str, int], tuple[Any, int]] = getattr(scanner, "make_scanner")(context)  # noqa: B009
    return made
