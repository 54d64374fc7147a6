"""Timestamps as RFC 3339 has them, read without a clock, a locale or a table of zones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, timezone
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.whitespace import collapse
from sourceright_lint.escape import show

EXAMPLE = '"2026-05-09T14:30:00Z"'

_DAY = 86_400
_FARTHEST_EAST = 14 * 3600
"""Local time runs ahead of UTC by so many seconds at most."""

_FORM = re.compile(
    r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
    r"(?:(?P<join>[Tt ])(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:(?P<point>[.,])(?P<fraction>[0-9]+))?)?"
    r"(?P<gap> ?)(?P<zone>[Zz]|(?P<sign>[+-])(?P<hours>[0-9]{2})(?:(?P<colon>:?)(?P<minutes>[0-9]{2}))?)?)?"
)

_LIMITS = (
    ("hour", 23, "hour"),
    ("minute", 59, "minute"),
    ("hours", 23, "offset of hours"),
    ("minutes", 59, "offset of minutes"),
)


class Stamp(NamedTuple):
    """A point in time: whole seconds from the start of year 0, and the digits of the fraction.

    In UTC where ``zoned``, else in a local time of an unknown zone. Two stamps can be told earlier and
    later only when both are of one kind.
    """

    zoned: bool
    seconds: int
    fraction: str = ""

    def before(self, other: Stamp) -> bool:
        """Whether this is surely earlier than ``other``; False where that cannot be known."""
        if self.zoned != other.zoned:
            return False
        return (self.seconds, self.fraction) < (other.seconds, other.fraction)


class Reading(NamedTuple):
    """What a text says as a timestamp: a stamp, or else ``fault``; and how it departs from RFC 3339."""

    stamp: Stamp | None
    fault: str = ""
    departures: tuple[str, ...] = ()


def read(text: str) -> Reading:
    """Read a timestamp, leniently as to its form and strictly as to its sense."""
    trimmed = collapse(text)
    match = _FORM.fullmatch(trimmed)
    if match is None:
        return Reading(None, f"{show(text)} is no RFC 3339 timestamp such as {EXAMPLE}")
    fault = _impossible(match)
    if fault:
        return Reading(None, f"{show(text)} is impossible: {fault}")
    departures = tuple(_departures(match, trimmed != text))
    return Reading(_stamp(match), "", departures)


def stamp_of(value: object) -> Stamp | None:
    """The stamp of a value that is a possible timestamp."""
    return read(value).stamp if isinstance(value, str) else None


def stamp_fault(owner: Mapping[str, Any], key: str) -> str | None:
    """Why the text under ``key`` is not quite a timestamp; None where it is one."""
    reading = read(owner[key])
    fault = reading.fault or "; ".join(reading.departures)
    return (
        f"{show(key)} is {show(owner[key])}: {fault}"
        if reading.departures
        else f"{show(key)}: {fault}"
        if fault
        else None
    )


def is_future(text: str, as_of: datetime | None) -> bool:
    """Whether a timestamp lies after ``as_of``, wherever on earth it was written; never without ``as_of``."""
    if as_of is None:
        return False
    stamp = read(text).stamp
    if stamp is None:
        return False
    utc = as_of.replace(tzinfo=timezone.utc) if as_of.tzinfo is None else as_of.astimezone(timezone.utc)
    limit = (
        utc.toordinal() * _DAY + utc.hour * 3600 + utc.minute * 60 + utc.second,
        f"{utc.microsecond:06}".rstrip("0"),
    )
    slack = 0 if stamp.zoned else _FARTHEST_EAST
    return (stamp.seconds - slack, stamp.fraction) > limit


def _stamp(match: re.Match[str]) -> Stamp:
    seconds = date(int(match["year"]), int(match["month"]), int(match["day"])).toordinal() * _DAY
    seconds += int(match["hour"] or 0) * 3600 + int(match["minute"] or 0) * 60 + int(match["second"] or 0)
    return Stamp(match["zone"] is not None, seconds - _offset(match), (match["fraction"] or "").rstrip("0"))


def _offset(match: re.Match[str]) -> int:
    if match["sign"] is None:
        return 0
    seconds = int(match["hours"]) * 3600 + int(match["minutes"] or 0) * 60
    return -seconds if match["sign"] == "-" else seconds


def _impossible(match: re.Match[str]) -> str:
    month, day = int(match["month"]), int(match["day"])
    if match["year"] == "0000":
        return "there is no year 0000"
    if not 1 <= month <= 12:
        return f"there is no month {match['month']}"
    try:
        date(int(match["year"]), month, day)
    except ValueError:
        return f"{match['year']}-{match['month']} has no day {match['day']}"
    return _impossible_time(match) if match["join"] else ""


def _impossible_time(match: re.Match[str]) -> str:
    for part, last, name in _LIMITS:
        if int(match[part] or 0) > last:
            return f"there is no {name} {match[part]}"
    if int(match["second"] or 0) > (60 if _may_leap(match) else 59):
        return f"there is no second {match['second']} in that minute"
    return ""


def _may_leap(match: re.Match[str]) -> bool:
    """Leap seconds end a day in UTC; without a zone, the hour says nothing, but the minute is the last of one."""
    minutes = int(match["hour"]) * 60 + int(match["minute"]) - _offset(match) // 60
    return minutes % 1440 == 1439 if match["zone"] else minutes % 60 == 59


def _departures(match: re.Match[str], padded: bool) -> list[str]:
    if match["join"] is None:
        found = ["it is a date only"]
    else:
        found = [
            message
            for message, departs in (
                ('it has a space in place of the "T"', match["join"] == " "),
                ("it has no seconds", match["second"] is None),
                ("it has a comma in place of the decimal point", match["point"] == ","),
                ("it has a space before the zone", bool(match["gap"])),
                (
                    'its offset is not in the form "+02:00"',
                    match["sign"] is not None and match["colon"] != ":",
                ),
                ("it has no zone", match["zone"] is None),
            )
            if departs
        ]
    return [*found, "it has extra white space"] if padded else found


__all__ = ["EXAMPLE", "Reading", "Stamp", "is_future", "read", "stamp_fault", "stamp_of"]
