"""A Sourceright workspace as its rules see it: items, records, candidates, queue lines.

Every accessor returns only what has the right type; what has not is left to the rule that reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle, BundleFile, View
from sourceright_lint.contracts.sourceright.csl_data import WITH_RULES
from sourceright_lint.contracts.sourceright.csl_plain import is_plain
from sourceright_lint.contracts.sourceright.entries import Entries, id_text
from sourceright_lint.contracts.sourceright.forms import SCHEMA_VERSION, STATUSES
from sourceright_lint.contracts.sourceright.whitespace import collapse
from sourceright_lint.finding import Fix, Pointer, Severity
from sourceright_lint.jsontext import BROKEN, MISSING, Document
from sourceright_lint.parallel import WORTH_TWO_CORES, begin
from sourceright_lint.rule import Note, Place, Problem

Made = TypeVar("Made")

WRAPPERS = ("items", "references", "message", "data", "records", "works", "results")
"""Keys under which exporters put the items when the top level is no array."""

_ZONE_DAYS = 3
"""Two dates that are so many days apart are in that order in every zone."""


class Subject:
    """A value in one of the three files. ``id`` is the id of the reference it belongs to, where it has one.

    ``where`` is the pointer to it, or the index of an entry of the outermost array: there may be very many.
    """

    __slots__ = ("document", "id", "value", "where", "workspace")

    def __init__(
        self,
        workspace: Workspace,
        document: Document,
        where: Pointer | int,
        value: Any,
        id: str | None = None,
    ) -> None:
        self.workspace = workspace
        self.document = document
        self.where = where
        self.value = value
        self.id = id

    @property
    def pointer(self) -> Pointer:
        """The pointer to the value."""
        return (self.where,) if isinstance(self.where, int) else self.where

    def place(self, *suffix: str | int, key: bool = False) -> Place:
        """The place of a value inside this one."""
        return Place(self.document, self.pointer + suffix, key)

    def problem(
        self,
        message: str,
        *suffix: str | int,
        key: bool = False,
        notes: tuple[Note, ...] = (),
        fix: Fix | None = None,
        help: str = "",
        severity: Severity | None = None,
    ) -> Problem:
        """A problem at a value inside this one."""
        place = self.place(*suffix, key=key)
        return Problem(place, message, self.id, notes, fix, help, severity)

    def get(self, key: str) -> Any:
        """The member ``key`` where the value is an object, else None."""
        return self.value.get(key) if isinstance(self.value, dict) else None


class Item(Subject):
    """One CSL item; ``value`` is always an object."""

    __slots__ = ()

    @property
    def record(self) -> Record | None:
        """The sidecar's record for this item."""
        sidecar = self.workspace.sidecar
        return sidecar.records.get(self.id) if sidecar and self.id is not None else None


class CslFile(Subject):
    """The bibliography. ``items`` are its objects, also those inside a foreign wrapper (``wrapper`` names it).

    ``ids`` has the items whose ids are texts, each with its id as it stands and with its white space collapsed.
    """

    __slots__ = ("by_id", "ids", "items", "wrapper")

    def __init__(self, workspace: Workspace, document: Document) -> None:
        super().__init__(workspace, document, (), document.value)
        self.wrapper, entries = _unwrap(document.value)
        prefix: Pointer = (self.wrapper,) if self.wrapper else ()
        single = self.wrapper is not None and not isinstance(document.value[self.wrapper], list)

        def item(index: int, entry: dict[str, Any], id: str | None) -> Item:
            where = prefix if single else (*prefix, index) if prefix else index
            return Item(workspace, document, where, entry, id)

        self.items = Entries(entries, item)
        self.ids: list[tuple[Item, str, str]] = [
            (each, raw, collapse(raw))
            for each in self.items.with_id
            if isinstance(raw := each.value["id"], str)
        ]
        self.by_id: dict[str, list[Item]] = {}
        for each in self.items.with_id:
            if each.id is not None:
                self.by_id.setdefault(each.id, []).append(each)


class Part(Subject):
    """A candidate, conflict or decision of a record; ``index`` counts from 0."""

    __slots__ = ("index", "record")

    def __init__(self, record: Record, list_name: str, index: int, value: Any) -> None:
        pointer = (*record.pointer, list_name, index)
        super().__init__(record.workspace, record.document, pointer, value, record.id)
        self.record = record
        self.index = index


class Record(Subject):
    """One verification record; ``value`` is always an object, ``id`` always its key."""

    __slots__ = ()

    def __init__(self, workspace: Workspace, document: Document, key: str, value: Any) -> None:
        super().__init__(workspace, document, (), value, key)

    @property
    def pointer(self) -> Pointer:
        """The pointer to the record."""
        return ("references", self.key)

    @property
    def key(self) -> str:
        """The key in ``references``."""
        return self.id or ""

    @property
    def status(self) -> str | None:
        """The review status where it is a string (not necessarily a known one)."""
        status = self.value.get("review_status")
        return status if isinstance(status, str) else None

    @property
    def item(self) -> Item | None:
        """The first CSL item with this id."""
        csl = self.workspace.csl
        items = csl.by_id.get(self.key) if csl else None
        return items[0] if items else None

    def parts(self, list_name: str) -> Iterator[Part]:
        """The entries of ``provider_candidates``, ``conflicts`` or ``review_decisions``, of any type."""
        entries = self.value.get(list_name)
        if isinstance(entries, list):
            for index, entry in enumerate(entries):
                yield Part(self, list_name, index, entry)

    def objects(self, list_name: str) -> Iterator[Part]:
        """Those entries that are objects."""
        return (part for part in self.parts(list_name) if isinstance(part.value, dict))


class Sidecar(Subject):
    """The verification sidecar. ``records`` holds the records that are objects, by id, in file order.

    ``is_judged`` says whether the records are in a shape that the rules know: the version is the one they
    are written for, or else at least one record looks like it.
    """

    __slots__ = ("is_judged", "records")

    def __init__(self, workspace: Workspace, document: Document) -> None:
        super().__init__(workspace, document, (), document.value)
        self.records: dict[str, Record] = {
            key: Record(workspace, document, key, value)
            for key, value in self.references.items()
            if isinstance(value, dict)
        }
        self.is_judged = self.get("schema_version") == SCHEMA_VERSION or any(
            record.status in STATUSES for record in self.records.values()
        )

    @property
    def references(self) -> dict[str, Any]:
        """The ``references`` object, empty where it is missing or of another type."""
        references = self.get("references")
        return references if isinstance(references, dict) else {}


class Queue(Subject):
    """The review queue. ``lines`` are its entries that are objects."""

    __slots__ = ("lines",)

    def __init__(self, workspace: Workspace, document: Document) -> None:
        super().__init__(workspace, document, (), document.value)

        def line(index: int, entry: dict[str, Any], id: str | None) -> Subject:
            return Subject(workspace, document, index, entry, id)

        self.lines = Entries(document.value, line)

    @property
    def is_whole(self) -> bool:
        """Whether every line could be read as an object."""
        return len(self.lines) == len(self.value)


class Workspace(View):
    """The bundle. A file that is missing or cannot be read leaves its attribute None.

    ``has(role)`` tells the two apart: a file that is there and broken says so itself, and nothing
    that depends on it is judged.
    """

    def __init__(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> None:
        self.bundle = bundle
        self.settings = settings
        self.documents = documents
        self._files = {file.role: file for file in bundle.files if file.path in documents}
        csl, sidecar, queue = (self._readable(role) for role in ("csl", "sidecar", "queue"))
        self.csl = CslFile(self, csl) if csl else None
        self.sidecar = Sidecar(self, sidecar) if sidecar else None
        self.queue = Queue(self, queue) if queue else None
        self._begun: Callable[[], bytes] | None = None
        self._made: dict[Callable[[Workspace], Any], Any] = {}

    def has(self, role: str) -> bool:
        """Whether the file of this role is there, readable or not."""
        return role in self._files

    def file(self, role: str) -> BundleFile | None:
        """The file of this role, where it is there."""
        return self._files.get(role)

    def path_of(self, role: str) -> str | None:
        """Where the file of this role is or would be; None where the configuration gives it no place."""
        contract: Any = self.bundle.contract
        path: str | None = contract.paths(self.bundle.root, self.settings).get(role)
        return path

    @property
    def odd_items(self) -> Iterator[Item]:
        """The items that a rule which looks at one alone may have something to say about."""
        items = self.csl.items if self.csl else ()
        return (item for item, is_fine in zip(items, self._plain_items, strict=True) if not is_fine)

    @cached_property
    def _plain_items(self) -> bytes:
        """Of each item whether surely no rule has anything to say about it alone: as a first look has it, else anew."""
        csl = self.csl
        if csl is None:
            return b""
        verdicts = csl.document.verdicts
        return (
            verdicts if len(verdicts) == len(csl.items) else bytes(is_plain(each.value) for each in csl.items)
        )

    def expect(self, scopes: Collection[str]) -> None:
        """Begin to look at the records of a large sidecar in another process: those of the items come first here."""
        sidecar = self.sidecar
        is_large = sidecar is not None and len(sidecar.document.data) > WORTH_TWO_CORES
        if is_large and "sidecar.record" in scopes:
            self._begun = begin(lambda: bytes(self._are_plain_records()))

    @cached_property
    def odd_records(self) -> tuple[Record, ...]:
        """The records that a rule may have something to say about."""
        sidecar = self.sidecar
        verdicts = self._begun() if self._begun else b""
        if sidecar is None or not sidecar.is_judged:
            return ()
        if len(verdicts) != len(sidecar.records):
            verdicts = bytes(self._are_plain_records())
        return tuple(
            record for record, is_fine in zip(sidecar.records.values(), verdicts, strict=True) if not is_fine
        )

    def _are_plain_records(self) -> Iterator[bool]:
        from datetime import date

        from sourceright_lint.contracts.sourceright.record_plain import is_plain

        providers, as_of = self.settings.option("known-providers"), self.settings.as_of
        last_day = date.fromordinal(max(1, as_of.toordinal() - _ZONE_DAYS)).isoformat() if as_of else ""
        items: Mapping[str, list[Item]] = self.csl.by_id if self.csl else {}
        for key, record in self.sidecar.records.items() if self.sidecar else ():
            item = items[key][0].value if key in items else None
            yield is_plain(record.value, item, providers, last_day)

    def once(self, work: Callable[[Workspace], Made]) -> Made:
        """What ``work`` makes of the bundle. It is done for the first who asks, and kept for all others."""
        if work not in self._made:
            self._made[work] = work(self)
        made: Made = self._made[work]
        return made

    def subjects(self, scope: str) -> Iterable[Any]:
        """Subjects of the scopes ``workspace``, ``csl.*``, ``sidecar.*`` and ``queue.*``."""
        if scope == "workspace":
            return (self,)
        return _SUBJECTS[scope](self) if scope in _SUBJECTS else ()

    def _readable(self, role: str) -> Document | None:
        file = self._files.get(role)
        document = self.documents[file.path] if file else None
        if document is None or document.value is MISSING or _is_unsettled(document):
            return None
        return document


def _is_unsettled(document: Document) -> bool:
    """Whether a merge is unfinished: of the lines between its markers, one side is going to be taken out."""
    return any(fault.code == "json.merge_marker" for fault in document.faults)


def _unwrap(value: Any) -> tuple[str | None, list[Any]]:
    if isinstance(value, list):
        return None, value
    if isinstance(value, dict) and "id" not in value:
        for wrapper in WRAPPERS:
            inner = value.get(wrapper)
            if isinstance(inner, list):
                return wrapper, inner
            if isinstance(inner, dict) and "type" in inner:
                return wrapper, [inner]
    return None, []


def _items_holding(variables: frozenset[str]) -> Any:
    def items(workspace: Workspace) -> Iterator[Item]:
        return (item for item in workspace.odd_items if not variables.isdisjoint(item.value))

    return items


def _records(workspace: Workspace) -> Iterable[Record]:
    return workspace.odd_records


def _parts(list_name: str) -> Any:
    def parts(workspace: Workspace) -> Iterator[Part]:
        for record in _records(workspace):
            yield from record.parts(list_name)

    return parts


_SUBJECTS: dict[str, Any] = {
    "csl.file": lambda w: (w.csl,) if w.csl else (),
    "csl.item": lambda w: w.odd_items,
    **{f"csl.item.{kind}": _items_holding(variables) for kind, variables in WITH_RULES.items()},
    "sidecar.file": lambda w: (w.sidecar,) if w.sidecar else (),
    "sidecar.record": _records,
    "sidecar.candidate": _parts("provider_candidates"),
    "sidecar.conflict": _parts("conflicts"),
    "sidecar.decision": _parts("review_decisions"),
    "queue.file": lambda w: (w.queue,) if w.queue else (),
    "queue.line": lambda w: w.queue.lines if w.queue else (),
}

__all__ = [
    "BROKEN", "WRAPPERS", "CslFile", "Item", "Part", "Queue", "Record", "Sidecar", "Subject", "Workspace",
    "id_text",
]  # fmt: skip
