"""One content, one sequence of bytes; and canonical files are found to be so."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.contracts.sourceright.forms import csl_form, queue_form, sidecar_form
from sourceright_lint.jsontext import Document, Form
from tests.properties.lossless import Number, Pairs, read_file, said
from tests.properties.meaning import meaning
from tests.properties.support import agreed, patient
from tests.properties.texts import Layout
from tests.properties.values import pairs, workspaces

FORMS: dict[str, Form] = {"csl": csl_form(True), "sidecar": sidecar_form(), "queue": queue_form()}
SPELLINGS = (
    ("1.5", "1.50", "15e-1", "0.15E+1"), ("100000.0", "1E5", "1e+5", "100000.00"), ("0.25", "25e-2", "0.250"),
    ("1e+16", "1e16", "10000000000000000.0"),
    ("7", "7"), ("-3", "-3"), ("0.00001", "1e-5", "0.000010"),
    ("-0.0", "-0.0", "-0e0"), ("2.0", "2.00", "0.2e1"),
)  # fmt: skip


def canonical(role: str, data: bytes) -> bytes | None:
    kind: Any = "jsonl" if role == "queue" else "json"
    return agreed(lambda: Document("file", data, kind).canonical(FORMS[role]))


def written(role: str, value: Any, layout: Layout) -> bytes:
    return layout.lines(value) if role == "queue" else layout.document(value)


def respelled(value: Any, pick: int) -> Any:
    """The value with its numbers made exact, in one of their spellings; without keys twice and half characters."""
    if isinstance(value, Number):
        spellings = SPELLINGS[len(value.text) % len(SPELLINGS)]
        return Number(spellings[pick % len(spellings)])
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, Pairs):
        return pairs({respelled(key, 0): respelled(member, pick) for key, member in value.members})
    return [respelled(element, pick) for element in value] if isinstance(value, list) else value


@patient
@pytest.mark.parametrize("role", FORMS)
@given(workspaces(), st.integers(0, 2**32), st.integers(0, 2**32), st.integers(0, 4))
def test_equal_values_have_equal_bytes(
    role: str, values: dict[str, Any], one: int, other: int, pick: int
) -> None:
    value = values[role]
    if role == "queue":
        value = [line for line in value if not isinstance(line, list)]
    first, second = (
        canonical(role, written(role, respelled(value, spelling), Layout(seed, shuffled=True)))
        for spelling, seed in ((0, one), (pick, other))
    )
    assert first is not None
    assert first == second


@patient
@pytest.mark.parametrize("role", FORMS)
@given(workspaces(), st.integers(0, 2**32))
def test_canonical_bytes_say_the_same_and_stay(role: str, values: dict[str, Any], seed: int) -> None:
    data = written(role, values[role], Layout(seed))
    made = canonical(role, data)
    if made is None:
        assert _has_key_twice(values[role]) or (role == "queue" and isinstance(values[role][0], list))
        return
    document = Document("file", made, "jsonl" if role == "queue" else "json")
    assert document.is_canonical(FORMS[role])
    assert document.canonical(FORMS[role]) == made
    old, new = (read_file(each, lines=role == "queue") for each in (data, made))
    assert meaning(role, new) == meaning(role, old)


@patient
@given(workspaces())
def test_the_reader_of_these_tests_tells_values_apart(values: dict[str, Any]) -> None:
    for value in values.values():
        text = Layout(7).document(value)
        assert said(read_file(text, lines=False)) == said(value)


def _has_key_twice(value: Any) -> bool:
    if isinstance(value, Pairs):
        names = [key for key, _ in value.members]
        return len(set(names)) < len(names) or any(_has_key_twice(member) for _, member in value.members)
    return isinstance(value, list) and any(map(_has_key_twice, value))
