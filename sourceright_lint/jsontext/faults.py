"""What can be wrong with a file as JSON text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sourceright_lint.finding import Fix

MOST = 10_000
"""Faults of one kind that are told of one text: more say no more, and would take many times its memory."""


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


class Faults:
    """The faults of a text as they are found, of each kind no more than ``MOST``."""

    def __init__(self) -> None:
        self.all: list[Fault] = []
        self._known: Counter[str] = Counter()

    def add(self, faults: Iterable[Fault]) -> None:
        """Add some, as far as there is room."""
        for fault in faults:
            self._known[fault.code] += 1
            if self._known[fault.code] <= MOST:
                self.all.append(fault)

    def in_order(self) -> tuple[Fault, ...]:
        """Those that were kept, by place."""
        return tuple(sorted(self.all, key=lambda fault: (fault.start, fault.code)))
