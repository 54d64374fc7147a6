"""Conflict markers as Git writes and reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

Style = Literal["merge", "diff3", "zdiff3"]
Side = Literal["ours", "theirs"]

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


def region(ours: Sequence[str], base: Sequence[str], theirs: Sequence[str], markers: Markers) -> list[str]:
    """Lines of both sides between markers. In style ``zdiff3``, lines that begin or end both sides stand outside."""
    before = after = 0
    if markers.style == "zdiff3":
        before = _shared(ours, theirs)
        after = _shared(ours[before:][::-1], theirs[before:][::-1])
    size = markers.size
    lines = [*ours[:before], f"{'<' * size} {markers.ours}", *ours[before : len(ours) - after]]
    if markers.style != "merge":
        lines += [f"{'|' * size} {markers.base}", *base]
    lines += ["=" * size, *theirs[before : len(theirs) - after], f"{'>' * size} {markers.theirs}"]
    return [*lines, *ours[len(ours) - after :]]


def has_markers(text: str) -> bool:
    """Whether some line begins a conflict."""
    return any(_START.fullmatch(line) for line in text.splitlines() if line.startswith("<<<<<<<"))


def take_side(text: str, side: Side) -> str:
    """The text with every conflict settled in favour of one side."""
    kept: list[str] = []
    reading: Literal["both", "ours", "base", "theirs"] = "both"
    size = 0
    for line in text.split("\n"):
        start = _START.fullmatch(line.rstrip("\r")) if reading == "both" else None
        if start is not None:
            reading, size = "ours", len(start[1])
        elif reading in ("ours", "base") and _is_marker(line, "=", size):
            reading = "theirs"
        elif reading == "ours" and _is_marker(line, "|", size):
            reading = "base"
        elif reading == "theirs" and _is_marker(line, ">", size):
            reading = "both"
        elif reading in ("both", side):
            kept.append(line)
    return "\n".join(kept)


def _is_marker(line: str, character: str, size: int) -> bool:
    marker, _, _ = line.rstrip("\r").partition(" ")
    return marker == character * size


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines both begin with."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
