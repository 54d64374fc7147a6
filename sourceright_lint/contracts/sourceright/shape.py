"""What the rules of the sidecar and the queue say about values: their types, blanks and misspelled keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import show
from sourceright_lint.resemblance import nearest

_NO_LETTERS = re.compile(r"[\W_]+")

_TYPES: dict[type, str] = {
    dict: "an object",
    list: "an array",
    str: "text",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    type(None): "null",
}

ALIASES: Mapping[str, str] = {
    "$schema": "schema_version",
    "schema": "schema_version",
    "version": "schema_version",
}
"""Keys that other writers use for one of ours, and that do not resemble it."""


def bare(text: str) -> str:
    """Letters and digits of a text in one case: what is left when case, spaces and separators do not count."""
    return _NO_LETTERS.sub("", text).casefold()


def describe(value: Any) -> str:
    """A value as messages name what was found: its type, and itself where that helps."""
    if isinstance(value, (dict, list)) or value is None:
        return _TYPES[type(value)]
    return f"{_TYPES[type(value)]} ({show(value)})"


def says_something(value: Any) -> bool:
    """Whether a value is text that is not blank."""
    return isinstance(value, str) and not is_blank(value)


def is_confidence(value: Any) -> bool:
    """Whether a value is a number from 0 to 1."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def text_fault(value: Mapping[str, Any], key: str) -> str | None:
    """Why the member ``key`` is no text that says something; None where it is one."""
    text = value.get(key)
    if isinstance(text, str):
        if not is_blank(text):
            return None
        return f"{show(key)} is empty" if not text else f"{show(key)} is blank: {show(text)}"
    if key in value:
        return f"{show(key)} must be text, not {describe(text)}"
    return f"{show(key)} is missing{meant_by(value, key)}"


def meant_by(value: Mapping[str, Any], key: str) -> str:
    """For a missing key, the clause that names the misspelled one, or nothing."""
    found = next((other for other in value if other != key and near(other, (key,))), None)
    return "" if found is None else f": is {show(found)} meant to be it?"


def near(word: str, known: Collection[str]) -> str | None:
    """The known key that ``word`` was probably meant to be."""
    if ALIASES.get(word) in known:
        return ALIASES[word]
    short = word[:100]
    plain = bare(short)
    for key in known:
        if bare(key) == plain or (plain and key.endswith("_" + short)):
            return key
    return resembling(short, known)


def resembling(word: str, known: Iterable[str], same: Callable[[str], str] = bare) -> str | None:
    """The known word closest to ``word``: equal but for what ``same`` ignores, else alike in most letters."""
    words = list(known)
    plain = same(word)
    for candidate in words:
        if same(candidate) == plain:
            return candidate
    slip = next((candidate for candidate in words if is_slip(plain, same(candidate))), None)
    return slip or nearest(word, words, 0.8)


def is_slip(word: str, meant: str) -> bool:
    """Whether one slip of the fingers lies between two words: a letter too many, too few or another, or two swapped.

    Among words of four letters only swapped ones count: too many of them are another word.
    """
    short, long = sorted((len(word), len(meant)))
    if short < 4 or long - short > 1:
        return False
    place = next((index for index in range(short) if word[index] != meant[index]), short)
    rest, due = word[place:], meant[place:]
    if rest[:2] == due[1::-1] and rest[2:] == due[2:]:
        return True
    return long > 4 and (rest[1:] in (due, due[1:]) or rest == due[1:])


def misspelled(value: Mapping[str, Any], known: Collection[str]) -> dict[str, str]:
    """Unknown keys of an object that resemble a known one it does not have: known key by unknown key."""
    absent = [key for key in known if key not in value]
    found = {key: near(key, absent) for key in value if key not in known}
    return {key: meant for key, meant in found.items() if meant is not None}


def did_you_mean(meant: str | None) -> str:
    """The clause that names a near miss, or nothing."""
    return "" if meant is None else f"; did you mean {show(meant)}?"


def same(one: Any, other: Any) -> bool:
    """Whether two plain values are equal as JSON: ``1`` equals ``1.0``, ``true`` does not equal ``1``."""
    if type(one) is not type(other):
        return _is_number(one) and _is_number(other) and bool(one == other)
    if isinstance(one, dict):
        return len(one) == len(other) and all(
            key in other and same(value, other[key]) for key, value in one.items()
        )
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def _is_number(value: Any) -> bool:
    return type(value) is int or type(value) is float
