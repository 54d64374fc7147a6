"""Every rule of the workspace."""

from __future__ import annotations

from sourceright_lint.contracts.sourceright import csl, csl_dates, csl_names, joins, queue, sidecar
from sourceright_lint.rule import collect

RULES = collect(csl, csl_dates, csl_names, joins, queue, sidecar)
