"""The quick answer for the many items that are in order: no rule needs to look at them.

Most items of most files hold a few strings, names in parts and dates in numbers, and nothing else. Telling
so in one pass takes a small part of the time that the rules take one by one. What is only a little
unusual gets no answer here, and the rules decide.
"""

from __future__ import annotations

import re

from sourceright_lint.contracts.sourceright.csl_data import (
    CORE_TYPES,
    IDENTIFIERS,
    NAME_TEXTS,
    NUMBERS,
    TEXTS,
    TITLES,
    VARIABLES,
)
from sourceright_lint.contracts.sourceright.months import last_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BARE_DOI = re.compile(r"10\.[0-9]+(?:\.[0-9]+)*/[^\sA-Z%]+")
_NAME_TEXTS = frozenset(NAME_TEXTS)
_PRINTED = frozenset((*TITLES, "publisher"))
_TEXTS = frozenset((*TEXTS, *NUMBERS))
_ANY_TEXT = (_TEXTS - _PRINTED - IDENTIFIERS.keys() - {"DOI", "note"}) | {"id", "type"}
"""Keys whose text, if it is one, no rule looks at (or not here)."""


def is_plain(item: dict[str, Any]) -> bool:
    """Whether surely no rule has anything to say about the item, looked at alone."""
    id = item.get("id")
    title = item.get("title")
    kind = item.get("type")
    if type(id) is not str or not id.strip() or type(kind) is not str or kind not in CORE_TYPES:
        return False
    if type(title) is not str or not title or " ".join(title.split()) != title:
        return False
    for key, value in item.items():
        if type(value) is not str:
            if not _is_plain_value(VARIABLES.get(key), value):
                return False
        elif key not in _ANY_TEXT and not _is_plain_text(key, value):
            return False
    return True


def _is_plain_text(key: str, text: str) -> bool:
    if key not in _TEXTS:
        return False
    if key in _PRINTED:
        return "<" not in text and "&" not in text and "\\" not in text
    if key == "DOI":
        return _BARE_DOI.fullmatch(text) is not None
    if key == "note":
        return text[:1].strip() != "" and "doi" not in text.lower()
    return re.fullmatch(IDENTIFIERS[key][0], text) is not None


def _is_plain_value(kind: str | None, value: Any) -> bool:
    if kind == "names":
        return type(value) is list and _are_plain_names(value)
    if kind == "date":
        return type(value) is dict and list(value) == ["date-parts"] and _is_plain_date(value["date-parts"])
    return False


def _are_plain_names(names: list[Any]) -> bool:
    for name in names:
        if type(name) is not dict:
            return False
        family = name.get("family")
        given = name.get("given")
        if type(family) is str and family[:1].strip() and len(name) == 2 and type(given) is str:
            if "\\" in family or "\\" in given:
                return False
            continue
        for key, part in name.items():
            if type(part) is not str or key not in _NAME_TEXTS or "\\" in part or "," in part:
                return False
        said = name.get("family") or name.get("literal") or name.get("given")
        if not said or not said.strip():
            return False
    return True


def _is_plain_date(parts: Any) -> bool:
    if (
        type(parts) is not list
        or len(parts) != 1
        or type(parts[0]) is not list
        or not 1 <= len(parts[0]) <= 3
    ):
        return False
    year, month, day = (*parts[0], 1, 1)[:3]
    if type(year) is not int or type(month) is not int or type(day) is not int:
        return False
    return 0 < year < 10000 and 1 <= month <= 12 and 1 <= day <= last_day(year, month)
