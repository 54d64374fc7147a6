"""Make the content of a baseline file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sourceright_lint.baseline.entry import FORM, VERSION, Entry
from sourceright_lint.jsontext import Document


def baseline_bytes(path: str, entries: Iterable[Entry]) -> bytes:
    """The file in canonical form: an object for each entry, sorted, so that two branches merge well."""
    import json

    # Into one text, one by one: the objects of a long list, and a list of their texts, take far more memory.
    text = bytearray(f'{{"schema_version": {json.dumps(VERSION)}, "entries": ['.encode())
    for number, entry in enumerate(entries):
        text += ("," if number else "").encode() + json.dumps(_object(entry)).encode()
    text += b"]}"
    canonical = Document(path, bytes(text)).canonical(FORM)
    assert canonical is not None
    return canonical


def _object(entry: Entry) -> dict[str, Any]:
    optional = {
        "record": entry.key.record,
        "value": entry.key.value,
        "count": entry.number if entry.number > 1 else None,
        "reason": entry.reason,
        "expires": entry.expires.isoformat() if entry.expires else None,
    }
    known = {name: value for name, value in optional.items() if value}
    return {"path": entry.key.path, "rule": entry.key.rule, **known}
