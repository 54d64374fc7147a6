"""Lines and JSON on standard output, in which no terminal and no CI system finds anything to obey."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any

from sourceright_lint.commands.output import write_text
from sourceright_lint.escape import one_line
from sourceright_lint.reporting.text import json_text

_COMMAND = re.compile(r"^(\s*):(?=:)")
"""GitHub obeys a line that begins with two colons, whatever white space is before them."""


def tell_lines(lines: Iterable[str]) -> None:
    """Print lines of text, each whole."""
    write_text("".join(f"{_COMMAND.sub(_colon, one_line(line))}\n" for line in lines))


def tell_json(value: Any) -> None:
    """Print one value over several lines."""
    write_text(json_text(value, indent=2) + "\n")


def tell_json_lines(values: Iterable[Any]) -> None:
    """Print each value on a line of its own."""
    write_text("".join(json_text(value) + "\n" for value in values))


def tell_entries(schema: str, name: str, entries: list[dict[str, Any]], format: str) -> None:
    """Print entries as ``json``, one value that holds them by their name, or else one by one."""
    if format == "json":
        tell_json({"schema": schema, name: entries})
    else:
        tell_json_lines(entries)


def warn(text: str) -> None:
    """Say on standard error what somebody who reads the output should know about it."""
    sys.stderr.write(f"sourceright-lint: warning: {one_line(text)}\n")


def _colon(match: re.Match[str]) -> str:
    return f"{match[1]}\\u003a"
