"""Two documents have one digest just where a comparison finds no difference."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourceright_lint.jsontext import Document, Form, compare, content_digest, document, parts
from sourceright_lint.jsontext.compare import difference, document_difference, node_difference
from sourceright_lint.jsontext.offsets import offset_array
from tests.jsontext.support import DEEP_FORM, FORMS, LIST_FORM, slow_canonical, texts
from tests.jsontext.test_compare import DIFFERENT, SAME

QUIET = settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
SORTED = Form()


def digest(text: str, form: Form | None = None, kind: Any = "json") -> bytes | None:
    return content_digest.content_digest(Document("x", text.encode(), kind), form or SORTED)


@pytest.fixture(params=[0, 1, 3])
def large(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text is taken for a large one, and every container for one that is written in parts."""
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(compare, "_SMALL", 0)
    monkeypatch.setattr(parts, "_PART", request.param)
    monkeypatch.setattr(content_digest, "_STEP", request.param + 1)


@pytest.mark.parametrize(("one", "other", "form"), SAME)
def test_one_digest(one: str, other: str, form: Form | None) -> None:
    assert digest(one, form) == digest(other, form) is not None


@pytest.mark.parametrize(("one", "other", "form"), [case[:3] for case in DIFFERENT[:-2]])
def test_two_digests(one: str, other: str, form: Form | None) -> None:
    assert digest(one, form) != digest(other, form)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("one", "other", "form"), [case[:3] for case in DIFFERENT[:-2]])
def test_two_digests_of_large_texts(one: str, other: str, form: Form | None) -> None:
    assert digest(one, form) != digest(other, form)


SAME_BELOW = [
    ('{"a":{"x":{"f":1,"c":0,"a":null,"b":[]}}}', '{"a":{"x":{"c":0,"f":1.0}}}', DEEP_FORM),
    (
        '{"b":[{"b":"y","f":1},{"b":"x"}],"z":[],"a":{}}',
        '{"a":{},"b":[{"b":"x"},{"f":1.0,"b":"y"}],"z":[]}',
        DEEP_FORM,
    ),
    ('{"a":{"a":{"x":{"f":1}}}}', '{"a":{"a":{"x":{"f":1.0}}}}', FORMS["inner"]),
    ('{"a":1,"c":null,"d":[],"k":{"f":2}}', '{"k":{"f":2},"a":1}', DEEP_FORM),
    ('[{"b":"c"},{"b":"b","n":[]},{"b":"a"}]', '[{"b":"a"},{"n":[],"b":"b"},{"b":"c"}]', LIST_FORM),
]
LIKE_NO_OTHER = [
    *({"a": 1, "b": [1, 2, 3, 4, 5], "c": {"d": "x", "e": [[], {}]}, **more} for more in (
        {}, {"a": 2}, {"a": "1"}, {"a": None}, {"a": [1]}, {"d": 0}, {"b": [1, 2, 3, 4]}, {"b": [2, 2, 3, 4, 5]},
        {"b": [1, 2, 3, 4, 6]}, {"b": [1, 2, 4, 3, 5]}, {"b": [1, 2, 3, 4, 5, 5]}, {"b": {}}, {"b": []},
        {"c": {}}, {"c": {"d": "x"}}, {"c": {"d": "x", "e": [[], []]}}, {"c": {"d": "x", "f": [[], {}]}},
        {"c": {"d": "y", "e": [[], {}]}}, {"c": [["d", "x"], ["e", [[], {}]]]},
    )),
    *([1, 2, 3, 4, last] for last in (0, 1, 5, "5", None, True, [], {}, [5], {"a": 5})),
    *([first, 2, 3, 4, 5] for first in (0, "1", None, [], {})),
    *({"a": 1, "b": 2, "c": 3, "d": 4, **last} for last in ({}, {"e": 1}, {"e": None}, {"d": 5}, {"a": 0}, {"A": 0})),
    *({"r": {"a": 1, "b": 2, "c": 3}, **more} for more in (
        {}, {"r": {"a": 1, "b": 2}}, {"r": {"a": 1, "b": 2, "c": 4}}, {"s": [1, 2, 3]}, {"s": [1, 2, 4]},
        {"s": {"a": 1, "b": 2, "c": 3}},
    )),
    {"s": {"a": 1, "b": 2, "c": 3}},
    {"s": [1, 2, 3], "r": [1, 2, 3]},
    # What follows a container of many items is not taken for more of its items.
    {"a": {"k1": 1, "k2": 2, "k3": 3, "k4": 4, "k5": 5}, "b": 0},
    {"a": {"k1": 1, "k2": 2, "k3": 3, "k4": 4}, "b": 0, "k5": 5},
    [], {}, "", 0, 1, "1", None, True, False, [[]], [{}], {"": {}}, {"": []}, [[], []], "{}", "[]",
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "form"), SAME_BELOW)
def test_one_digest_below(one: str, other: str, form: Form) -> None:
    assert digest(one, form) == digest(other, form) is not None


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("one", "other", "form"), SAME_BELOW)
def test_one_digest_of_large_texts(one: str, other: str, form: Form) -> None:
    assert digest(one, form) == digest(other, form) is not None


def test_each_has_a_digest_of_its_own() -> None:
    found = [digest(json.dumps(value)) for value in LIKE_NO_OTHER]
    assert len(set(found)) == len(found)


@pytest.mark.usefixtures("large")
def test_each_has_a_digest_of_its_own_as_a_large_text() -> None:
    found = [digest(json.dumps(value)) for value in LIKE_NO_OTHER]
    assert len(set(found)) == len(found)
    assert None not in found


def test_another_way_of_reading_gives_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = digest("[]")
    monkeypatch.setattr(document, "_SMALL", 0)
    assert exact != digest("[]") is not None


SWAPPED = [
    "1e400",
    "1e401",
    "-1e400",
    "null",
    "0.86",
    "0.860000000000000001",
    "-0",
    "0",
    "18446744073709551616",
]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_is_odd_counts_where_it_stands(form: Form) -> None:
    for text in ('[{"id":"q","n":%s},{"id":"q","n":%s}]', '{"x":{"n":%s},"y":{"n":%s}}', '[{"n":[%s]},[%s]]'):
        found = {pair: digest(text % pair, form) for pair in product(SWAPPED, repeat=2)}
        assert len(set(found.values())) == len(found)
        for one, other in product(SWAPPED, repeat=2):
            before, after = (text % pair for pair in ((one, other), (other, one)))
            told = difference(before.encode(), after.encode(), "json", form)
            assert (told is None) == (one == other)


@pytest.mark.usefixtures("large")
def test_odd_parts_count() -> None:
    texts = ['[{"a": 1e400}, {"b": 1}]', '[{"a": 1e401}, {"b": 1}]', '[{"a": 1e400}, {"b": 2}]']
    assert len({digest(text) for text in texts} - {None}) == 3


def test_what_cannot_be_read_has_none() -> None:
    assert digest("[1") is None
    assert digest("") is None


def test_texts_do_not_run_into_each_other() -> None:
    assert digest('["a", "b"]') != digest('["a\\"2:b"]')
    assert digest('["ab", ""]') != digest('["a", "b"]') != digest('["", "ab"]')
    assert digest('{"a": "b"}') != digest('{"ab": ""}')
    assert digest('{"a": {"b": 1}}') != digest('{"a": {}, "b": 1}')
    assert digest("[[], []]") != digest("[[[]]]")
    assert digest('"true"') != digest("true")
    assert digest("[1, 2]") != digest("[12]") != digest("[1.0, 2]")
    assert digest("[12, 10]") != digest("[1, 210]")


@given(one=texts(duplicates=True), other=texts(duplicates=True), name=st.sampled_from(sorted(FORMS)))
@QUIET
def test_as_the_comparison_says(one: str, other: str, name: str) -> None:
    form = FORMS[name]
    roots = [Document("x", text.encode()).node() for text in (one, other)]
    assert (digest(one, form) == digest(other, form)) == (node_difference(*roots, form) is None)


@pytest.mark.usefixtures("large")
@given(one=texts(), other=texts(), name=st.sampled_from(sorted(FORMS)))
@QUIET
def test_one_digest_of_large_texts_means_no_difference(one: str, other: str, name: str) -> None:
    form = FORMS[name]
    if digest(one, form) == digest(other, form) is not None:
        assert node_difference(*(Document("x", text.encode()).node() for text in (one, other)), form) is None


@pytest.mark.usefixtures("large")
@given(text=texts(odd=False), name=st.sampled_from(sorted(FORMS)))
@QUIET
def test_canonical_form_has_the_digest_of_the_text(text: str, name: str) -> None:
    form = FORMS[name]
    canonical = slow_canonical(text.encode(), form)
    assert canonical is not None
    assert digest(text, form) == digest(canonical.decode(), form) is not None


LARGE = {
    "an array": [{"id": number, "x": [number] * 3} for number in range(2_000)],
    "members": {f"k{number}": {"b": number, "a": None} for number in range(2_000)},
    "a large member": {"v": 1, "r": {f"k{number}": [number] for number in range(2_000)}, "l": [1] * 600},
    "one deep array": [{"id": "a", "x": {"y": [[number] for number in range(2_000)]}}],
}


# What is odd below one deep array is read in one way or another, as the text is laid out.
@pytest.mark.parametrize(("name", "kind"), [(n, k) for n in LARGE for k in ("plain", "odd")][:-1])
def test_the_values_before_are_let_go_of(name: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "_SMALL", 100)
    monkeypatch.setattr(compare, "_SMALL", 100)
    monkeypatch.setattr(compare, "_is_proven", lambda *_: False)
    monkeypatch.setattr(compare, "plain_difference", None)
    monkeypatch.setattr(compare, "node_difference", None)
    text = json.dumps(LARGE[name]).replace("1999", "1e999" if kind == "odd" else "1999")
    before = Document("x", text.encode())
    canonical = before.canonical(SORTED)
    assert canonical is not None
    read = before.value
    after = Document("x", canonical)
    assert document_difference(before, after, SORTED) is None
    assert before._content is None
    assert before.value == read == after.value
    changed = Document("x", canonical.replace(b"1998", b"1997", 1))
    with pytest.raises(TypeError, match="not callable"):
        document_difference(before, changed, SORTED)


def test_a_text_that_is_canonical_is_not_kept_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "_SMALL", 0)
    text = Document("x", b"[\n  1\n]\n")
    assert text.canonical(SORTED) is text.data


@pytest.mark.parametrize(("size", "bytes_each"), [(0, 4), (2**32 - 1, 4), (2**32, 8)])
def test_offsets_take_as_much_as_they_need(size: int, bytes_each: int) -> None:
    made = offset_array(size, [0, max(0, size - 1)])
    assert list(made) == [0, max(0, size - 1)]
    assert made.itemsize == bytes_each
