"""How long months are."""

from __future__ import annotations

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LAST_JULIAN_YEAR = 1923


def last_day(year: int | None, month: int) -> int:
    """Length of the month; 29 February is let pass wherever the Julian calendar may be meant."""
    if month == 2 and year is not None and year > _LAST_JULIAN_YEAR:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return _DAYS[month - 1]
