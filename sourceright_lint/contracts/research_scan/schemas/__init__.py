"""JSON Schemas of a run's files, in our own words, as strict as the readers of ``research-scan`` 0.6.1.

``x-lax`` marks values that those readers convert, ``x-also`` other spellings of a key that they accept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sourceright_lint.schema_check import Checker

_TITLES = {
    "queries": "Research Scan query plan (queries.json)",
    "candidates": "Research Scan candidate pool (candidates.json)",
    "batch": "Research Scan screening batch (screen-batches/NN.json)",
    "screen": "Research Scan screening scores (screen.json)",
    "expanded": "Research Scan citation-graph additions (expanded.json, expanded-round2.json)",
    "coverage": "Research Scan coverage of the sub-criteria (coverage.json)",
    "shortlist": "Research Scan shortlist (shortlist.json)",
    "ranked": "Research Scan ranking (ranked.json)",
    "evidence": "Research Scan evidence (evidence.json)",
    "manifest": "Research Scan manifest (manifest.json)",
}


@cache
def checker(role: str) -> Checker | None:
    """What checks the file of this role; None where the role has no schema."""
    role = "expanded" if role == "expanded2" else role
    return Checker(published(role)) if role in _TITLES else None


def published(role: str) -> dict[str, Any]:
    """The schema of the file of this role, complete in itself."""
    from sourceright_lint.contracts.research_scan.schemas import parts, pipeline, selection

    roots = {**pipeline.ROOTS, **selection.ROOTS}
    available = {**parts.PARTS, **pipeline.PARTS, **selection.PARTS}
    root = roots[role]
    used: dict[str, Any] = {}
    waiting = list(_references(root))
    while waiting:
        name = waiting.pop()
        if name not in used:
            used[name] = available[name]
            waiting.extend(_references(available[name]))
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": _TITLES[role]}
    definitions = {name: used[name] for name in available if name in used}
    return {**head, **root, "$defs": definitions}


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference.rpartition("/")[2]
        for member in value.values():
            yield from _references(member)
    elif isinstance(value, list):
        for element in value:
            yield from _references(element)
