"""The reader that judges the others: what it tells apart, and what it does not."""

from __future__ import annotations

import pytest

from tests.properties.lossless import read, said

SAME = {
    "order of keys": ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}'),
    "spelling of a number": ('{"a": 1.50}', '{"a": 15e-1}'),
    "escapes": ('["\\u00e9"]', '["é"]'),
}
DIFFERENT = {
    "order of a key that stands twice": ('{"a": 1, "a": 2}', '{"a": 2, "a": 1}'),
    "how often a key stands": ('{"a": 1, "a": 1}', '{"a": 1}'),
    "order of elements": ("[1, 2]", "[2, 1]"),
    "a number and a text": ("[1]", '["1"]'),
    "whole or not": ("[1]", "[1.0]"),
    "more digits than a double holds": ("[1.00000000000000000001]", "[1.0]"),
    "true and one": ("[true]", "[1]"),
    "an object and its pairs": ('{"a": 1}', '[["a", 1]]'),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_the_same(one: str, other: str) -> None:
    assert said(read(one)) == said(read(other))


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_different(one: str, other: str) -> None:
    assert said(read(one)) != said(read(other))
