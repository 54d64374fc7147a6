"""Three-way merge of values. What cannot be decided is kept in both versions, with the fields where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sourceright_lint.merging.order import Key, merged_log, merged_order
from sourceright_lint.merging.plan import MergePlan
from sourceright_lint.merging.values import ABSENT, dump, identity

Route = tuple["str | int", ...]

MOST_ALIKE = 20_000
"""Elements of one list that have no key of their own. Beyond that they would take memory out of all proportion."""


class TooManyAlikeError(Exception):
    """More elements of a list than ``MOST_ALIKE`` can only be told apart by their content and place."""


class Outcome(NamedTuple):
    """A merged value, in the version of either side (``ABSENT`` for none).

    Both hold everything that could be merged, and are the same but for ``contested``: the routes of the
    fields that both sides changed, differently.
    """

    ours: Any
    theirs: Any
    contested: tuple[Route, ...] = ()


def merge(base: Any, ours: Any, theirs: Any, plan: MergePlan) -> Outcome:
    """Merge what two sides made of ``base``; each of the three may be ``ABSENT``."""
    if ours == theirs:
        return _agreed(_spelling(base, ours, theirs))
    if base == ours:
        return _agreed(theirs)
    if base == theirs:
        return _agreed(ours)
    if plan.append_only and _are_lists(ours, theirs):
        return _merge_logs(_list(base), _list(ours), _list(theirs), plan)
    if plan.key is not None and _are_lists(ours, theirs):
        return _merge_collections(_list(base), _list(ours), _list(theirs), plan)
    if isinstance(ours, dict) and isinstance(theirs, dict) and not plan.whole:
        return _merge_objects(base if isinstance(base, dict) else {}, ours, theirs, plan)
    return Outcome(ours, theirs, ((),))


def element_keys(elements: Iterable[Any], plan: MergePlan) -> list[Key]:
    """What identifies each element of a collection: its key (or its content), and which of that key it is.

    Raises TooManyAlikeError.
    """
    seen: dict[Any, int] = {}
    keys = []
    alike = 0
    for element in elements:
        key = plan.key(element) if plan.key is not None else None
        alike += key is None or key in seen
        if alike > MOST_ALIKE:
            raise TooManyAlikeError
        if key is None:
            key = ("", identity(element))
        count = seen.get(key, 0)
        seen[key] = count + 1
        keys.append((key, count))
    return keys


def rank_of(key: Key) -> tuple[str, int]:
    """A sort key for keys of any type."""
    return repr(key[0]), key[1]


def _agreed(value: Any) -> Outcome:
    return Outcome(value, value)


def _spelling(base: Any, ours: Any, theirs: Any) -> Any:
    """Of two equal values the one whose numbers are written anew (``1`` as ``1.0``), if either is."""
    if ours is ABSENT:
        return ours
    our_text, their_text = dump(ours), dump(theirs)
    if base is not ABSENT and dump(base) in (our_text, their_text):
        return theirs if dump(base) == our_text else ours
    return min((our_text, ours), (their_text, theirs), key=lambda pair: pair[0])[1]


def _are_lists(ours: Any, theirs: Any) -> bool:
    return all(side is ABSENT or isinstance(side, list) for side in (ours, theirs))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _merge_objects(
    base: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any], plan: MergePlan
) -> Outcome:
    our_version: dict[str, Any] = {}
    their_version: dict[str, Any] = {}
    contested: list[Route] = []
    for name in sorted({*base, *ours, *theirs}):
        part = _merge_at(name, (base, ours, theirs), plan.of_member(name))
        _put(our_version, name, part.ours)
        _put(their_version, name, part.theirs)
        contested += [(name, *route) for route in part.contested]
    return Outcome(our_version, their_version, tuple(contested))


def _merge_at(key: Any, sides: Iterable[Mapping[Any, Any]], plan: MergePlan) -> Outcome:
    base, ours, theirs = (side.get(key, ABSENT) for side in sides)
    return merge(base, ours, theirs, plan)


def _put(target: dict[str, Any], name: str, value: Any) -> None:
    if value is not ABSENT:
        target[name] = value


def _merge_collections(base: list[Any], ours: list[Any], theirs: list[Any], plan: MergePlan) -> Outcome:
    try:
        sides = [dict(zip(element_keys(side, plan), side, strict=True)) for side in (base, ours, theirs)]
    except TooManyAlikeError:
        return Outcome(ours, theirs, ((),))
    order = merged_order(list(sides[0]), list(sides[1]), list(sides[2]), rank_of)
    parts = {key: _merge_at(key, sides, plan.of_element()) for key in order.ours}
    contested: list[Route] = [] if order.ours == order.theirs else [()]
    for index, key in enumerate(order.ours):
        contested += [(index, *route) for route in parts[key].contested]
    return Outcome(
        [parts[key].ours for key in order.ours if parts[key].ours is not ABSENT],
        [parts[key].theirs for key in order.theirs if parts[key].theirs is not ABSENT],
        tuple(contested),
    )


def _merge_logs(base: list[Any], ours: list[Any], theirs: list[Any], plan: MergePlan) -> Outcome:
    if max(map(len, (base, ours, theirs))) > MOST_ALIKE:
        return Outcome(ours, theirs, ((),))
    texts = {identity(entry): entry for side in (base, theirs, ours) for entry in side}
    logs = [[identity(entry) for entry in side] for side in (base, ours, theirs)]
    merged = merged_log(logs[0], logs[1], logs[2], lambda text: plan.time(texts[text]) if plan.time else None)
    if merged is None:
        return Outcome(ours, theirs, ((),))
    return _agreed([texts[text] for text in merged])
