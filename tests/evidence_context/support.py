"""Invented bundles, changes to them, and a small runner of the contract's rules."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping
from typing import Any

from sourceright_lint.config import Settings
from sourceright_lint.contracts.evidence_context import INDEX, PAYLOAD, EvidenceContext
from sourceright_lint.contracts.evidence_context.view import EvidenceView
from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document
from sourceright_lint.rule import Problem
from sourceright_lint.source import Source

SETTINGS = Settings()
CONTRACT = EvidenceContext()
SOURCE = "walk-7"
DIGEST = "sha256:" + "8d0c7e51b2f94a63" * 4


class MemorySource(Source):
    """Files in a dictionary."""

    label = "memory"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)
        self.opened: list[str] = []

    def read(self, path: str) -> bytes | None:
        self.opened.append(path)
        return self.files.get(path)

    def names(self, folder: str) -> frozenset[str]:
        return frozenset(p.rpartition("/")[2] for p in self.files if p.rpartition("/")[0] == folder)

    def walk(self, folder: str) -> Iterable[str]:
        prefix = folder + "/" if folder else ""
        return sorted(path for path in self.files if path.startswith(prefix))


def ref(start: Any, end: Any = None, source: Any = SOURCE) -> dict[str, Any]:
    return {"source_id": source, "start_unit_id": start, "end_unit_id": start if end is None else end}


def unit(id: Any, text: str = "A heron by the lock.", **more: Any) -> dict[str, Any]:
    return {"id": id, "kind": "note", "text": text, "ref": ref(id), **more}


def cite(lane: Any, start: Any, end: Any = None) -> dict[str, Any]:
    return {"lane_id": lane, "source_ref": ref(start, end)}


def context(units: list[Any], evidence: list[Any]) -> dict[str, Any]:
    first, last = units[0]["id"], units[-1]["id"]
    return {"context_ref": ref(first, last), "evidence_refs": evidence, "units": units}


def valid_payload() -> dict[str, Any]:
    """Two contexts, two lanes; unit ids that do not ascend; evidence in the document's order, not the ids'."""
    first = context(
        [unit(10), unit(30, metadata={"speaker": "A", "x": [1, {"y": None}]}), unit(20)],
        [
            cite("birds", 10, 20),
            cite("birds", 30),
            cite("birds", 30, 20),
            cite("birds", 20),
            cite("boats", 10),
        ],
    )
    second = context([unit(50, metadata={})], [cite("boats", 50)])
    return {
        "source_id": SOURCE,
        "source_digest": DIGEST,
        "window_units": 1,
        "selected_lanes": ["birds", "boats"],
        "contexts": [first, second],
    }


def valid_descriptor() -> dict[str, Any]:
    return {
        "artifact_kind": "source/evidence-context",
        "media_type": "application/json",
        "schema_id": "notarius.source.evidence_context",
        "schema_name": "notarius_source_evidence_context_v1",
        "schema_version": "v1",
        "logical_file": "evidence-context.json",
    }


DELETE = object()


def put(value: Any, pointer: Pointer, new: Any) -> Any:
    """A copy of ``value`` with ``new`` at ``pointer`` (DELETE takes it out; an index past the end appends)."""
    value = copy.deepcopy(value)
    if not pointer:
        return new
    holder = value
    for part in pointer[:-1]:
        holder = holder[part]
    last = pointer[-1]
    if new is DELETE:
        del holder[last]
    elif isinstance(holder, list) and last == len(holder):
        holder.append(new)
    else:
        holder[last] = new
    return value


def changed(value: Any, *changes: tuple[Pointer, Any]) -> Any:
    """A copy of ``value`` with each change made in turn."""
    for pointer, new in changes:
        value = put(value, pointer, new)
    return value


def view_of(files: Mapping[str, Any]) -> EvidenceView | None:
    """The bundle at the top of ``files`` (bytes, or JSON values, by path)."""
    source = MemorySource({path: as_bytes(value) for path, value in files.items()})
    bundle = CONTRACT.bundle("", source, SETTINGS)
    if bundle is None:
        return None
    documents = {
        file.path: Document(file.path, source.files[file.path], file.kind, file.private)
        for file in bundle.files
    }
    return CONTRACT.view(bundle, documents, SETTINGS)


def problems(files: Mapping[str, Any]) -> list[tuple[str, Problem]]:
    """Every problem of the bundle at the top of ``files``, with its code."""
    view = view_of(files)
    if view is None:
        return []
    return [
        (rule.code, problem)
        for rule in CONTRACT.rules()
        for subject in view.subjects(rule.scope)
        for problem in rule.check(subject)
    ]


def payload_problems(payload: Any) -> list[tuple[str, Problem]]:
    return problems({PAYLOAD: payload})


def index_problems(index: Any, **files: Any) -> list[tuple[str, Problem]]:
    return problems({INDEX: index, PAYLOAD: valid_payload(), **files})


def where(found: list[tuple[str, Problem]]) -> list[tuple[str, Pointer]]:
    """Codes and pointers, sorted."""
    return sorted(((code, problem.place.pointer) for code, problem in found), key=repr)


def words_of(problem: Problem) -> str:
    """Everything of a problem that a report may print."""
    places = [problem.place, *(note.place for note in problem.notes)]
    pointers = [str(place.pointer) for place in places]
    notes = [note.message for note in problem.notes]
    return "\n".join([problem.message, problem.help, problem.record or "", *notes, *pointers])


def as_bytes(value: Any) -> bytes:
    """A JSON value as text; bytes as they are."""
    if isinstance(value, bytes):
        return value
    return json.dumps(value, indent=2).encode()
