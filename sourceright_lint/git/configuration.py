"""Git's configuration as it is in force, each value with where it comes from."""

from __future__ import annotations

import os
from typing import NamedTuple

from sourceright_lint.git.plumbing import path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.git.plumbing import Repository


class Value(NamedTuple):
    """A value and its scope: ``system``, ``global``, ``local``, ``worktree`` or ``command``."""

    text: str
    scope: str


class Configuration:
    """Values by key. Sections and names are in lower case, subsections as they are written."""

    def __init__(self, values: Sequence[tuple[str, Value]]) -> None:
        self._values: dict[str, list[Value]] = {}
        for key, value in values:
            self._values.setdefault(key, []).append(value)

    def get(self, key: str) -> Value | None:
        """The value that counts: the last one. A key without a value counts as ``true``."""
        found = self._values.get(key)
        return found[-1] if found else None

    def text(self, key: str, default: str = "") -> str:
        """The text of the value that counts."""
        value = self.get(key)
        return default if value is None else value.text

    def is_true(self, key: str) -> bool:
        """Whether a boolean is set."""
        return self.text(key).lower() in ("true", "yes", "on", "1")

    def keys(self) -> Sequence[str]:
        """All keys, sorted."""
        return sorted(self._values)


def read(repository: Repository) -> Configuration:
    """What is in force in this work tree, without what our own calls to Git add for themselves."""
    fields = path_text(repository.run("config", "-z", "--show-scope", "--list")).split("\0")[:-1]
    values = [_value(scope, entry) for scope, entry in zip(fields[::2], fields[1::2], strict=True)]
    return Configuration([pair for pair in values if not _is_our_own(*pair)])


def _value(scope: str, entry: str) -> tuple[str, Value]:
    key, newline, text = entry.partition("\n")
    return key, Value(text if newline else "true", scope)


def _is_our_own(key: str, value: Value) -> bool:
    if value.scope != "command":
        return False
    return (key, value.text) in {
        ("core.hookspath", os.devnull),
        ("core.fsmonitor", ""),
        ("submodule.recurse", "false"),
        ("index.sparse", "false"),
    }
