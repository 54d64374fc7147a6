"""Plain values put into canonical order, written as lines, and as text in the style of the text around them."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from sourceright_lint.errors import WriteRefused
from sourceright_lint.jsontext import SORTED, Document, Form
from sourceright_lint.jsontext.arrange import arranged
from sourceright_lint.jsontext.dump import lines_of
from sourceright_lint.jsontext.places import shared_end, shared_start
from sourceright_lint.jsontext.render import Style, changed_string, indentation, style_of, value_text
from tests.jsontext.support import FORMS, slow_canonical
from tests.jsontext.test_samples import SAMPLES, SURE


@pytest.mark.parametrize("name", [name for name in SURE if name != "floats"])
def test_arranged(name: str) -> None:
    """Written as it stands, a value in canonical order is the canonical text: its objects had sorted keys before."""
    value = json.loads(json.dumps(json.loads(SAMPLES[name]), sort_keys=True))
    for form in FORMS.values():
        wanted = slow_canonical(SAMPLES[name].encode(), form)
        found = arranged(value, form)
        assert json.dumps(found) == json.dumps(json.loads(wanted or b""))
    assert value == json.loads(SAMPLES[name])


def test_floats_are_arranged_as_floats() -> None:
    assert repr(arranged({"f": 1, "g": 1}, FORMS["deep"])) == "{'f': 1.0, 'g': 1}"
    assert repr(arranged({"f": "1"}, FORMS["deep"])) == "{'f': '1'}"


def test_what_a_form_says() -> None:
    assert SORTED.is_for([])
    form = Form(sort_by=len, is_for=callable)
    assert (form.sort_by, form.is_for) == (len, callable)


def test_lines() -> None:
    assert lines_of([]) == b""
    assert lines_of([{"b": 1, "a": [1.5, None, "é"]}, []]) == '{"b":1,"a":[1.5,null,"é"]}\n[]\n'.encode()


SHORT = ["".join(letters) for length in range(6) for letters in product("ab", repeat=length)]


@pytest.mark.parametrize("old", [*SHORT[:20], "abaabab", "b" * 99 + "a"])
def test_shared_start_and_end(old: str) -> None:
    for new in (*SHORT, old, old + "b", old[:-1] + "x"):
        shared = 0
        while old[shared : shared + 1] == new[shared : shared + 1] != "":
            shared += 1
        assert shared_start(old, new) == shared_start(new, old) == shared
        back = old[::-1], new[::-1]
        assert shared_end(*back) == shared_end(*back[::-1]) == shared


STYLES = {
    "{}": Style(),
    '{"a":1}': Style(colon=":", comma=","),
    '{"a": 1}': Style(),
    '{"a":1, "b": 2}': Style(),
    '{\n  "a": 1\n}': Style(),
    '{\n\t"a": 1\n}': Style(unit="\t"),
    '{\r\n    "a":1\r\n}': Style("\r\n", "    ", ":", ","),
    "[\n\n   \n 1\n]": Style(unit=" "),
    "\n1": Style(),
    "\n1\r": Style(),
    "\r\n1": Style("\r\n"),
    '{\r\n  "a": 1\n}': Style("\r\n"),
}


@pytest.mark.parametrize(("text", "style"), STYLES.items(), ids=repr)
def test_style(text: str, style: Style) -> None:
    assert style_of(text) == style
    assert style_of(text, one_line=True) == Style("\n", "  ", style.colon, style.comma, True)


VALUE = {"a": [1, True, {"b": None}], "c": {}, "d": [], "é\n": -0.5, "f": 1e300, "g": False}
NARROW = Style("\r\n", "\t", ":", ",")


@pytest.mark.parametrize("style", [Style(), NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("indent", ["", "   ", None])
def test_a_value_as_text(style: Style, indent: str | None) -> None:
    text = value_text(VALUE, style, indent)
    assert json.loads(text) == VALUE
    if indent is None:
        separators = (style.comma, style.colon)
        assert text == json.dumps(VALUE, ensure_ascii=False, separators=separators).replace(
            "1e+300", "1e+300"
        )
    else:
        pretty = json.dumps(VALUE, ensure_ascii=False, indent=style.unit, separators=(",", style.colon))
        assert text == pretty.replace("\n", style.newline + indent)


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_no_number_for_it(value: float) -> None:
    with pytest.raises(WriteRefused, match="no number for infinity"):
        value_text([value], Style(), None)


@pytest.mark.parametrize(
    ("text", "offset", "wanted"),
    [
        ("x", 0, ""),
        ("  x", 2, "  "),
        ("  x", 1, " "),
        ("a\n\t x y", 6, "\t "),
        ("a\n", 2, ""),
        (" a\nb", 3, ""),
        ("\n  x", 3, "  "),
        ("\n\n  x", 4, "  "),
        ("a\n  b\n    c", 10, "    "),
        ("    a\n  b\n c", 11, " "),
    ],
)
def test_indentation(text: str, offset: int, wanted: str) -> None:
    assert indentation(text, offset) == wanted


TOKENS = [
    ('"abc"', "abc", '"abc"'),
    ('"a\\u0062c"', "abd", '"a\\u0062d"'),
    ('"\\u0061bc"', "xbc", '"xbc"'),
    ('"\\u0061b\\/c"', "ab/xc", '"\\u0061b\\/xc"'),
    ('"\\/a\\/"', "/", '"\\/"'),
    ('"aaa"', "aa", '"aa"'),
    ('"\\ud83d\\ude00!"', "😀?", '"\\ud83d\\ude00?"'),
    ('"\\ud83d"', "\ud83dx", '"\\ud83dx"'),
    ('"\\u00e9\\n"', "é\n\t", '"\\u00e9\\n\\t"'),
    ('"x"', "", '""'),
    ('""', '"', '"\\""'),
    ('"\\\\a"', "\\b", '"\\\\b"'),
]


@pytest.mark.parametrize(("token", "value", "wanted"), TOKENS)
def test_a_string_changed(token: str, value: str, wanted: str) -> None:
    assert changed_string(token, value) == wanted
    document: Any = Document("x", wanted.encode())
    assert document.value == value
