"""Whether a decision is recorded already: said twice, it is done once. What only resembles it is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sourceright_lint.contracts.sourceright.conflict_values import equivalent
from sourceright_lint.contracts.sourceright.csl_data import VARIABLES
from sourceright_lint.contracts.sourceright.csl_readings import plain_value
from sourceright_lint.contracts.sourceright.forms import TERMINAL_STATUSES
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.reviewing.values import is_equal
from sourceright_lint.contracts.sourceright.shape import same
from sourceright_lint.contracts.sourceright.timestamps import stamp_of
from sourceright_lint.escape import one_line, show

_FROM = " from "
_HELP = "it stays as it is; another decision has another time (--decided-at)"


def is_recorded(entries: list[Any], entry: Mapping[str, Any]) -> bool:
    """Whether a decision is among those recorded; ``notes`` of null count as left out."""
    return any(is_equal(_members(known), _members(entry)) for known in entries if isinstance(known, dict))


def require_same_status(
    id: str, record: Mapping[str, Any], entries: list[Any], entry: Mapping[str, Any], status: str
) -> None:
    """Refuse a recorded decision that is said once more with another status, where it can be told."""
    now = record.get("review_status")
    if now in TERMINAL_STATUSES and now != status and is_recorded(entries[-1:], entry):
        raise ReviewRefused(f"{_recorded(id, entry)}: it made the record {now}, not {status}", _HELP)


def notes_of(fields: Sequence[str], provider: str) -> str:
    """What a correction without notes says for itself."""
    return f"{', '.join(fields)}{_FROM}{one_line(provider)}"


def recorded_correction(
    id: str, entries: list[Any], entry: Mapping[str, Any], fields: Sequence[str]
) -> dict[str, Any] | None:
    """The recorded entry of a correction that gave no notes; its provider may stand anywhere by now.

    Raises ReviewRefused where it is recorded with other fields.
    """
    wanted = {**entry, "notes": ""}
    alike = [
        one for one in entries if isinstance(one, dict) and is_equal({**_members(one), "notes": ""}, wanted)
    ]
    taken = [(one, _taken_by(one.get("notes"))) for one in alike]
    same_fields = next((one for one, names in taken if names == set(fields)), None)
    other_fields = next((names for _, names in taken if names), None)
    if same_fields is None and other_fields is not None:
        raise _other_fields(id, entry, other_fields, fields)
    return same_fields


def require_traces(
    id: str,
    record: Mapping[str, Any],
    item: Mapping[str, Any],
    entry: Mapping[str, Any],
    fields: Sequence[str],
) -> None:
    """Refuse a recorded decision that is said once more as a correction of fields that it did not take.

    The numbers of candidates may have changed since, so nothing is asked of them.
    """
    at = entry["decided_at"]
    then = {field for field, when in _settlings(record) if when == at}
    if then and then.isdisjoint(fields):
        raise _other_fields(id, entry, then, fields)
    missing = [field for field in fields if not _has_trace(record, item, field, at)]
    if missing:
        raise ReviewRefused(
            f"{_recorded(id, entry)}, and did not take {', '.join(map(show, missing))}", _HELP
        )


def _has_trace(record: Mapping[str, Any], item: Mapping[str, Any], field: str, at: str) -> bool:
    """Whether a conflict about the field was settled then or later, or the item says what some candidate does."""
    start = stamp_of(at)
    for about, when in _settlings(record):
        stamp = stamp_of(when)
        if about == field and (start is None or stamp is None or not stamp.before(start)):
            return True
    for candidate in _objects(record, "provider_candidates"):
        data = candidate.get("data")
        if isinstance(data, dict) and field in data:
            says, now = plain_value(field, data[field]), item.get(field)
            if same(says, now) or equivalent(field, says, now):
                return True
    return False


def _settlings(record: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Field and time of every conflict that was settled."""
    for conflict in _objects(record, "conflicts"):
        resolution = conflict.get("resolution")
        if isinstance(resolution, dict):
            yield conflict.get("field"), resolution.get("decided_at")


def _objects(record: Mapping[str, Any], list_name: str) -> Iterator[dict[str, Any]]:
    entries = record.get(list_name)
    return (entry for entry in entries if isinstance(entry, dict)) if isinstance(entries, list) else iter(())


def _taken_by(notes: Any) -> set[str]:
    """The fields that notes of a correction name; none where somebody else wrote them."""
    if not isinstance(notes, str) or _FROM not in notes:
        return set()
    names = set(notes.split(_FROM)[0].split(", "))
    return names if all(name == "type" or name in VARIABLES for name in names) else set()


def _members(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "notes" or value is not None}


def _recorded(id: str, entry: Mapping[str, Any]) -> str:
    word, who, when = (entry.get(key) for key in ("decision", "reviewer", "decided_at"))
    return f"{show(word)} by {show(who)} at {one_line(str(when))} is recorded for {show(id)} already"


def _other_fields(id: str, entry: Mapping[str, Any], taken: set[str], fields: Sequence[str]) -> ReviewRefused:
    names, others = (", ".join(map(show, sorted(each))) for each in (taken, set(fields)))
    return ReviewRefused(f"{_recorded(id, entry)}: it took {names}, not {others}", _HELP)
