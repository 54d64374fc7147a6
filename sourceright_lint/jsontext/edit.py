"""Surgical edits: only the bytes change that must."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.finding import Edit
    from sourceright_lint.jsontext.document import Document


def apply_edits(document: Document, edits: Sequence[Edit]) -> bytes:
    """The document's bytes after the edits."""
    raise NotImplementedError
