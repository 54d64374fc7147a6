"""Lines, columns, and the places of values in all layouts and sizes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.finding import Pointer, Span
from sourceright_lint.jsontext import Document, bulk, locate, marks, places, seek
from sourceright_lint.jsontext import document as document_module
from sourceright_lint.jsontext.cut import cut_any
from sourceright_lint.jsontext.decode import Decoded
from sourceright_lint.jsontext.exact import Exact, read
from sourceright_lint.jsontext.items import items_of
from sourceright_lint.jsontext.locate import Locator, find_below
from sourceright_lint.jsontext.marks import Marks
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.places import Places
from tests.jsontext.support import FORMS, texts


@pytest.mark.parametrize("few", [0, 3, 50])
@given(
    text=st.text("aé😀\n\r\u2028\x0b", max_size=40), offsets=st.tuples(st.integers(0, 40), st.integers(0, 40))
)
@settings(max_examples=200)
def test_lines_and_columns_count_characters(few: int, text: str, offsets: tuple[int, int]) -> None:
    start, end = sorted(min(offset, len(text)) for offset in offsets)
    small, usual = places._BLOCK, places._FEW
    try:
        places._BLOCK, places._FEW = 4, few
        found = Places(text)
        span = found.span(start, end)
        lines = text.split("\n")
        for line, column, offset in ((span.line, span.column, start), (span.end_line, span.end_column, end)):
            assert sum(len(each) + 1 for each in lines[: line - 1]) + column - 1 == offset
        for number, line in enumerate(lines, 1):
            assert found.line_text(number) == line.removesuffix("\r")
        assert found.line_text(len(lines) + 1) == found.line_text(0) == ""
    finally:
        places._BLOCK, places._FEW = small, usual


def pointers(node: Node, here: Pointer = ()) -> list[Pointer]:
    """Every pointer into a value, and some that lead too far."""
    found = [here, (*here, "nowhere"), (*here, 99), (*here, 0, "x")]
    for member in node.members:
        found += pointers(member.value, (*here, member.name))
    for index, element in enumerate(node.elements):
        found += pointers(element, (*here, index))
    return found


def plain(node: Node | None) -> Any:
    return None if node is None else (node.kind, node.start, node.end, node.value())


def check_locator(locator: Locator, root: Node) -> None:
    for pointer in pointers(root):
        exact = root.at(pointer)
        assert plain(locator.node(pointer)) == plain(exact)
        assert locator.find(pointer) == find_below(root, pointer)
        items, wanted = locator.items(pointer), None if exact is None else items_of(exact)
        assert (items is None) == (wanted is None)
        if items is not None and wanted is not None:
            assert items[1:3] == wanted[1:3]
            assert list(items.items) == list(wanted.items)


@pytest.mark.parametrize("size", [0, 30])
@pytest.mark.parametrize("rounds", [0, 1, 50])
@given(text=texts(odd=False), order=st.randoms())
@settings(max_examples=80)
def test_places_told_from_bytes_are_those_of_the_text(
    rounds: int, size: int, text: str, order: random.Random
) -> None:
    data = bulk._pretty(json.loads(text), FORMS["sorted"])
    document = Document("x", data)
    root = document.node()
    assert root is not None
    asked = pointers(root)
    order.shuffle(asked)
    usual = marks._SMALL, seek._ROUNDS, places._BLOCK
    try:
        marks._SMALL, seek._ROUNDS, places._BLOCK = size, rounds, 8
        told = Marks(data, document.value)
        for pointer in asked:
            for key in (False, True):
                span = told.span(pointer, key)
                assert span == document.span(pointer, key)
                line = span.line
                for start, limit in ((0, None), (0, 7), (span.column - 1, 3)):
                    assert told.line_text(line, start, limit) == document.line_text(line, start, limit)
            assert told.raw(pointer) == document.raw(pointer)
    finally:
        marks._SMALL, seek._ROUNDS, places._BLOCK = usual


def test_a_large_text_in_canonical_layout_is_not_decoded_for_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_module, "_SMALL", 0)
    data = '{\n  "a": [\n    "\U0001f30a",\n    1.5\n  ],\n  "b": "\u6f6e"\n}\n'.encode()
    document = Document("x", data)
    assert document.faults == ()
    assert document.span(("a", 1)) == Span(4, 5, 4, 8)
    assert document.span(("b",), key=True) == Span(6, 3, 6, 6)
    assert document.raw(("a", 0)) == '"\U0001f30a"'
    assert document.line_text(3) == '    "\U0001f30a",'
    assert document._decoded is None


@pytest.mark.parametrize("size", [0, 30])
@given(text=texts(odd=False), pretty=st.booleans())
@settings(max_examples=200)
def test_large_texts_are_cut_where_the_exact_reader_finds_the_items(
    size: int, text: str, pretty: bool
) -> None:
    if pretty:
        text = bulk._pretty(json.loads(text), FORMS["sorted"]).decode()
    content = read("x", Decoded(text, None), "json", False)
    assert isinstance(content, Exact)
    usual = locate._SMALL
    try:
        locate._SMALL = size
        check_locator(Locator(text, pretty, False), content.root)
        if not content.faults:
            check_locator(Locator(text, pretty, False, content.value), content.root)
    finally:
        locate._SMALL = usual


@given(
    entries=st.lists(texts(odd=False).map(lambda text: text.replace("\n", " ")), max_size=4),
    gap=st.integers(0, 2),
)
@settings(max_examples=100)
def test_lines_are_cut_where_the_exact_reader_finds_the_entries(entries: list[str], gap: int) -> None:
    text = ("\r\n" * gap).join(["", *(" " * gap + entry + "\n" for entry in entries)])
    if len(entries) == 1 and entries[0].startswith("["):
        return
    content = read("x", Decoded(text, None), "jsonl", False)
    assert isinstance(content, Exact)
    check_locator(Locator(text, False, True), content.root)
    check_locator(Locator(text, False, True, content.value), content.root)


TEXT = '{\r\n  "é": ["😀", {"k": 1}],\r\n  "n": null\r\n}'


@pytest.mark.parametrize(
    ("pointer", "key", "span"),
    [
        ((), False, Span(1, 1, 4, 2)),
        ((), True, Span(1, 1, 4, 2)),
        (("é",), False, Span(2, 8, 2, 23)),
        (("é",), True, Span(2, 3, 2, 6)),
        (("é", 0), False, Span(2, 9, 2, 12)),
        (("é", 1, "k"), True, Span(2, 15, 2, 18)),
        (("é", 1, "none"), True, Span(2, 14, 2, 15)),
        (("é", 7), False, Span(2, 8, 2, 9)),
        (("é", 7), True, Span(2, 3, 2, 6)),
        (("n",), False, Span(3, 8, 3, 12)),
        (("n", "x"), False, Span(3, 8, 3, 12)),
        (("none",), False, Span(1, 1, 1, 2)),
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "bom"])
@pytest.mark.parametrize("tail", ["", ',"\\ud83d":0'], ids=["faultless", "exact"])
def test_spans(mark: str, tail: str, pointer: Pointer, key: bool, span: Span) -> None:
    document = Document("x", (mark + TEXT[:-1].rstrip() + tail + "\r\n}").encode())
    assert bool(document.faults) == bool(mark + tail)
    if tail and span.end_line == 4 and not pointer:
        assert document.span(pointer, key).line == 1
    else:
        assert document.span(pointer, key) == span


def test_offsets_in_bytes_count_the_byte_order_mark() -> None:
    document = Document("x", ("\ufeff" + TEXT).encode())
    node = document.node(("é", 0))
    assert node is not None
    assert document.data[document.byte_offset(node.start) :].startswith('"😀"'.encode())
    assert document.line_text(2) == '  "é": ["😀", {"k": 1}],'
    assert document.raw(("é", 1)) == '{"k": 1}'
    assert document.raw(("none",)) == ""


def test_entries_of_lines_have_their_line() -> None:
    document = Document("x", b'{"a":1}\n\n  \r\n {"b":[1]} \r\n{"c":2}', "jsonl")
    assert [document.line_of_entry(index) for index in range(3)] == [1, 4, 5]
    assert document.span((1, "b", 0)) == Span(4, 8, 4, 9)
    assert document.span((1,)) == Span(4, 2, 4, 11)


@pytest.mark.parametrize(
    "text", ["[]", "{ }", '[1, {"a": 2} ,"x" \n]', '{"a":1 , "b" : [2]\t}', "[[1.5, true]]", '{"a": "]"}']
)
def test_the_last_item_of_so_many_ends_where_its_container_does(text: str) -> None:
    one, other = cut_any(text, 0, len(text)), cut_any(text, 0, len(text), len(json.loads(text)))
    assert one is not None
    assert other is not None
    assert list(one.items) == list(other.items)


def test_a_member_that_is_nearly_all_of_the_object_wears_the_search_out() -> None:
    data = (json.dumps({"a": list(range(1_000)), "b": 1}, indent=2) + "\n").encode()
    seeker = seek.Seeker(data, 0, len(data) - 1, 0, "b")
    found = [seeker.member("a") for _ in range(4)]
    assert found.count(found[0]) == 4
    assert seeker.is_worn_out
