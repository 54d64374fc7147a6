"""What a reviewer is told when a step cannot be taken."""

from __future__ import annotations

from sourceright_lint.errors import LintError


class ReviewRefused(LintError):
    """A record was left as it is; ``help`` says what the legal way is.

    ``id`` is that of the record that is in the way, where the refusal comes after the step.
    """

    def __init__(self, message: str, help: str = "", id: str | None = None) -> None:
        super().__init__(message, help)
        self.id = id
