"""Fixes as replacements of text, for formats that can carry them.

Edits speak of places in a JSON value. What a report has of the text is the line that a finding is on, so
only edits of the very token that the finding underlines can be told as text; it is enough for most.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sourceright_lint.finding import Finding, RenameKey, Replace, Span


class TextEdit(NamedTuple):
    """Put ``text`` in the place of what ``span`` covers in the file of the finding."""

    span: Span
    text: str


def text_edits(finding: Finding) -> tuple[TextEdit, ...]:
    """The fix of a finding as replacements; empty if there is none, or if it cannot be told this way."""
    if finding.fix is None or len(finding.fix.edits) != 1 or finding.span.line != finding.span.end_line:
        return ()
    edit = finding.fix.edits[0]
    if not isinstance(edit, (Replace, RenameKey)):
        return ()
    if (edit.path, edit.pointer) != (finding.path, finding.pointer) or not edit.pointer:
        return ()
    is_key = _is_key(finding)
    if isinstance(edit, RenameKey) and is_key:
        return (TextEdit(finding.span, _token(edit.name)),)
    if isinstance(edit, Replace) and is_key is False and not isinstance(edit.value, (dict, list)):
        return (TextEdit(finding.span, _token(edit.value)),)
    return ()


def _is_key(finding: Finding) -> bool | None:
    """Whether the finding underlines a key; None if that cannot be told, or if it is no single token."""
    span = finding.span_in_excerpt
    start, end = span.column - 1, span.end_column - 1
    token, rest = finding.excerpt[start:end], finding.excerpt[end:].lstrip(" \t\r")
    try:
        value = json.loads(token)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, (dict, list)):
        return None
    if rest.startswith(":"):
        return True
    return False if rest[:1] in (",", "}", "]") or value != finding.pointer[-1] else None


def _token(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return json.dumps(value) if any("\ud800" <= char <= "\udfff" for char in text) else text
