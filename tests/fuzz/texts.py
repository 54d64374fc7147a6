"""Targets of JSON as text: reading, locating, formatting, editing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from sourceright_lint.baseline.entry import FORM as BASELINE
from sourceright_lint.contracts.sourceright.forms import csl_form, queue_form, sidecar_form
from sourceright_lint.errors import WriteRefused
from sourceright_lint.finding import Edit, Insert, Pointer, Remove, RenameKey, Replace, Unwrap
from sourceright_lint.jsontext import (
    BROKEN,
    MISSING,
    SORTED,
    Document,
    Form,
    apply_edits,
    difference,
    doubled,
    locate,
    marks,
    refusal,
    unannounced,
)
from sourceright_lint.jsontext import document as document_module
from tests.fuzz.judge import random_of
from tests.fuzz.parts import split

FORMS = (
    SORTED,
    csl_form(True),
    csl_form(False),
    sidecar_form(),
    queue_form(),
    BASELINE,
    Form(first=("b", "a"), omit={"c": None, "d": []}, floats=frozenset({"e"}), elements=SORTED),
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1.5,
    "",
    "a\u2028\n",
    [],
    {},
    {"a": [1, {"b": "c"}]},
    10**17,
    "\ud83d",
)


def text(data: bytes) -> None:
    """A document of each kind that the input names, by the exact readers and by the fast ones."""
    for kind, body in split(data).items():
        if kind in ("json", "jsonl", "text"):
            small = _Look(body, kind)
            for limit in (20_000, 12):
                with _all_is_large(limit):
                    large = _Look(body, kind)
                assert small.facts == large.facts, "the readers for small and for large files differ"


@contextmanager
def _all_is_large(limit: int) -> Iterator[None]:
    """Every text is read as a large one, and of it each value of more than ``limit`` characters."""
    usual = document_module._SMALL, locate._SMALL, marks._SMALL, doubled._SMALL
    document_module._SMALL, locate._SMALL, marks._SMALL, doubled._SMALL = 0, limit, limit, limit
    try:
        yield
    finally:
        document_module._SMALL, locate._SMALL, marks._SMALL, doubled._SMALL = usual


class _Look:
    """Everything that can be asked of a document."""

    def __init__(self, body: bytes, kind: Any) -> None:
        self.rng = random_of(body)
        self.facts: list[Any] = []
        document = Document("x.json", body, kind)
        form = self.rng.choice(FORMS)
        self._formatted(document, form)
        self._read(document)
        if document.readable and document.value is not MISSING and kind != "text":
            for _ in range(4):
                self._edited(document)

    def _formatted(self, document: Document, form: Form) -> None:
        is_canonical = document.is_canonical(form)
        canonical = document.canonical(form)
        self.facts += [is_canonical, canonical]
        assert is_canonical == (canonical == document.data)
        if canonical is None:
            return
        assert difference(document.data, canonical, document.kind, form) is None
        again = Document("x.json", canonical, document.kind)
        assert again.canonical(form) == canonical, "formatted twice"
        assert again.is_canonical(form)

    def _read(self, document: Document) -> None:
        faults = document.faults
        self.facts += [
            [fault[:5] for fault in faults],
            document.readable,
            document.has_duplicates,
            repr(document.value),
        ]
        for fault in faults:
            span = document.span_at(fault.start, fault.end)
            assert (1, 1) <= span[:2] <= span[2:], fault
            document.line_text(span.line, 0, 100)
        for fault in document.line_layout_faults():
            document.span_at(fault.start, fault.end)
        for pointer, value in _places(document.value, self.rng):
            node = document.node(pointer)
            assert node is not None, pointer
            assert repr(node.value()) == repr(value), pointer
            assert document.raw(pointer) == document.text[node.start : node.end]
            assert document.span(pointer) == document.span_at(node.start, node.end)
            for place in (pointer, (*pointer, "no such key")):
                span = document.span(place, key=True)
                self.facts += [span, document.line_text(span.line, span.column - 1, 50)]

    def _edited(self, document: Document) -> None:
        edits = _edits(document, self.rng)
        why = refusal(document, edits)
        try:
            new = apply_edits(document, edits)
        except WriteRefused as error:
            self.facts.append(str(error))
            return
        assert why is None
        self.facts.append(new)
        lost = unannounced(document, edits, new)
        # What is left of JSON Lines may be too little to be taken for that: the proof says so, and refuses it.
        assert lost is None or (document.kind == "jsonl" and lost == "the new text cannot be read")


def _places(value: Any, rng: Random) -> list[tuple[Pointer, Any]]:
    """A few values of the document, with the pointers that lead to them."""
    if value is MISSING:
        return []
    found: list[tuple[Pointer, Any]] = []
    for _ in range(6):
        pointer, at = (), value
        while True:
            steps: list[Any] = (
                list(at) if isinstance(at, dict) else list(range(len(at))) if isinstance(at, list) else []
            )
            if not steps or rng.random() < 0.2:
                break
            step = rng.choice(steps)
            if at[step] is BROKEN:
                break
            pointer, at = (*pointer, step), at[step]
        found.append((pointer, at))
    return found


def _edits(document: Document, rng: Random) -> list[Edit]:
    edits: list[Edit] = []
    for pointer, value in _places(document.value, rng)[: rng.randint(1, 3)]:
        kind = rng.randrange(5)
        if kind == 0:
            edits.append(Replace("x.json", pointer, rng.choice(VALUES)))
        elif kind == 1 and pointer:
            edits.append(Remove("x.json", pointer))
        elif kind == 2 and pointer and isinstance(pointer[-1], str):
            edits.append(RenameKey("x.json", pointer, rng.choice(("id", "new", "é\n"))))
        elif kind == 3:
            step: Any = rng.choice(("new", "id")) if isinstance(value, dict) else -1
            edits.append(Insert("x.json", (*pointer, step), rng.choice(VALUES)))
        elif pointer:
            edits.append(Unwrap("x.json", pointer[:-1], pointer))
    return edits
