"""Conflict markers as Git writes and reads them."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from sourceright_lint.jsontext.places import shared_end, shared_start

Style = Literal["merge", "diff3", "zdiff3"]
Side = Literal["ours", "theirs"]
Part = Literal["both", "ours", "base", "theirs"]

_MAYBE = re.compile(r"^([<|=>])\1{6}.*$", re.MULTILINE)
_START = re.compile(r"(<{7,})(?: .*)?")


class Markers(NamedTuple):
    """How conflicts are marked: the length of the markers, the names of the sides, Git's conflict style."""

    size: int = 7
    ours: str = "ours"
    theirs: str = "theirs"
    base: str = "base"
    style: Style = "merge"


PLAIN = Markers()
"""What Git does when nothing is asked for."""


def region(ours: str, base: str, theirs: str, markers: Markers) -> str:
    """Both sides between markers; all are whole lines, each with its line end.

    In style ``zdiff3``, lines that begin or end both sides stand outside.
    """
    before = after = 0
    if markers.style == "zdiff3":
        before = _shared_start(ours, theirs)
        after = _shared_end(ours[before:], theirs[before:])
    size = markers.size
    pieces = [ours[:before], f"{'<' * size} {markers.ours}\n", ours[before : len(ours) - after]]
    if markers.style != "merge":
        pieces += [f"{'|' * size} {markers.base}\n", base]
    pieces += ["=" * size + "\n", theirs[before : len(theirs) - after], f"{'>' * size} {markers.theirs}\n"]
    return "".join([*pieces, ours[len(ours) - after :]])


def has_markers(text: str) -> bool:
    """Whether some line begins a conflict."""
    return any(_START.fullmatch(match[0].rstrip("\r")) for match in _MAYBE.finditer(text))


def take_side(text: str, side: Side) -> str:
    """The text with every conflict settled in favour of one side."""
    kept: list[str] = []
    part: Part = "both"
    start = size = 0
    for match in _MAYBE.finditer(text):
        line = match[0].rstrip("\r")
        if part == "both":
            begun = _START.fullmatch(line)
            size = len(begun[1]) if begun else 0
        following = _part_behind(line, part, size)
        if following != part:
            if part in ("both", side):
                kept.append(text[start : match.start()])
            part, start = following, match.end() + 1
    if part in ("both", side) and start <= len(text):
        return "".join([*kept, text[start:]])
    return "".join(kept)[:-1]


def _part_behind(line: str, part: Part, size: int) -> Part:
    """What a line begins, if it is a marker of that size; else it is a line of the part that it stands in."""
    marker = line.partition(" ")[0]
    if part == "both":
        return "ours" if size else part
    if part == "theirs":
        return "both" if marker == ">" * size else part
    if marker == "=" * size:
        return "theirs"
    return "base" if part == "ours" and marker == "|" * size else part


def _shared_start(one: str, other: str) -> int:
    """How many characters the lines have with which both begin."""
    return one.rfind("\n", 0, shared_start(one, other)) + 1


def _shared_end(one: str, other: str) -> int:
    """How many characters the lines have with which both end."""
    length = shared_end(one, other)
    if all(length == len(side) or side[-length - 1] == "\n" for side in (one, other)):
        return length
    return len(one) - 1 - one.find("\n", len(one) - length)
