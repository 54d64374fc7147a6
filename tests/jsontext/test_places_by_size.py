"""Places, lines and raw text are the same whether a file counts as small or as large."""

from __future__ import annotations

import pytest

from sourceright_lint.jsontext import MISSING, Document, Form, document, locate, marks, places, seek
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


def told(data: bytes, kind: str, ask_layout: bool, backwards: bool = False) -> list[object]:
    content = read("x", Decoded(data.decode(), None), kind, False)
    if not isinstance(content, Exact):
        return []
    found = Document("x", data, kind)  # type: ignore[arg-type]
    if ask_layout:
        found.is_laid_out()
    answers: list[object] = []
    asked = pointers(content.root)
    by_pointer = {
        pointer: (found.span(pointer), found.span(pointer, key=True), found.raw(pointer))
        for pointer in (reversed(asked) if backwards else asked)
    }
    answers += [by_pointer[pointer] for pointer in asked]
    for line in range(data.count(b"\n") + 3):
        whole = found.line_text(line)
        for start in range(0, len(whole) + 1, 3):
            answers += [whole, found.line_text(line, start), found.line_text(line, start, 2)]
    if kind == "jsonl":
        answers += [found.line_of_entry(index) for index in range(len(content.root.elements))]
    return answers


@pytest.mark.parametrize(
    ("small", "few", "block", "rounds"), [(0, 0, 4, 50), (12, 3, 7, 0), (0, 10**6, 1, 1)], ids=repr
)
@pytest.mark.parametrize("chunk", CHUNKS)
def test_places(
    chunk: int, small: int, few: int, block: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = FILES[chunk : chunk + 8]
    usual = [told(data, kind, False) for data, kind in files]
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(locate, "_SMALL", small)
    monkeypatch.setattr(marks, "_SMALL", small)
    monkeypatch.setattr(places, "_FEW", few)
    monkeypatch.setattr(places, "_BLOCK", block)
    monkeypatch.setattr(seek, "_ROUNDS", rounds)
    for ask_layout in (False, True):
        for (data, kind), wanted in zip(files, usual, strict=True):
            assert told(data, kind, ask_layout) == wanted, data
            assert told(data, kind, ask_layout, backwards=True) == wanted, data


CANONICAL = b'{\n  "a": 1,\n  "b": [\n    "x"\n  ]\n}\n'
SORTED, LIST, DEEP = FORMS["sorted"], FORMS["list"], FORMS["deep"]


@pytest.mark.parametrize("large", [False, True], ids=["small", "large"])
def test_what_is_canonical(large: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if large:
        monkeypatch.setattr(document, "_SMALL", 0)
    found = Document("x", CANONICAL)
    assert found.verdicts == b""
    for _ in range(2):
        assert [found.canonical(form) for form in (SORTED, DEEP, SORTED)] == [CANONICAL] * 3
        assert [found.is_canonical(form) for form in (SORTED, DEEP, SORTED)] == [True] * 3
        assert [found.is_surely_canonical(form) for form in (SORTED, DEEP)] == [True] * 2
        assert found.is_laid_out()
        assert (found.value, found.faults, found.readable) == ({"a": 1, "b": ["x"]}, (), True)
        found.forget()
        assert found.verdicts == b""
    marked, text = Document("x", b"\xef\xbb\xbf" + CANONICAL), Document("x", CANONICAL, "text")
    for other in (marked, text):
        assert not other.is_canonical(SORTED)
        assert not other.is_surely_canonical(SORTED)
        assert not other.is_laid_out()
    assert marked.canonical(SORTED) == CANONICAL
    assert text.canonical(SORTED) is None
    assert text.value is MISSING
    disorder = Document("x", b'{\n  "b": 1,\n  "a": 2\n}\n')
    assert disorder.is_laid_out()
    assert not disorder.is_surely_canonical(SORTED)
    assert not disorder.is_canonical(SORTED)
    assert disorder.is_canonical(Form(first=("b",)))
    assert not disorder.is_canonical(SORTED)


def test_what_another_process_knows() -> None:
    found = Document("x", CANONICAL)
    found.take_as_canonical(SORTED)
    assert (found.is_canonical(SORTED), found.canonical(SORTED)) == (True, CANONICAL)
    assert (found.value, found.faults) == ({"a": 1, "b": ["x"]}, ())


@pytest.mark.parametrize("lines", [False, True])
def test_bytes_counted_beside_give_the_same_text(lines: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "WORTH_TWO_CORES", 0)
    monkeypatch.setattr(document, "_SMALL", 0)
    for data in (b'{"b": 1, "a": "x"}\n', b'{"b": -0}\n', b'{"a": 1, "a": 2}\n', b'{"\\u0022": 1}\n'):
        plain, counted = (Document("x", data, "jsonl" if lines else "json") for _ in range(2))
        counted.expect_formatting()
        assert counted.canonical(SORTED) == plain.canonical(SORTED)
        counted.expect_formatting()
        counted.forget()


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_offsets_in_bytes(mark: str) -> None:
    found = Document("x", (mark + '["é😀", 1]').encode())
    size = len(mark.encode())
    assert [found.byte_offset(offset) for offset in (0, 2, 3, 4, 6)] == [size + at for at in (0, 2, 4, 8, 10)]
