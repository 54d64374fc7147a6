"""Whole items in the words of Zotero and DataCite as CSL items.

What an item has of CSL already stays: its id, its type, its variables. So do workflow fields, which have
their own way into the sidecar. What CSL has no variable for is kept under ``custom``; empty fields, which these
programs write for what there is not, are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import SIDECAR_FIELDS
from sourceright_lint.contracts.sourceright.csl_readings import UNCLEAR, clear_value
from sourceright_lint.contracts.sourceright.migrating.datacite import DATACITE
from sourceright_lint.contracts.sourceright.migrating.vocabulary import Reading, Vocabulary, is_empty
from sourceright_lint.contracts.sourceright.migrating.zotero import ZOTERO
from sourceright_lint.contracts.sourceright.whitespace import is_blank


def converted(item: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The name of the program whose words the item is in, and the CSL item; None where it is in no such words.

    None too where the item's type has no one reading, where it has no id, and where two of its members would
    have the same place.
    """
    for words in (ZOTERO, DATACITE):
        fields = words.fields(item)
        if fields is not None:
            new = _Assembly(words, item, fields).result()
            return None if new is None else (words.program, new)
    return None


class _Assembly:
    """An item and what becomes of it. ``outer`` are the members beside the holder of the fields."""

    def __init__(self, words: Vocabulary, item: Mapping[str, Any], fields: Mapping[str, Any]) -> None:
        self.words = words
        self.inner = fields
        is_flat = fields is item
        self.outer = {} if is_flat else {key: value for key, value in item.items() if key != words.holder}
        self.item: dict[str, Any] = {}
        self.left_outer: dict[str, Any] = {}
        self.left_inner: dict[str, Any] = {}

    def result(self) -> dict[str, Any] | None:
        """The CSL item, or None where something would be lost or is not clear."""
        id, kind = self._id(), self._type()
        if id is None or kind is UNCLEAR or self._contradicts_itself():
            return None
        self.item.update(id=id, type=kind)
        for key, value, is_inner in self._members():
            if self._stays(key, value, is_inner):
                self._keep(key, value, is_inner)
        for key, value, is_inner in self._members():
            if not self._stays(key, value, is_inner) and not self._is_said(key, value):
                self._take(self.words.read(key, value, self.item), key, is_inner)
        return self._with_custom()

    def _members(self) -> Iterator[tuple[str, Any, bool]]:
        """Every member that says something, with whether it is one of the fields."""
        for layer, is_inner in ((self.outer, False), (self.inner, True)):
            for key, value in layer.items():
                if key in SIDECAR_FIELDS or not is_empty(value):
                    yield key, value, is_inner

    def _id(self) -> Any:
        own = [layer.get("id") for layer in (self.outer, self.inner)]
        usable = [id for id in own if _is_text(id) or _is_number(id)]
        named = (layer.get(key) for key in self.words.ids for layer in (self.inner, self.outer))
        return next((id for id in (*usable, *filter(_is_text, named))), None)

    def _type(self) -> Any:
        own = (clear_value("type", layer.get("type")) for layer in (self.outer, self.inner))
        said = next((kind for kind in own if kind is not UNCLEAR), UNCLEAR)
        return self.words.kind(self.inner) if said is UNCLEAR else said

    def _contradicts_itself(self) -> bool:
        """Whether a workflow field stands twice, with two values."""
        both = SIDECAR_FIELDS.intersection(self.outer, self.inner)
        return any(not _is_same(self.outer[key], self.inner[key]) for key in both)

    def _stays(self, key: str, value: Any, is_inner: bool) -> bool:
        return key in SIDECAR_FIELDS or key == "custom" or self.words.is_csl(key, value, is_inner)

    def _keep(self, key: str, value: Any, is_inner: bool) -> None:
        is_misplaced = key == "custom" and not isinstance(value, dict)
        if is_misplaced or (key in self.item and not _is_same(self.item[key], value)):
            self._leave(key, value, is_inner)
        else:
            clear = UNCLEAR if key in SIDECAR_FIELDS else clear_value(key, value)
            self.item[key] = value if clear is UNCLEAR else clear

    def _is_said(self, key: str, value: Any) -> bool:
        """Whether a member says nothing but the id or the type that the item has."""
        if key == "type":
            return bool(clear_value("type", value) == self.item["type"])
        return key in ("id", *self.words.ids) and _is_same(value, self.item["id"])

    def _take(self, reading: Reading, key: str, is_inner: bool) -> None:
        self.item.update(reading.members)
        if not is_empty(reading.rest):
            self._leave(key, reading.rest, is_inner)

    def _leave(self, key: str, value: Any, is_inner: bool) -> None:
        (self.left_inner if is_inner else self.left_outer)[key] = value

    def _with_custom(self) -> dict[str, Any] | None:
        """The item with what is left under ``custom``, in one object as long as no key stands twice."""
        outer, inner, holder = self.left_outer, self.left_inner, self.words.holder
        again = {key: value for key, value in inner.items() if key in outer or key == holder}
        new = {key: value for key, value in again.items() if not _is_same(outer.get(key), value)}
        left = {**{key: value for key, value in inner.items() if key not in again}, **outer}
        if new:
            left[holder] = new
        if not left:
            return self.item
        custom, name = self.item.get("custom", {}), self.words.program.lower()
        return None if name in custom else {**self.item, "custom": {**custom, name: left}}


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not is_blank(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_same(one: Any, other: Any) -> bool:
    """Equality of JSON values, where 1 and true, or 1 and 1.0, are not the same."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
