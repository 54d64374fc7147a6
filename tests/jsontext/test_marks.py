"""Places told from the bytes of a large text in canonical layout, and that little is read for them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document, marks, seek
from sourceright_lint.jsontext.marks import Marks
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import scan
from tests.jsontext.test_places import pointers

INNER = {"a": "é", 'b "\n😀': [1, {"a": [2, []], "é": {"x": None}}], "c": {"a": 1, "b": {}}}
VALUE = {"behind": INNER, "here": INNER, "list": [[INNER, "x"], [], INNER, "😀"], "é": "end"}


def data_of(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def never(*_: object, **__: object) -> Any:
    raise AssertionError("not here")


@pytest.mark.parametrize("small", [0, 40, 150])
@pytest.mark.parametrize("rounds", [0, 1, 10**6])
@pytest.mark.parametrize("backwards", [False, True])
def test_as_those_of_the_document(
    backwards: bool, rounds: int, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = data_of(VALUE)
    document = Document("x", data)
    root = document.node()
    assert root is not None
    asked = pointers(root)
    wanted = [_answers(document, pointer) for pointer in asked]
    monkeypatch.setattr(marks, "_SMALL", small)
    monkeypatch.setattr(seek, "_ROUNDS", rounds)
    told = Marks(data, VALUE)
    step = -1 if backwards else 1
    assert [_answers(told, pointer) for pointer in asked[::step]][::step] == wanted


def _answers(told: Document | Marks, pointer: Pointer) -> tuple[object, ...]:
    return told.span(pointer, False), told.span(pointer, True), told.raw(pointer)


def test_a_small_value_is_read_once_for_all_places_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str, *rest: Any) -> Node:
        read.append(text)
        return scan(text, *rest)

    monkeypatch.setattr(marks, "_SMALL", 150)
    monkeypatch.setattr(marks, "scan", counted)
    told = Marks(data_of(VALUE), VALUE)
    for name in ("a", "b", "nowhere", "a"):
        told.raw(("here", "c", name))
    assert [json.loads(text) for text in read] == [INNER["c"]]


class Searched(bytes):
    """Bytes that count how many of them are searched."""

    searched = 0

    def find(self, what: Any, start: Any = 0, end: Any = None) -> int:
        at = super().find(what, start, end)
        stop = len(self) if end is None else end
        self.searched += (stop if at < 0 else at) - start
        return at


KEYS = [f"k{number:03}" for number in range(300)]


def test_asked_in_the_order_of_the_text_it_is_searched_twice_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "_SMALL", 0)
    monkeypatch.setattr(Marks, "_stretch", never)
    value = {key: [key] for key in KEYS}
    data = Searched(data_of(value))
    told = Marks(data, value)
    assert [told._find((key,)).whole for key in KEYS] == [True] * 300
    assert data.searched < 3 * len(data)


def test_asked_in_another_order_it_is_cut_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "_SMALL", 0)
    value = {key: [key] for key in KEYS}
    data = Searched(data_of(value))
    told = Marks(data, value)
    for key in reversed(KEYS):
        assert told.raw((key, 0)) == f'"{key}"'
    assert data.searched < 6 * len(data)
    assert len(told._indexes) == 1
