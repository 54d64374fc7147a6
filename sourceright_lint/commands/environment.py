"""What a hook framework says of itself in the environment."""

from __future__ import annotations

import os


def hook_range() -> tuple[str, str] | None:
    """The range that a hook framework was asked to check, from its environment."""
    old, new = os.environ.get("PRE_COMMIT_FROM_REF"), os.environ.get("PRE_COMMIT_TO_REF")
    return (old, new) if old and new else None
