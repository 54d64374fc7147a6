"""The standard library's C routines for JSON that its type stubs leave out."""

from __future__ import annotations

from json import decoder, scanner
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

scanstring: Callable[[str, int], tuple[str, int]] = getattr(decoder, "scanstring")  # noqa: B009
"""The value and the end of the string whose first character is at an offset (the one after the quote).

Raises json.JSONDecodeError. Lone surrogates stay as they are.
"""

_make_scanner: Callable[[Any], Callable[[str, int], tuple[Any, int]]] = getattr(scanner, "make_scanner")  # noqa: B009


_CLOSERS = '"]}'
_AFTER = ("", " ", "\t", "\r", "\n", ",", "]", "}")
"""What may follow a number or a word; the scanner itself stops before anything else, as in ``07``."""


class _Strict:
    """How the scanner reads: by the letter. ``bool`` takes any number, makes no object for it, and loses nothing that
    is asked for. ``array_hook`` is asked for from Python 3.15 on."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    array_hook = None
    parse_float = bool
    parse_int = bool

    @staticmethod
    def parse_constant(name: str) -> float:
        """Refuse NaN and Infinity, which are no JSON."""
        raise ValueError(name)


def value_skipper() -> Callable[[str, int], int | None]:
    """A function that says where the value at an offset ends; None if no good value is there."""
    scan_once = _make_scanner(_Strict())

    def skip(text: str, start: int) -> int | None:
        try:
            end = scan_once(text, start)[1]
        except (StopIteration, ValueError, RecursionError):
            return None
        cut_short = text[end - 1] not in _CLOSERS and text[end : end + 1] not in _AFTER
        return None if cut_short else end

    return skip
