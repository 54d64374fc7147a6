"""Timestamps that are right at a glance."""

from __future__ import annotations

import re

_STRICT = re.compile(
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    r"(?:\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)
"""Timestamps that need no second look: every day of these exists in every month."""


def is_strict(text: str) -> bool:
    """Whether the text is RFC 3339 at a glance; False only means that it takes a closer look."""
    return _STRICT.fullmatch(text) is not None and not text.startswith("0000")
