"""What an item says about the work, apart from how it is written and what its owner noted beside it."""

from __future__ import annotations

import json
from typing import Any

from sourceright_lint.contracts.sourceright import doi
from sourceright_lint.contracts.sourceright.csl_data import TYPES, VARIABLES
from sourceright_lint.contracts.sourceright.view import id_text
from sourceright_lint.contracts.sourceright.whitespace import collapse_ascii
from sourceright_lint.numbers import is_digits

OF_THE_OWNER = frozenset({
    "abstract", "accessed", "annote", "categories", "citation-key", "citation-label", "citation-number", "custom",
    "first-reference-note-number", "keyword", "locator", "note",
})  # fmt: skip
"""Variables that do not describe the work: notes, shelf marks of a library, what a processor numbers."""


def description(item: dict[str, Any]) -> dict[str, Any]:
    """The members that describe the work, in one spelling: two items are one reference if these are equal.

    Left out are the id, the owner's notes, and what no reader of CSL knows (workflow fields, typing errors).
    Surplus white space, the dress of a DOI, the case of a type and numbers written as text do not count.
    """
    described = {}
    for key, value in item.items():
        if key == "type" or (key in VARIABLES and key not in OF_THE_OWNER):
            normal = _normal(key, value)
            if normal not in (None, "", [], {}):
                described[key] = normal
    return described


def fingerprint(item: dict[str, Any]) -> str:
    """The description as a text, for looking up."""
    return json.dumps(description(item), sort_keys=True)


def changed_members(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Names of the members in which two items describe the work differently."""
    if before == after:
        return []
    old, new = description(before), description(after)
    return sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))


def _normal(key: str, value: Any) -> Any:
    kind = VARIABLES.get(key)
    if isinstance(value, str):
        text = collapse_ascii(value)
        if key == "DOI":
            return doi.canonical(text) or text
        return _type(text) if key == "type" else text
    if kind == "number":
        return id_text(value)
    return _plain(value, digits=kind == "date")


def _type(text: str) -> str:
    if text in TYPES:
        return text
    from sourceright_lint.contracts.sourceright.csl_foreign import clear_type

    return clear_type(text) or text.lower()


def _plain(value: Any, digits: bool) -> Any:
    """Texts inside a value without surplus white space; ``digits``: those that are a number as one."""
    if isinstance(value, str):
        text = collapse_ascii(value)
        return int(text) if digits and is_digits(text) and len(text) < 19 else text
    if isinstance(value, list):
        return [_plain(entry, digits) for entry in value]
    if isinstance(value, dict):
        return {key: _plain(entry, digits) for key, entry in value.items()}
    return value
