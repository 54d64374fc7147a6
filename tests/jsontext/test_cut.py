"""Large containers cut into their items: where the exact reader finds them."""

from __future__ import annotations

import json

import pytest

from sourceright_lint.jsontext.cut import cut_any, cut_lines, cut_pretty
from sourceright_lint.jsontext.items import items_of
from sourceright_lint.jsontext.scan import scan

VALUES = ["[]", "{}", "[1]", "[12,3]", '{"a":1}', '{"a":"]","é":[{}]}', '[{"a":[1]},[[]],"}\\"",null,-1.5e3]']
LAYOUTS = {
    "tight": lambda value: json.dumps(value, separators=(",", ":")),
    "spaced": lambda value: json.dumps(value, indent="\t \r", separators=(" \n,\r", "\t: ")),
    "in one line": json.dumps,
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("before", ["", "[7, ", '{"\\u00e9" :'])
def test_in_any_layout(before: str, value: str, layout: str) -> None:
    text, start = before + LAYOUTS[layout](json.loads(value)), len(before)
    text += {"": "", "[": "]", "{": "}"}[before[:1]]
    end = len(text) - bool(before)
    node = scan(text, start, end)
    wanted = items_of(node)
    assert wanted is not None
    for number in (None, len(wanted.items)):
        found = cut_any(text, start, end, number)
        assert found is not None
        assert (*found[:3], list(found.items)) == wanted


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_in_canonical_layout(value: str, depth: int) -> None:
    whole = json.loads(value)
    for _ in range(depth):
        whole = [whole, 7]
    text = json.dumps(whole, indent=2, ensure_ascii=False)
    node = scan(text)
    for _ in range(depth):
        node = node.elements[0]
    wanted = items_of(node)
    assert wanted is not None
    found = cut_pretty(text, node.start, node.end, depth)
    assert found is not None
    assert (*found[:3], list(found.items)) == wanted


@pytest.mark.parametrize("text", ['"[1]"', "1", "true", "-1.5", "null"])
def test_what_is_no_container_has_no_items(text: str) -> None:
    assert cut_any(text, 0, len(text)) is None
    assert cut_pretty(text, 0, len(text), 0) is None


LINES = {
    "": [],
    "\n": [],
    "1": ["1"],
    "1\n": ["1"],
    '\n \t{"a": 1} \r\n\r\n[2] ': ['{"a": 1}', "[2]"],
    # Only what is white space in JSON is none of an entry.
    "1\x0c\n\u00a02\u2028\n\x0b\n": ["1\x0c", "\u00a02\u2028", "\x0b"],
}


@pytest.mark.parametrize("text", LINES)
def test_lines(text: str) -> None:
    found = cut_lines(text)
    assert (found.kind, found.start, found.end) == ("lines", 0, len(text))
    assert [text[item.start : item.end] for item in found.items] == LINES[text]
    assert [text[item.value_start : item.end] for item in found.items] == LINES[text]


SLICES = [slice(None), slice(2, None), slice(-2, None), slice(1, 3), slice(None, None, -2), slice(9, 12)]


@pytest.mark.parametrize("text", ["[10,20,30,40]", '{"a":1,"b":2,"c":3}', "[]"])
def test_items_are_a_sequence(text: str) -> None:
    found, wanted = cut_any(text, 0, len(text)), items_of(scan(text))
    assert found is not None
    assert wanted is not None
    number = len(wanted.items)
    assert len(found.items) == number
    for index in range(-number, number):
        assert found.items[index] == wanted.items[index]
    for index in (number, -number - 1):
        with pytest.raises(IndexError):
            found.items[index]
    for some in SLICES:
        assert found.items[some] == wanted.items[some]
