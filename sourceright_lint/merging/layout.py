"""Canonical text taken apart into records, and put together again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from sourceright_lint.jsontext.node import string_value

Shape = Literal["array", "object", "lines"]

_BRACKETS = {"array": "[]", "object": "{}", "lines": ("", "")}
_KEY = re.compile(r'("(?:[^"\\]|\\.)*"): ?')


class Member(NamedTuple):
    """A member of an object: its name, its key as written, the text of its value."""

    name: str
    key: str
    text: str


def shape_of(text: str) -> Shape | None:
    """The shape of the container that a JSON text is, or None for a scalar."""
    return {"[": "array", "{": "object"}.get(text[:1])  # type: ignore[return-value]


def split_entries(text: str, shape: Shape, depth: int = 0) -> list[str]:
    """The texts of a container's elements or members.

    ``text`` is that of the container alone, in canonical form, standing inside ``depth`` containers. No
    string of canonical text spans lines, so a line with just the indentation of an entry begins one.
    """
    if shape == "lines":
        return text.split("\n")[:-1]
    start = "\n" + "  " * (depth + 1)
    if not text.startswith(start, 1):
        return []
    inside = text[1 + len(start) : -len("\n" + "  " * depth + "]")]
    return re.split("," + start + "(?! )", inside)


def split_member(entry: str) -> Member:
    """A member's text taken apart."""
    match = _KEY.match(entry)
    if match is None:
        raise ValueError("no member of an object")
    return Member(string_value(match[1]), match[1], entry[match.end() :])


def join_entries(entries: Iterable[str], shape: Shape) -> str:
    """JSON text of a container, in no particular layout."""
    if shape == "lines":
        return "".join(entry + "\n" for entry in entries)
    opening, closing = _BRACKETS[shape]
    return opening + ",\n".join(entries) + closing
