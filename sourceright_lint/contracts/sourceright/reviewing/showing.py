"""All that is known about one reference: its item, and each candidate beside it field by field."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from sourceright_lint.contracts.sourceright.conflict_values import equivalent
from sourceright_lint.contracts.sourceright.csl_data import VARIABLES
from sourceright_lint.contracts.sourceright.csl_readings import UNCLEAR, plain_value
from sourceright_lint.contracts.sourceright.identity import title_key
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft
from sourceright_lint.contracts.sourceright.reviewing.moves import entries_of, status_of
from sourceright_lint.contracts.sourceright.shape import same

Agreement = Literal["same", "differs", "only_candidate", "only_item"]


class Field(NamedTuple):
    """One field in the item and in a candidate. A value that is not there is None."""

    name: str
    agreement: Agreement
    item: Any
    candidate: Any


class Beside(NamedTuple):
    """A candidate beside the item; ``number`` counts from 1. ``others`` are keys of its data that CSL has not."""

    number: int
    provider: Any
    confidence: Any
    retrieved_at: Any
    fields: tuple[Field, ...]
    others: tuple[str, ...]


class Sheet(NamedTuple):
    """What a reviewer reads. ``item`` is None where there is none, or several with that id."""

    id: str
    status: str
    claim: Any
    extraction: Any
    item: dict[str, Any] | None
    candidates: tuple[Beside, ...]
    conflicts: tuple[Any, ...]
    decisions: tuple[Any, ...]


def sheet(draft: Draft, id: str) -> Sheet:
    """The sheet of a record."""
    record, item = draft.record(id), draft.item(id)
    candidates = entries_of(id, record, "provider_candidates")
    return Sheet(
        id,
        status_of(id, record),
        record.get("claim"),
        record.get("extraction"),
        item,
        tuple(_beside(number, entry, item or {}) for number, entry in enumerate(candidates, 1)),
        tuple(entries_of(id, record, "conflicts")),
        tuple(entries_of(id, record, "review_decisions")),
    )


def _beside(number: int, candidate: Any, item: dict[str, Any]) -> Beside:
    entry = candidate if isinstance(candidate, dict) else {}
    data = entry.get("data")
    values = data if isinstance(data, dict) else {}
    names = [key for key in item if _is_field(key)] + [k for k in values if _is_field(k) and k not in item]
    return Beside(
        number,
        entry.get("provider"),
        entry.get("confidence"),
        entry.get("retrieved_at"),
        tuple(_field(name, item, values) for name in names),
        tuple(key for key in values if not _is_field(key)),
    )


def _is_field(key: str) -> bool:
    return key == "type" or key in VARIABLES


def _field(name: str, item: dict[str, Any], data: dict[str, Any]) -> Field:
    ours, theirs = item.get(name), data.get(name)
    if name not in data:
        return Field(name, "only_item", ours, None)
    if name not in item:
        return Field(name, "only_candidate", None, theirs)
    return Field(name, "same" if _agree(name, ours, theirs) else "differs", ours, theirs)


def _agree(name: str, ours: Any, theirs: Any) -> bool:
    plain = plain_value(name, theirs)
    if plain is UNCLEAR:
        plain = theirs
    if name == "title" and isinstance(ours, str) and isinstance(plain, str):
        return title_key(ours) == title_key(plain)
    return same(ours, plain) or equivalent(name, ours, plain)
