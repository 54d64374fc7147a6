"""What there is to know of a program that writes items in words of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.csl_readings import UNCLEAR, clear_value


class Reading(NamedTuple):
    """CSL members that a member becomes, and what is left of its value (something empty: nothing)."""

    members: Mapping[str, Any]
    rest: Any = None


class Vocabulary(NamedTuple):
    """The words of a program.

    ``holder`` is the member that holds the fields where they do not stand at the top. ``ids`` are fields that
    name an item which has no ``id``, best first. ``fields`` finds the fields of an item, None where it is in
    other words; ``kind`` reads its CSL type from them, or is UNCLEAR. ``is_csl`` says of a key, its value and
    whether it stands in the holder that it is a CSL variable under its own name. ``read`` reads a key and its
    value, given the members that the new item has already: no reading has any of these.
    """

    program: str
    holder: str
    ids: tuple[str, ...]
    fields: Callable[[Mapping[str, Any]], Mapping[str, Any] | None]
    kind: Callable[[Mapping[str, Any]], Any]
    is_csl: Callable[[str, Any, bool], bool]
    read: Callable[[str, Any, Mapping[str, Any]], Reading]


def read_word(words: Mapping[str, str], key: str, value: Any, taken: Mapping[str, Any]) -> Reading:
    """The value under the one CSL variable that the key stands for."""
    name = words.get(key)
    clear = UNCLEAR if name is None or name in taken else clear_value(name, value)
    return Reading({}, value) if name is None or clear is UNCLEAR else Reading({name: clear})


def is_empty(value: Any) -> bool:
    """Whether a value is what programs write for what there is not."""
    return value is None or value in ("", [], {})
