"""Nesting beyond the limit is told wherever it stands, also in a value that a later one of the same key replaces."""

from __future__ import annotations

import pytest

from sourceright_lint.jsontext import Document, document, doubled, locate, patching
from sourceright_lint.jsontext.limits import MAX_DEPTH

ODD = "1e400"


def deep(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize("over", [-1, 0, 1, 40, 300, 900])
@pytest.mark.parametrize("small", [0, 30, 20_000])
@pytest.mark.parametrize(
    ("around", "level"),
    [
        ('{"a":%s,"a":1}', 1),
        ('[{"a":%s,"a":1},{"b":"pad"}]', 2),
        (f'[{{"a":%s,"a":1}},{{"b":{ODD}}}]', 2),
        (f'[{{"a":%s,"a":{ODD}}},{{"b":1}}]', 2),
        (f'[{{"a":%s,"b":{ODD},"a":1}},{{"b":1}}]', 2),
        ('[{"a":{"b":[%s],"c":"]"},"d":"[[","a":1},{"b":1}]', 4),
    ],
    ids=[
        "alone",
        "in a record",
        "beside an odd record",
        "before an odd value",
        "with an odd value",
        "further in",
    ],
)
def test_what_is_dropped_may_be_too_deep(
    around: str, level: int, over: int, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(locate, "_SMALL", small)
    monkeypatch.setattr(doubled, "_SMALL", small)
    data = (around % deep(MAX_DEPTH - level + over)).encode()
    faults = Document("x", data).faults
    assert faults == Document("x", data)._read_exactly().faults
    assert ("json.depth" in [fault.code for fault in faults]) == (over > 0)


@pytest.mark.parametrize("block", [1, 2, 3, 1 << 20])
@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("1", 0),
        ('"[[{"', 0),
        ("[]", 1),
        ('{"[":"[[]{","]":[1,"}"]}', 2),
        ('[["\\\\"],"[","\\"[[[",{"a":"\\\\\\"["}]', 2),
        ('[[],[[]],{"a":{"b":[{}]}},"\\\\",[[[[]]]]]', 5),
    ],
)
def test_brackets_in_strings_are_none(
    text: str, levels: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patching, "_BLOCK", block)
    for limit in range(7):
        monkeypatch.setattr(patching, "MAX_DEPTH", limit)
        assert patching._is_too_deep(text.encode()) == (levels > limit)
