"""What the fast readers must not be sure of, and where they are sure."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from sourceright_lint.jsontext import MISSING, SORTED, Document, Form, arrange, brief, bulk, parts
from sourceright_lint.jsontext.arrange import arranged, element_order, in_outer_order, is_omitted
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.plain import plain_text, string_text
from tests.jsontext.support import slow_canonical

ENGINES = pytest.mark.parametrize("engine", [brief, bulk], ids=["brief", "bulk"])


@ENGINES
@pytest.mark.parametrize(
    "text",
    [
        "{}\n\x0b\n",
        "{}\n\x0c{}\n",
        "{}\n\xa0\n",
        "1 2\n",
        "{} {}\n",
        '{"a":\n1}\n',
        '{\n  "a": 1\n}\n',
        "{}\r{}\n",
        "[NaN]\n",
        "{}\n-Infinity\n",
        "{}\n\x00\n",
    ],
    ids=repr,
)
def test_what_are_no_lines_of_json(engine: ModuleType, text: str) -> None:
    assert engine.load(text.encode(), True) is MISSING


@ENGINES
@pytest.mark.parametrize("text", ["NaN", "[NaN]", '{"a": Infinity}', "[-Infinity]", "[inf]"])
def test_what_is_no_number_is_not_read(engine: ModuleType, text: str) -> None:
    assert engine.load(text.encode(), False) is MISSING


@ENGINES
@pytest.mark.parametrize("text", [" 1\n\n \t\r\n[]\r\n", "\n\n{}", "{}\n \n"])
def test_blank_lines_are_no_entries(engine: ModuleType, text: str) -> None:
    assert len(engine.load(text.encode(), True)) == text.count("]") + text.count("}") + text.count("1")


@ENGINES
@pytest.mark.parametrize("inner", ["{}", "[]", '{"a":1}', "1"])
def test_lines_are_laid_out_up_to_the_depth_limit(engine: ModuleType, inner: str) -> None:
    """The limit is that of each entry: the array of all of them does not count."""
    levels = MAX_DEPTH - (inner != "1")
    for around, fine in ((levels, True), (levels + 1, False)):
        for text in (inner, "[" * around + inner + "]" * around):
            body = (f'"x"\n{text}\n').encode()
            is_laid_out = engine.has_canonical_layout(body, engine.load(body, True), True)
            assert is_laid_out == (fine or text == inner)
        assert Document("x", body, "jsonl").faults == () or not fine


HIDDEN = ['{"a":"\\u0022","a":1}', '[{"\\u0022":1},{"a":1,"a":2}]', '{"a":"1","a":"\\u0022\\u0022"}']


@pytest.mark.parametrize("text", HIDDEN)
@pytest.mark.parametrize("lines", [False, True], ids=["json", "jsonl"])
def test_quotes_that_are_spelt_by_number_hide_no_key_that_stands_twice(text: str, lines: bool) -> None:
    body = text.encode()
    value = bulk.load(body, lines)
    assert bulk.may_have_duplicates(body, value, lines)
    assert not bulk.is_faultless(body, value, lines)
    assert bulk.canonical(body, value, SORTED, lines) is None


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("[]", 0),
        ('{"a": "b"}', 4),
        ('["\\""]', 3),
        ('["\\u0022"]', -1),
        ('["a", -0]', -1),
        ('["a", 1e400]', -1),
        ('["\\u0021"]', 2),
    ],
)
def test_quotes_are_counted_where_that_proves_something(text: str, quotes: int) -> None:
    assert bulk.quotes_of(text.encode()) == quotes


def key_of(entry: Any) -> Any:
    return entry.get("b") if isinstance(entry, dict) else None


BY_B = Form(sort_by=key_of)
IN_ORDER = [{"b": "a"}, {"b": "c"}]
ORDERS: dict[str, tuple[Any, Form, bool]] = {
    "one": ([{"b": "x"}], BY_B, True),
    "one without a key": ([1], BY_B, True),
    "two": (IN_ORDER, BY_B, True),
    "two in disorder": (IN_ORDER[::-1], BY_B, False),
    "two, one without a key": ([IN_ORDER[1], 1], BY_B, True),
    "two equal": ([IN_ORDER[0], IN_ORDER[0]], BY_B, True),
    "two in a member": ({"a": "x", "m": IN_ORDER[::-1]}, Form(members={"m": BY_B}), False),
    "two behind a text": ({"a": "x", "m": [{"b": "a"}]}, Form(members={"m": BY_B}, omit={"m": []}), True),
    "keys of a member behind a text": ({"a": "x", "m": {"d": 1, "c": 2}}, SORTED, False),
    "an empty one behind a text": ({"a": "x", "m": []}, Form(omit={"m": []}), False),
    "a number behind a text": ({"a": "x", "f": 1}, Form(floats=frozenset({"f"})), False),
    "an empty one that stays": ({"m": {}}, Form(omit={"m": []}), True),
    "one that stays": ({"m": [1]}, Form(omit={"m": []}), True),
}


@pytest.mark.parametrize("part", [0, 1, 500])
@pytest.mark.parametrize("name", ORDERS)
def test_order(name: str, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", part)
    value, form, is_in_order = ORDERS[name]
    for around, outer in (
        (value, form),
        ([value], Form(elements=form)),
        ({"k": value}, Form(any_member=form)),
    ):
        text = plain_text(around, compact=False).encode()
        assert (text == slow_canonical(text, outer)) == is_in_order
        for engine in (brief, bulk):
            assert engine.is_canonical(text, around, outer) == is_in_order
            assert engine.is_in_order(around, outer) == is_in_order


@pytest.mark.parametrize(
    ("value", "form", "is_in_order"),
    [
        ([1, 2], SORTED, True),
        (IN_ORDER, BY_B, True),
        (IN_ORDER[::-1], BY_B, False),
        ({"a": {"d": 1, "c": 1}}, SORTED, True),
        ({"b": 1, "a": 1}, SORTED, False),
        ({"b": 1, "a": 1}, Form(first=("b",)), True),
        ({"a": None}, Form(omit={"a": None}), False),
        ("x", BY_B, True),
        (1, Form(first=("b",)), True),
    ],
)
def test_order_on_the_outside(value: Any, form: Form, is_in_order: bool) -> None:
    assert in_outer_order(value, form) == is_in_order


@pytest.mark.parametrize(
    ("value", "omitted", "is_so"),
    [
        (None, None, True),
        ([], [], True),
        ([1], [], False),
        ({}, [], False),
        (0, False, False),
        ("", None, False),
    ],
)
def test_what_is_left_out(value: Any, omitted: Any, is_so: bool) -> None:
    assert is_omitted(value, omitted) == is_so


def test_what_the_keys_of_objects_say_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = []
    monkeypatch.setattr(arrange, "in_front", lambda keys, first: (shapes.append(keys), keys)[1])
    value = [{"a": number, "b": {"c": number}} for number in range(20)]
    assert brief.is_in_order(value, Form(elements=Form(members={"b": Form(elements=SORTED)})))
    assert shapes == [["a", "b"], ["c"]]


def test_what_is_in_order_is_shared() -> None:
    elements = [{"b": "a"}, {"b": "c"}]
    assert arranged(elements, SORTED) is elements
    assert arranged(elements, BY_B) is elements
    assert type(element_order(elements, BY_B)) is range
    assert arranged(elements[::-1], BY_B) == elements


@pytest.mark.parametrize("code", [0xD800, 0xDBFF, 0xDC00, 0xDFFF], ids=hex)
def test_half_characters_are_written_as_escapes(code: int) -> None:
    assert string_text(f"é{chr(code)}") == f'"é\\u{code:04x}"'


@pytest.mark.parametrize("code", [0x7F, 0x2028, 0xD7FF, 0xE000, 0x10FFFF], ids=hex)
def test_other_characters_stay(code: int) -> None:
    assert string_text(f"é{chr(code)}") == f'"é{chr(code)}"'


def test_plain_values_as_text() -> None:
    value = {"a": [1, {}, [], {"b": "c", "d": None}], "e": 0.5, "f": True, "é": ["\n"]}
    assert (
        plain_text(value, compact=True) == '{"a":[1,{},[],{"b":"c","d":null}],"e":0.5,"f":true,"é":["\\n"]}\n'
    )
    assert plain_text(value, compact=False).encode() == slow_canonical(
        plain_text(value, True).encode(), SORTED
    )
