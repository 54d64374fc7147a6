"""What values of other programs mean in CSL, where that is clear: Crossref, DataCite, Zotero, pandoc.

Every reading keeps all that the value says; where a value may be read in more than one way there is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sourceright_lint.contracts.sourceright import doi
from sourceright_lint.contracts.sourceright.csl_data import DATE_KEYS, NAME_KEYS, TYPES, VARIABLES
from sourceright_lint.contracts.sourceright.csl_foreign import clear_type
from sourceright_lint.contracts.sourceright.months import last_day
from sourceright_lint.contracts.sourceright.whitespace import collapse_ascii, is_blank
from sourceright_lint.numbers import is_digits


class _Unclear:
    def __repr__(self) -> str:
        return "UNCLEAR"


UNCLEAR: Any = _Unclear()
"""Stands for a value that has no one reading."""

_ISO = re.compile(r"(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?)?")
_PARTS = ("year", "month", "day")
_NAME_WORDS = {
    "firstName": "given",
    "firstname": "given",
    "givenName": "given",
    "lastName": "family",
    "lastname": "family",
    "familyName": "family",
    "name": "literal",
}

_FAMILY_WORDS = ("family", *(key for key, word in _NAME_WORDS.items() if word == "family"))


def clear_value(key: str, value: Any) -> Any:
    """The value that a CSL variable (or ``type``) has to hold for ``value``, or UNCLEAR."""
    kind = VARIABLES.get(key)
    if key == "type":
        return _type(value)
    if key == "DOI":
        text = _text(value)
        return doi.canonical(text) or UNCLEAR if isinstance(text, str) else UNCLEAR
    if kind == "text":
        return _text(value)
    if kind == "number":
        return _number(value)
    if kind == "names":
        return clear_names(value)
    return clear_date(value) if kind == "date" else UNCLEAR


def plain_value(key: str, value: Any) -> Any:
    """The same without what CSL does not know: keys of other programs in names and dates stay where they were."""
    clear = clear_value(key, value)
    if clear is UNCLEAR:
        return clear
    kind = VARIABLES.get(key)
    if kind == "names":
        return [{part: text for part, text in name.items() if part in NAME_KEYS} for name in clear]
    if kind == "date":
        return {part: number for part, number in clear.items() if part in DATE_KEYS}
    return collapse_ascii(clear) if key == "title" else clear


def clear_date(value: Any) -> Any:
    """A CSL date for an ISO text, free text, a year, an object with year, month and day, or a list of these."""
    if isinstance(value, str):
        return _date_of_text(value)
    if isinstance(value, bool):
        return UNCLEAR
    if isinstance(value, int):
        return {"date-parts": [[value]]} if 1000 <= value <= 9999 else UNCLEAR
    if isinstance(value, Mapping):
        return _date_of_object(value)
    if isinstance(value, list) and 1 <= len(value) <= 2:
        return _date_of_list(value)
    return UNCLEAR


def clear_names(value: Any) -> Any:
    """A list of CSL names for a list of names in the words of other programs, or for one such name."""
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list):
        return UNCLEAR
    names = [clear_name(name) for name in value]
    return UNCLEAR if any(name is UNCLEAR for name in names) else names


def clear_name(value: Any) -> Any:
    """A CSL name; keys that CSL does not know are kept."""
    if not isinstance(value, Mapping):
        return UNCLEAR
    name: dict[str, Any] = {}
    for key, part in value.items():
        word = str(_NAME_WORDS.get(key, key))
        if key == "name" and any(_says(value, other) for other in _FAMILY_WORDS):
            word = key
        if word in name:
            return UNCLEAR
        name[word] = part
    return name if any(_says(name, key) for key in ("family", "given", "literal")) else UNCLEAR


def _type(value: Any) -> Any:
    text = _text(value)
    if not isinstance(text, str):
        return UNCLEAR
    word = doi.lower_ascii(collapse_ascii(text))
    return word if word in TYPES else clear_type(word) or UNCLEAR


def _text(value: Any) -> Any:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) else UNCLEAR


def _number(value: Any) -> Any:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number or isinstance(value, str) else UNCLEAR


def _date_of_text(text: str) -> Any:
    if is_blank(text):
        return UNCLEAR
    parts = _iso_parts(collapse_ascii(text))
    return {"raw": text} if parts is None else {"date-parts": [parts]}


def _iso_parts(text: str) -> list[int] | None:
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    numbers = [int(match[part]) for part in _PARTS if match[part] is not None]
    return numbers if _exists(numbers) else None


def _date_of_object(value: Mapping[str, Any]) -> Any:
    if not any(part in value for part in _PARTS):
        return dict(value) if any(key in value for key in DATE_KEYS) else UNCLEAR
    if "date-parts" in value or not value.keys() <= {*_PARTS, *DATE_KEYS}:
        return UNCLEAR
    numbers = [_whole(value[part]) for part in _PARTS if part in value]
    given = [part for part in _PARTS if part in value]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or given != list(_PARTS[: len(given)]) or not _exists(known):
        return UNCLEAR
    rest = {key: entry for key, entry in value.items() if key not in _PARTS}
    return {"date-parts": [known], **rest}


def _date_of_list(values: list[Any]) -> Any:
    dates = [clear_date(value) for value in values]
    if len(dates) == 1:
        return dates[0]
    if all(isinstance(date, dict) and date.keys() == {"date-parts"} for date in dates):
        parts = [date["date-parts"] for date in dates]
        if all(isinstance(part, list) and len(part) == 1 for part in parts):
            return {"date-parts": [part[0] for part in parts]}
    return UNCLEAR


def _whole(value: Any) -> int | None:
    if isinstance(value, str) and is_digits(value) and len(value) <= 4:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _exists(numbers: list[int]) -> bool:
    """Whether a year, month and day, as far as given, are a date."""
    year, month, day = (*numbers, 1, 1)[:3]
    return year != 0 and 1 <= month <= 12 and 1 <= day <= last_day(year, month)


def _says(value: Mapping[str, Any], key: str) -> bool:
    text = value.get(key)
    return isinstance(text, str) and not is_blank(text)
