"""Surgical edits, byte for byte."""

from __future__ import annotations

import pytest

from sourceright_lint.errors import WriteRefused
from sourceright_lint.finding import (
    Edit,
    Insert,
    Reformat,
    Remove,
    RenameKey,
    Replace,
    Splice,
    StripBom,
    Unwrap,
)
from sourceright_lint.jsontext import SORTED, Document, apply_edits, refusal, unannounced
from tests.jsontext.support import slow_canonical

P = "x"
HAND = """[
  {"id": "a", "type": "book", "author": [{"family": "Q"}]},

  {
    "id": "b",
    "issued": {"date-parts": [[2020, 7]]}
  }
]
"""
TABS = '\ufeff[\r\n\t{\r\n\t\t"id": "wé",\r\n\t\t"DOI": "10.5555/WEIR"\r\n\t}\r\n]\r\n'
CASES: list[tuple[str, str, list[Edit], str]] = [
    ("a string keeps the escapes that it can", r'{"t": "Caf\u00e9 \/  \ud83d\ude00 x\ud83d"}',
     [Replace(P, ("t",), "Café / 😀 x\ud83d")], r'{"t": "Caf\u00e9 \/ \ud83d\ude00 x\ud83d"}'),
    ("a new string is raw", '{"t": 1}', [Replace(P, ("t",), 'é"\\\n\x01\ud83d😀')],
     '{"t": "é\\"\\\\\\n\\u0001\\ud83d😀"}'),
    ("scalars", "[1, 2, 3, 4, 5]",
     [Replace(P, (index,), value) for index, value in enumerate([None, True, 1.5, -7, 1e16])],
     "[null, true, 1.5, -7, 1e+16]"),
    ("the whole value", "  1\n", [Replace(P, (), [1, {}])], "  [1, {}]\n"),
    ("a value on several lines", '{\n    "a": {\n        "b": 1\n    }\n}', [Replace(P, ("a",), {"c": [2]})],
     '{\n    "a": {\n        "c": [\n            2\n        ]\n    }\n}'),
    ("line ends, tabs and mark stay", TABS, [Replace(P, (0, "DOI"), "10.5555/weir")], TABS.replace("WEIR", "weir")),
    ("the mark alone goes", TABS, [StripBom(P)], TABS[1:]),
    ("mark and value", TABS, [StripBom(P), Remove(P, (0, "DOI"))], '[\r\n\t{\r\n\t\t"id": "wé"\r\n\t}\r\n]\r\n'),
    ("insert in the style of tabs", TABS[1:], [Insert(P, (0, "note"), {"k": [1]})],
     TABS[1:].replace('WEIR"', 'WEIR",\r\n\t\t"note": {\r\n\t\t\t"k": [\r\n\t\t\t\t1\r\n\t\t\t]\r\n\t\t}')),
    ("insert in one line", HAND, [Insert(P, (0, "z"), {"k": [1, 2]})],
     HAND.replace('"Q"}]}', '"Q"}], "z": {"k": [1, 2]}}')),
    ("insert beside values on one line", HAND, [Insert(P, (1, "z"), {"k": [1, 2]})],
     HAND.replace("7]]}", '7]]},\n    "z": {"k": [1, 2]}')),
    ("several inserts", '{"a":1}', [Insert(P, ("b",), 2), Insert(P, ("c",), [])], '{"a":1,"b":2,"c":[]}'),
    ("append an element", HAND, [Insert(P, (-1,), {"id": "c"})],
     HAND.replace("  }\n]", '  },\n  {\n    "id": "c"\n  }\n]')),
    ("append after one line", '[\n  {"id": "a"}\n]', [Insert(P, (-1,), {"id": "c"})],
     '[\n  {"id": "a"},\n  {"id": "c"}\n]'),
    ("append in a line", "[1, 2]", [Insert(P, (-1,), 3)], "[1, 2, 3]"),
    ("into an empty object", "{}\n", [Insert(P, ("a",), 1)], '{\n  "a": 1\n}\n'),
    ("into an empty object in a line", '{"a": {}}', [Insert(P, ("a", "b"), [1])], '{"a": {"b": [1]}}'),
    ("into an empty object on its line", '{\n "a": {}\n}', [Insert(P, ("a", "b"), [1])],
     '{\n "a": {\n  "b": [\n   1\n  ]\n }\n}'),
    ("into an empty array", '{\n  "a": [\n  ]\n}', [Insert(P, ("a", -1), 1)], '{\n  "a": [\n    1\n  ]\n}'),
    ("commas first", '{\n  "a": 1\n, "b": 2\n}', [Insert(P, ("c",), 3)], '{\n  "a": 1\n, "b": 2\n, "c": 3\n}'),
    ("commas first, a container", '{\n  "a": 1\n, "b": 2\n}', [Insert(P, ("c",), [3])],
     '{\n  "a": 1\n, "b": 2\n, "c": [\n    3\n  ]\n}'.replace("    3\n  ]", "  3\n]")),
    ("spaces round the colon", '{"a" : 1, "b" : 2}', [Insert(P, ("c",), 3)], '{"a" : 1, "b" : 2, "c" : 3}'),
    ("remove the first", '{"a": 1, "b": 2}', [Remove(P, ("a",))], '{"b": 2}'),
    ("remove the last", '{"a": 1, "b": 2}', [Remove(P, ("b",))], '{"a": 1}'),
    ("remove the only one", '{ "a": 1 }', [Remove(P, ("a",))], "{}"),
    ("remove all", "[\n  1,\n  2\n]", [Remove(P, (0,)), Remove(P, (1,))], "[]"),
    ("remove a line", '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', [Remove(P, ("b",))], '{\n  "a": 1,\n  "c": 3\n}'),
    ("remove the last lines", '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', [Remove(P, ("c",)), Remove(P, ("b",))],
     '{\n  "a": 1\n}'),
    ("remove some", "[1,2,3,4,5,6]", [Remove(P, (0,)), Remove(P, (3,)), Remove(P, (2,)), Remove(P, (5,))], "[2,5]"),
    ("remove and insert", '{\n  "a": 1,\n  "b": 2\n}', [Remove(P, ("b",)), Insert(P, ("c",), 3)],
     '{\n  "a": 1,\n  "c": 3\n}'),
    ("remove all and insert", '{\n  "a": 1\n}', [Remove(P, ("a",)), Insert(P, ("b",), 2)], '{\n  "b": 2\n}'),
    ("insert the key that goes", '{"a": 1, "b": 2}', [Remove(P, ("a",)), Insert(P, ("a",), 3)], '{"b": 2, "a": 3}'),
    ("rename", '{"name" : "x", "n": 1}', [RenameKey(P, ("name",), "literal")], '{"literal" : "x", "n": 1}'),
    ("rename in a circle", '{"a": 1, "b": 2}', [RenameKey(P, ("a",), "b"), RenameKey(P, ("b",), "a")],
     '{"b": 1, "a": 2}'),
    ("rename and replace", '{"a": 1}', [RenameKey(P, ("a",), "b"), Replace(P, ("a",), 2)], '{"b": 2}'),
    ("unwrap", '{"items": [\n  {"DOI": "X"}\n]}\n', [Unwrap(P, (), ("items",)), Replace(P, ("items", 0, "DOI"), "x")],
     '[\n  {"DOI": "x"}\n]\n'),
    ("unwrap one element", '{"title": ["A"], "n": 1}', [Unwrap(P, ("title",), ("title", 0))], '{"title": "A", "n": 1}'),
    ("splices", "[1,\n2,\n]", [Splice(P, 5, 6, "")], "[1,\n2\n]"),
    ("splices at one place, in the order given", "[1]", [Splice(P, 1, 1, " "), Splice(P, 1, 1, "\n")], "[ \n1]"),
    ("splices behind other characters", '\ufeff["é😀",]', [Splice(P, 5, 6, "")], '\ufeff["é😀"]'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "edits", "new"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_edits(text: str, edits: list[Edit], new: str) -> None:
    document = Document(P, text.encode())
    assert apply_edits(document, edits).decode() == new
    assert unannounced(document, edits, new.encode()) is None
    assert refusal(document, edits) is None
    if document.readable:
        assert apply_edits(document, []) == document.data


LINES: list[tuple[str, str, list[Edit], str]] = [
    ("replace", '{"a": "X"}\r\n{"a": "Y"}', [Replace(P, (1, "a"), "y")], '{"a": "X"}\r\n{"a": "y"}'),
    ("replace by a container", '{"a": 1}\n{"a":1}\n', [Replace(P, (0, "a"), [1, {}]), Replace(P, (1, "a"), [1, {}])],
     '{"a": [1, {}]}\n{"a":[1,{}]}\n'),
    ("insert", '{"a":1}\n{"a": 2}\n', [Insert(P, (0, "b"), [1, 2]), Insert(P, (1, "b"), [1, 2])],
     '{"a":1,"b":[1,2]}\n{"a": 2, "b": [1, 2]}\n'),
    ("remove a line", '{"a":1}\n\n {"a":2} \r\n{"a":3}\n', [Remove(P, (1,))], '{"a":1}\n\n{"a":3}\n'),
    ("remove the last line", '{"a":1}\n{"a":2}', [Remove(P, (1,))], '{"a":1}\n'),
    ("append", '{"a":1}', [Insert(P, (-1,), {"b": [1]}), Insert(P, (-1,), {})], '{"a":1}\n{"b":[1]}\n{}\n'),
    ("append an entry of several parts", '{"a": 1}\n', [Insert(P, (-1,), {"b": [1, 2], "c": 3})],
     '{"a": 1}\n{"b":[1,2],"c":3}\n'),
    ("inside an entry, in the style of the entry", '{"a": 1,"b":{"x":1}}\n', [Insert(P, (0, "b", "y"), [1, {"z": 2}])],
     '{"a": 1,"b":{"x":1, "y":[1, {"z": 2}]}}\n'),
    ("append to nothing", "", [Insert(P, (-1,), {"b": 1})], '{"b":1}\n'),
    ("beside a broken line", 'x\n{"a":1}\n', [Replace(P, (1, "a"), 2)], 'x\n{"a":2}\n'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "edits", "new"), [case[1:] for case in LINES], ids=[case[0] for case in LINES]
)
def test_edits_of_lines(text: str, edits: list[Edit], new: str) -> None:
    document = Document(P, text.encode(), "jsonl")
    assert apply_edits(document, edits).decode() == new
    assert unannounced(document, edits, new.encode()) is None


DOUBLE = '{"a": 1, "a": 2, "b": {"c": 1}, "d": [{"e": 1, "e": 1}, 1]}'
MEET = "x: two edits meet in one place"
REFUSED: list[tuple[str, str, list[Edit], str]] = [
    ("nowhere", "[1]", [Replace(P, (7,), 1)], 'x: [7] is not there'),
    ("one too far", "[1]", [Replace(P, (1,), 1)], 'x: [1] is not there'),
    ("one too far to remove", "[1]", [Remove(P, (1,))], 'x: [1] is not there'),
    ("from the end", "[1]", [Replace(P, (-1,), 1)], 'x: [-1] is not there'),
    ("an index for a key", '{"0": 1}', [Replace(P, (0,), 1)], 'x: [0] is not there'),
    ("a key for an index", "[1]", [Remove(P, ("0",))], 'x: ["0"] is not there'),
    ("no such key", "{}", [Remove(P, ("a",))], 'x: ["a"] is not there'),
    ("through a scalar", "[1]", [Replace(P, (0, "a"), 1)], "x: [0] is no object or array"),
    ("double key", DOUBLE, [Replace(P, ("a",), 3)], "x: [] has a key that stands twice"),
    ("a double key inside", '{"q": {"a": 1, "a": 2}}', [Replace(P, ("q", "a"), 3)],
     'x: ["q"] has a key that stands twice'),
    ("the whole removed", "[1]", [Remove(P, ())], "x: [] is in no object or array"),
    ("beside a double key", DOUBLE, [Remove(P, ("b",))], "x: [] has a key that stands twice"),
    ("through a double key", '{"a": {"b": 1}, "a": {}}', [Replace(P, ("a", "b"), 3)], 'x: ["a"] stands there twice'),
    ("hidden double key", '{"d": [{"e": 1, "e": 1}]}', [Replace(P, ("d",), 3)],
     'x: ["d"] holds a key that stands twice'),
    ("new double key", '{"a": 1, "b": 1}', [RenameKey(P, ("a",), "b")], 'key "b" would stand twice in one object'),
    ("new double key behind others", '{"x": 0, "a": 1, "b": 1}', [RenameKey(P, ("a",), "b")],
     'key "b" would stand twice in one object'),
    ("inserted double key", '{"a": 1}', [Insert(P, ("a",), 1)], 'key "a" would stand twice in one object'),
    ("a key in an array", "[1]", [Insert(P, ("a",), 1)], 'x: ["a"] does not fit the container'),
    ("an index in an object", "{}", [Insert(P, (-1,), 1)], "x: [-1] does not fit the container"),
    ("inside and outside", '{"a": {"b": 1}}', [Replace(P, ("a",), 1), Replace(P, ("a", "b"), 2)],
     MEET),
    ("twice", "[1]", [Replace(P, (0,), 2), Replace(P, (0,), 3)], MEET),
    ("gone and changed", '{"a": 1}', [Remove(P, ("a",)), Replace(P, ("a",), 3)], MEET),
    ("unwrap another", "[[1], [2]]", [Unwrap(P, (0,), (1,))],
     "x: [1] does not lie inside the value that it is to replace"),
    ("unwrap and remove", "[1]", [Unwrap(P, (), (0,)), Remove(P, (0,))], "x: [] is edited and taken away at once"),
    ("no element to rename", "[1]", [RenameKey(P, (0,), "a")], "x: [0] has no key"),
    ("broken text", "[1", [Replace(P, (0,), 1)], "x: [] is no object or array"),
    ("infinity", "[1]", [Replace(P, (0,), float("inf"))], "JSON has no number for infinity, and none for NaN"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "edits", "told"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused_edits(text: str, edits: list[Edit], told: str) -> None:
    document = Document(P, text.encode())
    with pytest.raises(WriteRefused) as refused:
        apply_edits(document, edits)
    assert str(refused.value) == told
    assert refusal(document, edits) == told


def test_edits_beside_double_keys_elsewhere_are_made() -> None:
    document = Document(P, DOUBLE.encode())
    assert apply_edits(document, [Replace(P, ("b", "c"), 5)]).decode() == DOUBLE.replace('"c": 1', '"c": 5')
    assert apply_edits(document, [Replace(P, ("d", 1), 5)]).decode() == DOUBLE.replace("}, 1]", "}, 5]")


def test_refusals_of_private_files_name_no_key() -> None:
    document = Document(P, b'{"secret": 1}', "json", private=True)
    told = refusal(document, [Replace(P, ("secret", "x"), 1)])
    assert told == "x: this place is no object or array"


def test_an_edit_of_a_whole_file_is_no_edit_of_its_text() -> None:
    with pytest.raises(TypeError):
        apply_edits(Document(P, b"[]"), [Reformat(P)])


def test_many_edits_of_a_large_text_take_one_pass() -> None:
    entries = [f'{{"id": "r{index}", "DOI": "10.5555/X{index}", "n": 1E5}}' for index in range(20_000)]
    text = "[\n  " + ",\n  ".join(entries) + "\n]\n"
    document = Document(P, text.encode())
    edits: list[Edit] = [Replace(P, (index, "DOI"), f"10.5555/x{index}") for index in range(0, 20_000, 2)]
    edits += [Remove(P, (index,)) for index in range(1, 20_000, 2)]
    new = apply_edits(document, edits)
    assert unannounced(document, edits, new) is None
    kept = [entry.replace("/X", "/x") for entry in entries[::2]]
    assert new.decode() == "[\n  " + ",\n  ".join(kept) + "\n]\n"


def test_canonical_after_edit_is_canonical() -> None:
    document = Document(P, HAND.encode())
    new = apply_edits(document, [Remove(P, (0, "author"))])
    assert slow_canonical(new, SORTED) == Document(P, new).canonical(SORTED)
