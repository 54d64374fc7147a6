"""Read a baseline file; what it must not say stops the run, with the position."""

from __future__ import annotations

from datetime import date
from typing import Any

from sourceright_lint.baseline.entry import SCHEMA, VERSION, Baseline, Entry, Key
from sourceright_lint.errors import ConfigError
from sourceright_lint.escape import show, show_path
from sourceright_lint.finding import Pointer, Span
from sourceright_lint.jsontext import Document
from sourceright_lint.schema_check import violations


def read_baseline(path: str, data: bytes) -> Baseline:
    """The baseline that ``data`` holds. Raises ConfigError for anything that is none."""
    document = Document(path, data)
    for fault in document.faults:
        if fault.code != "json.bom":
            raise _error(document, document.span_at(fault.start, fault.end), fault.message, fault.help)
    value = document.value
    if isinstance(value, dict) and isinstance(value.get("schema_version"), str):
        _require_version(document, value["schema_version"])
    for violation in violations(SCHEMA, value):
        raise _error(document, document.span(violation.pointer, violation.key), violation.message)
    return Baseline(
        document,
        tuple((("entries", i), _entry(document, ("entries", i), e)) for i, e in enumerate(value["entries"])),
    )


def _require_version(document: Document, version: str) -> None:
    if version != VERSION:
        raise _error(
            document,
            document.span(("schema_version",)),
            f"unknown schema_version {show(version)}",
            f"this version reads {show(VERSION)}; a newer sourceright-lint may have written the file",
        )


def _entry(document: Document, pointer: Pointer, entry: dict[str, Any]) -> Entry:
    key = Key(entry["path"], entry["rule"], entry.get("record", ""), entry.get("value", ""))
    expires = None
    if "expires" in entry:
        try:
            expires = date.fromisoformat(entry["expires"])
        except ValueError:
            place = document.span((*pointer, "expires"))
            raise _error(document, place, f"{show(entry['expires'])} is no date of the calendar") from None
    return Entry(key, entry.get("count", 1), entry.get("reason", ""), expires)


def _error(document: Document, span: Span, message: str, help: str = "") -> ConfigError:
    where = f"{show_path(document.path)}:{span.line}:{span.column}"
    return ConfigError(f"{where}: the baseline cannot be used: {message}", help)
