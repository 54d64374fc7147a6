"""The steps that a review status may take."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sourceright_lint.contracts.sourceright.forms import STATUSES, TERMINAL_STATUSES

NEXT: Mapping[str, tuple[str, ...]] = {
    "not_required": ("queued", "resolved", "unresolved"),
    "queued": ("in_progress", "resolved", "unresolved"),
    "in_progress": ("queued", "resolved", "unresolved"),
    "resolved": ("queued", "unresolved"),
    "unresolved": ("queued", "in_progress", "resolved"),
}
"""Where a status may go from each; staying is always possible."""

_MEANT = {spelling: status for status in STATUSES for spelling in (status, status.replace("_", ""))}
_SEPARATORS = re.compile(r"[ \t\r\n_-]+")


def meant(status: str | None) -> str | None:
    """The known status that a text is, or is but for case and separators; None for any other.

    Other characters have a meaning: ``resolved?`` is a question.
    """
    if status is None or status in NEXT:
        return status
    return _MEANT.get(_SEPARATORS.sub("_", status.strip(" \t\r\n")).lower())


def is_step(before: str, after: str) -> bool:
    """Whether one step leads from one known status to the other, or none is needed."""
    return before == after or after in NEXT[before]


def way(before: str, after: str) -> list[str]:
    """The shortest way in legal steps, both ends included; empty where nothing leads there."""
    ways = [[before]]
    seen = {before}
    while ways:
        first = ways.pop(0)
        if first[-1] == after:
            return first
        for status in NEXT[first[-1]]:
            if status not in seen:
                seen.add(status)
                ways.append([*first, status])
    return []


def needs_decision(steps: list[str]) -> bool:
    """Whether a way of several steps leads on from where a review had ended: somebody must have reopened it."""
    return len(steps) > 2 and not TERMINAL_STATUSES.isdisjoint(steps[:-1])
