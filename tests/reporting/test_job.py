"""The job summary as ``check`` writes it in GitHub Actions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.cli import main
from sourceright_lint.config.settings import default_settings
from sourceright_lint.contract import Bundle, BundleFile
from sourceright_lint.jsontext import Document

ITEM = {"id": "eels", "type": "book", "title": "Eels"}
CONFLICT = {
    "canonical": "book",
    "field": "type",
    "provider": "crossref",
    "provider_value": "report",
    "severity": "info",
}
SETTLED = {**CONFLICT, "resolution": {"decided_at": "2026-05-12T09:00:00Z", "status": "kept"}}
RECORDS = {
    "eels": {"conflicts": [CONFLICT, SETTLED], "review_status": "not_required"},
}


def _write(folder: Path, item: dict[str, str]) -> None:
    folder.mkdir()
    sidecar = {"schema_version": "sourceright.verification.v1", "references": RECORDS}
    for name, value in (("references.csl.json", [item]), ("references.verification.json", sidecar)):
        (folder / name).write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8", newline="\n")


def test_bundles_that_are_in_order_have_their_numbers_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(tmp_path / "good", ITEM)
    _write(tmp_path / "bad", {**ITEM, "DOI": "10.5555/EELS"})
    summary = tmp_path / "summary.md"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    assert main(["check", "--isolated"]) == 1
    text = summary.read_text(encoding="utf-8")
    assert "| sourceright | references | verified | queued | unresolved | conflicts |" in text
    assert "| good | 1 | 0 | 0 | 0 | 1 |" in text
    assert "| bad | 1 | 0 | 0 | 0 | 1 |" in text
    assert "(https://" in text.partition("| Severity")[2]


STATUSES = {"resolved": "verified", "queued": "queued", "in_progress": "queued", "unresolved": "unresolved"}


@pytest.mark.parametrize(("status", "column"), STATUSES.items())
def test_columns(status: str, column: str) -> None:
    contract = load_contracts()[0]
    settings = default_settings([contract])
    value = {"references": {"a": {"review_status": status}, "b": {"review_status": 3}, "c": []}}
    file = BundleFile("sidecar", "s.json", "json")
    documents = {"s.json": Document("s.json", json.dumps(value).encode())}
    counted = contract.columns(contract.view(Bundle(contract, "", [file]), documents, settings))
    assert {name for name, number in counted.items() if number} == {column}
