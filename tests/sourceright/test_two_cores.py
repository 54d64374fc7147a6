"""A workspace has the same findings whether its rules look at everything, or a first look and another process help."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright import screen, view
from sourceright_lint.jsontext import document
from tests.benchmarks.generate import write_workspace

BIBLIOGRAPHY, SIDECAR = "references.csl.json", "references.verification.json"


def change(path: str, text: str, other: str) -> None:
    data = Path(path).read_text(encoding="utf-8")
    assert text in data
    Path(path).write_text(data.replace(text, other, 1), encoding="utf-8")


def nothing() -> None:
    """No faults but those of the workspace."""


def foreign_item() -> None:
    change(BIBLIOGRAPHY, "[\n  {", "[\n  7,\n  {")


def wrapped() -> None:
    items = json.loads(Path(BIBLIOGRAPHY).read_text(encoding="utf-8"))
    text = json.dumps({"items": items}, indent=2, ensure_ascii=False)
    Path(BIBLIOGRAPHY).write_text(text + "\n", encoding="utf-8")


def other_layout() -> None:
    change(BIBLIOGRAPHY, '"id": ', '"id":')


def number_for_text() -> None:
    change(BIBLIOGRAPHY, '"volume": "', '"volume": 7, "note": "')


def no_object_for_record() -> None:
    change(SIDECAR, '"ref-0000003": {', '"ref-0000003a": null,\n    "ref-0000003": {')


def other_version() -> None:
    change(SIDECAR, "sourceright.verification.v1", "sourceright.verification.v9")


@pytest.mark.parametrize("faults", [0, 12])
@pytest.mark.parametrize(
    "damage",
    [nothing, foreign_item, wrapped, other_layout, number_for_text, no_object_for_record, other_version],
)
@pytest.mark.parametrize("options", [(), ("--select", "csl"), ("--as-of", "2026-03-01")], ids=" ".join)
def test_the_findings_are_the_same(
    damage: Any,
    faults: int,
    options: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write_workspace(tmp_path, 40, faults=faults)
    damage()
    with monkeypatch.context() as alone:
        alone.setattr(screen, "is_clean", lambda *given: False)
        main(["check", "--no-cache", "--output-format", "json", *options])
    reports = [capfd.readouterr()]
    for size in (10**9, 0):
        monkeypatch.setattr(screen, "_LARGE", size)
        monkeypatch.setattr(view, "WORTH_TWO_CORES", size)
        monkeypatch.setattr(document, "_SMALL", min(size, 300_000))
        main(["check", "--no-cache", "--output-format", "json", *options])
        reports.append(capfd.readouterr())
    assert reports[0] == reports[1] == reports[2]
    assert not faults or json.loads(reports[0].out)["findings"]
