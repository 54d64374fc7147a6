"""The files of real reports, where they are present: exit status, what is found, what fixes leave."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.cases.support import check, lay_out, tree

ROOT = Path(os.environ.get("SOURCERIGHT_LINT_CORPORA", "/nonexistent")) / "cases"

pytestmark = pytest.mark.skipif(not ROOT.is_dir(), reason="SOURCERIGHT_LINT_CORPORA names no folder")

FOUND: dict[str, dict[str, int]] = {
    "01-crossref-null-date": {"csl.date.year": 1},
    "03-zotero-year-string": {"csl.date.year": 3},
    "05-bce-and-year-zero": {"csl.date.year.unlikely": 3},
    "07-leading-zero-month": {"json.syntax.leading_zero": 1},
    "09-crossref-types": {"csl.type.unsupported": 6},
    "11-csl-102-types": {},
    "13-numeric-ids": {"csl.id.wrong_type": 2},
    "15-ids-differ-by-case": {"csl.id.near_duplicate": 1, "sidecar.orphan": 1},
    "17-id-whitespace-collides": {"csl.id.duplicate": 2, "csl.id.not_canonical": 3},
    "19-doi-prefixes": {"csl.doi.not_canonical": 9, "csl.doi.invalid": 2},
    "21-sici-doi": {"csl.doi.not_canonical": 2},
    "23-same-doi-twice": {"csl.doi.not_canonical": 2, "csl.doi.duplicate": 2},
    "25-consortium-name-key": {"csl.name.unsupported": 1, "csl.name.empty": 1},
    "27-crossref-arrays": {"csl.variable.wrong_type": 3, "csl.sidecar_field": 1},
    "29-note-cheater-syntax": {},
    "31-workflow-fields-in-csl": {"csl.sidecar_field": 6, "sidecar.provider_candidate.contradicts": 1},
    "33-trailing-comma": {"json.syntax.trailing_comma": 1, "json.syntax.comment": 1},
    "35-bom-crlf-tabs": {"json.bom": 1, "csl.doi.not_canonical": 1},
    "37-wrapped-items": {"csl.file.not_array": 3},
    "39-duplicate-keys-csl": {"json.duplicate_key": 3, "csl.doi.not_canonical": 1},
    "41-nan-infinity": {"json.syntax.nan": 1},
    "43-lone-surrogate": {"json.lone_surrogate": 3, "csl.doi.not_canonical": 1},
    "45-deep-nesting": {"json.depth": 1, "csl.doi.not_canonical": 1},
    "47-hand-formatted-layout": {"csl.doi.not_canonical": 1},
    "49-schema-version-missing": {"sidecar.schema_version.missing": 2},
    "51-confidence-as-text": {"sidecar.provider_candidate.invalid.confidence": 9},
    "53-retrieved-at-forms": {
        "sidecar.provider_candidate.retrieved_at.loose": 3,
        "sidecar.provider_candidate.retrieved_at.future": 1,
        "sidecar.provider_candidate.invalid.retrieved_at": 4,
    },
    "55-orphans-and-missing": {"sidecar.orphan": 2},
    "57-terminal-without-decision": {
        "sidecar.review_decision.missing": 2,
        "sidecar.conflict.invalid.field": 1,
        "sidecar.conflict.invalid.origin": 1,
        "sidecar.conflict.invalid.not_object": 1,
        "sidecar.conflict.invalid.not_array": 1,
        "sidecar.conflict.values_missing": 5,
    },
    "59-queue-holds-only-copy": {"queue.stale.differs": 1},
    "61-jsonl-layout": {
        "format.lines.blank": 2,
        "format.lines.final_newline": 1,
        "format.lines.line_ending": 1,
        "format.lines.trailing_space": 1,
    },
}
"""Errors and warnings in each case, formatting off; further findings are infos."""

UNSAFE = ("07-leading-zero-month",)
"""Cases whose fixed form is that of ``--unsafe-fixes``."""
FIXED = sorted(path.name for path in ROOT.glob("fixed/*") if path.name in FOUND)


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", FOUND)
def test_findings(name: str, lay: Path) -> None:
    lay_out(lay, tree(ROOT / "inputs" / name), formats=False)
    run = check("--as-of", "2026-11-30")
    graded = [finding for finding in run.report["findings"] if finding["severity"] != "info"]
    assert Counter(finding["code"] for finding in graded) == FOUND[name]
    assert run.status == any(finding["severity"] == "error" for finding in graded)
    assert run.err == ""


@pytest.mark.parametrize("name", FIXED)
def test_fixed_byte_for_byte(name: str, lay: Path) -> None:
    files, fixed = tree(ROOT / "inputs" / name), tree(ROOT / "fixed" / name)
    lay_out(lay, files, formats=False)
    check("--fix", *(["--unsafe-fixes"] if name in UNSAFE else []))
    assert tree(lay) == {**files, **fixed}


@pytest.mark.parametrize("formats", [True, False], ids=["formatting", "no-formatting"])
@pytest.mark.parametrize("name", FOUND)
def test_fixed_for_good(name: str, formats: bool, lay: Path) -> None:
    lay_out(lay, tree(ROOT / "inputs" / name), formats=formats)
    check("--fix", "--unsafe-fixes")
    once = tree(lay)
    again = check("--fix", "--unsafe-fixes")
    assert tree(lay) == once
    assert not [finding for finding in again.report["findings"] if finding["fix"]]


def test_every_case_of_these_files_is_here() -> None:
    names = {path.parts[len(ROOT.parts) + 1] for path in ROOT.glob("inputs/*/references.*")}
    assert names | {"61-jsonl-layout"} == set(FOUND)
