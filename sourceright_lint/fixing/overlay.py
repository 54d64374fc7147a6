"""A source with some files changed in memory: what a fix would leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sourceright_lint.source import Source


class Overlay(Source):
    """``base`` with the content of some paths replaced."""

    def __init__(self, base: Source, changed: Mapping[str, bytes]) -> None:
        self.base = base
        self.changed = changed
        self.label = base.label

    def read(self, path: str) -> bytes | None:
        """The changed content where there is one."""
        return self.changed[path] if path in self.changed else self.base.read(path)

    def names(self, folder: str) -> frozenset[str]:
        """Names in the base, and those of files that a fix makes."""
        made = {path.rpartition("/")[2] for path in self.changed if path.rpartition("/")[0] == folder}
        return self.base.names(folder) | made

    def walk(self, folder: str) -> Iterable[str]:
        """As in the base."""
        return self.base.walk(folder)
