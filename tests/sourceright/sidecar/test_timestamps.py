"""Timestamps: what is read, how it departs from RFC 3339, and which of two is earlier."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.contracts.sourceright.strict_time import is_strict
from sourceright_lint.contracts.sourceright.timestamps import is_future, read, stamp_of


@pytest.mark.parametrize(
    "text",
    [
        "2026-05-09T00:00:00Z",
        "2026-05-09t23:59:59z",
        "2026-05-09T00:00:00.123456789012345678901234567890Z",
        "2026-05-09T12:00:00+02:00",
        "2026-05-09T12:00:00-00:00",
        "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:59-23:59",
        "2024-02-29T00:00:00Z",
        "2016-12-31T23:59:60Z",
        "2017-01-01T05:29:60+05:30",
    ],
)
def test_rfc_3339_is_clean(text: str) -> None:
    reading = read(text)
    assert (reading.fault, reading.departures) == ("", ())
    assert reading.stamp is not None
    assert reading.stamp.zoned


@pytest.mark.parametrize(
    ("text", "departures"),
    [
        ("2026-05-09", ["it is a date only"]),
        ("2026-05-09T00:00:00", ["it has no zone"]),
        ("2026-05-09 00:00:00Z", ['it has a space in place of the "T"']),
        ("2026-05-09T00:00Z", ["it has no seconds"]),
        ("2026-05-09T00:00:00,5Z", ["it has a comma in place of the decimal point"]),
        ("2026-05-09T00:00:00+0200", ['its offset is not in the form "+02:00"']),
        ("2026-05-09T00:00:00+02", ['its offset is not in the form "+02:00"']),
        (" 2026-05-09T00:00:00Z\n", ["it has extra white space"]),
        ("2026-05-09 00:00", ['it has a space in place of the "T"', "it has no seconds", "it has no zone"]),
    ],
)
def test_loose_forms_are_read(text: str, departures: list[str]) -> None:
    reading = read(text)
    assert reading.stamp is not None
    assert list(reading.departures) == departures
    assert not is_strict(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("2026-02-30T00:00:00Z", "2026-02 has no day 30"),
        ("2026-02-29", "2026-02 has no day 29"),
        ("2026-13-01", "there is no month 13"),
        ("2026-00-01", "there is no month 00"),
        ("0000-01-01T00:00:00Z", "there is no year 0000"),
        ("2026-05-09T24:00:00Z", "there is no hour 24"),
        ("2026-05-09T00:60:00Z", "there is no minute 60"),
        ("2026-05-09T00:00:61Z", "there is no second 61"),
        ("2026-05-09T00:00:60Z", "there is no second 60"),
        ("2026-05-09T00:00:00+24:00", "there is no offset of hours 24"),
        ("2026-05-09T00:00:00+00:60", "there is no offset of minutes 60"),
        ("1746748800", "no RFC 3339 timestamp"),
        ("May 9, 2026", "no RFC 3339 timestamp"),
        ("", "no RFC 3339 timestamp"),
        ("2026-05-09T", "no RFC 3339 timestamp"),
        ("2026-05-09T00:00:00+02:", "no RFC 3339 timestamp"),
        ("２０２６-05-09T00:00:00Z", "no RFC 3339 timestamp"),
        ("-2026-05-09", "no RFC 3339 timestamp"),
    ],
)
def test_what_is_no_time(text: str, fault: str) -> None:
    reading = read(text)
    assert reading.stamp is None
    assert fault in reading.fault
    assert not is_strict(text)


def test_a_long_text_is_read_in_no_time() -> None:
    assert read("2026-05-09T00:00:00." + "1" * 1_000_000 + "x").stamp is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2026-05-09T12:00:00+02:00", "2026-05-09T10:00:01Z"),
        ("2026-05-09T10:00:00Z", "2026-05-09T10:00:00.0000001Z"),
        ("2026-05-09T10:00:00.09Z", "2026-05-09T10:00:00.1Z"),
        ("2026-05-09", "2026-05-09T00:00:01"),
        ("2016-12-31T23:59:59Z", "2016-12-31T23:59:60Z"),
    ],
)
def test_earlier(one: str, other: str) -> None:
    first, second = stamp_of(one), stamp_of(other)
    assert first is not None
    assert second is not None
    assert first.before(second)
    assert not second.before(first)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2026-05-09T12:00:00+02:00", "2026-05-09T10:00:00.000Z"),
        ("2026-05-09T10:00:00", "2026-05-10T10:00:00Z"),
        ("2026-05-09T10:00:00", "2026-05-08T10:00:00Z"),
    ],
)
def test_neither_is_earlier(one: str, other: str) -> None:
    first, second = stamp_of(one), stamp_of(other)
    assert first is not None
    assert second is not None
    assert not first.before(second)
    assert not second.before(first)


AS_OF = datetime(2026, 5, 9, 12, 0, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "future"),
    [
        ("2026-05-09T12:00:00Z", False),
        ("2026-05-09T12:00:00.000001Z", True),
        ("2026-05-09T13:00:00+01:00", False),
        ("2026-05-09T12:00:00-01:00", True),
        ("2026-05-10T01:59:59", False),
        ("2026-05-10T02:00:01", True),
        ("2026-05-10", False),
        ("2026-05-11", True),
        ("no time", False),
    ],
)
def test_future(text: str, future: bool) -> None:
    assert is_future(text, AS_OF) is future
    assert is_future(text, AS_OF.replace(tzinfo=None)) is future
    assert is_future(text, AS_OF.astimezone(timezone(timedelta(hours=9)))) is future
    assert not is_future(text, None)


@given(st.datetimes(timezones=st.just(timezone.utc)), st.integers(-1439, 1439))
def test_strict_reading_agrees_with_the_closer_look(moment: datetime, minutes: int) -> None:
    sign = "-" if minutes < 0 else "+"
    text = f"{moment:%m-%dT%H:%M:%S}{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    text = f"{moment.year:04}-{text}"
    reading = read(text)
    assert reading.stamp is not None
    assert reading.departures == ()
    assert reading.stamp.seconds == (moment.toordinal() * 86400) + moment.hour * 3600 + moment.minute * 60 + (
        moment.second - minutes * 60
    )


@given(st.text(alphabet="0123456789-:TtZz+., \u00a0", max_size=40))
def test_anything_is_read_without_an_exception(text: str) -> None:
    reading = read(text)
    assert (reading.stamp is None) == bool(reading.fault)
    if is_strict(text):
        assert reading.stamp is not None
        assert reading.departures == ()
