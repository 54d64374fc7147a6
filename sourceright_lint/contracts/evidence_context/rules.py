"""Every rule of the contract."""

from __future__ import annotations

from sourceright_lint.contracts.evidence_context import (
    citations,
    contexts,
    descriptor,
    files,
    history,
    lanes,
    payload,
    privacy,
    sources,
    units,
)
from sourceright_lint.rule import collect

RULES = collect(citations, contexts, descriptor, files, history, lanes, payload, privacy, sources, units)
