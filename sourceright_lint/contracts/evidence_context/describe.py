"""What a bundle says, in lines: never a word of the text or the metadata of a unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.evidence_context.index import DESCRIPTOR, FIELDS
from sourceright_lint.contracts.evidence_context.model import Context, Payload
from sourceright_lint.contracts.evidence_context.view import EvidenceView
from sourceright_lint.contracts.evidence_context.wording import counted, number, quote, stretch
from sourceright_lint.describing.facts import Fact

_HIDDEN = "(not shown)"
_SHOWN = ("source_id", "source_digest")
_PLACED = ("text", "metadata")


def facts(view: EvidenceView) -> Iterator[Fact]:
    """The descriptor; then source, lanes, contexts with their citations, and units."""
    if view.index is not None and view.index.described:
        yield from _of_descriptor(view.index.fields)
    if view.payload is not None:
        yield from _of_payload(view.payload)


def _of_descriptor(fields: dict[str, Any]) -> Iterator[Fact]:
    known = set()
    for field in FIELDS:
        for name in field.spellings:
            if name in fields:
                known.add(name)
                value = fields[name]
                shown = field.expected if value == field.expected else "(another value)"
                yield Fact("", "index", f"{DESCRIPTOR}.{name}", shown, value=value)
    rest = {name: value for name, value in fields.items() if name not in known}
    if rest:
        yield Fact("", "index", "unknown members of the descriptor", _HIDDEN, value=rest)


def _of_payload(payload: Payload) -> Iterator[Fact]:
    value = payload.value if isinstance(payload.value, dict) else {}
    for key in _SHOWN:
        if isinstance(value.get(key), str):
            yield Fact("", "payload", key, quote(value[key]), value=value[key])
    window = value.get("window_units")
    if type(window) is int:
        yield Fact("", "payload", "window_units", number(window))
    for lane in payload.lanes or ():
        yield Fact("", "payload", "lane", quote(lane), key=lane)
    rest = {key: entry for key, entry in value.items() if key not in _NAMED}
    if rest:
        yield Fact("", "payload", "other members", _HIDDEN, value=rest)
    for context in payload.contexts:
        yield from _of_context(context)
    for context in payload.contexts:
        for unit in context.units:
            subject = f"unit/{number(unit.id)}" if unit.id is not None else "unit/?"
            for key in _PLACED:
                if key in unit.value:
                    yield Fact(subject, "unit", key, _HIDDEN, value=unit.value[key])
            others = {key: entry for key, entry in unit.value.items() if key not in _PLACED}
            yield Fact(subject, "unit", "reference", _HIDDEN, value=others)


_NAMED = frozenset({*_SHOWN, "window_units", "selected_lanes", "contexts"})


def _of_context(context: Context) -> Iterator[Fact]:
    ends = (number(id) if id is not None else "?" for id in (context.ref.start, context.ref.end))
    subject = f"context/{'-'.join(ends)}"
    yield Fact(subject, "context", "holds", counted(len(context.units), "unit"), main=True)
    for evidence in context.evidence:
        lane = quote(evidence.lane) if evidence.lane is not None else "an unreadable lane"
        place = stretch(evidence.ref.start, evidence.ref.end)
        key = (evidence.lane, evidence.ref.start, evidence.ref.end)
        yield Fact(subject, "context", "citation", f"{lane} {place}", key=key, main=True, noun="citation")
