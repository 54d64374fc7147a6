"""Values of items, records and queue lines as a line about them shows them. Different values read differently."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import VARIABLES
from sourceright_lint.contracts.sourceright.doi import is_doi
from sourceright_lint.describing.words import LIMIT, brief, counted, mark

_IN_NAMES = re.compile(r"[,;{}]|^\s|\s$|^$")


def variable_text(key: str, value: Any) -> str:
    """The value of a variable of an item: names and dates as people write them, texts in quotes."""
    kind = VARIABLES.get(key)
    if kind == "names":
        return names_text(value)
    if kind == "date":
        return date_text(value)
    return brief(value)


def names_text(value: Any) -> str:
    """``Reed, A.; {Rush Foundation}``, where braces stand around a name that is one text."""
    names = [_name(name) for name in value] if isinstance(value, list) else [None]
    if None in names or not names:
        return brief(value)
    text = "; ".join(name for name in names if name is not None)
    return text if len(text) <= LIMIT else f"{text[:LIMIT]}… {mark(value)}"


def date_text(value: Any) -> str:
    """``2024-03``, or ``2024/2025`` for a range; a date that says more, or is in another form, as JSON."""
    parts = value.get("date-parts") if isinstance(value, dict) and len(value) == 1 else None
    if not isinstance(parts, list) or not 1 <= len(parts) <= 2:
        return brief(value)
    ends = [_numbers(numbers) for numbers in parts]
    return brief(value) if None in ends else "/".join(end for end in ends if end is not None)


def candidate_text(candidate: Mapping[str, Any]) -> str:
    """Provider, confidence, time, and by what the answer is known: ``crossref 0.86 2026-05-09T00:00:00Z: …``."""
    words = [brief(candidate.get(key), 40) for key in ("provider", "confidence", "retrieved_at")]
    data = candidate.get("data")
    known = _known(data) if isinstance(data, dict) else [brief(data)]
    rest = {key: value for key, value in candidate.items() if key not in _CANDIDATE}
    more = [brief(rest)] if rest else []
    return f"{' '.join(words)}: {' '.join([*known, *more])}"


def conflict_text(conflict: Mapping[str, Any]) -> str:
    """``issued (crossref, review): 2024 here, 2023 there``, and how it was settled."""
    field = conflict.get("field")
    origin = [brief(conflict[key], 40) for key in ("provider", "source", "severity") if key in conflict]
    where = f"{brief(field, 40)} ({', '.join(origin)})" if origin else brief(field, 40)
    key = field if isinstance(field, str) else ""
    values = [f"{variable_text(key, conflict.get(side))} {word}" for side, word in _SIDES if side in conflict]
    rest = {key: value for key, value in conflict.items() if key not in _CONFLICT}
    return f"{where}: {', '.join([*values, *([brief(rest)] if rest else [])])}"


def decision_text(decision: Mapping[str, Any]) -> str:
    """``keep by tm at 2026-05-12T09:00:00Z: notes``."""
    said, who, when = (brief(decision.get(key)) for key in ("decision", "reviewer", "decided_at"))
    text = f"{said} by {who} at {when}"
    rest = {key: value for key, value in decision.items() if key not in _DECISION}
    notes = decision.get("notes")
    more = [brief(value) for value in (notes, rest) if value]
    return f"{text}: {' '.join(more)}" if more else text


def line_text(entry: Mapping[str, Any]) -> str:
    """A queue line: its status, what is in it by number, and a mark that changes with anything else."""
    counts = [
        counted(len(value), noun)
        for key, noun in (("provider_candidates", "candidate"), ("conflicts", "conflict"))
        if isinstance(value := entry.get(key), list) and value
    ]
    return ", ".join([brief(entry.get("review_status"), 40), *counts]) + f" {mark(entry)}"


_CANDIDATE = frozenset({"provider", "confidence", "retrieved_at", "data"})
_CONFLICT = frozenset({"field", "provider", "source", "severity", "canonical", "candidate"})
_DECISION = frozenset({"decision", "reviewer", "decided_at", "notes"})
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
    shown = {key: data[key] for key in ("DOI", "title") if isinstance(data.get(key), str)}
    words = [brief(value) for key, value in shown.items()]
    if len(data) == len(shown) and (not shown or is_doi(shown.get("DOI", "10.1/x"))):
        return words or ["{}"]
    return [*words, mark(data)]
