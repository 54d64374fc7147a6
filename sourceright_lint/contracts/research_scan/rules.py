"""All rules of the contract."""

from __future__ import annotations

from sourceright_lint.contracts.research_scan import (
    batch_names,
    batches,
    coverage,
    evidence,
    expansion,
    history,
    logs,
    manifest,
    plan,
    pool,
    rendered,
    screening,
    selection,
    structure,
    targets,
    verification,
    whole,
)
from sourceright_lint.rule import collect

RULES = collect(
    batch_names, batches, coverage, evidence, expansion, history, logs, manifest, plan, pool, rendered,
    screening, selection, structure, targets, verification, whole,
)  # fmt: skip
