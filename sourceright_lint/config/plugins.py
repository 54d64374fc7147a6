"""Which contract plug-ins a configuration names. Read before all else, since they bring keys of their own."""

from __future__ import annotations

from typing import Any

from sourceright_lint.config.toml import loads


def plugins_in(name: str, data: bytes) -> tuple[str, ...]:
    """The ``plugins`` of a configuration file. What is wrong with it, the loader says later."""
    try:
        table: Any = loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return ()
    if name == "pyproject.toml":
        tool = table.get("tool")
        table = tool.get("sourceright-lint") if isinstance(tool, dict) else None
    plugins = table.get("plugins") if isinstance(table, dict) else None
    return tuple(p for p in plugins if isinstance(p, str)) if isinstance(plugins, list) else ()


def place_of(name: str, data: bytes, plugin: str) -> str:
    """``file:line:column`` where a configuration file names one of its ``plugins``."""
    from sourceright_lint.config.load import ConfigFile

    file = ConfigFile(name, name, "", data)
    assert file.table is not None
    return file.origin.where(("plugins", file.table["plugins"].index(plugin)))
