"""Real runs and cases from reports, where the folder that SOURCERIGHT_LINT_CORPORA names has them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sourceright_lint.engine import check_bundle
from sourceright_lint.finding import Finding
from tests.research_scan.support import CONTRACT, SETTINGS, MemorySource

SHARED = Path(os.environ.get("SOURCERIGHT_LINT_CORPORA") or "/nonexistent")

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="SOURCERIGHT_LINT_CORPORA is not set")


def _check(folder: Path, name: str) -> list[Finding]:
    root = f"research/scans/{name}"
    contents = {
        f"{root}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    bundle = CONTRACT.bundle(root, MemorySource(contents), SETTINGS)
    assert bundle is not None
    return list(check_bundle(bundle, contents, SETTINGS).findings)


def _case(number: str) -> list[Finding]:
    [folder] = SHARED.glob(f"cases/inputs/{number}-*/research/scans/*")
    return _check(folder, folder.name)


def test_the_real_run_is_clean() -> None:
    [folder] = (SHARED / "corpora" / "research-scan").iterdir()
    found = _check(folder, folder.name)
    assert [(f.code, f.severity) for f in found] == [
        ("research_scan.cid.doubled", "warning"),
        ("research_scan.run.directory", "info"),
    ]


def test_slips_of_an_agent() -> None:
    found = [f for f in _case("63") if f.path.endswith("ranked.json")]
    assert {(f.code, f.pointer) for f in found} == {
        ("research_scan.join.not_in_shortlist", (1, "cid")),
        ("research_scan.join.unknown_criterion", (1, "criteria", "C9")),
        ("research_scan.schema.enum", (0, "relation")),
        ("research_scan.schema.enum", (2, "evidence_level")),
        ("research_scan.schema.length", (0, "limitations")),
        ("research_scan.schema.pattern", (2, "cid")),
        ("research_scan.schema.range", (0, "overall")),
        ("research_scan.schema.type", (1, "criteria", "C1")),
        ("research_scan.schema.unknown_key", (0, "why_it_maters")),
    }
    others = {(f.code, f.pointer) for f in _case("63") if not f.path.endswith("ranked.json")}
    assert others == {
        ("research_scan.queries.gap_place", ("queries", 5, "type")),
        ("research_scan.schema.type", ("scores", 0, "score")),
        ("research_scan.screen.reason_words", ("scores", 0, "reason")),
        ("research_scan.screen.scored_twice", ("scores", 1, "cid")),
        ("research_scan.screen.unscored", ("candidates", 1, "cid")),
    }


def test_a_copied_run() -> None:
    assert {(f.code, f.severity) for f in _case("65")} == {
        ("research_scan.run.directory", "info"),
        ("research_scan.run.separators", "info"),
    }


def test_a_killed_run() -> None:
    assert {(f.code, f.severity, f.path.rpartition("/")[2]) for f in _case("67")} == {
        ("json.empty", "error", "manifest.json"),
        ("research_scan.log.truncated", "warning", "verify.log.jsonl"),
    }
