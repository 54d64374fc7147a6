"""Files made to cost much: keys and numbers that collide, all at once, deep, huge, or the same over and over."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from sourceright_lint.schema_check import Checker

MERSENNE = 2**61 - 1
"""Whole numbers that differ by a multiple of it have one hash in CPython, and so do fractions."""

COUNT = 1000
LIMIT = 20
"""Seconds of processor time. What is squared here takes minutes at least."""


def items(*values: str) -> str:
    return "[" + ",\n".join(values) + "]"


def colliding() -> list[int]:
    return [number * MERSENNE for number in range(1, COUNT)]


FLOODS: dict[str, Callable[[], str]] = {
    "ids that collide": lambda: items(*(f'{{"id": {n}, "type": "book", "title": "T"}}' for n in colliding())),
    "numbers that collide": lambda: items(
        f'{{"id": "a", "type": "book", "title": "T", "custom": {{"x": {colliding()}}}}}'
    ),
    "fractions that collide": lambda: items(
        *(f'{{"id": {n}.0, "type": "book", "title": "T", "volume": {n}.5}}' for n in colliding())
    ),
    "one id": lambda: items(*(f'{{"id": "a", "type": "book", "title": "T{n}"}}' for n in range(COUNT))),
    "ids that are nearly one": lambda: items(
        *(f'{{"id": "{"aA"[n & 1]}{"bB"[n >> 1 & 1]} {n >> 2}", "type": "book"}}' for n in range(COUNT))
    ),
    "one key": lambda: items('{"id": "a", ' + ", ".join(['"title": "T"'] * COUNT) + "}"),
    "unknown keys": lambda: items('{"id": "a", ' + ", ".join(f'"titel{n}": 1' for n in range(COUNT)) + "}"),
    "misspelt types": lambda: items(
        *(f'{{"id": "a{n}", "type": "article-journall{n}", "title": "T"}}' for n in range(COUNT))
    ),
    "huge exponents": lambda: items(*(f'{{"id": 1e{n}999999999, "type": "book"}}' for n in range(1, COUNT))),
    "a huge number": lambda: items('{"id": ' + "9" * 500_000 + ', "type": "book"}'),
    "a number with many zeros": lambda: items('{"id": 1.' + "0" * 500_000 + '1, "type": "book"}'),
    "brackets": lambda: "[" * 200_000,
    "objects in objects": lambda: '{"a":' * 100_000,
    "quotes": lambda: '[{"id": "' + '\\"' * 200_000,
    "commas": lambda: "[" + "," * 100_000 + "]",
    "comments": lambda: "[" + "/*" * 100_000,
    "line ends": lambda: "[\n" * 100 + "\r\n" * 100_000,
    "merge markers": lambda: "<<<<<<< a\n" * 20_000,
    "fences": lambda: "```json\n" * 20_000,
    "escapes": lambda: '["' + "\\ud83d" * 60_000 + '"]',
    "doi prefixes": lambda: items(
        '{"id": "a", "type": "book", "DOI": "' + "https://doi.org/" * 20_000 + '"}'
    ),
    "a title of spaces": lambda: items('{"id": "a", "type": "book", "title": "a' + " " * 200_000 + 'b"}'),
    "a title of tags": lambda: items('{"id": "a", "type": "book", "title": "' + "<i>" * 50_000 + '"}'),
}


@pytest.mark.parametrize("make", FLOODS.values(), ids=FLOODS)
def test_a_flood_takes_little_time(
    tmp_path: Path,
    make: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "references.csl.json").write_text(make())
    monkeypatch.chdir(tmp_path)
    start = time.process_time()
    assert main(["check", "--isolated", "--output-format", "json-lines"]) in (0, 1)
    assert main(["check", "--isolated", "--fix", "--quiet"]) in (0, 1)
    assert time.process_time() - start < LIMIT
    assert "internal fault" not in capsys.readouterr().err


def test_keys_that_collide_in_a_sidecar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    conflict = [
        {"field": "volume", "severity": "warning", "canonical": n, "candidate": n + MERSENNE}
        for n in colliding()
    ]
    record = {"review_status": "queued", "conflicts": conflict}
    sidecar = {"schema_version": "sourceright.verification.v1", "references": {"a": record}}
    (tmp_path / "references.csl.json").write_text('[{"id": "a", "type": "book", "title": "T"}]')
    (tmp_path / "references.verification.json").write_text(json.dumps(sidecar))
    monkeypatch.chdir(tmp_path)
    start = time.process_time()
    assert main(["check", "--isolated", "--quiet"]) in (0, 1)
    assert time.process_time() - start < LIMIT


def test_references_of_a_schema_are_not_multiplied_out() -> None:
    """Sixty levels that each refer twice to the next would be a million million million schemas."""
    levels = 60
    definitions = {f"d{n}": _twice(f"#/$defs/d{n + 1}") for n in range(levels)}
    schema = {"$ref": "#/$defs/d0", "$defs": {**definitions, f"d{levels}": {"type": "string"}}}
    checker = Checker(schema)
    assert checker.matches({"a": {"b": {}}})
    [violation] = checker.violations({"a": {"b": 1}})
    assert violation.pointer == ("a", "b")


def _twice(reference: str) -> dict[str, object]:
    return {"type": "object", "properties": {key: {"$ref": reference} for key in "ab"}}


def test_a_schema_that_refers_to_itself() -> None:
    schema = {
        "$ref": "#/$defs/d",
        "$defs": {"d": {"type": "object", "additionalProperties": {"$ref": "#/$defs/d"}}},
    }
    assert not Checker(schema).matches({"a": {"b": {"c": 1}}})


def test_schemas_of_the_repository_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 10} for n in range(50)}
    (tmp_path / "bomb.schema.json").write_text(json.dumps({"$defs": bomb, "$ref": "#/$defs/d0"}))
    (tmp_path / "references.csl.json").write_text(
        '[{"$schema": "bomb.schema.json", "id": "a", "type": "book", "title": "T"}]'
    )
    monkeypatch.chdir(tmp_path)
    start = time.process_time()
    assert main(["check", "--isolated", "--quiet", "--exit-zero"]) == 0
    assert time.process_time() - start < LIMIT


def test_a_flood_hides_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = {f"a{number}": 1 for number in range(8_000)}
    csl = [{"id": "a", "type": "book", "title": "T", **keys}, {"id": "b", "type": "book", "title": "U"}]
    records = {"a": {"review_status": "bogus"}, "b": {"review_status": "queued"}}
    sidecar = {"schema_version": "sourceright.verification.v1", "references": records}
    (tmp_path / "references.csl.json").write_text(json.dumps(csl))
    (tmp_path / "references.verification.json").write_text(json.dumps(sidecar))
    options = ["--ignore", "format", "--no-cache", "--output-format", "concise"]
    assert main(["check", *options, str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert told.count("csl.variable.unknown") < len(keys)
    assert told.count("so much more that it is left out") == 1
    assert "sidecar.review_status.unsupported" in told
