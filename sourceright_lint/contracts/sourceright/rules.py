"""Every rule of the workspace."""

from __future__ import annotations

from sourceright_lint.contracts.sourceright import (
    candidates,
    conflict_values,
    conflicts,
    csl,
    csl_boundary,
    csl_dates,
    csl_doi,
    csl_id,
    csl_names,
    csl_text,
    csl_title,
    csl_type,
    decisions,
    evidence,
    history,
    history_evidence,
    joins,
    queue,
    queue_lines,
    records,
    sidecar,
)
from sourceright_lint.rule import collect

RULES = collect(
    csl, csl_boundary, csl_dates, csl_doi, csl_id, csl_names, csl_text, csl_title, csl_type,
    candidates, conflict_values, conflicts, decisions, evidence, history, history_evidence, joins, queue,
    queue_lines, records, sidecar,
)  # fmt: skip
