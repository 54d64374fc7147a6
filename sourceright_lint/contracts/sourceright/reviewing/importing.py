"""Decisions that come back from people and agents, as a JSON array or as JSON Lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.forms import TERMINAL_STATUSES
from sourceright_lint.contracts.sourceright.reviewing.moves import Decision
from sourceright_lint.contracts.sourceright.reviewing.texts import unclean, unclean_lines
from sourceright_lint.contracts.sourceright.shape import describe, near, text_fault
from sourceright_lint.contracts.sourceright.timestamps import stamp_fault
from sourceright_lint.escape import show
from sourceright_lint.finding import Pointer, Span
from sourceright_lint.jsontext import BROKEN, MISSING, Document

KEYS = ("reference_id", "decision", "reviewer", "decided_at", "status", "notes", "candidate", "fields")
_TEXTS = ("reference_id", "decision", "reviewer", "decided_at", "status")
_CLEAN = ("decision", "reviewer")

MOST_FAULTS = 1_000
"""Faults of one file that are told."""


class Fault(NamedTuple):
    """What is wrong with an entry, and where it stands in its file."""

    span: Span
    id: str | None
    message: str
    help: str = ""


def first_faults(faults: Iterable[Fault]) -> list[Fault]:
    """As many as are told of one file; where there are more, the last of them says so. No more are looked for."""
    told = list(islice(faults, MOST_FAULTS + 1))
    if len(told) > MOST_FAULTS:
        last = told[MOST_FAULTS - 1]
        told[MOST_FAULTS - 1 :] = [
            last._replace(message=f"{last.message} (and so much more that it is left out)")
        ]
    return told


class Entry(NamedTuple):
    """A decision about a record; with ``candidate`` and ``fields`` one that corrects the item."""

    pointer: Pointer
    id: str
    decision: Decision
    candidate: int | None
    fields: tuple[str, ...]


class Batch:
    """The entries of a file. ``faults`` are about entries that could not be read; then nothing is to be imported."""

    def __init__(self, path: str, data: bytes) -> None:
        is_array = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["
        self.document = Document(path, data, "json" if is_array else "jsonl")
        self.entries: list[Entry] = []
        self.faults = first_faults(self._unreadable())
        if self.document.value is not MISSING and not self.faults:
            self.faults = first_faults(self._read())

    @property
    def corrects(self) -> bool:
        """Whether some entry changes an item."""
        return any(entry.candidate is not None for entry in self.entries)

    def _unreadable(self) -> Iterator[Fault]:
        for fault in self.document.faults:
            if fault.fatal or self.document.has_duplicates:
                yield Fault(self.document.span_at(fault.start, fault.end), None, fault.message, fault.help)

    def _read(self) -> Iterator[Fault]:
        """Take the entries in, and tell what is wrong with those that cannot be."""
        for index, value in enumerate(self.document.value):
            faults = [] if value is BROKEN else first_faults(self._faults(index, value))
            if not faults and value is not BROKEN:
                self.entries.append(_entry(index, value))
            yield from faults

    def _faults(self, index: int, value: Any) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield self.fault((index,), None, f"an entry must be an object, not {describe(value)}")
            return
        id = value.get("reference_id")
        named = id if isinstance(id, str) else None
        for key, why in _member_faults(value):
            yield self.fault((index, key), named, why)

    def fault(self, pointer: Pointer, id: str | None, message: str, help: str = "") -> Fault:
        """A fault at a place of the file."""
        return Fault(self.document.span(pointer), id, message, help)


def _entry(index: int, value: dict[str, Any]) -> Entry:
    decision = Decision(
        value["status"], value["decision"], value["reviewer"], value["decided_at"], value.get("notes")
    )
    fields = tuple(dict.fromkeys(value.get("fields") or ()))
    return Entry((index,), value["reference_id"], decision, value.get("candidate"), fields)


def _member_faults(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key in value:
        if key not in KEYS:
            meant = near(key, KEYS)
            hint = (
                f"; did you mean {show(meant)}?" if meant else "; what else there is to say goes into notes"
            )
            yield key, f"{show(key)} is no key of a decision{hint}"
    for key in _TEXTS:
        fault = text_fault(value, key)
        if fault is None and key == "decided_at":
            fault = stamp_fault(value, key)
        if fault is None and key == "status" and value[key] not in TERMINAL_STATUSES:
            fault = f'"status" must be "resolved" or "unresolved", not {show(value[key])}'
        if fault is None and key in _CLEAN:
            fault = _unclean(key, unclean(value[key]))
        if fault is not None:
            yield key, fault
    notes = value.get("notes")
    fault = _unclean("notes", unclean_lines(notes)) if isinstance(notes, str) else None
    if fault is not None:
        yield "notes", fault
    for key, is_right, wanted in _OPTIONAL:
        if key in value and not is_right(value[key]):
            yield key, f"{show(key)} must be {wanted}, not {describe(value[key])}"
    if ("candidate" in value) != ("fields" in value):
        yield "candidate", '"candidate" and "fields" go together'


def _unclean(key: str, found: str | None) -> str | None:
    return None if found is None else f"{show(key)} must not hold {found}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(name, str) for name in value)


_OPTIONAL: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    ("notes", lambda value: value is None or isinstance(value, str), "text"),
    ("candidate", _is_number, "the number of a candidate, from 1"),
    ("fields", _is_names, "a list of names"),
)
