"""Correct a CSL item from a candidate, and record the decision with it."""

from __future__ import annotations

from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.conflict_values import equivalent
from sourceright_lint.contracts.sourceright.csl_boundary import copies_exactly
from sourceright_lint.contracts.sourceright.csl_data import SIDECAR_FIELDS, VARIABLES
from sourceright_lint.contracts.sourceright.csl_foreign import near_variable
from sourceright_lint.contracts.sourceright.csl_readings import UNCLEAR, plain_value
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft
from sourceright_lint.contracts.sourceright.reviewing.moves import Decision, decided, entries_of
from sourceright_lint.contracts.sourceright.reviewing.recorded import (
    is_recorded,
    notes_of,
    recorded_correction,
    require_same_status,
    require_traces,
)
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.reviewing.resolving import Taken, resolved
from sourceright_lint.contracts.sourceright.reviewing.values import is_equal
from sourceright_lint.contracts.sourceright.shape import same
from sourceright_lint.escape import show


class Correction(NamedTuple):
    """A decision to take ``fields`` of the item from a candidate; ``candidate`` counts from 1."""

    decision: Decision
    candidate: int
    fields: tuple[str, ...]


def correct(draft: Draft, id: str, correction: Correction) -> None:
    """Take the fields over into the item and decide the record. Recorded decisions change nothing.

    Conflicts about the fields say what became of them, and what the item said before can still be read there. A
    decision without notes says what was taken.
    """
    record, item = draft.record(id), draft.item(id)
    entries = entries_of(id, record, "review_decisions")
    if _is_recorded(id, record, item or {}, entries, correction):
        return
    provider, data = _candidate(id, record, correction.candidate)
    decision = correction.decision
    if decision.notes is None:
        decision = decision._replace(notes=notes_of(correction.fields, provider))
    if item is None:
        raise ReviewRefused(f"there is no CSL item {show(id)} to correct, or more than one")
    taken = [_taken(draft, id, item, data, correction.candidate, field) for field in correction.fields]
    new_item = {**item, **{each.field: each.after for each in taken}}
    conflicts = entries_of(id, record, "conflicts")
    times = {at for one in entries if isinstance(one, dict) and isinstance(at := one.get("decided_at"), str)}
    for each in taken:
        conflicts = resolved(conflicts, each, provider, times, decision.decided_at)
    marked = {**record, "conflicts": conflicts} if conflicts else record
    draft.set_record(id, decided(id, marked, new_item, decision))
    if not is_equal(item, new_item):
        draft.set_item(id, new_item)


def correctable(item: dict[str, Any], data: Any) -> list[str]:
    """The fields in which a candidate's data says something else than the item and may be taken over."""
    if not isinstance(data, dict):
        return []
    return [
        field
        for field, value in data.items()
        if (field == "type" or field in VARIABLES)
        and (new := plain_value(field, value)) is not UNCLEAR
        and not same(item.get(field), new)
        and not equivalent(field, item.get(field), new)
    ]


def _is_recorded(
    id: str, record: dict[str, Any], item: dict[str, Any], entries: list[Any], correction: Correction
) -> bool:
    """Whether this correction is recorded already. Raises ReviewRefused where one is that only resembles it."""
    decision, fields = correction.decision, correction.fields
    entry = decision.entry()
    if decision.notes is None:
        known = recorded_correction(id, entries, entry, fields)
    else:
        known = entry if is_recorded(entries, entry) else None
    if known is None:
        return False
    require_same_status(id, record, entries, known, decision.status)
    if decision.notes is not None:
        require_traces(id, record, item, entry, fields)
    return True


def _candidate(id: str, record: dict[str, Any], number: int) -> tuple[str, dict[str, Any]]:
    candidates = entries_of(id, record, "provider_candidates")
    if not 1 <= number <= len(candidates):
        have = f"1 to {len(candidates)}" if candidates else "none"
        raise ReviewRefused(f"{show(id)} has no candidate {number}", f"candidates: {have}")
    candidate = candidates[number - 1]
    data = candidate.get("data") if isinstance(candidate, dict) else None
    provider = candidate.get("provider") if isinstance(candidate, dict) else None
    if not isinstance(data, dict) or not isinstance(provider, str):
        raise ReviewRefused(f"candidate {number} of {show(id)} has no data or names no provider")
    return provider, data


def _taken(
    draft: Draft, id: str, item: dict[str, Any], data: dict[str, Any], number: int, field: str
) -> Taken:
    _require_variable(field, data)
    evidence = data[field]
    after = plain_value(field, evidence)
    if after is UNCLEAR:
        raise ReviewRefused(
            f"{show(field)} of candidate {number} of {show(id)} has no one reading in CSL: {show(evidence)}",
            "correct the item by hand, and record the decision with review decide",
        )
    record = draft.source(id)
    texts = [record.document.raw((*record.pointer, "provider_candidates", number - 1, "data", field))]
    source = record.item
    if source is not None and field in source.value:
        texts.append(source.document.raw((*source.pointer, field)))
    if not all(map(copies_exactly, texts)):
        raise ReviewRefused(f"{show(field)} of {show(id)} holds numbers or keys that a copy would not keep")
    return Taken(field, item.get(field), after, evidence)


def _require_variable(field: str, data: dict[str, Any]) -> None:
    if field in data and (field == "type" or field in VARIABLES):
        return
    near = near_variable(field)
    help = f"did you mean {show(near)}?" if near in data and near != field else ""
    if field == "id":
        raise ReviewRefused("the id of an item is never taken from a candidate")
    if field in SIDECAR_FIELDS:
        raise ReviewRefused(f"{show(field)} is verification data and has no place in the item")
    if field in data:
        raise ReviewRefused(f"{show(field)} is no CSL variable", help)
    known = ", ".join(show(key) for key in data if key == "type" or key in VARIABLES)
    raise ReviewRefused(
        f"the candidate says nothing about {show(field)}", help or f"it has: {known or 'nothing'}"
    )
