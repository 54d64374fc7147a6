"""What the conflicts about a field say once it was corrected: each the truth, and no earlier value lost."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.conflict_values import equivalent
from sourceright_lint.contracts.sourceright.csl_readings import plain_value
from sourceright_lint.contracts.sourceright.reviewing.moves import settled_conflict
from sourceright_lint.contracts.sourceright.shape import same

CORRECTED = "corrected"
REJECTED = "rejected"
_SEVERITY = "review"


class Taken(NamedTuple):
    """A field of the item: its value before and after (None where there was none), and what the candidate says."""

    field: str
    before: Any
    after: Any
    evidence: Any


def resolved(
    conflicts: list[Any], taken: Taken, provider: str, decision_times: Collection[str], at: str
) -> list[Any]:
    """The conflicts after the correction of a field at the time ``at``.

    Of those about the field, the ones whose candidate the item says now are corrected, the others rejected. A
    mark is replaced only where a recorded decision (``decision_times``) still tells of it. Where no conflict
    holds this very change, one is added that does, so that the value before can still be read.
    """
    marked = [_marked(conflict, taken, decision_times, at) for conflict in conflicts]
    if same(taken.before, taken.after) or any(_tells(conflict, taken, at) for conflict in marked):
        return marked
    added = {
        "candidate": taken.evidence,
        "canonical": taken.before,
        "field": taken.field,
        "provider": provider,
        "severity": _SEVERITY,
    }
    return [*marked, settled_conflict(added, CORRECTED, at)]


def _marked(conflict: Any, taken: Taken, decision_times: Collection[str], at: str) -> Any:
    if not isinstance(conflict, dict) or conflict.get("field") != taken.field:
        return conflict
    verdict = CORRECTED if _says_so(conflict, taken) else REJECTED
    if "resolution" not in conflict:
        return settled_conflict(conflict, verdict, at)
    resolution = conflict["resolution"]
    if not _is_told_elsewhere(resolution, decision_times):
        return conflict
    if verdict == CORRECTED:
        is_true = resolution["status"] == CORRECTED and same(taken.before, taken.after)
    else:
        is_true = resolution["status"] != CORRECTED
    return conflict if is_true else settled_conflict(conflict, verdict, at)


def _is_told_elsewhere(resolution: Any, decision_times: Collection[str]) -> bool:
    """Whether nothing is lost with the resolution: it holds no more than a decision of that time tells."""
    return (
        isinstance(resolution, dict)
        and resolution.keys() == {"status", "decided_at"}
        and isinstance(resolution["decided_at"], str)
        and resolution["decided_at"] in decision_times
    )


def _says_so(conflict: dict[str, Any], taken: Taken) -> bool:
    says = plain_value(taken.field, conflict.get("candidate"))
    return same(says, taken.after) or equivalent(taken.field, says, taken.after)


def _tells(conflict: Any, taken: Taken, at: str) -> bool:
    return (
        isinstance(conflict, dict)
        and conflict.get("field") == taken.field
        and "canonical" in conflict
        and same(conflict["canonical"], taken.before)
        and _says_so(conflict, taken)
        and conflict.get("resolution") == {"decided_at": at, "status": CORRECTED}
    )
