"""What is proven stretch after stretch is what the comparison of whole texts says."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourceright_lint.contracts.sourceright.forms import csl_form, sidecar_form
from sourceright_lint.jsontext import MISSING, bulk, parts, proof
from sourceright_lint.jsontext.compare import node_difference
from sourceright_lint.jsontext.decode import Decoded
from sourceright_lint.jsontext.exact import read
from tests.benchmarks.generate import record
from tests.jsontext.support import FORMS, slow_canonical, texts

FORM_NAMES = st.sampled_from(sorted(FORMS))
SMALL = settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(params=[1, 30, 1000])
def stretch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small containers count as large, and stretches hold few items; they are proven in halves, or as one."""
    monkeypatch.setattr(parts, "_PART", 0)
    monkeypatch.setattr(proof, "_STRETCH", request.param)
    monkeypatch.setattr(proof, "WORTH_TWO_CORES", 0 if request.param == 30 else 1000)


def differ(one: bytes, other: bytes, name: str) -> bool:
    before, after = (read("x", Decoded(text.decode(), None), "json", False) for text in (one, other))
    if not (before.readable and after.readable) or after.faults:
        return True
    return node_difference(before.node(()), after.node(()), FORMS[name]) is not None


@pytest.mark.usefixtures("stretch")
@given(text=texts(odd=False), other=texts(odd=False), name=FORM_NAMES)
@SMALL
def test_what_is_proven_is_so(text: str, other: str, name: str) -> None:
    body, form = text.encode(), FORMS[name]
    value = bulk.load(body, False)
    for candidate in (slow_canonical(body, form), slow_canonical(other.encode(), form), body):
        if value is not MISSING and candidate is not None and proof.says_just(candidate, value, form):
            assert not differ(body, candidate, name)


@pytest.mark.usefixtures("stretch")
@given(
    text=texts(odd=False), name=FORM_NAMES, at=st.integers(0, 10**6), byte=st.sampled_from(b'"0,]}{[ \n\\x')
)
@SMALL
def test_a_text_with_another_byte_is_proven_only_if_it_says_the_same(
    text: str, name: str, at: int, byte: int
) -> None:
    canonical = bytearray(slow_canonical(text.encode(), FORMS[name]) or b"")
    canonical[at % len(canonical)] = byte
    changed = bytes(canonical)
    value = bulk.load(text.encode(), False)
    if value is not MISSING and proof.says_just(changed, value, FORMS[name]):
        assert not differ(text.encode(), changed, name)


def quotes_in(value: Any) -> int:
    return orjson.dumps(value).count(b'"')


def workspace(count: int) -> tuple[Any, Any]:
    found = [record(number) for number in range(count)]
    references = {item["id"]: verification for item, verification in found}
    return (
        [item for item, _ in reversed(found)],
        {"schema_version": "sourceright.verification.v1", "references": references},
    )


@pytest.fixture(params=["as one", "in halves"])
def short(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stretches of a few records, all in one process or half of them in another."""
    monkeypatch.setattr(proof, "_STRETCH", 3000)
    monkeypatch.setattr(proof, "WORTH_TWO_CORES", 10**9 if request.param == "as one" else 0)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("role", ["csl", "sidecar"])
def test_canonical_texts_are_proven_and_no_others(role: str) -> None:
    items, sidecar = workspace(600)
    form, value = (csl_form(True), items) if role == "csl" else (sidecar_form(), sidecar)
    body = orjson.dumps(value)
    text = bulk.canonical(body, value, form, False)
    assert text is not None
    assert proof.says_just(text, value, form)
    lines = text.split(b"\n")
    for cut in (3, len(lines) // 2, len(lines) - 4):
        without = b"\n".join(lines[:cut] + lines[cut + 1 :])
        twice = b"\n".join(lines[: cut + 1] + lines[cut:])
        assert not proof.says_just(without, value, form)
        assert not proof.says_just(twice, value, form)


def test_a_stretch_ends_with_its_container(monkeypatch: pytest.MonkeyPatch) -> None:
    value = {"a": {f"k{number}": number for number in range(1_000)}, "b": {"x": 1, "y": 2}}
    text = bulk.canonical(b"", value, FORMS["sorted"], False, quotes_in(value))
    assert text is not None
    monkeypatch.setattr(proof, "_STRETCH", len(text) - 40)
    assert proof.says_just(text, value, FORMS["sorted"])


@pytest.mark.parametrize("element", [[1, [2]], {"a": {"b": [1]}}, "a, b", 1], ids=repr)
def test_whatever_the_items_are_few_are_read_at_once(element: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = bulk.canonical(
        b"", value := [element] * 2_000, FORMS["sorted"], False, quotes_in([element] * 2_000)
    )
    monkeypatch.setattr(proof, "_STRETCH", 1_000)
    seen: list[int] = []
    read_stretch = proof._read
    monkeypatch.setattr(proof, "_read", lambda *given: seen.append(len(given[0])) or read_stretch(*given))
    assert text is not None
    assert proof.says_just(text, value, FORMS["sorted"])
    assert sum(seen) > len(text) - 2_000
    assert max(seen) < 1_100


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(("kept", "gone"), [(10, 12), (10, 400), (400, 10), (299, 300), (301, 300)])
def test_a_record_that_is_there_twice_does_not_stand_for_another(kept: int, gone: int) -> None:
    _, sidecar = workspace(600)
    text = bulk.canonical(orjson.dumps(sidecar), sidecar, sidecar_form(), False)
    assert text is not None
    records = text.split(b"\n    },\n")
    records[gone] = records[kept]
    assert not proof.says_just(b"\n    },\n".join(records), sidecar, sidecar_form())


@pytest.mark.parametrize("change", ["last", "first", "extra", "same again"])
@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("role", ["csl", "sidecar"])
def test_whole_records_are_missed(role: str, change: str) -> None:
    items, sidecar = workspace(600)
    form, value = (csl_form(True), items) if role == "csl" else (sidecar_form(), sidecar)
    records = items if role == "csl" else list(sidecar["references"].items())
    changed = {
        "last": records[:-1],
        "first": records[1:],
        "extra": [*records, records[5] if role == "csl" else ("zz", records[5][1])],
        "same again": [*records[1:], records[5] if role == "csl" else ("zz", records[5][1])],
    }[change]
    other: Any = changed if role == "csl" else {**sidecar, "references": dict(changed)}
    text = bulk.canonical(orjson.dumps(other), other, form, False)
    assert text is not None
    assert not proof.says_just(text, value, form)
    assert proof.says_just(text, other, form)
