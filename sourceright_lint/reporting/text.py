"""Text for reports: safe to print, escaped as each place asks, counted and coloured."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from sourceright_lint.escape import show_path
from sourceright_lint.finding import Pointer
from sourceright_lint.reporting.context import Context

_SURROGATE = re.compile("[\ud800-\udfff]")
_STYLES = {"bold": "1", "dim": "2", "error": "1;31", "warning": "1;33", "info": "1;36", "ok": "1;32"}


def plain_path(path: str, context: Context) -> str:
    """A path as people read it, from where they are. It can stand at the start of a line."""
    text = show_path(_from_here(path, context.here))
    return f"./{text}" if text.lstrip().startswith("::") else text


def utf8(text: str) -> str:
    """The text, lone surrogates written as escapes, so that it can be written as UTF-8."""
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def utf8_path(path: str) -> str:
    """The path, bytes that are no UTF-8 written as ``\\xNN``."""
    return _SURROGATE.sub(lambda match: show_path(match[0]), path)


def pointer_text(pointer: Pointer) -> str:
    """The pointer as RFC 6901 writes it."""
    return "".join("/" + utf8(str(part)).replace("~", "~0").replace("/", "~1") for part in pointer)


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON in ASCII, in which no CI system finds a command. Reads back as exactly the same value."""
    return json.dumps(value, indent=indent).replace("##", "#\\u0023")


def count(number: int, noun: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def listed(parts: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *head, last = parts
    return f"{', '.join(head)} and {last}" if head else last


def paint(text: str, style: str, context: Context) -> str:
    """The text in a style, where colour is wanted."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if context.color else text


def _from_here(path: str, here: str) -> str:
    if not here:
        return path
    from posixpath import relpath

    return relpath("/" + path, "/" + here)
