"""No bytes make it raise, hang or lose anything."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.finding import Span
from sourceright_lint.jsontext import MISSING, SORTED, Document, difference, document, locate, skip
from tests.jsontext.support import FORMS, texts

KINDS = ["json", "jsonl", "text"]
PATIENCE = 10.0
"""Seconds for that many hostile bytes, on a busy machine; a quadratic reader takes minutes."""


def use_all_of(data: bytes, kind: str) -> Document:
    found = Document("x", data, kind)  # type: ignore[arg-type]
    text = found.text
    for fault in found.faults:
        assert 0 <= fault.start <= fault.end <= len(text)
        span = found.span_at(fault.start, fault.end)
        assert (span.line, span.column) <= (span.end_line, span.end_column)
        assert "\n" not in fault.message + fault.help
        fault.message.encode()
    assert (found.value is MISSING) == (not found.readable or kind == "text")
    assert sum(fault.fatal for fault in found.faults) <= (
        1 if kind != "jsonl" else len(text.splitlines()) + 1
    )
    found.span(("a", 0), key=True)
    found.node((0, "a"))
    found.items(())
    assert found.line_text(1) == text.split("\n")[0].removesuffix("\r")
    tuple(found.line_layout_faults())
    for form in FORMS.values():
        canonical = found.canonical(form)
        assert found.is_canonical(form) == (canonical == data)
        if canonical is not None:
            assert difference(data, canonical, kind, form) is None  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.binary(max_size=60))
@settings(max_examples=300)
def test_any_bytes(kind: str, data: bytes) -> None:
    use_all_of(data, kind)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.text('[]{}",:\\ud83\n\r\t 0-1.eE+aNtruefals<=>|`/*#\ufeff😀é\x00', max_size=40))
@settings(max_examples=600)
def test_any_text_of_json_characters(kind: str, data: str) -> None:
    use_all_of(data.encode(), kind)


SAMPLES = [
    '[\n  {\n    "id": "a",\n    "issued": {"date-parts": [[2020]]},\n    "title": "\\u00e9 \\ud83d\\ude00"\n  }\n]\n',
    '{"schema_version": "v1", "references": {"a": {"confidence": 0.5, "conflicts": [], "n": 1e400}}}',
    '{"id":"a","x":[null,true,-0.5]}\n{"id":"b"}\n\n{"id":"c"}',
]  # fmt: skip


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("large", [False, True], ids=["small", "large"])
def test_samples_with_bytes_changed(sample: str, large: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if large:
        monkeypatch.setattr(document, "_SMALL", 0)
        monkeypatch.setattr(locate, "_SMALL", 10)
        monkeypatch.setattr(skip, "_LARGE", 0)
    dice = random.Random(sample)
    for _ in range(700):
        data = bytearray(sample.encode())
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(data))
            new = dice.choice(
                [
                    b"",
                    b'"',
                    b",",
                    b"]",
                    b"}",
                    b"\\",
                    b"\n",
                    b"0",
                    b"e",
                    bytes([dice.randrange(256)]),
                    data[:at],
                ]
            )
            data[at : at + dice.randint(0, 2)] = new
        use_all_of(bytes(data), "jsonl" if "\n{" in sample else "json")


MANY = 300_000
HOSTILE: dict[str, Callable[[], str]] = {
    "brackets": lambda: "[" * MANY,
    "braces": lambda: '{"a":' * (MANY // 5),
    "nested and closed": lambda: "[" * (MANY // 2) + "]" * (MANY // 2),
    "just deep enough": lambda: "[" + ",".join(["[" * 125 + "]" * 125] * 4000) + "]",
    "quotes": lambda: '"' * MANY,
    "backslashes": lambda: '["' + "\\" * MANY,
    "escapes": lambda: '["' + "\\n" * (MANY // 2) + '"]',
    "escapes without end": lambda: '["' + "\\n" * (MANY // 2),
    "half characters": lambda: '["' + "\\ud800" * (MANY // 6) + '"]',
    "strings of half characters": lambda: "[" + ",".join(['"\\ud800"'] * (MANY // 10)) + "]",
    "digits": lambda: "1" * MANY,
    "digits and a letter": lambda: "1" * MANY + "a",
    "zeros": lambda: "0" * MANY,
    "fraction": lambda: "0." + "1" * MANY,
    "exponent": lambda: "1e" + "1" * MANY,
    "numbers": lambda: "[" + "1e5," * (MANY // 4) + "1]",
    "odd numbers": lambda: "[" + "1e400," * (MANY // 6) + "1]",
    "minus": lambda: "-" * MANY,
    "spaces": lambda: " " * MANY,
    "lines": lambda: "\n" * MANY,
    "commas": lambda: "[" + "," * MANY,
    "trailing commas": lambda: "[" + "[1,]," * (MANY // 5) + "]",
    "double keys": lambda: "{" + ",".join(['"a":1'] * (MANY // 6)) + "}",
    "slashes": lambda: "/" * MANY,
    "markers": lambda: "<<<<<<< a\n" * (MANY // 10),
    "fences": lambda: "```\n" * (MANY // 4),
    "letters": lambda: "a" * MANY,
    "broken lines": lambda: "{\n" * (MANY // 2),
    "words": lambda: "a1+" * (MANY // 3),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_hostile_texts_take_no_longer_than_others(name: str, kind: str) -> None:
    data = HOSTILE[name]().encode()
    start = time.process_time()
    found = Document("x", data, kind)  # type: ignore[arg-type]
    for fault in found.faults[:50]:
        found.span_at(fault.start, fault.end)
        assert len(fault.message) < 1000
    found.canonical(SORTED)
    found.span((5, "a"))
    tuple(found.line_layout_faults())
    assert time.process_time() - start < PATIENCE


@given(text=texts(duplicates=True))
@settings(max_examples=200)
def test_layout_does_not_matter_to_the_canonical_form(text: str) -> None:
    spread = text.replace(",", "\n ,\t").replace("[", "[ ")
    if difference(text.encode(), spread.encode(), "json") is None:
        for form in FORMS.values():
            assert Document("x", text.encode()).canonical(form) == Document("x", spread.encode()).canonical(
                form
            )


def test_a_document_of_nothing() -> None:
    assert Document("x", b"").span(("a",)) == Span(1, 1, 1, 1)
    assert Document("x", b"", "jsonl").canonical(SORTED) == b""
    assert Document("x", b"", "jsonl").is_canonical(SORTED)


@pytest.mark.parametrize("number", [6_000, 20_000], ids=["small", "large"])
@pytest.mark.parametrize(("good", "is_hopeless"), [(2, True), (4, False)])
def test_lines_of_which_a_quarter_is_broken_are_something_else(
    number: int, good: int, is_hopeless: bool
) -> None:
    document = Document("x", (b'{"id":"a"}\n' * good + b"{\n") * number, "jsonl")
    assert document.readable is not is_hopeless
    assert len(document.faults) == (1 if is_hopeless else min(number, 10_000))
    assert ("the rest is not read" in document.faults[0].message) is is_hopeless
