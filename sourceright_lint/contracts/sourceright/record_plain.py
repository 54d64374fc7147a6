"""The quick answer for the many records that are in order: no rule needs to look at them.

Most records of most sidecars hold an extraction, a few candidates that agree with the item, and at most a
conflict with it that still stands.
Telling so in one pass takes a small part of the time that the rules take one by one. What is only a little
unusual gets no answer here, and the rules decide.
"""

from __future__ import annotations

from sourceright_lint.contracts.sourceright.csl_data import VARIABLES
from sourceright_lint.contracts.sourceright.forms import (
    CANDIDATE_FIRST,
    DECISION_FIRST,
    EXTRACTION_FIRST,
    RECORD_FIRST,
    STATUSES,
    TERMINAL_STATUSES,
)
from sourceright_lint.contracts.sourceright.strict_time import is_strict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

_RECORD_KEYS = frozenset(RECORD_FIRST)
_EXTRACTION_KEYS = frozenset(EXTRACTION_FIRST)
_DECISION_KEYS = frozenset(DECISION_FIRST)
_STATUSES = frozenset(STATUSES)
_CONFLICT_KEYS = frozenset(("field", "severity", "provider", "canonical", "candidate"))
_FIELDS = frozenset(VARIABLES)
_MOVES = ("claim", "open", "release")
"""Parts of words that may stand for a claim or a reopening, which settle nothing."""


def is_plain(
    record: dict[str, Any], item: dict[str, Any] | None, providers: Collection[str], last_day: str
) -> bool:
    """Whether surely no rule of the scopes ``sidecar.record`` and below has anything to say about the record.

    ``item`` is its CSL item. ``providers`` are the known ones, empty where all are; ``last_day`` is the last
    date (``2026-05-09``) that is surely not in the future, or empty where the future is not judged.
    """
    status = record.get("review_status")
    if not _RECORD_KEYS.issuperset(record) or type(status) is not str or status not in _STATUSES:
        return False
    if "conflicts" in record and not _has_plain_conflicts(record, item):
        return False
    candidates, decisions = record.get("provider_candidates", ()), record.get("review_decisions", ())
    if type(candidates) not in (list, tuple) or type(decisions) not in (list, tuple) or len(decisions) > 1:
        return False
    disputed = [conflict["field"] for conflict in record.get("conflicts", ())]
    seen = set()
    for candidate in candidates:
        if type(candidate) is not dict or not _is_plain_candidate(candidate, item, disputed, last_day):
            return False
        seen.add(candidate["provider"])
    if len(seen) != len(candidates) or (providers and not seen <= set(providers)):
        return False
    return _is_plain_extraction(record.get("extraction")) and all(
        _is_plain_decision(decision, last_day) for decision in decisions
    )


def _is_plain_extraction(extraction: Any) -> bool:
    if extraction is None:
        return True
    if type(extraction) is not dict or not _EXTRACTION_KEYS.issuperset(extraction):
        return False
    return _says(extraction.get("source")) and all(type(text) is str for text in extraction.values())


def _is_plain_candidate(
    candidate: dict[str, Any], item: dict[str, Any] | None, disputed: Collection[str], last_day: str
) -> bool:
    if tuple(candidate) != CANDIDATE_FIRST:
        return False
    confidence, data = candidate["confidence"], candidate["data"]
    if type(confidence) is not float or not 0 <= confidence <= 1 or type(data) is not dict:
        return False
    if not _says(candidate["provider"]) or not _is_plain_time(candidate["retrieved_at"], last_day):
        return False
    doi, title = data.get("DOI"), data.get("title")
    if not _says(doi) or not _says(title):
        return False
    return item is None or (
        (item.get("DOI") == doi or "DOI" in disputed)
        and (_is_like(item.get("title"), title) or "title" in disputed)
    )


def _is_plain_decision(decision: Any, last_day: str) -> bool:
    if type(decision) is not dict or not _DECISION_KEYS.issuperset(decision):
        return False
    if type(decision.get("notes", "")) is not str or not _is_plain_time(decision.get("decided_at"), last_day):
        return False
    return _says(decision.get("decision")) and _says(decision.get("reviewer"))


def _has_plain_conflicts(record: dict[str, Any], item: dict[str, Any] | None) -> bool:
    """Conflicts in one shape that hold what the item says; closed records have a decision that is no move."""
    conflicts = record["conflicts"]
    if type(conflicts) is not list or item is None:
        return False
    for conflict in conflicts:
        if type(conflict) is not dict or conflict.keys() != _CONFLICT_KEYS:
            return False
        field = conflict["field"]
        if field not in _FIELDS or not _says(conflict["severity"]) or not _says(conflict["provider"]):
            return False
        if repr(item.get(field)) != repr(conflict["canonical"]):
            return False
    if record["review_status"] not in TERMINAL_STATUSES:
        return True
    decisions = record.get("review_decisions")
    words = "".join(filter(str.isalnum, str(decisions))).casefold()
    return bool(decisions) and not any(move in words for move in _MOVES)


def _says(text: Any) -> bool:
    return type(text) is str and text[:1].strip() != ""


def _is_plain_time(text: Any, last_day: str) -> bool:
    return type(text) is str and is_strict(text) and (not last_day or text[:10] <= last_day)


def _is_like(title: Any, other: Any) -> bool:
    if title == other:
        return True
    return type(title) is str and title.casefold().rstrip(".") == str(other).casefold().rstrip(".")
