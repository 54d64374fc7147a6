"""Values of items, records and queue lines as a line about them shows them. Different values read differently."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import VARIABLES
from sourceright_lint.contracts.sourceright.doi import is_doi
from sourceright_lint.describing.words import LIMIT, brief, counted, exact, mark

_IDENTIFIERS = frozenset({"DOI", "ISBN", "ISSN", "PMCID", "PMID", "URL", "citation-key", "language"})
"""Texts that are one word and no words."""

_IN_NAMES = re.compile(r"[,;{}]|^\s|\s$|^$")


def variable_text(key: str, value: Any) -> str:
    """The value of a variable of an item: names and dates as people write them, texts in quotes."""
    kind = VARIABLES.get(key)
    if kind == "names":
        return names_text(value)
    if kind == "date":
        return date_text(value)
    return exact(value) if kind == "text" and key not in _IDENTIFIERS else brief(value)


def names_text(value: Any) -> str:
    """``Reed, A.; {Rush Foundation}``, where braces stand around a name that is one text."""
    names = [_name(name) for name in value] if isinstance(value, list) else [None]
    if None in names or not names:
        return exact(value)
    text = "; ".join(name for name in names if name is not None)
    return text if len(text) <= LIMIT else f"{text[:LIMIT]}… {mark(value)}"


def date_text(value: Any) -> str:
    """``2024-03``, or ``2024/2025`` for a range; a date that says more, or is in another form, as JSON."""
    parts = value.get("date-parts") if isinstance(value, dict) and len(value) == 1 else None
    if not isinstance(parts, list) or not 1 <= len(parts) <= 2:
        return exact(value)
    ends = [_numbers(numbers) for numbers in parts]
    return exact(value) if None in ends else "/".join(end for end in ends if end is not None)


def member_text(owner: Mapping[str, Any], key: str) -> str:
    """A member, ``-`` where it is missing."""
    return brief(owner[key]) if key in owner else "-"


def candidate_text(candidate: Mapping[str, Any]) -> str:
    """Provider, confidence, time, and by what the answer is known: ``crossref 0.86 2026-05-09T00:00:00Z: …``."""
    words = [member_text(candidate, key) for key in ("provider", "confidence", "retrieved_at")]
    data = candidate.get("data")
    known = _known(data) if isinstance(data, dict) else [exact(data) if "data" in candidate else "-"]
    rest = {key: value for key, value in candidate.items() if key not in _CANDIDATE}
    return f"{' '.join(words)}: {' '.join([*known, *([exact(rest)] if rest else [])])}"


def conflict_text(conflict: Mapping[str, Any]) -> str:
    """``issued (crossref, review): 2024 here, 2023 there``, and how it was settled."""
    origin = [f"{word}{brief(conflict[key])}" for key, word in _ORIGIN if key in conflict]
    where = f"{member_text(conflict, 'field')} ({', '.join(origin)})"
    field = conflict.get("field")
    name = field if isinstance(field, str) else ""
    values = [f"{variable_text(name, conflict[side])} {word}" for side, word in _SIDES if side in conflict]
    rest = {key: value for key, value in conflict.items() if key not in _CONFLICT}
    return f"{where}: {', '.join([*values, *([exact(rest)] if rest else [])])}"


def decision_text(decision: Mapping[str, Any]) -> str:
    """``keep by tm at 2026-05-12T09:00:00Z: notes``."""
    said, who, when = (member_text(decision, key) for key in ("decision", "reviewer", "decided_at"))
    text = f"{said} by {who} at {when}"
    rest = {key: value for key, value in decision.items() if key not in _DECISION}
    notes = decision.get("notes")
    more = [*([brief(notes)] if notes is not None else []), *([exact(rest)] if rest else [])]
    return f"{text}: {' '.join(more)}" if more else text


def line_text(entry: Mapping[str, Any]) -> str:
    """A queue line: its status, what is in it by number, and a mark that changes with anything else."""
    counts = [
        counted(len(value), noun)
        for key, noun in (("provider_candidates", "candidate"), ("conflicts", "conflict"))
        if isinstance(value := entry.get(key), list) and value
    ]
    return ", ".join([member_text(entry, "review_status"), *counts]) + f" {mark(entry)}"


_CANDIDATE = frozenset({"provider", "confidence", "retrieved_at", "data"})
_CONFLICT = frozenset({"field", "provider", "source", "severity", "canonical", "candidate"})
_DECISION = frozenset({"decision", "reviewer", "decided_at", "notes"})
_ORIGIN = (("provider", ""), ("source", "source "), ("severity", "severity "))
_SIDES = (("canonical", "here"), ("candidate", "there"))


def _name(name: Any) -> str | None:
    if not isinstance(name, dict) or not all(isinstance(part, str) for part in name.values()):
        return None
    if any(_IN_NAMES.search(part) for part in name.values()):
        return None
    if name.keys() == {"literal"}:
        return f"{{{name['literal']}}}"
    if name.keys() == {"family"}:
        return str(name["family"])
    return f"{name['family']}, {name['given']}" if name.keys() == {"family", "given"} else None


def _numbers(numbers: Any) -> str | None:
    if not isinstance(numbers, list) or not 1 <= len(numbers) <= 3:
        return None
    if not all(type(number) is int and 0 <= number < 10**6 for number in numbers):
        return None
    return "-".join(f"{number:0{4 if place == 0 else 2}}" for place, number in enumerate(numbers))


def _known(data: Mapping[str, Any]) -> list[str]:
    """DOI and title of an answer; what else there is only as a mark."""
    doi, title = data.get("DOI"), data.get("title")
    words = [brief(doi)] if isinstance(doi, str) and is_doi(doi) else []
    words += [exact(title)] if isinstance(title, str) else []
    return words if len(words) == len(data) and words else [*words, mark(data)]
