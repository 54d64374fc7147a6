"""Differences as text for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from sourceright_lint.describing.bundles import Described
from sourceright_lint.describing.facts import Difference
from sourceright_lint.escape import one_line, show_path

SCHEMA = "sourceright-lint.diff.v1"

_SIGNS = {"added": "+", "removed": "-", "changed": "~", "renamed": ">"}
_COLORS = {"added": "32", "removed": "31", "changed": "33", "renamed": "36"}


def as_text(found: Sequence[Described], here: str, color: bool) -> str:
    """A paragraph for each bundle: its folder as seen from ``here``, then a line for each difference."""

    def paint(style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if color else text

    # Line by line into one text: a list of many short lines takes many times as much.
    text = StringIO()
    for number, each in enumerate(found):
        text.write(("\n" if number else "") + paint("1", one_line(_heading(each, here))) + "\n")
        for difference in each.differences:
            line = f"  {_SIGNS[difference.kind]} {difference.line}"
            text.write(paint(_COLORS[difference.kind], line) + "\n")
        for line in _remarks(each):
            text.write(paint("31", f"  ! {one_line(line)}") + "\n")
    return text.getvalue()


def as_json(found: Sequence[Described], before: str, after: str) -> str:
    """One JSON object in ASCII. Its shape is a promise; ``schema`` names the version of it."""
    content = {
        "schema": SCHEMA,
        "before": before,
        "after": after,
        "bundles": [
            {
                "bundle": show_path(each.root),
                "contract": each.contract.name,
                "change": each.kind,
                "moved_from": None if each.moved_from is None else show_path(each.moved_from),
                "unreadable": [show_path(name) for name in each.unreadable],
                "undescribed": [show_path(name) for name in each.undescribed],
                "differences": [_member(difference) for difference in each.differences],
            }
            for each in found
        ],
    }
    return json.dumps(content, indent=2).replace("##", "#\\u0023") + "\n"


def _member(difference: Difference) -> dict[str, Any]:
    return {
        "change": difference.kind,
        "subject": difference.subject or None,
        "part": difference.part or None,
        "what": difference.label or None,
        "before": difference.before,
        "after": difference.after,
    }


def _heading(each: Described, here: str) -> str:
    moved = f", before in {_folder(each.moved_from, here)}" if each.moved_from is not None else ""
    how = f" {each.kind}" if each.kind != "changed" else ""
    return f"{_folder(each.root, here)} ({each.contract.title}{how}{moved})"


def _remarks(each: Described) -> Iterator[str]:
    yield from (f"cannot be read: {name}" for name in each.unreadable)
    yield from (f"changed: {show_path(name)}" for name in each.undescribed)
    if not each.differences and not each.unreadable and not each.undescribed:
        yield "nothing changed but the layout" if each.moved_from is None else "nothing changed but the place"


def _folder(path: str, here: str) -> str:
    from posixpath import relpath

    text = show_path(relpath("/" + path, "/" + here))
    return f"./{text}" if text.startswith(":") else text
