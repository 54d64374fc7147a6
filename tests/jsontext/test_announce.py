"""The proof of an edit, by the whole value and item by item: nothing more is let through, and nothing less."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.errors import WriteRefused
from sourceright_lint.finding import Edit, Insert, Remove, RenameKey, Replace, Unwrap
from sourceright_lint.jsontext import Document, announce, apply_edits, unannounced
from sourceright_lint.jsontext.edit import spliced, text_changes
from tests.jsontext.test_edit import CASES
from tests.jsontext.test_edit_layout import CASES as LAYOUTS
from tests.jsontext.test_edit_layout import LINES

P = "x"
GOOD: list[tuple[str, list[Edit], str]] = [
    *((text, edits, "json") for _, text, edits, _ in CASES),
    *((text, edits, "json") for text, edits, _ in LAYOUTS.values()),
    *((text, edits, "jsonl") for text, edits, _ in LINES.values()),
    ("[[[1, 2]]]", [Unwrap(P, (0,), (0, 0))], "json"),
    ("[[[1, 2], 3]]", [Unwrap(P, (0,), (0, 0)), Replace(P, (0, 0, 1), [4])], "json"),
    ('{"a": {"b": {"c": 1}}}', [Unwrap(P, ("a",), ("a", "b")), RenameKey(P, ("a", "b", "c"), "d")], "json"),
    ('{"a": [1, 2]}', [Replace(P, ("a",), [3, 4, 5])], "json"),
    ("[1, 2]", [Replace(P, (), [3])], "json"),
    ('{"a": 1}', [Replace(P, (), {"b": 1})], "json"),
    ('[{"a": 1}, [2]]', [Replace(P, (0,), {"b": 1}), Replace(P, (1,), [])], "json"),
    *(
        (text, [RenameKey(P, ("a",), "b"), Insert(P, ("a",), 2)], "json")
        for text in ('{"a": {"x": 1}, "c": 1}', '{"a": [1]}', '{"a": 5}')
    ),
]


@pytest.fixture(params=[100_000, -1], ids=["as a whole", "item by item"])
def small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(announce, "_SMALL", request.param)
    return int(request.param)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("text", "edits", "kind"), GOOD)
def test_what_was_announced(text: str, edits: list[Edit], kind: Any) -> None:
    document = Document(P, text.encode(), kind)
    new = apply_edits(document, edits)
    if new:
        assert unannounced(document, edits, new) is None


OLD = '{"a": {"k": [1, {"z": 2}]}, "b": [1, [2], {"c": 3}], "d": 4, "e": {}}'
EDITS: list[Edit] = [
    Replace(P, ("a", "k", 0), 7),
    RenameKey(P, ("d",), "f"),
    Remove(P, ("e",)),
    Insert(P, ("g",), {"h": [5]}),
    Remove(P, ("b", 0)),
    Insert(P, ("b", -1), 6),
    Insert(P, ("b", -1), 8),
    RenameKey(P, ("b", 2, "c"), "i"),
]
NEW = '{"a": {"k": [7, {"z": 2}]}, "b": [[2], {"i": 3}, 6, 8], "f": 4, "g": {"h": [5]}}'
WRONG = {
    "an inserted value": ('"h": [5]', '"h": [6]'),
    "an inserted key": ('"g"', '"h"'),
    "an inserted element": ("6, 8", "6, 9"),
    "the order of inserted elements": ("6, 8", "8, 6"),
    "a value that no edit speaks of": ("[2]", "[3]"),
    "a value deep down": ('"z": 2', '"z": 3'),
    "a replaced value": ("[7,", "[1,"),
    "a key that was renamed": ('"f"', '"d"'),
    "a renamed member's value": ('"f": 4', '"f": 5'),
    "a key renamed below": ('"i"', '"c"'),
    "a removed member is there": ('"f": 4', '"f": 4, "e": {}'),
    "a removed element is there": ('"b": [', '"b": [1, '),
    "a member is gone": (', "f": 4', ""),
    "an element is gone": ("[2], ", ""),
    "the last element is gone": (", 8]", "]"),
    "one more": ('"f": 4', '"f": 4, "y": 1'),
    "of another kind": ('{"z": 2}', "[]"),
    "a whole container of another kind": ('{"k": [7, {"z": 2}]}', "[7]"),
    "a key twice": ('"f": 4', '"f": 4, "f": 4'),
    "the order of elements": ('[2], {"i": 3}', '{"i": 3}, [2]'),
    "a number as text": ('"f": 4', '"f": "4"'),
    "an integer as a float": ('"f": 4', '"f": 4.0'),
}


UNSPOKEN = [
    ("[1, 2]", '{"a": 1, "b": 2}'),
    ("[1, 2]", "3"),
    ('{"a": 1, "b": 2}', "[1, 2]"),
    ('{"": 1}', "[1]"),
    ("[]", "{}"),
    ('{"x": 1, "y": 2, "z": 3}', '{"x": 1, "y": 2, "z": 4}'),
    ('{"x": 1, "y": 2, "z": 3}', '{"z": 3, "y": 1, "x": 1}'),
    ('[1, {"x": 1, "y": [2]}]', '[1, {"x": 1, "y": [3]}]'),
]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("old", "new"), UNSPOKEN)
def test_what_changes_without_an_edit(old: str, new: str) -> None:
    assert unannounced(Document(P, old.encode()), [], old.encode()) is None
    assert unannounced(Document(P, old.encode()), [], new.encode()) is not None
    assert unannounced(Document(P, f"[{old}]".encode()), [], f"[{new}]".encode()) is not None


@pytest.mark.usefixtures("small")
def test_all_edits_at_once() -> None:
    document = Document(P, OLD.encode())
    assert apply_edits(document, EDITS).decode() == NEW
    assert unannounced(document, EDITS, NEW.encode()) is None


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("right", "wrong"), WRONG.values(), ids=WRONG)
def test_what_was_not_announced(right: str, wrong: str) -> None:
    assert NEW.count(right) == 1
    assert unannounced(Document(P, OLD.encode()), EDITS, NEW.replace(right, wrong).encode()) is not None


MESSAGES: list[tuple[str, list[Edit], str, str]] = [
    ('{"a": 1, "b": {"c": 2}}', [], '{"a": 1}', "$: 2 items are 1"),
    ('{"a": {"b": [1, 2]}}', [Insert(P, ("a", "b", -1), 3)], '{"a": {"b": [1]}}', "$.a.b: 3 items are 1"),
    ('{"a": {"b": 1}}', [], '{"a": {"c": 1}}', "$.a.b is missing"),
    ("[[1]]", [Insert(P, (0, -1), 2)], "[[1, 3]]", "$[0][1]: 2 became 3"),
    ('{"a": [1]}', [Unwrap(P, ("a",), ("a", 0))], '{"a": 2}', "$.a: 1 became 2"),
    ('{"a": [1]}', [Unwrap(P, ("a",), ("a", 7))], '{"a": 1}', "$.a[7] is missing"),
    ('{"a": 1}', [Insert(P, ("b",), 2)], '{"a": 1, "b": 2, "c": 3}', "$: 2 items are 3"),
    ('{"a": 1, "b": 2}', [Remove(P, ("a",)), Insert(P, ("c",), 2)], '{"b": 2}', "$: 2 items are 1"),
]


@pytest.mark.parametrize(("old", "edits", "new", "said"), MESSAGES)
def test_what_is_said(
    old: str, edits: list[Edit], new: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announce, "_SMALL", -1)
    assert unannounced(Document(P, old.encode()), edits, new.encode()) == said
    private = Document(P, old.encode(), private=True)
    assert unannounced(private, edits, new.encode()) == "something else changed"


@pytest.mark.parametrize(
    ("edits", "forgotten"), [([], ["old", "new", "new"]), ([Replace(P, ("b",), 2)], ["new"])], ids=repr
)
def test_without_edits_of_values_only_one_text_is_held_at_a_time(
    edits: list[Edit], forgotten: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With such edits the values before them are needed to the end."""
    document = Document(P, b'{"a": [1, {"c": 2}], "b": 1}')
    new = apply_edits(document, edits)
    told: list[str] = []
    forget = Document.forget

    def noted(one: Document) -> None:
        told.append("old" if one is document else "new")
        forget(one)

    monkeypatch.setattr(Document, "forget", noted)
    monkeypatch.setattr(announce, "_SMALL", -1)
    assert unannounced(document, edits, new) is None
    assert told == forgotten


@pytest.mark.parametrize("private", [False, True])
def test_a_new_text_must_be_readable(private: bool) -> None:
    document = Document(P, b"[1]", private=private)
    for edits in ([], [Insert(P, (-1,), 2)]):
        assert unannounced(document, edits, b"[1, 2") == "the new text cannot be read"


def test_in_a_key_that_stands_twice(small: int) -> None:
    document = Document(P, b'{"a": 1, "a": [2], "b": 3}')
    edits: list[Edit] = []
    assert unannounced(document, edits, b'{"a": 1, "a": [2], "b":  3}') is None
    assert unannounced(document, edits, b'{"a": 5, "a": [2], "b": 3}') is not None
    assert unannounced(document, edits, b'{"a": [2], "b": 3}') is not None
    assert unannounced(Document(P, b'{"a": [2], "b": 3}'), edits, document.data) is not None


REFUSED: list[tuple[str, str, Edit, str]] = [
    ("json", '{"a": {"b": 1, "b": 2}}', Remove(P, ("a",)), "holds a key that stands twice"),
    ("json", '{"a": {"b": 1, "b": 2}}', Replace(P, ("a",), 1), "holds a key that stands twice"),
    ("jsonl", '{"a": 1}\n', Replace(P, (), 1), '"[]" is no value that can be replaced'),
    ("json", "{", Replace(P, (), 1), '"[]" is no value that can be replaced'),
]


@pytest.mark.parametrize(("kind", "text", "edit", "why"), REFUSED)
def test_refused(kind: Any, text: str, edit: Edit, why: str) -> None:
    with pytest.raises(WriteRefused) as refused:
        apply_edits(Document(P, text.encode(), kind), [edit])
    assert why.replace('"', "") in str(refused.value)


@pytest.mark.parametrize(
    ("text", "value", "new"),
    [('{"a": "x"}', 1, '{"a": 1}'), ('{"a": 1}', 'é"', '{"a": "é\\""}'), ('{"a": [1]}', "x", '{"a": "x"}')],
)
def test_a_value_of_another_type(text: str, value: Any, new: str) -> None:
    assert apply_edits(Document(P, text.encode()), [Replace(P, ("a",), value)]).decode() == new


@pytest.mark.parametrize(("text", "edits", "kind"), GOOD)
def test_the_changes_of_the_text_are_those_of_the_bytes(text: str, edits: list[Edit], kind: Any) -> None:
    document = Document(P, text.encode(), kind)
    changes = text_changes(document, edits)
    assert changes == sorted(changes, key=lambda change: change[:2])
    assert spliced(document, changes).encode() == apply_edits(document, edits).removeprefix(b"\xef\xbb\xbf")
