"""Every rule of the workspace."""

from __future__ import annotations

from sourceright_lint.contracts.sourceright import (
    candidates,
    conflict_values,
    conflicts,
    csl,
    csl_dates,
    csl_names,
    decisions,
    evidence,
    joins,
    queue,
    queue_lines,
    records,
    sidecar,
)
from sourceright_lint.rule import collect

RULES = collect(
    csl, csl_dates, csl_names,
    candidates, conflict_values, conflicts, decisions, evidence, joins, queue, queue_lines, records, sidecar,
)  # fmt: skip
