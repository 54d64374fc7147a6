"""The canonical forms of the three files, where they equal what Sourceright's own core writes."""

from __future__ import annotations

from sourceright_lint.jsontext.form import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STATUSES = ("not_required", "queued", "in_progress", "resolved", "unresolved")
OPEN_STATUSES = frozenset({"queued", "in_progress", "unresolved"})
TERMINAL_STATUSES = frozenset({"resolved", "unresolved"})

SCHEMA_VERSION = "sourceright.verification.v1"

CSL_FIRST = ("id", "type", "title", "DOI")
RECORD_FIRST = ("extraction", "provider_candidates", "conflicts", "review_status", "review_decisions")
EXTRACTION_FIRST = ("source", "original_text", "span")
CANDIDATE_FIRST = ("provider", "confidence", "retrieved_at", "data")
DECISION_FIRST = ("decision", "reviewer", "decided_at", "notes")
QUEUE_FIRST = ("id", "extraction", "provider_candidates", "conflicts", "review_status")


def csl_form(sort_by_id: bool) -> Form:
    """Form of the CSL array: items by id (unless their order is to stay), their main fields first."""
    return Form(
        elements=Form(first=CSL_FIRST), sort_by=_id_of if sort_by_id else None, is_for=_is_bibliography
    )


def sidecar_form() -> Form:
    """Form of the sidecar: version, then records by id."""
    return Form(
        first=("schema_version", "references"),
        members={"references": Form(any_member=_record_form(RECORD_FIRST))},
        is_for=_is_of_known_version,
    )


def queue_form() -> Form:
    """Form of the queue, as an array of its lines: by id."""
    return Form(elements=_record_form(QUEUE_FIRST), sort_by=_id_of)


def _record_form(first: tuple[str, ...]) -> Form:
    return Form(
        first=first,
        members={
            "extraction": Form(first=EXTRACTION_FIRST, omit={"original_text": None, "span": None}),
            "provider_candidates": Form(
                elements=Form(first=CANDIDATE_FIRST, floats=frozenset({"confidence"})),
                sort_by=_provider_of,
            ),
            "conflicts": Form(sort_by=_field_and_provider_of),
            "review_decisions": Form(elements=Form(first=DECISION_FIRST, omit={"notes": None})),
        },
        omit={"extraction": None, "provider_candidates": [], "conflicts": [], "review_decisions": []},
    )


def _is_bibliography(value: Any) -> bool:
    return isinstance(value, list)


def _is_of_known_version(value: Any) -> bool:
    return isinstance(value, dict) and value.get("schema_version") == SCHEMA_VERSION


def _id_of(entry: Any) -> str | None:
    return _text(entry, "id")


def _provider_of(candidate: Any) -> str | None:
    return _text(candidate, "provider")


def _field_and_provider_of(conflict: Any) -> tuple[str, str] | None:
    field = _text(conflict, "field")
    origin = _text(conflict, "provider")
    if origin is None:
        origin = _text(conflict, "source")
    return None if field is None or origin is None else (field, origin)


def _text(entry: Any, key: str) -> str | None:
    value = entry.get(key) if isinstance(entry, dict) else None
    return value if isinstance(value, str) else None
