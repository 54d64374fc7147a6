"""Dates as readers take them: which there are, their numbers, and the length of months."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.csl_data import DATES
from sourceright_lint.numbers import is_digits


class DatePart(NamedTuple):
    """One end of a date; ``numbers`` is the list as it stands (year, month, day)."""

    variable: str
    position: int
    numbers: list[Any]

    def at(self, index: int) -> tuple[str | int, ...]:
        """Where the number at ``index`` is, inside the item."""
        return (self.variable, "date-parts", self.position, index)


def dates_of(item: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every date variable of an item that is an object, with its name."""
    for variable in DATES:
        if variable in item and isinstance(item[variable], dict):
            yield variable, item[variable]


def parts_of(item: dict[str, Any]) -> Iterator[DatePart]:
    """Every list in the ``date-parts`` of the dates of an item."""
    for variable, date in dates_of(item):
        parts = date.get("date-parts")
        if isinstance(parts, list):
            for index, numbers in enumerate(parts):
                if isinstance(numbers, list):
                    yield DatePart(variable, index, numbers)


def number(value: Any) -> int | None:
    """A number, or a string of digits, as the number that readers take it for."""
    if type(value) is int:
        return value
    if isinstance(value, str):
        return int(value) if len(value) <= 18 and is_digits(value) else None
    return int(value) if isinstance(value, float) and value.is_integer() else None
