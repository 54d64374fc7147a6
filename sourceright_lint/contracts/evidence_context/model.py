"""The payload as the rules about joins see it.

Only what has the right type gets in; the rest is None or left out, and ``payload.type`` reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document

_Entry = TypeVar("_Entry")


class Ref(NamedTuple):
    """A source reference: first and last unit, by id."""

    pointer: Pointer
    source_id: str | None
    start: int | None
    end: int | None


class _Part:
    """An entry of the array of a context that ``array`` names, at ``place`` in it."""

    __slots__ = ("context", "place", "value")

    array: ClassVar[str]

    def __init__(self, context: int, place: int, value: dict[str, Any]) -> None:
        self.context = context
        self.place = place
        self.value = value

    @property
    def pointer(self) -> Pointer:
        """Where it is."""
        return ("contexts", self.context, self.array, self.place)


class Evidence(_Part):
    """One citation."""

    __slots__ = ()
    array = "evidence_refs"

    @property
    def lane(self) -> str | None:
        """The lane that it says it comes from."""
        return _text(self.value.get("lane_id"))

    @property
    def ref(self) -> Ref:
        """What it cites."""
        return _ref((*self.pointer, "source_ref"), self.value.get("source_ref"))


class Unit(_Part):
    """One source unit.

    ``value`` is the object itself: its text and metadata are for comparing only.
    """

    __slots__ = ()
    array = "units"

    @property
    def id(self) -> int | None:
        """Its id."""
        return _integer(self.value.get("id"))

    @property
    def ref(self) -> Ref:
        """What it says it is."""
        return _ref((*self.pointer, "ref"), self.value.get("ref"))

    @property
    def names(self) -> tuple[int, ...]:
        """The ids by which others may mean it: more than one where ``ref`` disagrees with ``id``."""
        ref = _object(self.value.get("ref"))
        ids = (self.id, _integer(ref.get("start_unit_id")), _integer(ref.get("end_unit_id")))
        return tuple(id for id in dict.fromkeys(ids) if id is not None)


class Objects(Generic[_Entry]):
    """The objects in an array, as ``make`` presents them by their places and values; none where it is no array.

    They are presented one by one, anew to each who asks: kept, those of a megabyte of empty objects would take
    a hundred more.
    """

    def __init__(self, value: Any, make: Callable[[int, dict[str, Any]], _Entry]) -> None:
        self._values: list[Any] = value if isinstance(value, list) else []
        self._make = make

    def __len__(self) -> int:
        return sum(isinstance(value, dict) for value in self._values)

    def __iter__(self) -> Iterator[_Entry]:
        for place, value in enumerate(self._values):
            if isinstance(value, dict):
                yield self._make(place, value)


class Context:
    """One context. ``ordinal`` is its place in the file, counted from 0."""

    def __init__(self, document: Document, ordinal: int, value: dict[str, Any]) -> None:
        self.document = document
        self.ordinal = ordinal
        self.value = value

    @property
    def pointer(self) -> Pointer:
        """Where the context is."""
        return ("contexts", self.ordinal)

    @property
    def ref(self) -> Ref:
        """What it says it goes from and to."""
        return _ref((*self.pointer, "context_ref"), self.value.get("context_ref"))

    @property
    def evidence(self) -> Objects[Evidence]:
        """Its citations."""
        return Objects(self.value.get("evidence_refs"), partial(Evidence, self.ordinal))

    @property
    def units(self) -> Objects[Unit]:
        """Its units."""
        return Objects(self.value.get("units"), partial(Unit, self.ordinal))

    @cached_property
    def positions(self) -> dict[int, int]:
        """By the names of each unit, its place in the array, counted from 0."""
        positions: dict[int, int] = {}
        for unit in self.units:
            if unit.id is not None:
                positions.setdefault(unit.id, unit.place)
        for unit in self.units:
            for name in unit.names:
                positions.setdefault(name, unit.place)
        return positions

    @cached_property
    def complete(self) -> bool:
        """Whether every unit was read with its id: only then an id not in ``positions`` is known to be missing."""
        units = self.value.get("units")
        return isinstance(units, list) and all(
            isinstance(unit, dict) and _integer(unit.get("id")) is not None for unit in units
        )

    @property
    def ends(self) -> tuple[Unit, Unit] | None:
        """The first unit and the last, of a complete context that has any."""
        units = self.value.get("units")
        if not units or not self.complete:
            return None
        return Unit(self.ordinal, 0, units[0]), Unit(self.ordinal, len(units) - 1, units[-1])

    @property
    def is_filled(self) -> bool:
        """Whether it has units or citations, of whatever types."""
        return "units" in self.value or "evidence_refs" in self.value

    @property
    def has_no_evidence(self) -> bool:
        """Whether the array of citations is there and empty."""
        return self.value.get("evidence_refs") == []

    def place_in_document(self, evidence: Evidence) -> tuple[int, int] | None:
        """Positions of the first and last unit that is cited, None where they are not there in order."""
        ref = evidence.ref
        if ref.start is None or ref.end is None:
            return None
        first, last = self.positions.get(ref.start), self.positions.get(ref.end)
        return None if first is None or last is None or first > last else (first, last)


class Payload(NamedTuple):
    """An evidence-context file. ``lanes`` is None where ``selected_lanes`` cannot be judged as a whole."""

    document: Document
    source_id: str | None
    source_digest: str | None
    lanes: tuple[str, ...] | None
    contexts: Objects[Context]

    @property
    def value(self) -> Any:
        """The content, of any type."""
        return self.document.value

    @property
    def filled(self) -> Iterator[Context]:
        """The contexts that have units or citations. A megabyte of others would take each rule a second."""
        return (context for context in self.contexts if context.is_filled)

    def refs(self) -> Iterator[Ref]:
        """Every source reference, in file order by context: its own, its evidence's, its units'."""
        for context in self.contexts:
            yield context.ref
            if context.is_filled:
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
        Objects(value.get("contexts"), partial(Context, document)),
    )


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


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _integer(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
