"""The payload as the rules about joins see it.

Only what has the right type gets in; the rest is None or left out, and ``payload.type`` reports it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document


class Ref(NamedTuple):
    """A source reference: first and last unit, by id."""

    pointer: Pointer
    source_id: str | None
    start: int | None
    end: int | None


class Evidence(NamedTuple):
    """One entry of ``evidence_refs``."""

    pointer: Pointer
    lane: str | None
    ref: Ref


class Unit(NamedTuple):
    """One source unit. ``value`` is the object itself: its text and metadata are for comparing only."""

    pointer: Pointer
    id: int | None
    ref: Ref
    value: dict[str, Any]

    @property
    def names(self) -> tuple[int, ...]:
        """The ids by which others may mean it: more than one where ``ref`` disagrees with ``id``."""
        return tuple(id for id in dict.fromkeys((self.id, self.ref.start, self.ref.end)) if id is not None)


class Context(NamedTuple):
    """One context. ``ordinal`` is its place in the file, counted from 0.

    ``positions`` maps the names of each unit to its place in ``units``, counted from 0. ``complete`` says
    that every unit was read with its id; only then an id that is not in ``positions`` is known to be missing.
    """

    document: Document
    ordinal: int
    value: dict[str, Any]
    ref: Ref
    evidence: tuple[Evidence, ...]
    units: tuple[Unit, ...]
    positions: dict[int, int]
    complete: bool

    @property
    def pointer(self) -> Pointer:
        """Where the context is."""
        return ("contexts", self.ordinal)

    @property
    def has_no_evidence(self) -> bool:
        """Whether the array of citations is there and empty."""
        return self.value.get("evidence_refs") == []

    def place_in_document(self, evidence: Evidence) -> tuple[int, int] | None:
        """Positions of the first and last unit that is cited, None where they are not there in order."""
        if evidence.ref.start is None or evidence.ref.end is None:
            return None
        first = self.positions.get(evidence.ref.start)
        last = self.positions.get(evidence.ref.end)
        return None if first is None or last is None or first > last else (first, last)


class Payload(NamedTuple):
    """An evidence-context file. ``lanes`` is None where ``selected_lanes`` cannot be judged as a whole."""

    document: Document
    source_id: str | None
    source_digest: str | None
    lanes: tuple[str, ...] | None
    contexts: tuple[Context, ...]

    @property
    def value(self) -> Any:
        """The content, of any type."""
        return self.document.value

    def refs(self) -> Iterator[Ref]:
        """Every source reference, in file order by context: its own, its evidence's, its units'."""
        for context in self.contexts:
            yield context.ref
            yield from (evidence.ref for evidence in context.evidence)
            yield from (unit.ref for unit in context.units)


def read_payload(document: Document) -> Payload:
    """The payload in a readable document, whatever it holds."""
    value = _object(document.value)
    lanes = value.get("selected_lanes")
    return Payload(
        document,
        _text(value.get("source_id")),
        _text(value.get("source_digest")),
        tuple(lanes) if isinstance(lanes, list) and all(isinstance(lane, str) for lane in lanes) else None,
        tuple(
            _context(document, ordinal, context)
            for ordinal, context in enumerate(_array(value.get("contexts")))
            if isinstance(context, dict)
        ),
    )


def _context(document: Document, ordinal: int, value: dict[str, Any]) -> Context:
    pointer: Pointer = ("contexts", ordinal)
    entries = _array(value.get("units"))
    units = tuple(
        _unit((*pointer, "units", place), unit)
        for place, unit in enumerate(entries)
        if isinstance(unit, dict)
    )
    return Context(
        document,
        ordinal,
        value,
        _ref((*pointer, "context_ref"), value.get("context_ref")),
        tuple(
            _evidence((*pointer, "evidence_refs", place), entry)
            for place, entry in enumerate(_array(value.get("evidence_refs")))
            if isinstance(entry, dict)
        ),
        units,
        _positions(units),
        isinstance(value.get("units"), list)
        and len(units) == len(entries)
        and all(unit.id is not None for unit in units),
    )


def _positions(units: tuple[Unit, ...]) -> dict[int, int]:
    positions: dict[int, int] = {}
    for place, unit in enumerate(units):
        if unit.id is not None:
            positions.setdefault(unit.id, place)
    for place, unit in enumerate(units):
        for name in unit.names:
            positions.setdefault(name, place)
    return positions


def _evidence(pointer: Pointer, value: dict[str, Any]) -> Evidence:
    return Evidence(
        pointer, _text(value.get("lane_id")), _ref((*pointer, "source_ref"), value.get("source_ref"))
    )


def _unit(pointer: Pointer, value: dict[str, Any]) -> Unit:
    return Unit(pointer, _integer(value.get("id")), _ref((*pointer, "ref"), value.get("ref")), value)


def _ref(pointer: Pointer, value: Any) -> Ref:
    ref = _object(value)
    return Ref(
        pointer,
        _text(ref.get("source_id")),
        _integer(ref.get("start_unit_id")),
        _integer(ref.get("end_unit_id")),
    )


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _array(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _integer(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
