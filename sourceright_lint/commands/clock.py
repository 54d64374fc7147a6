"""The only place where the clock is read: the time at which somebody decides something."""

from __future__ import annotations


def now() -> str:
    """The time in UTC, to the second, as RFC 3339 has it."""
    from datetime import datetime, timezone

    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
