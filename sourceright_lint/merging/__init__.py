"""Three-way merges of JSON documents by record. Knows no contract: a ``MergePlan`` says what the records are."""

from __future__ import annotations

from sourceright_lint.merging.plan import VALUE, MergePlan

__all__ = ["VALUE", "MergePlan"]
