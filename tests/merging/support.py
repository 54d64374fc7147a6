"""Files of a workspace for the tests of merging: made, written, merged and read again."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from sourceright_lint.config.settings import Settings, default_settings
from sourceright_lint.contracts.sourceright import Sourceright
from sourceright_lint.merging.documents import Merged, merge_documents
from sourceright_lint.merging.markers import PLAIN, Markers, take_side

CONTRACT = Sourceright()
DEFAULTS = default_settings([CONTRACT])
PRESERVE = Settings((), {**DEFAULTS.options, "csl-order": "preserve"})
PATHS = {
    "csl": "references.csl.json",
    "sidecar": "references.verification.json",
    "queue": "review-queue.jsonl",
}
VERSION = "sourceright.verification.v1"

NEGATIVE_ZERO = ("-0",)
"""Equal to itself only, which Decimal("-0") is not."""

_NUMBER = re.compile('"@@([^"@]*)@@"')


def raw(number: str) -> str:
    """A number with exactly this text, in values that ``written`` is to write."""
    return f"@@{number}@@"


def written(value: Any, role: str, indent: int | None = 2, ascii_only: bool = False) -> bytes:
    """The file that holds a value: for the queue, one line for each entry."""
    if role == "queue":
        return b"".join(_dumped(entry, None, ascii_only) + b"\n" for entry in value)
    return _dumped(value, indent, ascii_only) + b"\n"


def _dumped(value: Any, indent: int | None, ascii_only: bool) -> bytes:
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent, separators=separators)
    text = re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", _NUMBER.sub(r"\1", text))
    return text.encode()


def loaded(data: bytes | str, role: str) -> Any:
    """The content of a file; numbers by their exact value."""
    text = data if isinstance(data, str) else data.decode("utf-8-sig")
    if role == "queue":
        return [_exact(line) for line in text.split("\n") if line.strip()]
    return _exact(text)


def as_read(value: Any, role: str = "csl") -> Any:
    """A value as it is read from a file that holds it."""
    return loaded(written(value, role), role)


def _exact(text: str) -> Any:
    return json.loads(text, parse_float=number, parse_int=number)


def number(text: str) -> Any:
    """The exact value of a number's text; a negative zero is not the other one."""
    value = Decimal(text)
    return NEGATIVE_ZERO if value.is_signed() and value.is_zero() else value


def merged(
    base: Any,
    ours: Any,
    theirs: Any,
    role: str = "csl",
    markers: Markers = PLAIN,
    settings: Settings = DEFAULTS,
) -> Merged:
    """Three values (or the bytes of files; None for no base), merged."""
    file = CONTRACT.file_of(PATHS[role], settings)
    plan = CONTRACT.merge_plan(role)
    assert file is not None
    assert plan is not None
    sides = [
        b"" if side is None else side if isinstance(side, bytes) else written(side, role)
        for side in (base, ours, theirs)
    ]
    return merge_documents(sides[0], sides[1], sides[2], file, plan, markers)


def clean(*sides: Any, role: str = "csl", settings: Settings = DEFAULTS) -> Any:
    """The content of a merge that must leave no conflict."""
    result = merged(*sides, role=role, settings=settings)
    assert result.conflicts == ()
    return loaded(result.data, role)


def settled(data: bytes, side: str, role: str) -> Any:
    """The content after taking one side of every conflict."""
    assert side in ("ours", "theirs")
    return loaded(take_side(data.decode(), side), role)  # type: ignore[arg-type]


def item(id: Any, **members: Any) -> dict[str, Any]:
    """A CSL item."""
    return {"id": id, "type": "book", **members}


def sidecar(**records: Any) -> dict[str, Any]:
    """A sidecar with these records."""
    return {"schema_version": VERSION, "references": records}


def record(status: str = "queued", **members: Any) -> dict[str, Any]:
    """A verification record."""
    return {"review_status": status, **members}


def candidate(provider: str, confidence: Any = 0.9, day: int = 1, **data: Any) -> dict[str, Any]:
    """A candidate retrieved on that day of May."""
    return {
        "provider": provider,
        "confidence": confidence,
        "retrieved_at": f"2026-05-{day:02}T00:00:00Z",
        "data": data or {"DOI": "10.1234/x"},
    }


def decision(name: str, at: str | None = "2026-06-01T00:00:00Z", **members: Any) -> dict[str, Any]:
    """A review decision."""
    made = {"decision": name, "reviewer": "tm", "decided_at": at, **members}
    return {key: value for key, value in made.items() if value is not None}


def conflict(field: str, **members: Any) -> dict[str, Any]:
    """A conflict that a provider's answer raised."""
    return {"field": field, "provider": "crossref", "severity": "review", "candidate": "x", **members}
