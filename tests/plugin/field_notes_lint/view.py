"""The notes as their rules see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sourceright_lint.contract import View
from sourceright_lint.jsontext import Document
from sourceright_lint.rule import Place


class Note(NamedTuple):
    """One note. ``known`` are the places that the configuration allows."""

    document: Document
    number: int
    value: dict[str, Any]
    known: Sequence[str]

    def at(self, key: str) -> Place:
        """The place of a member."""
        return Place(self.document, (self.number, key))


class Notes(View):
    """All notes of the file that are objects."""

    def __init__(self, documents: Mapping[str, Document], known: Sequence[str]) -> None:
        self.documents = documents
        self.known = known

    def subjects(self, scope: str) -> Iterable[Any]:
        """Notes are all there is."""
        return self._notes() if scope == "field_notes.note" else ()

    def _notes(self) -> Iterator[Note]:
        for document in self.documents.values():
            if document.readable and isinstance(document.value, list):
                for number, value in enumerate(document.value):
                    if isinstance(value, dict):
                        yield Note(document, number, value, self.known)
