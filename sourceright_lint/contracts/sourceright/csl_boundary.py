"""The boundary: verification data lies in the sidecar, never in the bibliography."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.csl_data import SIDECAR_FIELDS
from sourceright_lint.contracts.sourceright.decisions import settles
from sourceright_lint.contracts.sourceright.forms import SCHEMA_VERSION, STATUSES, TERMINAL_STATUSES
from sourceright_lint.contracts.sourceright.shape import is_confidence
from sourceright_lint.contracts.sourceright.view import Item, Record
from sourceright_lint.escape import show
from sourceright_lint.finding import Edit, Fix, Insert, Pointer, Remove, Replace
from sourceright_lint.rule import Note, Problem, rule


@rule("csl.sidecar_field", severity="error", scope="csl.item", fix="unsafe")
def sidecar_field(item: Item) -> Iterator[Problem]:
    """An item of the bibliography holds data of its verification.

    What was done to verify a reference (confidences, candidates, conflicts, review states, decisions, source
    text) lies in `references.verification.json`. In the bibliography it is printed, exported and shared with
    it, and it contradicts the sidecar as soon as one of the two is updated. CSL variables with similar names
    (`status`, `source`, `note`, `custom`) are not meant, nor are keys inside `custom`.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "confidence": 0.86}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "status": "in press", "source": "Crossref"}]
    ```

    Fix: moves the value into the item's record; unsafe. Only where the sidecar has a place for it, the record
    has a status, and nothing there is overwritten; otherwise the message says what is in the way. Never
    deletes a value that the sidecar does not hold.
    """
    for key in item.value:
        if key in SIDECAR_FIELDS:
            yield _problem(item, key, f"`{key}` is workflow data and does not belong in the bibliography")


def _problem(item: Item, key: str, message: str) -> Problem:
    target = Target(item, key)
    obstacle = target.obstacle()
    if obstacle:
        record = item.record
        notes = (Note(record.place(key=True), "the record of this item"),) if record else ()
        message = f"{message}; not moved, for {obstacle.what}"
        return item.problem(message, key, key=True, notes=notes, help=obstacle.way_out)
    edits = (*target.edits(), Remove(item.document.path, (*item.pointer, key)))
    fix = Fix(f"move `{key}` into the sidecar", edits, safe=False)
    return item.problem(message, key, key=True, fix=fix)


class Obstacle(NamedTuple):
    """What is in the way of moving a value, and what can be done."""

    what: str
    way_out: str


_NO_PLACE = Obstacle(
    "the sidecar has no place for it", "take it out, or keep it under `custom`, where it is nobody's business"
)
_NO_SIDECAR = Obstacle(
    "there is no sidecar that could be read",
    "sourceright-lint migrate --start queued, run in its folder, begins a sidecar and moves what it can",
)
_UNREADABLE = Obstacle(_NO_SIDECAR.what, "mend the sidecar first")
_OTHER_VERSION = Obstacle(
    "the sidecar's schema_version is not known", "mend the sidecar's `schema_version` first"
)
_NO_RECORD = Obstacle(
    "the sidecar has no record for this item",
    "sourceright-lint migrate --start queued, run in its folder, begins one and moves what it can",
)
_WITHOUT_STATUS = Obstacle(
    "its record in the sidecar has no status that is known", "give the record a known `review_status` first"
)
_SEVERAL_ITEMS = Obstacle("several items have this id", "give each item an id of its own first")
_OTHER_VALUE = Obstacle(
    "its value is not what the sidecar holds there",
    "write it by hand into the record as the sidecar has it, or take it out",
)
_INEXACT = Obstacle(
    "it holds numbers or repeated keys that a copy would not keep", "move it into the record by hand"
)
_NO_CANDIDATE = Obstacle(
    "the record has no single candidate without a confidence",
    "write it by hand into the candidate that it belongs to, or take it out",
)


class Target:
    """Where a workflow field of an item goes in the sidecar, or what is in the way."""

    def __init__(self, item: Item, key: str) -> None:
        self.item = item
        self.key = key
        self.value = item.value[key]

    def obstacle(self) -> Obstacle | None:
        """Why the value cannot be moved; None where it can."""
        if self.key not in _PLACES:
            return _NO_PLACE
        workspace, record = self.item.workspace, self.item.record
        if workspace.sidecar is None:
            return _UNREADABLE if workspace.has("sidecar") else _NO_SIDECAR
        if workspace.sidecar.get("schema_version") != SCHEMA_VERSION:
            return _OTHER_VERSION
        if record is None or record.status not in STATUSES:
            return _WITHOUT_STATUS if record else _NO_RECORD
        csl = workspace.csl
        if csl and self.item.id is not None and len(csl.by_id[self.item.id]) > 1:
            return _SEVERAL_ITEMS
        return self._obstacle_of_value(record)

    def _obstacle_of_value(self, record: Record) -> Obstacle | None:
        if not _PLACES[self.key](self.value):
            return _OTHER_VALUE
        if not copies_exactly(self.item.document.raw((*self.item.pointer, self.key))):
            return _INEXACT
        if (
            self.key == "conflicts"
            and self.value
            and record.status in TERMINAL_STATUSES
            and not _decided(record)
        ):
            return Obstacle(
                f"the record is {record.status}, and has no decision about conflicts",
                "reopen the record first: sourceright-lint review reopen",
            )
        return self._taken(record)

    def _taken(self, record: Record) -> Obstacle | None:
        holder = _holder(record, self.key)
        if holder is None:
            return _NO_CANDIDATE
        present = record.value if holder == () else record.value["provider_candidates"][holder[1]]
        if present.get(self.key) in (None, []) or _same(present.get(self.key), self.value):
            return None
        return Obstacle(
            f"the sidecar says {show(present[self.key])} already",
            "take it out here; where it is the right one of the two, write it into the record first",
        )

    def edits(self) -> tuple[Edit, ...]:
        """What puts the value into the record; nothing where the record holds it already."""
        record = self.item.record
        holder = _holder(record, self.key) if record else None
        if record is None or holder is None:
            return ()
        present = record.value if holder == () else record.value["provider_candidates"][holder[1]]
        pointer: Pointer = (*record.pointer, *holder, self.key)
        path = record.document.path
        if self.key not in present:
            return (Insert(path, pointer, self.value),)
        return () if _same(present[self.key], self.value) else (Replace(path, pointer, self.value),)


def _decided(record: Record) -> bool:
    decisions = record.value.get("review_decisions")
    return isinstance(decisions, list) and any(map(settles, decisions))


def _holder(record: Record, key: str) -> tuple[Any, ...] | None:
    """The object inside the record that takes the key: a candidate for a confidence, else the record."""
    if key != "confidence":
        return ()
    candidates = record.value.get("provider_candidates")
    if not isinstance(candidates, list) or len(candidates) != 1 or not isinstance(candidates[0], dict):
        return None
    return ("provider_candidates", 0)


def _has_texts(value: Any, *keys: str) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(key), str) for key in keys)


def _is_candidate(value: Any) -> bool:
    return (
        _has_texts(value, "provider", "retrieved_at")
        and is_confidence(value.get("confidence"))
        and value.get("data") is not None
    )


def _list_of(is_entry: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(is_entry, value))


_PLACES: dict[str, Callable[[Any], bool]] = {
    "confidence": is_confidence,
    "provider_candidates": _list_of(_is_candidate),
    "conflicts": _list_of(lambda value: isinstance(value, dict)),
    "review_status": lambda value: value in STATUSES,
    "review_decisions": _list_of(lambda value: _has_texts(value, "decision", "reviewer", "decided_at")),
    "extraction": lambda value: _has_texts(value, "source"),
}
"""Fields that the sidecar has a place for, with what may be moved there without breaking its reader."""


def _same(one: Any, other: Any) -> bool:
    """Equality of JSON values, where 1 and true, or 1 and 1.0, are not the same."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def copies_exactly(text: str) -> bool:
    """Whether reading the JSON text and writing it again keeps every number and every key."""

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("repeated key")
        return dict(pairs)

    def number(text: str) -> float:
        value = float(text)
        if Decimal(text) != Decimal(repr(value)) or (value == 0 and text.startswith("-")):
            raise ValueError("inexact number")
        return value

    def whole_number(text: str) -> int:
        if text == "-0" or len(text) > 18:
            raise ValueError("inexact number")
        return int(text)

    try:
        json.loads(text, object_pairs_hook=members, parse_float=number, parse_int=whole_number)
    except (ValueError, RecursionError, ArithmeticError):
        return False
    return True
