"""What stands in a baseline file: accepted findings, by what identifies them while lines move."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document, Form

VERSION = "sourceright-lint.baseline.v1"
FIRST = ("path", "rule", "record", "value", "count", "reason", "expires")

KEY = FIRST[:4]
"""What tells one entry from another."""


def _order(entry: Any) -> list[str] | None:
    parts = [entry.get(name, "") for name in KEY] if isinstance(entry, dict) else []
    return parts if parts and all(isinstance(part, str) for part in parts) else None


FORM = Form(
    first=("schema_version", "entries"),
    members={"entries": Form(elements=Form(first=FIRST), sort_by=_order)},
)

_TEXT = {"type": "string", "minLength": 1}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Baseline of sourceright-lint: findings that are accepted for now",
    "type": "object",
    "properties": {
        "schema_version": {"enum": [VERSION]},
        "entries": {"type": "array", "items": {"$ref": "#/$defs/entry"}},
    },
    "required": ["schema_version", "entries"],
    "additionalProperties": False,
    "$defs": {
        "entry": {
            "type": "object",
            "properties": {
                "path": {**_TEXT, "description": "The file, from the root of the repository."},
                "rule": {**_TEXT, "description": "The code of the rule."},
                "record": {"type": "string", "description": "Id of the record, where the finding has one."},
                "value": {**_TEXT, "description": "Hash of what the finding is about."},
                "count": {"type": "integer", "minimum": 1, "description": "How many such findings; else 1."},
                "reason": {**_TEXT, "description": "Why it is accepted."},
                "expires": {
                    "type": "string",
                    "title": "a date such as 2026-12-31",
                    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
                    "description": "The last day on which it is accepted.",
                },
            },
            "required": ["path", "rule"],
            "additionalProperties": False,
        }
    },
}
"""JSON Schema of the file, in the subset that ``schema_check`` knows."""


class Key(NamedTuple):
    """What makes a finding the same one: where, which rule, which record, and the hash of what it is about.

    ``record`` and ``value`` are empty where there is none: a finding about a file as a whole has no value.
    """

    path: str
    rule: str
    record: str = ""
    value: str = ""


class Entry(NamedTuple):
    """Findings that are accepted: ``number`` of them with that key, through the day ``expires``."""

    key: Key
    number: int = 1
    reason: str = ""
    expires: date | None = None

    def is_expired(self, today: date | None) -> bool:
        """Whether its last day is over; without a day to judge by it is not."""
        return self.expires is not None and today is not None and today > self.expires


class Baseline(NamedTuple):
    """A baseline as it stands in its file. ``entries`` have the pointers that lead to them."""

    document: Document
    entries: tuple[tuple[Pointer, Entry], ...]

    @property
    def path(self) -> str:
        """Path of the file."""
        return self.document.path
