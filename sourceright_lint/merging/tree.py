"""Two sides and their base, merged record by record on canonical text.

Records that only one side changed are taken as text, unread; only what both touched is parsed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Union

from sourceright_lint.merging.layout import Shape, shape_of, split_entries, split_member
from sourceright_lint.merging.order import merged_order
from sourceright_lint.merging.plan import MergePlan
from sourceright_lint.merging.three_way import (
    MOST_ALIKE,
    Route,
    TooManyAlikeError,
    element_keys,
    merge,
    rank_of,
)
from sourceright_lint.merging.values import ABSENT, dump, parse


class CannotMergeError(Exception):
    """The documents cannot be merged by record; the message says why."""


class Leaf(NamedTuple):
    """A record in the version of each side, as JSON text (None where it has none).

    ``contested`` names the fields that both sides changed, differently: empty when the versions agree.
    """

    name: str
    ours: str | None
    theirs: str | None
    base: str | None = None
    contested: tuple[Route, ...] = ()


class Branch(NamedTuple):
    """A container of records. ``name`` is the key it stands under, ``""`` for the document itself.

    ``reordered``: both sides changed the order of its entries, differently; it follows ours.
    """

    name: str
    shape: Shape
    entries: tuple[Leaf | Branch, ...]
    reordered: bool = False


Entry = Union[Leaf, Branch]


def merge_texts(base: str | None, ours: str, theirs: str, plan: MergePlan, lines: bool = False) -> Branch:
    """Merge three documents in canonical form; ``lines`` for JSON Lines.

    Raises CannotMergeError if they are not what ``plan`` expects, or have too many elements without a key.
    """
    return _Merger().branch("", (base, ours, theirs), "lines" if lines else _shape(plan), plan, 0)


Texts = tuple["str | None", "str | None", "str | None"]


class _Merger:
    """Remembers what it parsed: most records are the same text in all three documents."""

    def __init__(self) -> None:
        self._parsed: dict[str, Any] = {}

    def branch(self, name: str, texts: Texts, shape: Shape, plan: MergePlan, depth: int) -> Branch:
        _demand(name, texts, shape)
        sides = ([] if text is None else split_entries(text, shape, depth) for text in texts)
        if shape == "object":
            return self._object(name, sides, plan, depth)
        return self._array(name, sides, shape, plan)

    def _array(self, name: str, sides: Iterator[list[str]], shape: Shape, plan: MergePlan) -> Branch:
        try:
            base, ours, theirs = (
                dict(zip(element_keys(map(self._value, side), plan), side, strict=True)) for side in sides
            )
        except TooManyAlikeError:
            raise CannotMergeError(
                f"more than {MOST_ALIKE:,} entries of one list have no key of their own"
            ) from None
        order = merged_order(list(base), list(ours), list(theirs), rank_of)
        leaves = [
            self._leaf(_label(key), (base.get(key), ours.get(key), theirs.get(key)), plan.of_element())
            for key in order.ours
        ]
        return Branch(name, shape, _kept(leaves), reordered=order.ours != order.theirs)

    def _object(self, name: str, sides: Iterator[list[str]], plan: MergePlan, depth: int) -> Branch:
        base, ours, theirs = ({m.name: m.text for m in map(split_member, side)} for side in sides)
        entries: list[Entry] = []
        for key in sorted({*ours, *theirs}):
            texts = (base.get(key), ours.get(key), theirs.get(key))
            if plan.of_member(key).apart:
                entries += self._inner(key, texts, plan.of_member(key), depth + 1)
            else:
                entries.append(self._leaf(key, texts, plan.of_member(key)))
        return Branch(name, "object", _kept(entries))

    def _inner(self, name: str, texts: Texts, plan: MergePlan, depth: int) -> list[Entry]:
        """A container inside, unless one side took it away and the other left nothing new in it."""
        branch = self.branch(name, texts, _shape(plan), plan, depth)
        return [branch] if branch.entries or None not in texts[1:] else []

    def _leaf(self, name: str, texts: Texts, plan: MergePlan) -> Leaf:
        base, ours, theirs = texts
        if ours == theirs or base == theirs:
            return Leaf(name, ours, ours)
        if base == ours:
            return Leaf(name, theirs, theirs)
        values = [ABSENT if text is None else self._value(text) for text in texts]
        merged = merge(values[0], values[1], values[2], plan)
        return Leaf(name, _text(merged.ours), _text(merged.theirs), base, merged.contested)

    def _value(self, text: str) -> Any:
        if text not in self._parsed:
            self._parsed[text] = parse(text)
        return self._parsed[text]


def _shape(plan: MergePlan) -> Shape:
    return "object" if plan.key is None else "array"


def _demand(name: str, texts: Texts, shape: Shape) -> None:
    if shape == "lines":
        return
    for side, text in zip(("the base", "our side", "their side"), texts, strict=True):
        if text is not None and shape_of(text) != shape:
            where = f"{name!r} of {side}" if name else side
            raise CannotMergeError(f"{where} is no {shape}")


def _kept(entries: list[Any]) -> tuple[Entry, ...]:
    """Without the records that neither version has."""
    return tuple(
        entry
        for entry in entries
        if isinstance(entry, Branch) or entry.ours is not None or entry.theirs is not None
    )


def _label(key: tuple[Any, int]) -> str:
    """What messages call an element of a collection."""
    identifier, count = key
    name = identifier if isinstance(identifier, str) else "an entry without a key of its own"
    return name if count == 0 else f"{name} (no. {count + 1})"


def _text(value: Any) -> str | None:
    return None if value is ABSENT else dump(value)


__all__ = ["Branch", "CannotMergeError", "Entry", "Leaf", "merge_texts"]
