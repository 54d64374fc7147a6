"""A table of texts, each read, written, compared and cut by every reader there is, whatever its size is called.

The same is asked of texts at random elsewhere (``test_fast_paths``, ``test_patched``, ``test_compare``); these few are
the same in every run, and fast.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import (
    MISSING,
    Document,
    announce,
    brief,
    bulk,
    compare,
    compare_plain,
    document,
    locate,
    odd_numbers,
    parts,
    proof,
)
from sourceright_lint.jsontext.compare import difference, node_difference, path_text
from sourceright_lint.jsontext.compare_plain import plain_difference, same_value
from sourceright_lint.jsontext.decode import Decoded
from sourceright_lint.jsontext.exact import Exact, read
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.plain import plain_text
from tests.jsontext.support import FORMS, slow_canonical
from tests.jsontext.test_patched import check
from tests.jsontext.test_places import pointers

SAMPLES = {
    "null": "null",
    "a number": " -1.50e+3\n",
    "a string": '"\\u0041\\/\\u00e9\\ud83d\\ude00\\u0022\\b\\f\\n\\r\\t\\\\\\u001F\\u007f\\u2028"',
    "lone surrogates": '["\\ud83d", "\\uDC00x", "\\ud83d\\u0041", "\\uD83D\\ud83D\\uDE00"]',
    "empty": '[{}, [], {"a": {}}, {"b": []}, [[]], [{}]]',
    "one in the other": '{"a":{"b":{"c":[{"d":[[{"e":1}]]}]}}}',
    "canonical": '{\n  "a": {\n    "b": [\n      1,\n      "x"\n    ]\n  },\n  "c": [],\n  "d": {}\n}\n',
    "canonical but for the end": '{\n  "a": [\n    1\n  ]\n}',
    "canonical array": '[\n  {\n    "id": "x",\n    "b": "y"\n  },\n  {\n    "id": "z"\n  }\n]\n',
    "spaces": '\t{ "b" :\r\n1 , "a"\n: [ 1 ,2\t] }\r\n',
    "keys in disorder": '{"z":1,"y":2,"id":3,"f":4,"d":5,"c":6,"b":7,"a":8,"\\u00e9":9,"k\\n":10}',
    "keys of marks": '{"":1,"\\u0000":2,"\\u0000\\u0000a":3,"a":4}',
    "a mark in a value": '{"a":"\\u0000","b":["\\\\u0000"],"z":1}',
    "elements in disorder": '[{"b":"x","n":1},{"b":"a","n":2},{"b":"x","n":0},{"b":"A"}]',
    "elements without a key": '[{"b":"x"},{"c":1},{"b":"a"}]',
    "elements inside": '{"b":[{"b":"2"},{"b":"1"},{"b":"10"}],"a":{"x":[{"b":"2"},{"b":"1"}]}}',
    "left out": '{"c":null,"d":[],"a":{"x":{"a":null,"b":[],"c":1}}}',
    "not left out": '{"c":0,"d":{},"a":{"x":{"a":[],"b":null,"c":null}},"b":[{"c":null,"d":[]}]}',
    "an empty one left out": '{"d":[],"e":{"d":[]},"b":[{"d":[]}],"a":{"x":{"b":[]}}}',
    "left out behind a text": '{"b":"x","c":null,"f":1,"a":{"x":{"a":null,"b":"y","f":1}}}',
    "left out with quotes": '{"c\\"":null,"c":null,"e":"\\""}',
    "floats": '{"f":1,"g":1,"a":{"x":{"f":2}},"b":[{"f":3},{"f":-0},{"f":"1"},{"f":9007199254740993}]}',
    "whole numbers": '{"f":1,"g":1,"a":{"x":{"f":2,"c":1}},"b":[{"f":3},{"f":"1"}]}',
    "twice": '{"a":1,"b":{"x":1,"x":2},"a":{"c":null}}',
    "twice by escape": '[{"a":1,"\\u0061":1}]',
    "odd numbers": "[-0, -0.0, 1e400, 1E5, 0.1e1, 1.0, 0.860000000000000001, 18446744073709551616]",
    "long numbers": "[123456789012345678, 9007199254740993, -9223372036854775809, 1e16, 1e-6, 0.00001, 1e22]",
    "an odd number in one record": '{"a":[{"id":"1","n":1.0},{"id":"2","n":1.00},{"id":"3","n":[1e-7]}]}',
    "numbers in strings": '["1e400", "a 1e400, b", "x -0 ", "18446744073709551616", "-0"]',
    "many": "[" + ",".join(str(number) for number in range(70)) + "]",
    "many members": "{" + ",".join(f'"k{number % 7}{number}":{number}' for number in range(70)) + "}",
    "records": '[{"id":"a","n":[1,{"x":null}]},{"id":"b","n":[]},{"id":"c"}]',
    "records by key": '{"v":1,"r":{"z":{"n":1},"a":{"n":2},"m":{"n":[3]}},"w":"]}"}',
    "brackets in strings": '{"a":"]","b":["[{","}",",\\n  "],"c":{"d":"\\":"}}',
}
BROKEN = {
    "nothing": "",
    "spaces": " \n",
    "cut off": '{"a": [1, 2',
    "a comma too many": '{"a": [1, 2,]}',
    "no comma": '[{"a": 1} {"b": 2}]',
    "a word": '{"a": nan, "b": [true, False]}',
    "two values": "[1] [2]",
    "a string without an end": '["a',
    "a control character": '["a\tb"]',
    "an escape": '["\\x"]',
    "too deep": "[" * 129 + "]" * 129,
    "a conflict": '<<<<<<< ours\n{"a": 1}\n=======\n{"a": 2}\n>>>>>>> theirs\n',
}
LINES = {
    "canonical": '{"a":1}\n{"b":[{},"x"]}\n',
    "spaces": ' {"b": 1, "a": 2}\r\n\n \n{"b":"a"}',
    "nothing": "",
    "in disorder": '{"b":"x"}\n{"b":"a"}\n{"b":"x","a":1}\n',
    "scalars": '1\n"x"\nnull\n-0\n1.50\n',
    "odd ones": '{"f":1}\n{"f":1e400}\n{"a":"\\ud83d"}\n{"a":1,"a":2}\n',
    "broken ones": '{"b":"x"}\n{"a":}\n<<<<<<< HEAD\n{"b":"a"}\n{\n',
    "an array": "[1,2]\n",
    "one value": '{\n  "a": 1\n}\n',
    "too deep": '{"a":1}\n' + "[" * 130 + "]" * 130 + "\n",
}
SIZES = [None, 0, 12]


@pytest.fixture(params=SIZES, ids=["small", "large", "large, few cut"])
def size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param is not None:
        monkeypatch.setattr(document, "_SMALL", 0)
        monkeypatch.setattr(compare, "_SMALL", 0)
        monkeypatch.setattr(locate, "_SMALL", request.param)
        monkeypatch.setattr(announce, "_SMALL", request.param)
        monkeypatch.setattr(odd_numbers, "_BLOCK", 16)


@pytest.fixture(params=[(0, 1), (1, 2), (3, 50)], ids=repr)
def part(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every container is written, looked at and compared in parts."""
    monkeypatch.setattr(parts, "_PART", request.param[0])
    monkeypatch.setattr(parts, "_STEP", request.param[1])
    monkeypatch.setattr(compare_plain, "_STEP", request.param[1])
    monkeypatch.setattr(proof, "_STRETCH", request.param[1] * 10)
    monkeypatch.setattr(proof, "WORTH_TWO_CORES", 0 if request.param[0] else 10**9)


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("text", [*SAMPLES.values(), *BROKEN.values()], ids=[*SAMPLES, *BROKEN])
def test_read_and_written(text: str) -> None:
    for name in FORMS:
        check(text, "json", name)


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("text", LINES.values(), ids=LINES)
def test_lines_read_and_written(text: str) -> None:
    for name in FORMS:
        check(text, "jsonl", name)


def layouts(text: str, kind: str = "json") -> list[bytes]:
    """A text, its canonical forms, and the same in canonical layout and another order."""
    body = text.encode()
    found = [body, *(slow_canonical(body, form, kind) for form in FORMS.values())]
    values = [body] if kind == "json" else body.split(b"\n")
    with suppress(ValueError, OverflowError):
        texts = [plain_text(json.loads(each), kind != "json") for each in values if each.strip()]
        found.append("".join(texts).encode())
    return [each for each in dict.fromkeys(found) if each is not None]


@pytest.mark.usefixtures("part")
@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_the_fast_ways(text: str) -> None:
    for data in layouts(text):
        for form in FORMS.values():
            slow = slow_canonical(data, form)
            for engine in (brief, bulk):
                loaded = engine.load(data, False)
                if loaded is MISSING:
                    continue
                assert engine.canonical(data, loaded, form, False) in (None, slow)
                if engine.is_canonical(data, loaded, form):
                    assert data == slow
                if engine.is_faultless(data, loaded, False):
                    assert Document("x", data).faults == ()


ENTRIES = [text for name, text in LINES.items() if name not in ("an array", "one value")]


@pytest.mark.parametrize("text", ENTRIES)
def test_the_fast_ways_for_lines(text: str) -> None:
    for data in layouts(text, "jsonl"):
        for form in FORMS.values():
            slow = slow_canonical(data, form, "jsonl")
            for engine in (brief, bulk):
                loaded = engine.load(data, True)
                if loaded is MISSING:
                    continue
                assert engine.canonical(data, loaded, form, True) in (None, slow)
                if engine.has_canonical_layout(data, loaded, True) and engine.is_in_order(loaded, form):
                    assert data == slow
                if engine.is_faultless(data, loaded, True):
                    assert Document("x", data, "jsonl").faults == ()


@pytest.mark.parametrize("text", ['{"a":1}\n{"b":[{},"x"]}\n', "", "1\n", '{"b":"a"}\n{"b":"x"}\n'])
def test_the_fast_way_is_taken_for_lines(text: str) -> None:
    for engine in (brief, bulk):
        loaded = engine.load(text.encode(), True)
        assert all(engine.is_in_order(loaded, form) for form in FORMS.values())
        assert engine.is_faultless(text.encode(), loaded, True)
        assert engine.has_canonical_layout(text.encode(), loaded, True)


@pytest.mark.parametrize(
    "text",
    ["[NaN]", "[Infinity]", "[-Infinity]", '{"a":1,"a":2}', "[1e400]", f"[{10**308}]", f"[-{10**308}]"],
)
def test_what_the_small_reader_is_not_sure_of(text: str) -> None:
    for lines in (False, True):
        body = text.encode() + b"\n" * lines
        loaded = brief.load(body, lines)
        assert loaded is MISSING or not brief.is_faultless(body, loaded, lines)


def test_numbers_that_the_small_reader_is_sure_of() -> None:
    for text in (f"[{10**308 - 1}]", f"[-{10**308 - 1}]", "[1.5e300, -1e-300]"):
        assert brief.is_faultless(text.encode(), brief.load(text.encode(), False), False)


SURE = [
    name for name in SAMPLES if not ("numbers" in name or "odd" in name or "twice" in name or "surr" in name)
]


@pytest.mark.usefixtures("part")
@pytest.mark.parametrize(
    "name", [name for name in SURE if name not in ("a string", "keys of marks", "floats")]
)
def test_the_fast_way_is_taken(name: str) -> None:
    """Where nothing is odd, the fast writer writes and the fast proofs hold."""
    body = SAMPLES[name].encode()
    for form in FORMS.values():
        slow = slow_canonical(body, form)
        assert slow is not None
        sure = name not in ("a mark in a value", "left out with quotes")
        if sure:
            assert bulk.canonical(body, bulk.load(body, False), form, False) == slow
        for engine in (brief, bulk):
            loaded = engine.load(slow, False)
            assert engine.is_canonical(slow, loaded, form)
            assert engine.is_faultless(slow, loaded, False)
            assert engine.has_canonical_layout(slow, loaded, False)


def pairs() -> list[tuple[str, str]]:
    changes = [
        ("1", "2"),
        ("1", "1.0"),
        ('"x"', '"y"'),
        ("null", "[]"),
        ("[]", "{}"),
        ("{}", "null"),
        ("1,", ""),
        ('"b"', '"bb"'),
        ('"a"', '"b"'),
        ("2]", "2,3]"),
        ("]", ",0]"),
    ]
    made = [(text, text) for text in SAMPLES.values()]
    for text in SAMPLES.values():
        for old, new in changes:
            other = text.replace(old, new, 1)
            try:
                json.loads(other)
            except ValueError:
                continue
            made.append((text, other))
    return list(dict.fromkeys(made))


PAIRS = pairs()
CHUNKS = range(0, len(PAIRS), 10)


def exactly(text: bytes) -> Node | None:
    return read("x", Decoded(text.decode(), None), "json", False).node(())


@pytest.mark.usefixtures("part")
@pytest.mark.parametrize("large", [False, True], ids=["small", "large"])
@pytest.mark.parametrize("chunk", CHUNKS)
def test_compared(chunk: int, large: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the comparison of values says is what that of nodes says, under every form."""
    monkeypatch.setattr(compare, "_SMALL", 0)
    if large:
        monkeypatch.setattr(document, "_SMALL", 0)
    for one, other in PAIRS[chunk : chunk + 10]:
        nodes = exactly(one.encode()), exactly(other.encode())
        for name, form in FORMS.items():
            exact = node_difference(*nodes, form)
            for text in (other, (slow_canonical(other.encode(), form) or b"").decode()):
                if text:
                    found = difference(one.encode(), text.encode(), "json", form)
                    assert (found is None) == (exact is None), (one, text, name, found, exact)
                    if found and found.endswith(" differs"):
                        assert found.split(" ")[0] in {path_text(where) for where in places_of(one, other)}


def places_of(*texts: str) -> list[Pointer]:
    return [where for text in texts for where in pointers(exactly(text.encode()) or Node("null", 0, 4))]


def says_all(text: str) -> bool:
    """Whether the plain value of a text says all that the text says."""
    return not (odd_numbers.odd_numbers(text.encode()) or Document("x", text.encode()).faults or "-0" in text)


PLAIN = [(one, other) for one, other in PAIRS if says_all(one) and says_all(other)]


@pytest.mark.usefixtures("part")
@pytest.mark.parametrize("chunk", range(0, len(PLAIN), 10))
def test_plain_values_compared(chunk: int) -> None:
    for one, other in PLAIN[chunk : chunk + 10]:
        nodes = exactly(one.encode()), exactly(other.encode())
        for name, form in FORMS.items():
            exact = node_difference(*nodes, form)
            found = plain_difference(json.loads(one), json.loads(other), form)
            assert (found is None) == (exact is None), (one, other, name, found, exact)
            back = plain_difference(json.loads(other), json.loads(one), form)
            assert (back is None) == (exact is None)


WHERE = [
    ("1", "2", "sorted", ()),
    ("1", "1.0", "sorted", ()),
    ("[1]", "{}", "sorted", ()),
    ("[1,2]", "[1,3]", "sorted", (1,)),
    ("[1,2]", "[1,2,3]", "sorted", ()),
    ("[1,[2,[3]]]", "[1,[2,[4]]]", "sorted", (1, 1, 0)),
    ('{"a":1,"b":2}', '{"a":1,"c":2}', "sorted", ("b",)),
    ('{"a":1}', '{"a":1,"b":2,"c":3}', "sorted", ("b",)),
    ('{"a":1,"b":[2]}', '{"a":1,"b":[3]}', "sorted", ("b",)),
    ('[{"b":"x"},{"b":"a","n":1}]', '[{"b":"a","n":2},{"b":"x"}]', "list", (0, "n")),
    ('{"c":null}', '{"c":1}', "deep", ("c",)),
    ('{"f":1}', '{"f":2.0}', "deep", ("f",)),
    ('{"f":1,"g":1}', '{"f":1.0,"g":1.0}', "deep", ("g",)),
    ('{"a":{"x":{"f":1}}}', '{"a":{"x":{"f":1.0,"e":1}}}', "deep", ("a", "x", "e")),
    ('{"b":[{"b":"2"},{"b":"1","f":1}]}', '{"b":[{"b":"1","f":3},{"b":"2"}]}', "deep", ("b", 0, "f")),
]


@pytest.mark.usefixtures("part")
@pytest.mark.parametrize(("one", "other", "name", "where"), WHERE)
def test_where_plain_values_differ(one: str, other: str, name: str, where: Pointer) -> None:
    """In large containers the place may be told more closely."""
    found = plain_difference(json.loads(one), json.loads(other), FORMS[name])
    assert found is not None
    assert found[: len(where)] == where


@pytest.mark.parametrize(("one", "other", "name", "where"), WHERE)
def test_where_small_values_differ(one: str, other: str, name: str, where: Pointer) -> None:
    assert plain_difference(json.loads(one), json.loads(other), FORMS[name]) == where


def test_what_is_nested_too_deeply_for_the_fast_writer() -> None:
    deep: Any = 1
    for _ in range(130):
        deep = [{"a": deep}]
    other = json.loads(json.dumps(deep).replace("1", "2"))
    assert same_value(deep, json.loads(json.dumps(deep)))
    for value in (other, json.loads(json.dumps(deep).replace("1", "1.0")), [deep], {"b": deep}, [*deep, 1]):
        assert not same_value(deep, value)
        assert not same_value(value, deep)


@pytest.mark.usefixtures("part")
@pytest.mark.parametrize("chunk", CHUNKS)
def test_proven(chunk: int) -> None:
    for one, other in PAIRS[chunk : chunk + 10]:
        body = one.encode()
        value = bulk.load(body, False)
        for form in FORMS.values():
            canonical = slow_canonical(other.encode(), form)
            if value is MISSING or canonical is None:
                continue
            if proof.says_just(canonical, value, form):
                assert node_difference(exactly(body), exactly(canonical), form) is None, (one, other)


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_plain_values_are_written_in_the_order_they_have(text: str) -> None:
    read = Document("x", text.encode())._read()
    if isinstance(read, Exact) or read.faults:
        return
    assert json.loads(plain_text(read.value, False)) == read.value
    assert json.loads(plain_text(read.value, True)) == read.value
    node = read.node(())
    assert node is not None
    assert pointers(node)
