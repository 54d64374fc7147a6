"""Keys that stand twice in large texts: told as by the exact reader, wherever they stand."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.jsontext import SORTED, Document, doubled, faults, locate
from sourceright_lint.jsontext import document as document_module
from sourceright_lint.jsontext.doubled import doubled_faults, may_be_doubled
from sourceright_lint.jsontext.faults import MOST

TEXTS = {
    "in the outermost object": '{"a": 1, "b": [1, 2], "a": {"c": 2}}',
    "in an object of the outermost array": '[{"a": 1, "a": 2}, {"a": 1}]',
    "thrice": '{"a": 1, "a": 2, "a": 3}',
    "below a key that stands twice": '{"a": {"b": 1, "b": 2}, "a": {"b": 3, "b": 4, "c": {"d": 1, "d": 2}}}',
    "in an array below it": '{"a": [1, 2, {"b": 1, "b": 2}], "a": "some more text"}',
    "spelt in two ways": '{"caf\\u00e9": 1, "café": 2, "other": "some more text"}',
    "empty key": '{"": 1, "": {"": 2, "": 3}, "other": "some more text"}',
    "beside a number beyond a double": '{"a": 1e400, "b": {"c": 1, "c": 2}, "d": "some more text"}',
    "around a number beyond a double": '{"a": {"x": "some more text", "b": 1e400}, "a": {"b": 1}}',
    "with half a character in the key": '{"\\ud83d": 1, "\\ud83d": 2, "a": "some more text"}',
    "with half a character in the value": '{"a": "\\ud83d", "a": "some more text"}',
    "in lines": '{"a": 1}\n{"a": 1, "a": 2}\n{"b": 1e400, "b": 1}\n{"c": "\\ud83d"}\n',
    "in a line beside a broken one": '{"a": 1}\n{"a": 1, "a": 2}\n{"a": \n',
}


@pytest.mark.parametrize("name", TEXTS)
def test_as_the_exact_reader(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind: Any = "jsonl" if "line" in name else "json"
    exact = _facts(Document("x", TEXTS[name].encode(), kind))
    monkeypatch.setattr(document_module, "_SMALL", 0)
    for limit in (1, 12, 20, 10_000):
        monkeypatch.setattr(locate, "_SMALL", limit)
        monkeypatch.setattr(doubled, "_SMALL", limit)
        assert _facts(Document("x", TEXTS[name].encode(), kind)) == exact, limit


def _facts(document: Document) -> list[Any]:
    assert document.has_duplicates
    items = document.items(())
    assert items is not None
    last = document.node(("a",) if document.kind == "json" else (1,))
    return [
        document.faults,
        repr(document.value),
        document.canonical(SORTED),
        (*items[:3], list(items.items)),
        None if last is None else repr(last.value()),
        document.span(("a", "b")),
    ]


def test_no_more_than_are_kept() -> None:
    text = '{"x": {' + ", ".join(['"a": 1'] * (MOST + 50_000)) + "}}"
    faults = Document("x", text.encode()).faults
    assert len(faults) == MOST
    assert faults == tuple(sorted(faults, key=lambda fault: fault.start))


@pytest.mark.parametrize("record", ['{"a": 1E400, "b": 2}', '{"a": 1, "a": 2}', '{"a": "\\ud83d", "b": 2}'])
def test_those_that_are_kept_are_the_first(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (faults, doubled):
        monkeypatch.setattr(module, "MOST", 5)
    text = "{" + ",\n".join(f'"r{number}": {record}' for number in range(40)) + "}"
    exact = Document("x", text.encode()).faults
    monkeypatch.setattr(document_module, "_SMALL", 0)
    monkeypatch.setattr(locate, "_SMALL", 30)
    assert Document("x", text.encode()).faults == exact
    assert exact[-1].start < text.index("r5")


@pytest.mark.parametrize("limit", [1, 50, 10_000])
@pytest.mark.parametrize("around", ["{}", '["some more text", {}]', '{{"k": [{}], "r": "some more text"}}'])
def test_nothing_is_quoted_of_a_private_file(
    limit: int, around: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_module, "_SMALL", 0)
    monkeypatch.setattr(doubled, "_SMALL", limit)
    text = around.format('{"a": "secret", "b": 1, "a": "secret too"}')
    (fault,) = Document("x", text.encode(), private=True).faults
    assert (text[fault.start : fault.end], fault.start) == ('"a"', text.rindex('"a"'))
    assert "secret" not in repr(fault)


def test_of_each_large_object_no_more_are_told_than_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MOST", 5), ("_SMALL", 30)):
        monkeypatch.setattr(doubled, name, value)
    text = "[{" + ", ".join(['"a": 1'] * 9) + '}, {"a": 1, "a": 2}]'
    starts = [fault.start for fault in doubled_faults(text, 0, len(text), False)]
    assert starts == [*range(10, 10 + 5 * 8, 8), text.rindex('"a"')]


@pytest.mark.parametrize(
    ("text", "may_be"),
    [
        ("[]", False), ('{"a": 1, "b": {"a": 1}}', False), ('[{"a": 1}, {"a": 1}]', False), ("[1e400, -0]", False),
        ('{"a": 1, "a": 1}', True), ('[{"b": [{"a": 1, "a": 2}]}]', True), ('{"a": 1, "\\u0061": 2}', True),
        ('["\\ud83d"]', True),
    ],
)  # fmt: skip
def test_whether_a_key_may_stand_twice(text: str, may_be: bool) -> None:
    assert may_be_doubled(text) == may_be
