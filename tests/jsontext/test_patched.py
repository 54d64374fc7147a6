"""Large texts with odd records read as the exact reader reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourceright_lint.jsontext import Document, document, locate, skip
from sourceright_lint.jsontext.decode import Decoded
from sourceright_lint.jsontext.exact import Exact, read
from sourceright_lint.jsontext.faults import Fault
from sourceright_lint.jsontext.items import items_of
from sourceright_lint.jsontext.locate import find_below
from sourceright_lint.jsontext.patched import Patched
from sourceright_lint.jsontext.scan import BrokenTextError, Scanner, TooDeepError, scan
from sourceright_lint.jsontext.syntax import syntax_fault
from tests.jsontext.support import FORMS, slow_canonical, texts
from tests.jsontext.test_places import plain, pointers


@pytest.fixture(params=[0, 12, 60])
def everything_is_large(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(locate, "_SMALL", request.param)


def check(text: str, kind: Literal["json", "jsonl"], form_name: str) -> None:
    exact = read("x", Decoded(text, None), kind, False)
    found = Document("x", text.encode(), kind)
    assert found.readable == exact.readable
    assert found.faults == exact.faults
    assert repr(found.value) == repr(exact.value)
    form = FORMS[form_name]
    assert found.canonical(form) == slow_canonical(text.encode(), form, kind)
    assert found.is_canonical(form) == (text.encode() == found.canonical(form))
    if isinstance(exact, Exact):
        for pointer in pointers(exact.root):
            assert plain(found.node(pointer)) == plain(exact.node(pointer))
            assert found._read().find(pointer) == exact.find(pointer)
            items, wanted = found.items(pointer), exact.items(pointer)
            assert (items and (*items[:3], list(items.items))) == (
                wanted and (*wanted[:3], list(wanted.items))
            )


SETTINGS = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.usefixtures("everything_is_large")
@given(text=texts(duplicates=True), name=st.sampled_from(sorted(FORMS)))
@SETTINGS
def test_values(text: str, name: str) -> None:
    check(text, "json", name)


@pytest.mark.usefixtures("everything_is_large")
@given(
    records=st.lists(texts(duplicates=True), min_size=2, max_size=5),
    wrapper=st.sampled_from(["[{}]", '{{"id":"x","a":[{}]}}', '{{"a":{{"r":[{}],"c":null}}}}']),
    name=st.sampled_from(sorted(FORMS)),
)
@SETTINGS
def test_records(records: list[str], wrapper: str, name: str) -> None:
    check(wrapper.format(",\n ".join(records)), "json", name)


BROKEN_LINES = st.sampled_from(
    ["{", '{"a":}', "[1,2", "x", "<<<<<<< HEAD", "=======", "[]", "1", '{"b":"y"}']
)


@pytest.mark.usefixtures("everything_is_large")
@given(
    entries=st.lists(
        texts(duplicates=True).map(lambda text: text.replace("\n", " ")) | BROKEN_LINES, max_size=5
    ),
    end=st.sampled_from(["\n", " \r\n", "\n\n"]),
    name=st.sampled_from(sorted(FORMS)),
)
@SETTINGS
def test_lines(entries: list[str], end: str, name: str) -> None:
    check("".join(entry + end for entry in entries), "jsonl", name)


def test_only_the_odd_records_are_read_exactly() -> None:
    records = ",\n".join(f'{{"id": "r{index}", "n": {index}}}' for index in range(30_000))
    odd = records.replace('"r20000"', '"r\\ud83d"').replace('"n": 123}', '"n": 1e400}')
    text = f"[{odd}]"
    found = Document("x", text.encode())
    assert [fault.code for fault in found.faults] == ["json.number.out_of_range", "json.lone_surrogate"]
    content = found._read()
    assert isinstance(content, Patched)
    assert sorted(content._units) == [(123,), (20000,)]
    assert found.value[20000] == {"id": "r\ud83d", "n": 20000}
    assert found.canonical(FORMS["list"]) == slow_canonical(text.encode(), FORMS["list"])


def _error(scanner: Scanner) -> Iterator[object]:
    try:
        scanner.run()
    except BrokenTextError as error:
        yield syntax_fault("x", scanner.text, error, False)
    except TooDeepError as error:
        yield error.position


@given(
    text=texts(),
    at=st.floats(0, 1),
    new=st.sampled_from(
        ["", ",", "]", "}", "{", "[", '"', "0", "x", "-", ".", "NaN", "\x00", ":", "1 ", "true", "\\"]
    ),
    cut=st.integers(0, 2),
)
@settings(max_examples=600)
def test_the_first_error_of_a_large_text_is_that_of_a_small_one(
    text: str, at: float, new: str, cut: int
) -> None:
    position = int(at * len(text))
    text = text[:position] + new + text[position + cut :]
    skipper = skip._Skipper(text)
    assert list(_error(skipper)) == list(_error(Scanner(text, 0, len(text))))


@pytest.mark.parametrize("tail", [",]", "07]", "{]", '"]', "<<<<<<< HEAD\n]", "tru]", '{"a" 1}]', ""])
def test_errors_at_the_end_of_large_texts(tail: str) -> None:
    text = "[\n" + '{"a": [1, 2, {"b": "c"}]},\n' * 40_000 + tail
    faults: tuple[Fault, ...] = Document("x", text.encode()).faults
    with pytest.raises(BrokenTextError) as error:
        scan(text)
    assert len(faults) == 1
    assert faults[0].fatal
    assert faults[0].start in (error.value.position, error.value.comma, len(text))


def test_items_of_scalars_are_none() -> None:
    node = Document("x", b'{"a": 1}').node(("a",))
    assert node is not None
    assert items_of(node) is None
    assert find_below(node, ("x",)).whole is False
