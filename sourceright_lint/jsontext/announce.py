"""Proof of a surgical edit: nothing differs in the new text but what the edits announced.

Worked out on values, not on the text that the edits made: the value as it should be after the edits is
compared with the value that the new text has. Large containers are compared item by item, and an item that no
edit speaks of by its text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sourceright_lint.finding import Insert, Remove, RenameKey, Replace, Unwrap
from sourceright_lint.jsontext.compare import node_difference, path_text
from sourceright_lint.jsontext.document import Document
from sourceright_lint.jsontext.expect import expected, node_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeGuard

    from sourceright_lint.finding import Edit, Pointer
    from sourceright_lint.jsontext.expect import ValueEdit
    from sourceright_lint.jsontext.items import Item, Items
    from sourceright_lint.jsontext.json_value import JsonValue

_SMALL = 100_000
"""Characters of a value that is compared as a whole."""


def unannounced(document: Document, edits: Sequence[Edit], new: bytes) -> str | None:
    """What differs in ``new`` although no edit says so: a description of the first difference, or None.

    A repair of broken syntax is judged by its result alone: it must be readable.
    """
    after = Document(document.path, new, document.kind, document.private)
    if not document.readable:
        return None if after.readable else "the repaired text cannot be read"
    value_edits = [edit for edit in edits if isinstance(edit, (Insert, Remove, RenameKey, Replace, Unwrap))]
    if not value_edits:
        # What stays as it is is compared as it is written: the values need not be there beside those after the edits.
        document.forget()
    if not after.readable:
        return "the new text cannot be read"
    found = _Proof(document, after).difference((), (), value_edits)
    after.forget()
    return "something else changed" if found and document.private else found


class _Proof:
    """Compares a document after its edits with the new one, from a pointer in each on."""

    def __init__(self, old: Document, new: Document) -> None:
        self.old = old
        self.new = new

    def difference(self, old: Pointer, new: Pointer, edits: Sequence[ValueEdit]) -> str | None:
        """The first difference between the value at ``old`` after the edits and the value at ``new``."""
        unwrapped = next((e for e in edits if isinstance(e, Unwrap) and e.pointer == old), None)
        if unwrapped is not None:
            inner = unwrapped.inner
            return self.difference(inner, new, [e for e in edits if e.pointer[: len(inner)] == inner])
        after = self.new.items(new)
        if not edits and not new:
            self.new.forget()
        before = self.old.items(old)
        if (
            before is None
            or after is None
            or before.kind != after.kind
            or before.end - before.start <= _SMALL
        ):
            return self._as_a_whole(old, new, edits)
        if any(isinstance(edit, Replace) and edit.pointer == old for edit in edits):
            return self._as_a_whole(old, new, edits)
        if _has_double_name(before) or _has_double_name(after):
            return self._as_a_whole(old, new, edits)
        compare = self._members if before.kind == "object" else self._elements
        return compare(old, new, edits, before, after)

    def _as_a_whole(self, old: Pointer, new: Pointer, edits: Sequence[ValueEdit]) -> str | None:
        node = self.old.node(old)
        if node is None:
            return f"{path_text(old)} is missing"
        return node_difference(expected(node, old, edits), self.new.node(new), where=new)

    def _elements(
        self, old: Pointer, new: Pointer, edits: Sequence[ValueEdit], before: Items, after: Items
    ) -> str | None:
        """As ``difference``, of arrays and lines: one by one, for there may be hundreds of thousands."""
        inside = _by_step(old, edits)
        removed = {step for step, own in inside.items() if _is_removed((*old, step), own)}
        added = [edit.value for edit in edits if _is_inserted(edit, old)]
        number = len(before.items) - len(removed)
        if number + len(added) != len(after.items):
            return f"{path_text(new)}: {number + len(added)} items are {len(after.items)}"
        kept = (index for index in range(len(before.items)) if index not in removed)
        for step, index in enumerate(kept):
            own = inside.get(index, [])
            if own or self._text(self.old, before.items[index]) != self._text(self.new, after.items[step]):
                difference = self.difference((*old, index), (*new, step), own)
                if difference:
                    return difference
        return self._additions(new, dict(enumerate(added, number)))

    def _members(
        self, old: Pointer, new: Pointer, edits: Sequence[ValueEdit], before: Items, after: Items
    ) -> str | None:
        found_at = {item.name: item for item in after.items}
        kept = _expected_members(old, edits, before)
        added = {str(edit.pointer[-1]): edit.value for edit in edits if _is_inserted(edit, old)}
        if len(kept) + len(added) != len(found_at):
            return f"{path_text(new)}: {len(kept) + len(added)} items are {len(found_at)}"
        for name, each in kept.items():
            found = found_at.get(name)
            if found is None:
                return f"{path_text((*new, name))} is missing"
            if not each.edits and self._text(self.old, each.item) == self._text(self.new, found):
                continue
            difference = self.difference((*old, each.item.name), (*new, name), each.edits)
            if difference:
                return difference
        return self._additions(new, added)

    def _additions(self, new: Pointer, added: Mapping[Any, JsonValue]) -> str | None:
        for step, value in added.items():
            difference = node_difference(node_of(value), self.new.node((*new, step)), where=(*new, step))
            if difference:
                return difference
        return None

    def _text(self, document: Document, item: Item) -> str:
        return document.text[item.value_start : item.end]


class _Kept(NamedTuple):
    """A member that is still there after the edits: where it was, and the edits inside it."""

    item: Item
    edits: Sequence[ValueEdit]


def _expected_members(here: Pointer, edits: Sequence[ValueEdit], items: Items) -> dict[str, _Kept]:
    """What is left after the edits of the members of the object at ``here``, by the key that each has then."""
    inside = _by_step(here, edits)
    kept: dict[str, _Kept] = {}
    for item in items.items:
        own, place = inside.get(item.name, []), (*here, item.name)
        if not _is_removed(place, own):
            renames = [edit for edit in own if isinstance(edit, RenameKey) and edit.pointer == place]
            name = renames[0].name if renames else item.name
            kept[name] = _Kept(item, [edit for edit in own if edit not in renames])
    return kept


def _by_step(here: Pointer, edits: Sequence[ValueEdit]) -> dict[str | int, list[ValueEdit]]:
    """The edits by the key or index below ``here`` that they lead through.

    What is inserted at ``here`` leads through nothing that is there: the key may be one that an item gives up.
    """
    inside: dict[str | int, list[ValueEdit]] = {}
    for edit in edits:
        if not _is_inserted(edit, here):
            inside.setdefault(edit.pointer[len(here)], []).append(edit)
    return inside


def _is_inserted(edit: ValueEdit, here: Pointer) -> TypeGuard[Insert]:
    return isinstance(edit, Insert) and edit.pointer[:-1] == here


def _is_removed(place: Pointer, edits: Sequence[ValueEdit]) -> bool:
    return any(isinstance(edit, Remove) and edit.pointer == place for edit in edits)


def _has_double_name(items: Items) -> bool:
    return items.kind == "object" and len({item.name for item in items.items}) < len(items.items)
