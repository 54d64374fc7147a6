"""Ignore files in the syntax of ``.gitignore``."""

from __future__ import annotations

from collections.abc import Sequence

from sourceright_lint.config.glob import Glob


def not_ignored(text: bytes, paths: Sequence[str]) -> list[str]:
    """Those paths that an ignore file at the top of the repository does not name."""
    return [path for path in paths if not ignored(_patterns(text), path)]


def ignored(patterns: Sequence[str], path: str) -> bool:
    """Whether the last pattern that matches ``path`` is one without ``!``."""
    verdict = False
    for pattern in patterns:
        if Glob("", pattern.removeprefix("!")).matches(path):
            verdict = not pattern.startswith("!")
    return verdict


def _patterns(text: bytes) -> list[str]:
    lines = (line.strip() for line in text.decode("utf-8", "surrogateescape").splitlines())
    return [line for line in lines if line and not line.startswith("#")]
