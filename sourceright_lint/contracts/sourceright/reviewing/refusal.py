"""What a reviewer is told when a step cannot be taken."""

from __future__ import annotations

from sourceright_lint.errors import LintError


class ReviewRefused(LintError):
    """A record was left as it is; ``help`` says what the legal way is."""
