"""Rules of date variables: issued, accessed and all others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import DATE_KEYS, DATES
from sourceright_lint.contracts.sourceright.csl_date_values import dates_of, number, parts_of
from sourceright_lint.contracts.sourceright.months import last_day
from sourceright_lint.contracts.sourceright.view import Item
from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import show
from sourceright_lint.numbers import is_digits
from sourceright_lint.rule import Problem, rule

_SEASON_MONTHS = frozenset({13, 14, 15, 16, 21, 22, 23, 24})
_FIVE_DIGITS = 10000


@rule("csl.date.wrong_type", severity="error", scope="csl.item.dates")
def wrong_type(item: Item) -> Iterator[Problem]:
    """A date, or a member of it, has a type that CSL does not allow.

    A date is an object with `date-parts`, `season`, `circa`, `literal` or `raw`. `date-parts` is a list of
    one or two lists. A date as a plain string stops citeproc-py, a number or `null` stops pandoc for the
    whole file.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": "2019-04"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019, 4]]}}]
    ```

    Fix: none. A date is never guessed.
    """
    for variable in DATES:
        if variable not in item.value:
            continue
        date = item.value[variable]
        if not isinstance(date, dict):
            help = 'Write it as {"date-parts": [[year, month, day]]}, or as {"raw": "…"} for free text.'
            yield item.problem(f"`{variable}` must be an object, not {show(date)}", variable, help=help)
            continue
        for key in ("literal", "raw"):
            if key in date and not isinstance(date[key], str):
                message = f"`{key}` of a date must be a string, not {show(date[key])}"
                yield item.problem(message, variable, key)
        if isinstance(date.get("season", 0), (list, dict, bool, type(None))):
            message = f"`season` must be a number from 1 to 4 or a string, not {show(date['season'])}"
            yield item.problem(message, variable, "season")
        if isinstance(date.get("circa", 0), (list, dict, type(None))):
            message = f"`circa` must be true or false, a string or a number, not {show(date['circa'])}"
            yield item.problem(message, variable, "circa")
        yield from _wrong_parts(item, variable, date.get("date-parts", []))


def _wrong_parts(item: Item, variable: str, parts: Any) -> Iterator[Problem]:
    wanted = "`date-parts` must be a list of one or two lists, such as [[2019, 4, 23]]"
    if not isinstance(parts, list) or (parts and not any(isinstance(part, list) for part in parts)):
        yield item.problem(f"{wanted}; not {show(parts)}", variable, "date-parts")
    else:
        for index, part in enumerate(parts):
            if not isinstance(part, list):
                yield item.problem(f"{wanted}; {show(part)} is no list", variable, "date-parts", index)


@rule("csl.date.empty", severity="warning", scope="csl.item.dates")
def empty(item: Item) -> Iterator[Problem]:
    """A date says nothing.

    An object without `date-parts`, `season`, `literal` or `raw` is printed like no date at all. Where it has
    other keys (`{"year": 2019}`), a date is there and nobody sees it: an error.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"year": 2019}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019]]}}]
    ```

    Fix: none. Leave the date out where there is none.
    """
    for variable, date in dates_of(item.value):
        if not _says_something(date):
            others = [show(key) for key in date if key not in DATE_KEYS]
            message = f"`{variable}` is empty: it has neither `date-parts`, `season`, `literal` nor `raw`"
            if others:
                message = f"`{variable}` has {', '.join(others)}, but no `date-parts` that a reader would see"
            yield item.problem(message, variable, severity="error" if others else None)


def _says_something(date: dict[str, Any]) -> bool:
    """Whether any member carries the date; one of a wrong type counts, it is reported for its type."""
    for key in ("date-parts", "season", "literal", "raw"):
        if key in date and date[key] != [] and not (isinstance(date[key], str) and is_blank(date[key])):
            return True
    return False


@rule("csl.date.parts", severity="error", scope="csl.item.dates")
def parts(item: Item) -> Iterator[Problem]:
    """`date-parts` holds too many or too few numbers.

    A date is a list of one to three numbers: year, month, day. Two such lists are a range. Whatever comes
    after that is dropped without a word, and citeproc-py stops at an empty list.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[]]}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019], [2021]]}}]
    ```

    Fix: none. A date is never guessed.
    """
    for variable, date in dates_of(item.value):
        lists = date.get("date-parts")
        if isinstance(lists, list) and sum(isinstance(part, list) for part in lists) > 2:
            message = f"`date-parts` must hold one list, or two for a range, not {len(lists)}"
            yield item.problem(message, variable, "date-parts")
    for part in parts_of(item.value):
        if not 1 <= len(part.numbers) <= 3:
            found = "none" if not part.numbers else show(part.numbers)
            message = f"a date has one to three numbers (year, month, day), not {found}"
            yield item.problem(message, part.variable, "date-parts", part.position)


@rule("csl.date.year", severity="error", scope="csl.item.dates")
def year(item: Item) -> Iterator[Problem]:
    """A year is not a whole number.

    A year is a number, or a string of digits as Zotero writes it. Crossref answers `[[null]]` for a work
    without a date. Pandoc refuses the whole file for `null`, `"2021a"` or `" 1999"`, citeproc-py stops at
    `null`. A year before our era is a negative number (`-411`), not a string.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[null]]}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [["2019", 4]]}}]
    ```

    Fix: none. A date is never made up, and `issued` is never removed.
    """
    for part in parts_of(item.value):
        if part.numbers and number(part.numbers[0]) is None:
            value = part.numbers[0]
            if value is None:
                message = f"`{part.variable}` has no year, but null in its place"
            else:
                message = f"{show(value)} is not a year"
            yield item.problem(message, *part.at(0), help=_year_help(value))


def _year_help(value: Any) -> str:
    if value is None or value == "":
        return "Leave the date out where it is not known."
    if isinstance(value, str) and is_digits(value.strip().lstrip("-")):
        return "Write the year as a number."
    if isinstance(value, str) and is_digits(value[:4]) and value[4:].isalpha():
        return "A letter that tells works of one year apart belongs in `year-suffix`."
    return ""


@rule("csl.date.year.unlikely", severity="warning", scope="csl.item.dates")
def unlikely_year(item: Item) -> Iterator[Problem]:
    """A year is zero, or has more than four digits.

    CSL has no year 0: the year before 1 is -1 (in ISO 8601 it is 0). Pandoc prints no year for it, and
    citeproc-py "0 C.E.". A year of five digits is mostly a slip.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[20199]]}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019]]}}]
    ```

    Fix: none. Which year was meant is not known.
    """
    for part in parts_of(item.value):
        year = number(part.numbers[0]) if part.numbers else None
        if year == 0:
            message = "CSL has no year 0: the year before 1 is -1"
            yield item.problem(message, *part.at(0))
        elif year is not None and abs(year) >= _FIVE_DIGITS:
            yield item.problem(f"the year {show(part.numbers[0])} has more than four digits", *part.at(0))


@rule("csl.date.month", severity="error", scope="csl.item.dates")
def month(item: Item) -> Iterator[Problem]:
    """A month is not a number from 1 to 12.

    Pandoc refuses the whole file for a month that is no number; other numbers are dropped, or printed as
    some season. Numbers for seasons (13 to 16, 21 to 24) are understood by some readers and dropped by
    others: a warning, for CSL has `season`. A month 0 is a warning too.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019, "April"]]}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019, 4]]}}]
    ```

    Fix: none. A date is never guessed.
    """
    for part in parts_of(item.value):
        if len(part.numbers) < 2:
            continue
        found = number(part.numbers[1])
        at = part.at(1)
        if found is not None and 1 <= found <= 12:
            continue
        if found in _SEASON_MONTHS:
            help = "leave the month out and write the season, 1 to 4, as `season` beside `date-parts`"
            message = f"{found} is a season in the place of a month"
            yield item.problem(message, *at, help=help, severity="warning")
        elif found == 0:
            message = "a month is 1 to 12; leave it out where it is not known"
            yield item.problem(message, *at, severity="warning")
        else:
            yield item.problem(f"{show(part.numbers[1])} is not a month (1 to 12)", *at)


@rule("csl.date.day", severity="error", scope="csl.item.dates")
def day(item: Item) -> Iterator[Problem]:
    """A day is not a day of its month.

    Pandoc refuses the whole file for a day that is no number; a day that no month has is printed as it
    stands. A day that this month does not have (30 February) and a day 0 are warnings.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019, 4, 32]]}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019, 4, 23]]}}]
    ```

    Fix: none. A date is never guessed.
    """
    for part in parts_of(item.value):
        if len(part.numbers) < 3:
            continue
        year, month, day = (number(value) for value in part.numbers[:3])
        if day is None or not 0 <= day <= 31:
            yield item.problem(f"{show(part.numbers[2])} is not a day (1 to 31)", *part.at(2))
        elif day == 0:
            message = "a day is 1 to 31; leave it out where it is not known"
            yield item.problem(message, *part.at(2), severity="warning")
        elif month is not None and 1 <= month <= 12 and day > last_day(year, month):
            message = f"this month ({month}) has no day {day}"
            yield item.problem(message, *part.at(2), severity="warning")


@rule("csl.date.season", severity="warning", scope="csl.item.dates")
def season(item: Item) -> Iterator[Problem]:
    """A season is a number, but not 1 to 4.

    The four are spring, summer, autumn and winter; other numbers are dropped by citation processors. A
    season in words is fine.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019]], "season": 7}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019]], "season": 1}}]
    ```

    Fix: none. A date is never guessed.
    """
    for variable, date in dates_of(item.value):
        value = date.get("season")
        found = number(value)
        is_number = found is not None or isinstance(value, float)
        if is_number and found not in (1, 2, 3, 4):
            message = f"season {show(value)} is none of 1 (spring), 2, 3 and 4 (winter)"
            yield item.problem(message, variable, "season")


@rule("csl.date.order", severity="warning", scope="csl.item.dates")
def order(item: Item) -> Iterator[Problem]:
    """A range of dates ends before it begins.

    Citation processors print the range as it stands: "2021–2019".

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2021], [2019]]}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019], [2021]]}}]
    ```

    Fix: none. Which of the two dates is wrong is not known.
    """
    for variable, date in dates_of(item.value):
        lists = date.get("date-parts")
        if not (
            isinstance(lists, list) and len(lists) == 2 and all(isinstance(part, list) for part in lists)
        ):
            continue
        begin, end = ([number(value) for value in part[:3]] for part in lists)
        shared = [(a, b) for a, b in zip(begin, end, strict=False) if a is not None and b is not None]
        readable = bool(shared) and len(shared) == min(len(begin), len(end))
        if readable and end[0] != 0 and [b for _, b in shared] < [a for a, _ in shared]:
            message = f"the range ends ({show(lists[1])}) before it begins ({show(lists[0])})"
            yield item.problem(message, variable, "date-parts")


@rule("csl.date.precision", severity="warning", scope="csl.item.dates")
def precision(item: Item) -> Iterator[Problem]:
    """A range of dates begins and ends with a different number of parts.

    A year to a day, or a month to a year, is legal CSL and means something; but citeproc-js (Zotero,
    citation.js) stops at it, and with it the whole bibliography.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019, 4, 30], [2020]]}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019], [2020]]}}]
    ```

    Fix: none. A month or a day is neither made up nor taken away.
    """
    for variable, date in dates_of(item.value):
        lists = date.get("date-parts")
        if isinstance(lists, list) and len(lists) == 2 and all(isinstance(part, list) for part in lists):
            begin, end = map(len, lists)
            if begin != end and 1 <= begin <= 3 and 1 <= end <= 3:
                message = f"the range begins with {show(lists[0])} and ends with {show(lists[1])}"
                yield item.problem(f"{message}: give both as exactly as the other", variable, "date-parts")


@rule("csl.date.unknown_key", severity="info", scope="csl.item.dates")
def unknown_key(item: Item) -> Iterator[Problem]:
    """A date has keys that CSL 1.0.2 does not know.

    Citation processors ignore them. Crossref adds `date-time` and `timestamp`, which do no harm; a misspelled
    `date_parts` does.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019]], "time": 1}}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "issued": {"date-parts": [[2019]]}}]
    ```

    Fix: none. Whether the keys are meant to be there is yours to say.
    """
    for variable, date in dates_of(item.value):
        if date.keys() <= DATE_KEYS or not _says_something(date):
            continue
        unknown = [key for key in date if key not in DATE_KEYS]
        listed = ", ".join(map(show, unknown))
        message = f"`{variable}` has keys that CSL does not know: {listed}"
        yield item.problem(message, variable, unknown[0], key=True)
