"""Files of another format under the name of a bibliography: the help says what they seem to be."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.jsontext import Document
from sourceright_lint.text_rules.json_syntax import syntax
from sourceright_lint.text_rules.other_formats import other_format
from sourceright_lint.text_rules.subject import Text

OTHERS = [
    ("@article{eels,\n  title = {Eels}\n}\n", "BibTeX"),
    ("\n\n@Book (eels,\n", "BibTeX"),
    ("TY  - JOUR\nER  - \n", "RIS"),
    ("- id: eels\n  type: book\n", "YAML"),
    ("---\nreferences:\n- id: a\n", "YAML"),
    ("references:\n- id: a\n", "YAML"),
    ("<!DOCTYPE html>\n<html>", "a web page"),
    ("<html lang='en'>", "a web page"),
    ('<?xml version="1.0"?>', "XML"),
]
NO_SIGN = [
    "{id: 'a'}",
    "-1x",
    "-",
    "--",
    "@",
    "@ {",
    "eels: 1",
    "TY",
    "<",
    "< html",
    "hello @a{",
    "[\n@article{a,}]",
    "",
]


def helps(text: str, kind: str = "json") -> list[str]:
    return [problem.help for problem in syntax.check(Text(Document("x", text.encode(), kind), None))]


@pytest.mark.parametrize(("text", "name"), OTHERS, ids=[text for text, _ in OTHERS])
def test_what_it_seems_to_be(text: str, name: str) -> None:
    [help] = helps(text)
    assert help.startswith("this looks like ")
    assert name in help


@pytest.mark.parametrize("text", NO_SIGN)
def test_no_sign_of_another_format(text: str) -> None:
    assert not any("looks like" in help for help in helps(text))


def test_in_json_lines_it_is_the_first_line_that_counts() -> None:
    text = '@book{a,}\n@book{b,}\n{"id":"a"}\n'
    assert ["BibTeX" in help for help in helps(text, "jsonl")] == [True, False]
    assert not any("BibTeX" in help for help in helps('{"id":"a"}\n@book{b,}\n', "jsonl"))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_no_json_looks_like_it(value: object) -> None:
    assert other_format(json.dumps(value)) == ""
