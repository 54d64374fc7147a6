"""Sequences of keys, merged: the order of a collection, and the entries of a log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

Key = tuple[Any, int]
"""What identifies an element of a collection, and which of the elements with that identity it is."""


class Order(NamedTuple):
    """The keys of both sides in one sequence. ``theirs`` differs only if the sides contradict each other."""

    ours: list[Key]
    theirs: list[Key]


def merged_order(
    base: Sequence[Key], ours: Sequence[Key], theirs: Sequence[Key], rank: Callable[[Key], Any]
) -> Order:
    """All keys of both sides, each once.

    What both have stands in the order of the side that changed it. The sides contradict each other where
    both changed it, differently, or where they put the same new keys in different places. What one side
    alone has follows the key it followed there; where both put something in one place, the group whose
    first key has the lower ``rank`` comes first, so that it does not matter which side is merged into
    which. Keys are unique within a side.
    """
    by_ours = shared_in(ours, theirs)
    by_theirs = shared_in(theirs, ours)
    shared = set(by_ours)
    if _without(by_ours, base) == _without(by_theirs, base):
        unmoved = shared_in(base, shared)
        ours_moved, theirs_moved = (shared_in(side, base) != unmoved for side in (by_ours, by_theirs))
        if ours_moved != theirs_moved:
            by_ours = by_theirs = by_ours if ours_moved else by_theirs
    groups = [_groups(side, shared) for side in (ours, theirs)]
    return Order(_woven(by_ours, groups, rank), _woven(by_theirs, groups, rank))


def shared_in(one: Iterable[Key], other: Iterable[Key]) -> list[Key]:
    """Those of ``one`` that ``other`` has too."""
    present = set(other)
    return [key for key in one if key in present]


def _without(keys: Iterable[Key], left_out: Iterable[Key]) -> list[Key]:
    absent = set(left_out)
    return [key for key in keys if key not in absent]


def _groups(side: Sequence[Key], shared: set[Key]) -> dict[Key | None, list[Key]]:
    """What a side alone has, by the shared key before it (None at the start)."""
    groups: dict[Key | None, list[Key]] = {}
    anchor: Key | None = None
    for key in side:
        if key in shared:
            anchor = key
        else:
            groups.setdefault(anchor, []).append(key)
    return groups


def _woven(
    backbone: Sequence[Key], sides: Sequence[dict[Key | None, list[Key]]], rank: Callable[[Key], Any]
) -> list[Key]:
    woven: list[Key] = []
    anchors: list[Key | None] = [None, *backbone]
    for anchor in anchors:
        if anchor is not None:
            woven.append(anchor)
        groups = [side[anchor] for side in sides if anchor in side]
        for group in sorted(groups, key=lambda group: rank(group[0])):
            woven += group
    return woven


def merged_log(
    base: Sequence[str], ours: Sequence[str], theirs: Sequence[str], time: Callable[[str], Any]
) -> list[str] | None:
    """The entries of both logs, of which each stays a subsequence; None where that cannot be.

    It cannot where a side lost or reordered entries of the base, or where both hold the same entries in
    different orders. Entries that only one side has go by their time between those that both have, and
    an entry without a time stays behind the one before it. Same times: by content, whichever side is ours.
    """
    if not (_is_subsequence(base, ours) and _is_subsequence(base, theirs)):
        return None
    common = Counter(ours) & Counter(theirs)
    ours_parts, theirs_parts = _cut(ours, common), _cut(theirs, common)
    if [part[0] for part in ours_parts[1:]] != [part[0] for part in theirs_parts[1:]]:
        return None
    merged: list[str] = []
    for index, (our_part, their_part) in enumerate(zip(ours_parts, theirs_parts, strict=True)):
        anchor = our_part[:1] if index else []
        merged += anchor
        merged += _by_time(our_part[len(anchor) :], their_part[len(anchor) :], time)
    return merged


def _is_subsequence(short: Sequence[str], long: Sequence[str]) -> bool:
    rest = iter(long)
    return all(entry in rest for entry in short)


def _cut(log: Sequence[str], common: Counter[str]) -> list[list[str]]:
    """The log in parts: what comes before the first common entry, then each of these with what follows it."""
    left = Counter(common)
    parts: list[list[str]] = [[]]
    for entry in log:
        if left[entry] > 0:
            left[entry] -= 1
            parts.append([])
        parts[-1].append(entry)
    return parts


def _by_time(ours: Sequence[str], theirs: Sequence[str], time: Callable[[str], Any]) -> list[str]:
    """Both, each in its own order; the earlier of the two entries in front goes first."""
    queues = [_dated(side, time) for side in (ours, theirs)]
    merged = []
    while any(queues):
        queue = min((queue for queue in queues if queue), key=lambda queue: queue[-1])
        merged.append(queue.pop()[-1])
    return merged


def _dated(side: Sequence[str], time: Callable[[str], Any]) -> list[tuple[Any, ...]]:
    """Entries with what they are compared by, the first at the end."""
    dated: list[tuple[Any, ...]] = []
    latest: tuple[Any, ...] = ()
    for entry in side:
        when = time(entry)
        latest = latest if when is None else (when,)
        dated.append((latest, entry))
    return dated[::-1]
