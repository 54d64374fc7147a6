"""What ``--show-settings`` prints: every value, and where it was set."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sourceright_lint.config.glob import Glob
from sourceright_lint.config.keys import Key, key_table
from sourceright_lint.config.settings import Layer, Settings
from sourceright_lint.contract import Contract
from sourceright_lint.escape import one_line, show_path


def describe(settings: Settings, contracts: Sequence[Contract]) -> list[str]:
    """One line for each key, ``key = value  # where``; a key that adds up has a line for each place."""
    lines = [f"# {show_path(path)}" for path in settings.files] or ["# no configuration file"]
    lines += [f"# {note}" for note in settings.notes]
    for key in key_table(contracts).values():
        lines += [f"{key.name} = {value}  # {where}" for value, where in _values(key, settings)]
    return lines


def _values(key: Key, settings: Settings) -> Iterator[tuple[str, str]]:
    said = [layer for layer in settings.layers if key.name in layer.values]
    if not said:
        default = "(not set)" if key.default is None else _toml(key.default)
        yield default, "default"
    for layer in said if key.adds else said[-1:]:
        yield _toml(_as_written(layer.values[key.name], key.name)), _where(layer, key.name)


def _where(layer: Layer, name: str) -> str:
    return layer.origin.where((name,))


def _as_written(value: Any, name: str) -> Any:
    """The value in the shape that the configuration gives it."""
    if name == "ignore" and not any(value.values()):
        return list(value)
    if name == "per-file-ignores":
        return dict(value)
    if name == "bundles":
        return [{"contract": contract, **places} for contract, places in value]
    return value


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        members = ", ".join(f"{_toml(name)} = {_toml(item)}" for name, item in value.items())
        return f"{{ {members} }}" if members else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, Glob):
        value = f"{value.base}/{value.pattern}" if value.base else value.pattern
    return one_line(json.dumps(value, ensure_ascii=False))
