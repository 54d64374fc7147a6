"""What the rules about text look at."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.jsontext import Document, Fault, Form
from sourceright_lint.rule import Note, Place, Problem


class Text:
    """The subject of these rules: a document, and its canonical form where it is to be kept in it.

    ``is_ours``: the file is one that may be rewritten at all.
    """

    __slots__ = ("document", "form", "is_ours")

    def __init__(self, document: Document, form: Form | None, is_ours: bool = True) -> None:
        self.document = document
        self.form = form
        self.is_ours = is_ours

    def faults(self, code: str) -> Iterator[Problem]:
        """The document's faults of one code, as problems."""
        for fault in self.document.faults:
            if fault.code == code:
                yield self._problem(fault)

    def layout_faults(self, code: str) -> Iterator[Problem]:
        """Faults in the layout of JSON Lines of one code, as problems."""
        if self.document.kind == "jsonl" and self.is_ours and self.document.readable:
            for fault in self.document.line_layout_faults():
                if fault.code == code:
                    yield self._problem(fault)

    def _problem(self, fault: Fault) -> Problem:
        notes = tuple(
            Note(Place(self.document, (), span=self.document.span_at(start, end)), message)
            for start, end, message in fault.notes
        )
        place = Place(self.document, (), span=self.document.span_at(fault.start, fault.end))
        return Problem(place, fault.message, None, notes, fault.fix, fault.help)
