"""Layouts that a person may write, and what an edit makes of each: what is added looks like what is there."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.finding import Edit, Insert, Remove, Replace, Unwrap
from sourceright_lint.jsontext import Document, apply_edits, unannounced

P = "x"
CASES: dict[str, tuple[str, list[Edit], str]] = {
    "comma on a line of its own": (
        '{\n  "a": 1\n      ,\n  "b": 2\n}',
        [Insert(P, ("c",), {"k": 1})],
        '{\n  "a": 1\n      ,\n  "b": 2\n      ,\n  "c": {\n    "k": 1\n  }\n}',
    ),
    "an empty value says nothing of lines": (
        '{\n  "a": [\n    1\n  ],\n  "b": {}\n}',
        [Insert(P, ("c",), {"k": 1})],
        '{\n  "a": [\n    1\n  ],\n  "b": {},\n  "c": {\n    "k": 1\n  }\n}',
    ),
    "into an empty object after an empty line": ("\n{}", [Insert(P, ("a",), 1)], '\n{\n  "a": 1\n}'),
    "into an empty object on a later line": (
        "[\n  1,\n  {}\n]",
        [Insert(P, (1, "a"), 1)],
        '[\n  1,\n  {\n    "a": 1\n  }\n]',
    ),
    "two into an empty object": (
        "{}\n",
        [Insert(P, ("a",), 1), Insert(P, ("b",), 2)],
        '{\n  "a": 1,\n  "b": 2\n}\n',
    ),
    "all taken out of one line, one put in": (
        '{\n  "x": {"a": 1}\n}',
        [Remove(P, ("x", "a")), Insert(P, ("x", "b"), 2)],
        '{\n  "x": {"b": 2}\n}',
    ),
    "value below its key": (
        '{\n  "a":\n    1\n}',
        [Insert(P, ("b",), 2)],
        '{\n  "a":\n    1,\n  "b":2\n}',
    ),
    "a value replaced and another one unwrapped": (
        '{"a": {"x": [1]}, "b": 2}',
        [Replace(P, ("b",), 3), Unwrap(P, ("a",), ("a", "x"))],
        '{"a": [1], "b": 3}',
    ),
    "a key added beside what is unwrapped": (
        '{"a": {"x": [1]}}',
        [Insert(P, ("b",), 3), Unwrap(P, ("a",), ("a", "x"))],
        '{"a": [1], "b": 3}',
    ),
}
LINES: dict[str, tuple[str, list[Edit], str]] = {
    "first entry below an empty line": ('\n{"a":1}\n{"b":2}\n', [Remove(P, (0,))], '\n{"b":2}\n'),
    "added at the end": ('{"a":1}\n', [Insert(P, (-1,), {"b": 2})], '{"a":1}\n{"b":2}\n'),
    "into an empty entry": (
        "{}\n{}\n",
        [Insert(P, (0, "a"), [1, 2]), Insert(P, (1, "b"), 1)],
        '{"a": [1, 2]}\n{"b": 1}\n',
    ),
    "into an empty array": (
        "{}\n[]\n",
        [Insert(P, (1, -1), {"b": [1]}), Insert(P, (1, -1), 2)],
        '{}\n[{"b": [1]}, 2]\n',
    ),
    "added after a line without an end": ('{"a":1}', [Insert(P, (-1,), {"b": 2})], '{"a":1}\n{"b":2}\n'),
    "last entry without an end": ('{"a":1}\n{"b":2}', [Remove(P, (1,))], '{"a":1}\n'),
    "two entries side by side": ('{"n":2}\n{"n":3}\n', [Remove(P, (0,)), Remove(P, (1,))], ""),
}


@pytest.mark.parametrize(("text", "edits", "result"), CASES.values(), ids=CASES)
def test_layout(text: str, edits: list[Edit], result: str) -> None:
    _judge(text, edits, result, "json")


@pytest.mark.parametrize(("text", "edits", "result"), LINES.values(), ids=LINES)
def test_lines(text: str, edits: list[Edit], result: str) -> None:
    _judge(text, edits, result, "jsonl")


def _judge(text: str, edits: list[Edit], result: str, kind: Any) -> None:
    document = Document(P, text.encode(), kind)
    new = apply_edits(document, edits)
    assert new.decode() == result
    if result:
        assert unannounced(document, edits, new) is None
