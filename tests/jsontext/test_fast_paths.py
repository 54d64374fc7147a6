"""The fast readers and writers give what the exact ones give, wherever they answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sourceright_lint.jsontext import MISSING, Document, brief, bulk, document, parts
from sourceright_lint.jsontext import odd_numbers as odd_numbers_module
from sourceright_lint.jsontext.content import Content
from sourceright_lint.jsontext.decode import Decoded
from sourceright_lint.jsontext.exact import read
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.odd_numbers import odd_numbers
from tests.jsontext.support import FORMS, NUMBERS, slow_canonical, texts

ENGINES = pytest.mark.parametrize("engine", [brief, bulk], ids=["brief", "bulk"])
LONG_INTEGER = re.compile(rb"[0-9]{16}")
FORM_NAMES = st.sampled_from(sorted(FORMS))


def exactly(text: str, kind: str = "json") -> Content:
    return read("x", Decoded(text, None), kind, False)


def pretty(value: Any, lines: bool) -> bytes:
    return bulk._written_lines(value) if lines else bulk._pretty(value, FORMS["sorted"])


def same(one: Any, other: Any) -> bool:
    """Equal in type too, and in the order of keys."""
    return repr(one) == repr(other)


@ENGINES
@given(text=texts(duplicates=True))
@settings(max_examples=400)
def test_what_is_called_faultless_is_so(engine: ModuleType, text: str) -> None:
    body = text.encode()
    loaded = engine.load(body, False)
    reading = exactly(text)
    assert reading.readable
    if loaded is not MISSING and engine.is_faultless(body, loaded, False):
        assert reading.faults == ()
        assert same(loaded, reading.value)


@ENGINES
@given(text=texts(odd=False))
def test_ordinary_text_is_called_faultless(engine: ModuleType, text: str) -> None:
    body = text.encode()
    if b"\\u0022" not in body:
        assert engine.is_faultless(body, engine.load(body, False), False)


@pytest.fixture(params=[0, 1, 2, 500])
def part(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts of all sizes are written in parts."""
    monkeypatch.setattr(parts, "_PART", request.param)
    monkeypatch.setattr(parts, "_STEP", max(request.param, 1))


@ENGINES
@pytest.mark.usefixtures("part")
@given(text=texts(duplicates=True), name=FORM_NAMES)
@example(text='{"d":[],"c":null}', name="deep")
@example(text='{"k\\n":{"d":[]}}', name="inner")
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_fast_canonical_form_is_the_exact_one(engine: ModuleType, text: str, name: str) -> None:
    body, form = text.encode(), FORMS[name]
    slow = slow_canonical(body, form)
    loaded = engine.load(body, False)
    if loaded is not MISSING:
        assert engine.canonical(body, loaded, form, False) in (None, slow)
        if engine.is_canonical(body, loaded, form):
            assert body == slow
    if slow is not None and (loaded := engine.load(slow, False)) is not MISSING:
        unsure = odd_numbers(slow) or LONG_INTEGER.search(slow)
        assert engine.is_canonical(slow, loaded, form) or unsure


@given(entries=st.lists(texts(duplicates=True), max_size=4), name=FORM_NAMES)
@ENGINES
def test_the_same_holds_for_lines(engine: ModuleType, entries: list[str], name: str) -> None:
    body = "\n".join(entry.replace("\n", " ") for entry in entries).encode()
    form, slow = FORMS[name], slow_canonical(body, FORMS[name], "jsonl")
    loaded = engine.load(body, True)
    if loaded is MISSING or (loaded and isinstance(loaded[0], list)):
        return
    assert engine.canonical(body, loaded, form, True) in (None, slow)
    is_canonical = engine.has_canonical_layout(body, loaded, True) and engine.is_in_order(loaded, form)
    assert not is_canonical or body == slow
    reading = exactly(body.decode(), "jsonl")
    if engine.is_faultless(body, loaded, True):
        assert reading.readable
        assert reading.faults == ()
        assert same(loaded, reading.value)


VALUES = [
    0,
    0.0,
    -0.0,
    1,
    1.0,
    True,
    False,
    None,
    "",
    "1",
    [],
    {},
    float("inf"),
    2**70,
    "\ud800",
    {"a": 1, "b": 2},
    {"b": 2, "a": 1},
]


@ENGINES
@pytest.mark.parametrize("around", [lambda value: value, lambda value: [value], lambda value: {"k": [value]}])
def test_only_the_same_is_the_same(engine: ModuleType, around: Callable[[Any], Any]) -> None:
    for one in VALUES:
        for other in VALUES:
            assert engine.is_same(around(one), around(other)) == (one is other), (one, other)


@given(text=texts(), name=FORM_NAMES)
@settings(max_examples=300)
def test_the_canonical_form_is_a_fixed_point(text: str, name: str) -> None:
    document, form = Document("x", text.encode()), FORMS[name]
    canonical = document.canonical(form)
    assert canonical is not None
    again = Document("x", canonical)
    assert again.is_canonical(form)
    assert again.canonical(form) == canonical


def test_a_row_of_numbers_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    token_start = odd_numbers_module._token_start
    monkeypatch.setattr(
        odd_numbers_module, "_token_start", lambda data, run: looked.append(run) or token_start(data, run)
    )
    row = b"00000000000000000-" * 500
    assert odd_numbers(b'["-' + row + b'", -0, 12345678901234567890.5, "' + row + b'"]') != []
    assert len(looked) == 3


@given(before=st.sampled_from(["", " ", "[", "[1, ", '{"a":']), text=st.sampled_from(NUMBERS))
def test_no_odd_number_is_missed(before: str, text: str) -> None:
    after = {"": "", " ": "\n", "[": "]", "[1, ": " , 2]", '{"a":': "}"}[before]
    body = (before + text + after).encode()
    found = [body[start:end].decode() for start, end in odd_numbers(body)]
    try:
        fast = orjson.dumps(orjson.loads(text)).decode()
    except orjson.JSONDecodeError:
        fast = "refused"
    written = slow_canonical(text.encode(), FORMS["sorted"])
    assert written is not None
    assert (found == [text]) == (fast != written.decode().strip())


@pytest.mark.parametrize("text", ['"1e400"', '"a 1e400, b"', '"x -0 "', '"18446744073709551616"', '["a-0"]'])
def test_numbers_in_strings_do_no_harm(text: str) -> None:
    document = Document("x", text.encode())
    assert document.faults == ()
    assert document.canonical(FORMS["sorted"]) == slow_canonical(text.encode(), FORMS["sorted"])


@ENGINES
@pytest.mark.parametrize("lines", [False, True], ids=["json", "jsonl"])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_the_depth_limit_is_where_the_exact_reader_has_it(
    engine: ModuleType, lines: bool, opening: str
) -> None:
    for depth, fine in ((MAX_DEPTH, True), (MAX_DEPTH + 1, False)):
        closing = "]" if opening == "[" else "}"
        inner = "1" if opening == "{" else "{}"
        text = '{"x":' + opening * (depth - 2) + inner + closing * (depth - 2) + "}"
        body = text.encode()
        loaded = engine.load(body, lines)
        assert (loaded is not MISSING and engine.is_faultless(body, loaded, lines)) == fine
        canonical = pretty(loaded, lines) if engine is bulk else b""
        if canonical:
            assert engine.has_canonical_layout(canonical, loaded, lines) in (fine, False)


@pytest.mark.parametrize(
    "data",
    [b'[ {"b": 1, "a": "x"} ]', b'["\\u0022"]', b"[1.10]", b'[{"a": 1, "a": 2}]', b"[1", b"[\n  1\n]\n"],
)
@pytest.mark.parametrize("is_asked", [True, False], ids=["asked", "not asked"])
def test_what_is_begun_in_another_process_changes_nothing(
    data: bytes, is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "WORTH_TWO_CORES", 0)
    monkeypatch.setattr(document, "_SMALL", 0)
    alone, helped = Document("x", data), Document("x", data)
    helped.expect_formatting()
    if is_asked:
        assert helped.canonical(FORMS["sorted"]) == alone.canonical(FORMS["sorted"])
    helped.forget()
    assert helped._count_quotes is None  # nobody waits for it any more: it was waited for
