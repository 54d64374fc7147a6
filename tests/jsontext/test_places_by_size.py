"""Places, lines and raw text are the same whether a file counts as small or as large."""

from __future__ import annotations

import pytest

from sourceright_lint.jsontext import Document, document, locate, marks, places
from sourceright_lint.jsontext.decode import Decoded
from sourceright_lint.jsontext.exact import Exact, read
from tests.jsontext.support import FORMS, slow_canonical
from tests.jsontext.test_places import pointers
from tests.jsontext.test_samples import LINES, SAMPLES

TEXTS = [(text, "json") for text in SAMPLES.values()] + [(text, "jsonl") for text in LINES.values()]
LAID_OUT = [
    ("laid out", slow_canonical(text.encode(), form, kind), kind)
    for text, kind in TEXTS
    for form in (FORMS["sorted"], FORMS["list"])
]
AS_THEY_ARE = [("as it is", text.encode(), kind) for text, kind in TEXTS]
FILES = list(dict.fromkeys((data, kind) for _, data, kind in (*LAID_OUT, *AS_THEY_ARE) if data))
CHUNKS = range(0, len(FILES), 8)


def told(data: bytes, kind: str, ask_layout: bool) -> list[object]:
    content = read("x", Decoded(data.decode(), None), kind, False)
    if not isinstance(content, Exact):
        return []
    found = Document("x", data, kind)  # type: ignore[arg-type]
    if ask_layout:
        found.is_laid_out()
    answers: list[object] = []
    for pointer in pointers(content.root):
        answers += [found.span(pointer), found.span(pointer, key=True), found.raw(pointer)]
    for line in range(data.count(b"\n") + 3):
        whole = found.line_text(line)
        for start in range(0, len(whole) + 1, 3):
            answers += [whole, found.line_text(line, start), found.line_text(line, start, 2)]
    if kind == "jsonl":
        answers += [found.line_of_entry(index) for index in range(len(content.root.elements))]
    return answers


@pytest.mark.parametrize(("small", "few", "block"), [(0, 0, 4), (12, 3, 7), (0, 10**6, 1)])
@pytest.mark.parametrize("chunk", CHUNKS)
def test_places(chunk: int, small: int, few: int, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    files = FILES[chunk : chunk + 8]
    usual = [told(data, kind, False) for data, kind in files]
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(locate, "_SMALL", small)
    monkeypatch.setattr(marks, "_SMALL", small)
    monkeypatch.setattr(places, "_FEW", few)
    monkeypatch.setattr(places, "_BLOCK", block)
    for ask_layout in (False, True):
        for (data, kind), wanted in zip(files, usual, strict=True):
            assert told(data, kind, ask_layout) == wanted, data
