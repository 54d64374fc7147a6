"""What can be wrong with a file as JSON text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sourceright_lint.finding import Fix


class Fault(NamedTuple):
    """One fault of the text. ``start`` and ``end`` are offsets in characters of the decoded text.

    ``notes`` are related places, each ``(start, end, message)``. A ``fatal`` fault leaves the text without a
    value (in JSON Lines: the line).
    """

    code: str
    message: str
    start: int
    end: int
    help: str = ""
    notes: tuple[tuple[int, int, str], ...] = ()
    fatal: bool = False
    fix: Fix | None = None
