"""What a Biome configuration lets Biome format."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from sourceright_lint.formatters.ignore_file import ignored
from sourceright_lint.jsontext import MISSING, Document

_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_LAST_COMMA = re.compile(r'("(?:[^"\\\n]|\\.)*")|,(?=\s*[]}])')


def formatted(text: bytes, paths: Sequence[str]) -> list[str]:
    """Those paths that Biome would format under this configuration."""
    settings = _read(text)
    if any(_get(settings, *where, "formatter", "enabled") is False for where in ((), ("json",))):
        return []
    return [
        path for path in paths if all(_lets(_get(settings, tool), path) for tool in ("files", "formatter"))
    ]


def lines(text: bytes, patterns: Sequence[str]) -> tuple[str, ...]:
    """The entries that keep Biome off, as they go into the configuration."""
    globs = [pattern.removeprefix("/") if "/" in pattern else f"**/{pattern}" for pattern in patterns]
    files = _get(_read(text), "files")
    if isinstance(files, dict) and "ignore" in files:
        return (f'in "files": "ignore": [{_listed(globs)}]',)
    start = "" if isinstance(files, dict) and "includes" in files else '"**", '
    return (f'in "files": "includes": [{start}{_listed(["!" + glob for glob in globs])}]',)


def _lets(tool: Any, path: str) -> bool:
    """Whether a section, of version 1 (``include``, ``ignore``) or 2 (``includes``), lets Biome have the path."""
    includes, include, ignore = (_texts(_get(tool, key)) for key in ("includes", "include", "ignore"))
    if ignore and ignored(ignore, path):
        return False
    chosen = includes or include
    return ignored(chosen, path) if chosen else True


def _read(text: bytes) -> Any:
    decoded = text.decode("utf-8", "replace")
    for pattern in (_COMMENT, _LAST_COMMA):
        decoded = pattern.sub(lambda match: match[1] or "", decoded)
    value = Document("biome.json", decoded.encode("utf-8", "replace"), "json").value
    return {} if value is MISSING else value


def _get(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _texts(value: Any) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _listed(globs: Sequence[str]) -> str:
    return ", ".join(json.dumps(glob, ensure_ascii=False) for glob in globs)
