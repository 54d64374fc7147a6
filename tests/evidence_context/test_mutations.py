"""Any JSON at all: no rule raises, every place can be found, and the rules agree with the schemas."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.finding import Pointer
from tests.evidence_context.support import (
    CONTRACT,
    index_problems,
    payload_problems,
    valid_descriptor,
    valid_payload,
)
from tests.evidence_context.test_history import judged

NAMES = st.sampled_from(
    [
        "source_id",
        "id",
        "units",
        "ref",
        "metadata",
        "contexts",
        "lane_id",
        "text",
        "note",
        "",
        "schema_version",
        "file",
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: not x.is_integer())
    | st.text(max_size=8)
    | st.sampled_from(["birds", "walk-7", "/home/tm/x", "v1", "..", "sha256:" + "ab" * 32])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


def _pointers(value: Any, at: Pointer = ()) -> list[Pointer]:
    found = [at]
    if isinstance(value, dict):
        found += [p for key, item in value.items() for p in _pointers(item, (*at, key))]
    elif isinstance(value, list):
        found += [p for i, item in enumerate(value) for p in _pointers(item, (*at, i))]
    return found


@st.composite
def mutated(draw: st.DrawFn, original: Any, most: int = 4) -> Any:
    """The value after one to ``most`` random changes: replaced, removed, doubled, swapped, added."""
    holder = [copy.deepcopy(original)]
    for _ in range(draw(st.integers(1, most))):
        pointer: Pointer = (0, *draw(st.sampled_from(_pointers(holder[0]))))
        parent: Any = holder
        for part in pointer[:-1]:
            parent = parent[part]
        _mutate(draw, parent, pointer[-1])
    return holder[0]


def _mutate(draw: st.DrawFn, parent: Any, last: Any) -> None:
    change = draw(st.sampled_from(["replace", "remove", "double", "swap", "add"]))
    value = parent[last]
    if change == "replace":
        parent[last] = draw(VALUES)
    elif change == "add" and isinstance(value, dict):
        value[draw(NAMES | st.text(max_size=4))] = draw(VALUES)
    elif change == "add" and isinstance(value, list):
        value.append(draw(VALUES))
    elif change == "swap" and isinstance(value, list):
        value.reverse()
    elif change == "double" and isinstance(value, list) and value:
        value.append(copy.deepcopy(value[0]))
    elif change == "remove" and isinstance(parent, dict):
        del parent[last]


def _agrees(schema: str, value: Any, found: set[str], structural: tuple[str, ...]) -> None:
    validator = jsonschema.Draft202012Validator(CONTRACT.schemas()[schema]())
    is_faulty = any(code.startswith(structural) for code in found)
    assert is_faulty == (not validator.is_valid(value)), json.dumps(value)


STRUCTURAL = (
    "evidence_context.payload.",
    "evidence_context.source_digest.",
    "evidence_context.window_units.",
)


@settings(max_examples=250, deadline=None)
@given(mutated(valid_payload()))
def test_payloads(payload: Any) -> None:
    found = payload_problems(payload)
    for _, problem in found:
        for place in (problem.place, *(note.place for note in problem.notes)):
            span = place.span or place.document.span(place.pointer, key=place.key)
            assert span.line >= 1
    _agrees("evidence-context", payload, {code for code, _ in found}, STRUCTURAL)


@settings(max_examples=100, deadline=None)
@given(mutated(valid_descriptor()))
def test_descriptors(descriptor: Any) -> None:
    found = {code for code, _ in index_problems({"evidence_context": descriptor})}
    structural = ("evidence_context.descriptor.", "evidence_context.schema_version.")
    _agrees("evidence-context-descriptor", descriptor, found, structural)


@settings(max_examples=60, deadline=None)
@given(VALUES, VALUES)
def test_anything_at_all(index: Any, payload: Any) -> None:
    index_problems(index, **{"evidence-context.json": payload})


@settings(max_examples=60, deadline=None)
@given(mutated(valid_payload()), mutated(valid_payload()))
def test_any_two_states(before: Any, after: Any) -> None:
    judged(before, after)
    assert judged(before, before) == []
