"""Odd records of large texts: which are read exactly, what is told of them, where they stand in canonical form."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import MISSING, SORTED, Document, Form, bulk, document, lines, locate, patching
from sourceright_lint.jsontext.decode import Decoded
from sourceright_lint.jsontext.exact import Exact, read
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.patched import Patched
from tests.jsontext.support import FORMS, slow_canonical
from tests.jsontext.test_faults_told import PRIVATE

HUGE, HALF = "1e400", '"\\ud83d"'


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(locate, "_SMALL", 30)


def content_of(text: str, kind: Any = "json") -> Any:
    """What is read of a text, and the same as the exact reader has it."""
    found = Document("x", text.encode(), kind)
    exact = read("x", Decoded(text, None), kind, False)
    assert found.faults == exact.faults
    assert repr(found.value) == repr(exact.value)
    return found._read()


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize(("levels", "kind"), [(MAX_DEPTH, Patched), (MAX_DEPTH + 1, Exact)])
def test_lines_at_the_limit_of_nesting(levels: int, kind: type) -> None:
    content = content_of(f'{{"n":-0}}\n{{"n":1}}\n{deep(levels)}\n', "jsonl")
    assert type(content) is kind


@pytest.mark.parametrize(("levels", "is_patched"), [(MAX_DEPTH - 1, True), (MAX_DEPTH, False)])
@pytest.mark.parametrize("odd", [HUGE, HALF, "-0"])
def test_values_at_the_limit_of_nesting(odd: str, levels: int, is_patched: bool) -> None:
    content = content_of(f'[{{"n":{odd}}},{{"pad":"{"x" * 30}"}},{deep(levels)}]')
    assert (type(content) is Patched) == is_patched
    assert any(fault.code == "json.depth" for fault in content.faults) != is_patched


@pytest.mark.parametrize(("levels", "is_patched"), [(MAX_DEPTH - 1, True), (MAX_DEPTH, False)])
def test_a_text_without_a_quote_at_the_limit_of_nesting(levels: int, is_patched: bool) -> None:
    assert isinstance(content_of(f"[{HUGE},-0,{deep(levels)}]"), Patched) == is_patched


@pytest.mark.parametrize("kind", ["json", "jsonl"])
@pytest.mark.parametrize(("text", "secret"), PRIVATE)
def test_of_private_records_nothing_is_quoted(text: str, secret: str, kind: Any) -> None:
    pad = f'"{"x" * 30}"'
    whole = f"[{text},{pad}]" if kind == "json" else f"{pad}\n{text}\n"
    found = Document("x", whole.encode(), kind, private=True)
    told = [(fault.message, fault.help, fault.notes) for fault in found.faults]
    assert told
    assert secret not in repr(told)


@pytest.mark.parametrize(
    ("good", "bad", "kind"),
    [
        (20, 10, Patched),
        (32, 11, None),
        (33, 11, Patched),
        (33, 12, None),
        (35, 12, None),
        (36, 12, Patched),
        (36, 13, None),
    ],
)
def test_a_large_text_of_broken_lines_is_given_up_as_a_small_one_is(
    good: int, bad: int, kind: type | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_HOPELESS", 10)
    content = content_of("{}\n" * good + "x\n" * bad, "jsonl")
    assert (content.value is MISSING) == (kind is None)
    assert isinstance(content, Patched) == (kind is Patched)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "nan"])
def test_a_word_for_no_number_breaks_its_line(word: str) -> None:
    content = content_of(f'{{"a":1}}\n{{"a":{word}}}\n{word}\n{{"a":-0}}\n', "jsonl")
    assert isinstance(content, Patched)
    assert len(content.faults) == 2


@pytest.mark.parametrize("text", ["1e400\n1\n-0\n", '1\né\n-0\n1\n"é"\n-0\n', '"é"\n\n-0\n 1.00\n-0.0\n'])
def test_lines_that_are_nothing_but_an_odd_number(text: str) -> None:
    content = content_of(text, "jsonl")
    assert content.canonical(SORTED) == slow_canonical(text.encode(), SORTED, "jsonl")


@pytest.mark.parametrize(
    ("text", "offsets", "wanted"),
    [
        ("", [], []),
        ("12", [0, 1, 2], [0, 1, 2]),
        ("é1", [0, 2], [0, 1]),
        ("1é😀2", [1, 3, 7, 7], [1, 2, 3, 3]),
    ],
)
def test_offsets_in_characters(text: str, offsets: list[int], wanted: list[int]) -> None:
    assert patching._in_characters(text.encode(), offsets) == wanted


PAD = '"pad":"xxxxxxxxxxxxxxxxxxxxxxxxx"'
AROUND: dict[str, tuple[str, set[Pointer]]] = {
    "a record": (f'[{{"x":1}},{{"a":{{"n":1}},"a":{{"n":{HUGE},{PAD}}}}}]', {(1,)}),
    "the first of a key": (f'[{{"x":1}},{{"a":{{"n":{HUGE},{PAD}}},"a":{{"n":{HUGE}}}}}]', {(1,)}),
    "a record in records": (f'[{{"x":1}},[{{"a":[{{"n":1}}],"a":[{{"n":{HUGE},{PAD}}}]}}]]', {(1, 0)}),
    "two records": (f'{{"r":{{"a":[{HUGE}],"b":[{HALF}],"a":{{{PAD}}}}},"s":[{HUGE}]}}', {("r",), ("s",)}),
}


@pytest.mark.parametrize("name", AROUND)
def test_a_key_that_stands_twice_around_odd_records(name: str) -> None:
    """What is in both is told once."""
    text, units = AROUND[name]
    content = content_of(text)
    assert isinstance(content, Patched)
    assert set(content._units) == units


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('[{"a":1},{"a":2},{"a":1,"a":2},{"a":3},{"a":4}]', 1),
        ('[{"a":1},{"\\u0022":2},{"a":1,"a":2},{"a":3,"a":4}]', 2),
        ('[{"a":1},{"\\u0022":2},{"a":-0},{"a":3}]', 0),
    ],
)
def test_only_records_in_which_a_key_may_stand_twice_are_read_for_it(
    text: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, usual = [], patching.doubled_faults
    monkeypatch.setattr(patching, "doubled_faults", lambda *args: (read.append(args), usual(*args))[1])
    assert isinstance(content_of(text), Patched)
    assert len(read) == number


def test_a_large_text_is_loaded_once_as_it_is_and_once_without_what_is_odd(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded, usual = [], bulk.load
    monkeypatch.setattr(bulk, "load", lambda body, lines: (loaded.append(body), usual(body, lines))[1])
    text = f'[{{"n":{HUGE}}},{{{PAD}}}]'.encode()
    found = Document("x", text)
    assert found.value == [{"n": float("inf")}, {"pad": "x" * 25}]
    assert loaded == [text, text.replace(b"1e400", b"0")]


BY_B = FORMS["list"]
DISORDER = {
    "objects": f'[{{"b":"z"}},{{"b":"c","n":{HUGE}}},{{"b":"b","n":{HALF}}},{{"b":"a"}}]',
    "a record without a key": f'[{{"b":"z"}},{{"b":"c","n":{HUGE}}},[{HUGE}],{{"b":"a"}}]',
    "arrays": f'[["z"],["c",{HUGE}],["a"],["b",{HALF}]]',
}


@pytest.mark.parametrize("name", DISORDER)
@pytest.mark.parametrize(
    "form",
    [BY_B, Form(sort_by=lambda entry: entry[0] if isinstance(entry, list) else None)],
    ids=["b", "first"],
)
def test_odd_records_are_put_in_their_order(name: str, form: Form) -> None:
    text = DISORDER[name]
    content = content_of(text)
    assert isinstance(content, Patched)
    assert content.canonical(form) == slow_canonical(text.encode(), form)
    entries = (
        text[1:-1].replace("},{", "}\n{").replace("],[", "]\n[").replace("},[", "}\n[").replace("],{", "]\n{")
    )
    found = Document("x", f'{{"b":"y"}}\n{entries}\n'.encode(), "jsonl")
    assert found.canonical(form) == slow_canonical(found.data, form, "jsonl")


@pytest.mark.parametrize("key", ['""', '"\\u0000"', '"\\u0000\\u0000id"'])
@pytest.mark.parametrize("name", FORMS)
def test_what_the_fast_writer_is_not_sure_of_is_written_exactly(key: str, name: str) -> None:
    text = f'{{"z":1,{key}:"{"x" * 30}","a":[{HUGE}],"id":{{}}}}'
    content = content_of(text)
    assert isinstance(content, Patched)
    canonical = content.canonical(FORMS[name])
    assert canonical is not None
    assert canonical == slow_canonical(text.encode(), FORMS[name])
