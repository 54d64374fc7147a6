"""Large values written in canonical order by a writer that sorts keys: what is marked, and what is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.jsontext import Form, bulk, parts
from sourceright_lint.jsontext.marking import MARK
from tests.jsontext.support import slow_canonical

KEY = 'a "key"'
LEAVING_OUT = Form(omit={KEY: None, "b": [], '"': [], "f": None}, floats=frozenset({"f"}))
CASES: dict[str, tuple[Any, Form]] = {
    "keys with quotes left out": ({KEY: None, '"': [], "c": 1}, LEAVING_OUT),
    "inside others": ([{KEY: None, "c": [1]}, {'"': [], "b": []}], Form(elements=LEAVING_OUT)),
    "only what is equal": ({"b": [1], KEY: [], '"': None, "f": 1, "c": []}, LEAVING_OUT),
    "nothing is left": ({"b": []}, LEAVING_OUT),
    "first": ({"a": 1, "z": 2, "b": {"z": 1, "a": 2}, "é": 3}, Form(first=("é", "z", "b"))),
    "an empty key": ({"": 1, "a": 2, "b": {"": 1}}, Form()),
}


@pytest.fixture(params=[500, 0], ids=["as a whole", "in parts"])
def part(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", request.param)


def quick(value: Any, form: Form) -> tuple[bytes | None, bytes | None]:
    body = json.dumps(value).encode()
    return bulk.canonical(body, bulk.load(body, False), form, False), slow_canonical(body, form)


@pytest.mark.usefixtures("part")
@pytest.mark.parametrize(("value", "form"), CASES.values(), ids=CASES)
def test_as_by_the_exact_writer(value: Any, form: Form) -> None:
    written, wanted = quick(value, form)
    assert wanted is not None
    assert written == wanted


UNSURE: dict[str, tuple[Any, Form]] = {
    "an empty key before the first": ({"": 1, "a": 2, "b": 3}, Form(first=("b",))),
    "the empty key is one of the first": ({"": 1, "a": 2, "b": 3}, Form(first=("b", ""))),
    "an empty key further in": ([{"c": {"": 1, "b": 3}}], Form(elements=Form(any_member=Form(first=("b",))))),
    "a mark in a key": ({MARK: 1, "b": 2}, Form(first=("b",))),
    "a mark in a text": ({"a": MARK, "b": 2}, Form()),
    "as many marks left out as were there": ({"a": {"b": 1}, "c": MARK}, Form(omit={"c": MARK})),
}


@pytest.mark.usefixtures("part")
@pytest.mark.parametrize(("value", "form"), UNSURE.values(), ids=UNSURE)
def test_nothing_else_is_written_where_it_is_not_sure(value: Any, form: Form) -> None:
    written, wanted = quick(value, form)
    assert written in (None, wanted)
