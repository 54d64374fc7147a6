"""The exact reader token by token: places, kinds, parts of a longer text; and what reads over values."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any

import pytest

from sourceright_lint.jsontext import Document, scan, skip
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import BrokenTextError, Scanner, TooDeepError
from sourceright_lint.jsontext.sentinels import BROKEN, MISSING, Sentinel
from sourceright_lint.jsontext.skip import _Skipper
from sourceright_lint.jsontext.stdlib import _Strict, value_skipper


def parts(node: Node) -> Iterator[tuple[str, int, int, str]]:
    yield node.kind, node.start, node.end, node.text
    for member in node.members:
        yield from parts(member.key)
        yield from parts(member.value)
    for element in node.elements:
        yield from parts(element)


def test_each_value_has_its_kind_and_place_and_scalars_their_text() -> None:
    assert list(parts(scan.scan(' {"é": [1.50, "x"], "b" :{ }, "c": null}\n'))) == [
        ("object", 1, 40, ""),
        ("string", 2, 5, '"é"'),
        ("array", 7, 18, ""),
        ("number", 8, 12, "1.50"),
        ("string", 14, 17, '"x"'),
        ("string", 20, 23, '"b"'),
        ("object", 25, 28, ""),
        ("string", 30, 33, '"c"'),
        ("literal", 35, 39, "null"),
    ]


PARTS = [
    # text, start, end, where it is broken; -1 where it is not
    ("[1 \n[2]", 0, 2, 2),
    ("[1 \n[2]", 0, 3, 3),
    ("[1 \n[2]", 4, 7, -1),
    ('["ab"]', 0, 4, 1),
    ('["ab"]', 1, 5, -1),
    ('["ab"]', 1, 4, 1),
    ('{"a":1}', 0, 3, 1),
    ("[true]", 1, 4, 1),
    ("[12]", 1, 2, -1),
    ("[] \n", 0, 2, -1),
    (" \n []", 0, 2, 2),
]


@pytest.mark.parametrize(("text", "start", "end", "broken"), PARTS)
def test_a_part_of_a_text_is_read_as_if_it_stood_alone(text: str, start: int, end: int, broken: int) -> None:
    if broken < 0:
        node = scan.scan(text, start, end)
        assert (node.start, node.end) == (start, end)
        return
    with pytest.raises(BrokenTextError) as error:
        scan.scan(text, start, end)
    assert error.value.position == broken


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_the_place_that_is_too_deep(opening: str) -> None:
    with pytest.raises(TooDeepError) as error:
        scan.scan(f"[1, {opening * MAX_DEPTH}")
    assert error.value.position == 4 + len(opening) * (MAX_DEPTH - 1)


def test_texts_that_come_again_are_kept_once_unless_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "_SHARED", 2)
    first, second, third, *again = scan.scan("[10, true, 12, 10, true, 12]").elements
    assert [node.text for node in again] == ["10", "true", "12"]
    assert first.text is again[0].text
    assert second.text is again[1].text
    assert third.text is not again[2].text


def test_what_stands_for_no_value_is_shown_by_its_name() -> None:
    assert repr([MISSING, BROKEN, Sentinel("NOTHING")]) == "[MISSING, BROKEN, NOTHING]"
    assert not Sentinel("NOTHING")
    assert Sentinel("NOTHING") != Sentinel("NOTHING")


def test_only_containers_have_lists_of_their_own() -> None:
    """Nearly all nodes are scalars, and an empty list takes as much as a short one."""
    one, other = scan.scan("[1, {}]").elements
    for node in (one, other):
        assert node.elements is scan.scan("null").elements
    assert one.members is scan.scan("[]").members
    assert other.members is not one.members


SKIPPED = [
    ("[07]", 0, None), ("[07]", 1, None), ("07", 0, None), ("[1]7", 0, 3), ("x]1y", 2, None), ("1.", 0, None),
    ("1.5.", 0, None), ("1e", 0, None), ("1e5x", 0, None), ("-", 0, None), ("-0 ", 0, 2), ("0", 0, 1), ("12,3", 0, 2),
    ("12]", 0, 2), ("12}", 0, 2), ("12\n", 0, 2), ("12\t1", 0, 2), ("12\r", 0, 2), ("12:", 0, None), ("1 2", 0, 1),
    ('1"', 0, None), ("1[", 0, None), ("true", 0, 4), ("[true]", 1, 5), ("truer", 0, None), ("tru", 0, None),
    ("NaN", 0, None), ("[-Infinity]", 0, None), ('"a"b', 0, 3), ('{"a": [1, {}]}x', 0, 14), ("[1]", 2, None),
    ("[1, ]", 0, None), ('{"a": 1,}', 0, None), ('["\t"]', 0, None), ('["\\ud83d"]', 0, 10), (" 1", 0, None),
    ("", 0, None),    ("9" * 5_000 + "]", 0, 5_000), ("[1e400]", 0, 7), ("[" * 200_000, 0, None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "start", "end"), SKIPPED, ids=[f"{row[0][:12]!r}" for row in SKIPPED])
def test_where_a_value_ends(text: str, start: int, end: int | None) -> None:
    assert value_skipper()(text, start) == end


def test_nothing_that_a_python_asks_for_is_missing() -> None:
    options = {*inspect.signature(json.JSONDecoder).parameters, "array_hook"}
    assert [name for name in options if not hasattr(_Strict, name)] == []


def test_what_reads_over_values_keeps_nothing() -> None:
    scanner = _Skipper('{"a": 1, "b": {"c": [], "d": {}}, "e": [[[[1, {"a": 1}], {"b": 2}]]], 07')
    with pytest.raises(BrokenTextError):
        scanner.run()
    (outermost,) = scanner.stack
    assert (scanner.keys, outermost.members, outermost.kind) == ([], [], "object")


def test_values_are_read_over_as_wholes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Token by token only what is around the error: the brackets, the commas, the keys before it."""
    taken = []
    step = Scanner.step
    monkeypatch.setattr(Scanner, "step", lambda scanner: (taken.append(1), step(scanner))[1])
    value = '{"x": [1, 2, 3, 4, {"y": null}]}'
    text = f'[{value}, {value}, {{"r": [{value}, {value}, {value}, 07'
    with pytest.raises(BrokenTextError) as error:
        _Skipper(text).run()
    assert error.value.position == len(text) - 2
    assert len(taken) <= len('[,,{"r":[,,,0')
    with pytest.raises(BrokenTextError):
        scan.scan(text)
    assert len(taken) > 5 * len('[,,{"r":[,,,0')


UNREPAIRED = ["[1]x", "[1,,]"]
REPAIRS = [
    "[1,]",
    '[{"a": 1,}, 07,\n]',
    "[" * MAX_DEPTH + "1," + "]" * MAX_DEPTH,
    '{"a": [00.5]}',
    *UNREPAIRED,
]


@pytest.mark.parametrize("text", REPAIRS, ids=[text[:20] for text in REPAIRS])
def test_faults_and_repairs_of_a_large_text_are_those_of_a_small_one(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> Any:
        return Document("x", text.encode()).faults

    small = told()
    assert (small[0].fix is None) == (text in UNREPAIRED)
    monkeypatch.setattr(skip, "_LARGE", 0)
    assert told() == small
