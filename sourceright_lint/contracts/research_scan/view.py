"""A run as its rules see it: candidates, scores, batches, packets.

Every accessor returns only what has the right type; what has not is left to the rule that reports it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from sourceright_lint.contract import Bundle, View
from sourceright_lint.contracts.research_scan import files
from sourceright_lint.contracts.research_scan.identity import cid_of, identity_of, text_of
from sourceright_lint.contracts.research_scan.schemas import checker
from sourceright_lint.finding import Pointer, Severity
from sourceright_lint.jsontext import MISSING, Document
from sourceright_lint.rule import Note, Place, Problem
from sourceright_lint.schema_check import Violation


class Part:
    """A value in one of the files. ``cid`` is the content id of the work it is about, where it has one."""

    __slots__ = ("cid", "document", "pointer", "value")

    def __init__(self, document: Document, pointer: Pointer, value: Any) -> None:
        self.document = document
        self.pointer = pointer
        self.value = value
        self.cid = cid_of(value.get("cid")) if isinstance(value, dict) else None

    def get(self, key: str) -> Any:
        """The member ``key`` where the value is an object, else None."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def text(self, key: str) -> str | None:
        """The member ``key`` where it is a string."""
        return text_of(self.get(key))

    def parts(self, key: str) -> Parts:
        """The elements of the list ``key``, of any type."""
        return Parts(self.document, (*self.pointer, key), self.get(key))

    def objects(self, key: str) -> Parts:
        """The elements of the list ``key`` that are objects."""
        return Parts(self.document, (*self.pointer, key), self.get(key), only_objects=True)

    def at(self, *suffix: str | int, key: bool = False) -> Place:
        """The place of a value inside this one."""
        return Place(self.document, (*self.pointer, *suffix), key)

    def problem(
        self,
        message: str,
        *suffix: str | int,
        notes: tuple[Note, ...] = (),
        help: str = "",
        severity: Severity | None = None,
    ) -> Problem:
        """A problem at a value inside this one."""
        return Problem(self.at(*suffix), message, self.cid, notes, None, help, severity)


class Parts:
    """The elements of a list at ``at``, or the objects in it; none where ``value`` is no list.

    They are presented one by one, anew to each who asks: kept, those of a megabyte of empty objects would take
    fifty more.
    """

    def __init__(self, document: Document, at: Pointer, value: Any, *, only_objects: bool = False) -> None:
        self._document = document
        self._at = at
        self._elements: list[Any] = value if isinstance(value, list) else []
        self._only_objects = only_objects

    def __len__(self) -> int:
        if not self._only_objects:
            return len(self._elements)
        return sum(isinstance(element, dict) for element in self._elements)

    def __iter__(self) -> Iterator[Part]:
        for index, element in enumerate(self._elements):
            if not self._only_objects or isinstance(element, dict):
                yield Part(self._document, (*self._at, index), element)

    @cached_property
    def with_cid(self) -> list[Part]:
        """Those objects that have a content id."""
        return [
            Part(self._document, (*self._at, index), element)
            for index, element in enumerate(self._elements)
            if _has_cid(element)
        ]


_NONE = Parts(Document("", b""), (), None)


class JsonFile(Part):
    """One of the JSON files that could be read. ``name`` is relative to the run's folder."""

    __slots__ = ("name", "role", "violations")

    def __init__(self, name: str, role: str, document: Document) -> None:
        super().__init__(document, (), document.value)
        self.name = name
        self.role = role
        schema = checker(role)
        self.violations: tuple[Violation, ...] = tuple(schema.violations(self.value)) if schema else ()

    @property
    def sound(self) -> bool:
        """Whether the file has the shape of its schema, so that what it says can be counted on."""
        return all(violation.keyword == "lax" for violation in self.violations)


class Run(View):
    """The bundle. A file that is missing or cannot be read leaves its attribute None.

    ``has`` tells the two apart: a file that is there and broken says so itself, and nothing that
    depends on it is judged.
    """

    def __init__(self, bundle: Bundle, documents: Mapping[str, Document]) -> None:
        self.root = bundle.root
        self.documents: dict[str, Document] = {
            file.path[len(bundle.root) + 1 :]: documents[file.path]
            for file in bundle.files
            if file.path in documents
        }

    def has(self, name: str) -> bool:
        """Whether the file of this name is there, readable or not."""
        return name in self.documents

    @cached_property
    def files(self) -> dict[str, JsonFile]:
        """The JSON files that could be read, by their names."""
        return {
            name: JsonFile(name, files.role_of(name), document)
            for name, document in self.documents.items()
            if document.kind == "json" and document.value is not MISSING
        }

    def file(self, name: str) -> JsonFile | None:
        """The JSON file of this name, where it could be read."""
        return self.files.get(name)

    def sound(self, *names: str) -> bool:
        """Whether all these files are there and have the shapes of their schemas."""
        return all(name in self.files and self.files[name].sound for name in names)

    def objects(self, name: str, key: str) -> Parts:
        """The objects in the list ``key`` of the file of this name."""
        file = self.file(name)
        return file.objects(key) if file else _NONE

    @property
    def anchor(self) -> Document | None:
        """A document to show what is wrong with the run as a whole, or with a file that is missing."""
        return next((self.documents[name] for name in files.MARKERS if name in self.documents), None)

    @cached_property
    def candidates(self) -> Parts:
        """The entries of candidates.json."""
        return self.objects("candidates.json", "candidates")

    @cached_property
    def pool(self) -> dict[str, Part]:
        """Candidates by content id, also by the one that follows from their identifiers; the last of doubles."""
        found = {}
        for candidate in self.candidates:
            identity = identity_of(candidate.value)
            if identity is not None:
                found[identity.cid] = candidate
        found.update((part.cid, part) for part in self.candidates.with_cid if part.cid is not None)
        return found

    @cached_property
    def doubled_candidates(self) -> frozenset[str | None]:
        """Content ids that more than one candidate has."""
        seen: set[str | None] = set()
        twice: set[str | None] = set()
        for part in self.candidates.with_cid:
            (twice if part.cid in seen else seen).add(part.cid)
        return frozenset(twice)

    def whole(self, name: str, *keys: str) -> bool:
        """Whether each element of these lists has a content id, so that a work not found there is not there."""
        file = self.file(name)
        if file is None:
            return False
        lists = [file.get(key) for key in keys] if keys else [file.value]
        return all(isinstance(elements, list) and all(map(_has_cid, elements)) for elements in lists)

    @cached_property
    def scores(self) -> Parts:
        """The entries of screen.json."""
        return self.objects("screen.json", "scores")

    @cached_property
    def score_of(self) -> dict[str, int]:
        """Screening scores by content id; the last one where there are several."""
        return {
            part.cid: part.value["score"]
            for part in self.scores.with_cid
            if part.cid is not None and type(part.get("score")) is int
        }

    @cached_property
    def batches(self) -> list[JsonFile]:
        """The batches that could be read and whose names have the right form."""
        return [
            file
            for name, file in self.files.items()
            if file.role == files.BATCH and files.batch_series(batch_name(name)) is not None
        ]

    @property
    def shortlist(self) -> Iterator[Part]:
        """The entries of shortlist.json, those from outside the window last."""
        yield from self.objects("shortlist.json", "in_window")
        yield from self.objects("shortlist.json", "outside_window")

    @cached_property
    def ranked(self) -> Parts:
        """The entries of ranked.json."""
        file = self.file("ranked.json")
        return Parts(file.document, (), file.value, only_objects=True) if file else _NONE

    @cached_property
    def packets(self) -> Parts:
        """The packets of evidence.json."""
        return self.objects("evidence.json", "packets")

    @cached_property
    def alternates(self) -> Parts:
        """The alternates of evidence.json."""
        return self.objects("evidence.json", "alternates")

    @property
    def emitted(self) -> Iterator[Part]:
        """The packets of evidence.json, then its alternates."""
        yield from self.packets
        yield from self.alternates

    @cached_property
    def criteria(self) -> frozenset[str] | None:
        """Ids of the sub-criteria; None where the plan cannot say."""
        plan = self.file("queries.json")
        if plan is None or not isinstance(plan.get("sub_criteria"), list):
            return None
        ids = {part.text("id") for part in plan.parts("sub_criteria")}
        return None if None in ids else frozenset(id for id in ids if id is not None)

    @property
    def gap_round(self) -> bool:
        """Whether the plan has queries for a gap round."""
        plan = self.file("queries.json")
        return plan is not None and bool(plan.get("round2"))

    def subjects(self, scope: str) -> Iterable[Any]:
        """Subjects of the scopes ``run``, ``file`` (a JSON file), ``plan`` (queries.json) and ``log`` (a log)."""
        if scope == "run":
            return (self,)
        if scope == "file":
            return tuple(self.files.values())
        if scope == "plan":
            plan = self.file("queries.json")
            return (plan,) if plan else ()
        if scope == "log":
            return tuple(d for name, d in self.documents.items() if files.owner_of(name) == "log")
        return ()


def _has_cid(element: Any) -> bool:
    return isinstance(element, dict) and cid_of(element.get("cid")) is not None


def batch_name(name: str) -> str:
    """The name of a batch from that of its file."""
    return name.rpartition("/")[2].removesuffix(".json")
