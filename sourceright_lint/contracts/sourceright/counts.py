"""What a summary counts in a workspace."""

from __future__ import annotations

from collections import Counter

from sourceright_lint.contract import View
from sourceright_lint.contracts.sourceright.reviewing.listing import open_conflicts
from sourceright_lint.contracts.sourceright.view import Workspace


def columns(view: View) -> dict[str, int]:
    """References, records by what became of them, and conflicts that wait for a decision.

    ``verified`` are resolved records, ``queued`` those that wait or are being looked at.
    """
    if not isinstance(view, Workspace):
        return {}
    records = list(view.sidecar.records.values()) if view.sidecar else []
    statuses = Counter(record.status for record in records)
    return {
        "references": len(view.csl.items) if view.csl else 0,
        "verified": statuses["resolved"],
        "queued": statuses["queued"] + statuses["in_progress"],
        "unresolved": statuses["unresolved"],
        "conflicts": sum(len(open_conflicts(record)) for record in records),
    }
