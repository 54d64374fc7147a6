"""Equal values have one identity: however they are laid out, and whether they are read anew or are there already."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from sourceright_lint.baseline import identity
from sourceright_lint.finding import Finding, Span
from sourceright_lint.jsontext import Document
from sourceright_lint.merging.values import identity as identity_of
from sourceright_lint.merging.values import parse

FILE = "references.verification.json"
LARGE = 400_000
"""Characters of a value in a file that is read by the readers for large ones."""
SCALARS = (
    *("0", "1", "-1", "1.0", "1.50", "0.1", "1e5", "1E-7", "1.0e+16", "123456789012345678", "1e22"),
    *("true", "false", "null", '"a"', '"\\u00e9"', '"é\\/"', '""', "{}", "[]", '{"b":1,"a":[2.50]}'),
)


def finding_at(*pointer: str | int) -> Finding:
    return Finding("sidecar.x", "error", "m", FILE, pointer, Span(1, 1, 1, 1), "r", "", (), None, "")


def text_of(seed: int, least: int) -> str:
    """An array of at least so many characters, the same values for the same seed."""
    chance, pieces, size = random.Random(seed), ["1.50"], 5
    while size <= least:
        pieces.append(chance.choice(SCALARS))
        size += len(pieces[-1]) + 1
    return f"[{','.join(pieces)}]"


def key(text: str) -> str:
    document = Document(FILE, f'{{"references":{{"r":{{"x":{text}}}}}}}'.encode())
    return identity.key_of(finding_at("references", "r", "x"), document).value


@pytest.mark.parametrize("least", [10, 1000, LARGE])
@pytest.mark.parametrize("seed", range(6))
def test_the_identity_of_what_is_read_anew_is_that_of_what_is_there(
    seed: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = text_of(seed, least)
    there = key(text)
    monkeypatch.setattr(identity, "_LARGE", 1 << 40)
    assert key(text) == there
    spread = text.replace(",", " ,\n ").replace("1.50", "150e-2")
    assert key(spread) == there
    assert key(text.replace("1.50", "1.51", 1)) != there


@pytest.mark.parametrize("number", ["1e400", "-0", "0.860000000000000001", "12345678901234567890123"])
def test_what_plain_values_do_not_say_is_read_anew(number: str) -> None:
    """Two numbers that become one are still two."""
    text = text_of(1, LARGE)
    near = {"1e400": "1e401", "-0": "0"}.get(number, number[:-1])
    assert key(f"[{number},{text}]") != key(f"[{near},{text}]")


def test_a_large_value_is_not_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(2, LARGE)
    there = key(text)

    def parsed(raw: str) -> Any:
        raise AssertionError("read anew")

    monkeypatch.setattr(identity, "parse", parsed)
    assert key(text) == there


@pytest.mark.parametrize("scalar", SCALARS)
def test_plain_values_have_the_identity_of_their_text(scalar: str) -> None:
    assert identity_of(json.loads(scalar)) == identity_of(parse(scalar))
