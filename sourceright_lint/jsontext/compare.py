"""Lossless comparison of two texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sourceright_lint.jsontext.form import Form


def difference(old: bytes, new: bytes, kind: str, form: Form | None = None) -> str | None:
    """The first difference in content, or None."""
    raise NotImplementedError
