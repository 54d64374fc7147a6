"""The benchmark measures what it says: clean files are clean, faults are found, messy files are rewritten."""

import json
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from sourceright_lint.fixing import plan
from tests.benchmarks.generate import write_workspace


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def findings(folder: Path) -> list[dict[str, object]]:
    main(["check", "--no-cache", "--output-format", "json", "--output-file", "report"])
    found: list[dict[str, object]] = json.loads((folder / "report").read_text())["findings"]
    return found


def test_clean_is_clean(here: Path) -> None:
    write_workspace(here, 60)
    assert findings(here) == []


def test_faults_are_found(here: Path) -> None:
    write_workspace(here, 60, faults=5)
    assert sorted(str(finding["code"]) for finding in findings(here)) == [
        "csl.doi.not_canonical",
        "csl.title.empty",
        "csl.type.unsupported",
        "sidecar.provider_candidate.invalid.confidence",
        "sidecar.review_status.unsupported",
    ]


def test_messy_becomes_clean(here: Path) -> None:
    write_workspace(here, 60, messy=True)
    main(["format"])
    rewritten = [path.read_bytes() for path in sorted(here.glob("re*.json*"))]
    write_workspace(here, 60)
    assert rewritten == [path.read_bytes() for path in sorted(here.glob("re*.json*"))]


def test_large_files_are_formatted_by_two_processes_as_by_one(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = []
    for size in (10**9, 1000):
        monkeypatch.setattr(plan, "_LARGE", size)
        write_workspace(here, 60, messy=True)
        main(["format"])
        results.append([path.read_bytes() for path in sorted(here.glob("re*.json*"))])
    assert results[0] == results[1]
    assert findings(here) == []


def test_what_a_process_leaves_is_formatted_all_the_same(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "_LARGE", 1000)
    monkeypatch.setattr(plan, "begin", lambda work: bytes)
    write_workspace(here, 60, messy=True)
    main(["format"])
    assert findings(here) == []
