"""How the three files of a workspace merge: by item, record and queue line."""

from __future__ import annotations

from typing import Any

from sourceright_lint.contracts.sourceright.forms import SCHEMA_VERSION
from sourceright_lint.contracts.sourceright.timestamps import stamp_of
from sourceright_lint.escape import show
from sourceright_lint.merging.plan import MergePlan
from sourceright_lint.merging.values import Number, identity
from sourceright_lint.numbers import is_digits

_WHOLE = MergePlan(whole=True)


def _id_of(entry: Any) -> str | None:
    """The id as readers compare it: the number ``78`` and the text ``"78"`` are one id."""
    value = entry.get("id") if isinstance(entry, dict) else None
    if isinstance(value, Number):
        return value.text if is_digits(value.text) else identity(value)
    return value if isinstance(value, str) else None


def _candidate_key(candidate: Any) -> tuple[str, ...] | None:
    return _parts(candidate, ("provider", "retrieved_at", "data"))


def _conflict_key(conflict: Any) -> tuple[str, ...] | None:
    """Everything but how the conflict was settled."""
    if not isinstance(conflict, dict):
        return None
    return _parts(conflict, tuple(sorted(conflict.keys() - {"resolution"})))


def _decided_at(decision: Any) -> tuple[int, str] | None:
    stamp = stamp_of(decision.get("decided_at")) if isinstance(decision, dict) else None
    return None if stamp is None else (stamp.seconds, stamp.fraction)


def _unsupported_version(sidecar: Any) -> str | None:
    version = sidecar.get("schema_version") if isinstance(sidecar, dict) else None
    if version == SCHEMA_VERSION:
        return None
    return f"schema_version is {show(version)}, not {show(SCHEMA_VERSION)}"


def _parts(entry: Any, names: tuple[str, ...]) -> tuple[str, ...] | None:
    if not isinstance(entry, dict):
        return None
    return tuple(f"{identity(name)}:{identity(entry[name])}" for name in names if name in entry)


_RECORD = MergePlan(
    members={
        "provider_candidates": MergePlan(key=_candidate_key),
        "conflicts": MergePlan(key=_conflict_key, element=MergePlan(members={"resolution": _WHOLE})),
        "review_decisions": MergePlan(append_only=True, time=_decided_at),
        "claim": _WHOLE,
    }
)

PLANS = {
    "csl": MergePlan(key=_id_of, apart=True),
    "sidecar": MergePlan(
        apart=True,
        members={"references": MergePlan(apart=True, any_member=_RECORD)},
        refuses=_unsupported_version,
    ),
    "queue": MergePlan(key=_id_of, element=_RECORD, apart=True),
}
"""The plan of each role."""
