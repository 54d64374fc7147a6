"""Every case: what is found, what fixes leave, and that nothing else is touched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases.support import (
    MODES,
    Case,
    Mode,
    all_cases,
    brief,
    check,
    lay_out,
    lint,
    safely_fixable,
    touched,
    tree,
)

CASES = all_cases()

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
every_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)


def without_says(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in finding.items() if key != "says"} for finding in findings]


@every_case
def test_findings(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(tmp_path, case.files())
    monkeypatch.chdir(tmp_path)
    run = check(*case.arguments)
    assert [brief(finding) for finding in run.report["findings"]] == without_says(case.expected["findings"])
    assert run.status == case.expected["exit"]
    assert run.err == ""
    assert not touched(tmp_path)


@every_case
def test_words(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(tmp_path, case.files())
    monkeypatch.chdir(tmp_path)
    full = lint(["check", "--output-format", "full", *case.arguments])
    assert full.status == case.expected["exit"]
    assert [
        text
        for finding in case.expected["findings"]
        for text in finding.get("says", ())
        if text not in full.out
    ] == []


@every_case
def test_findings_with_formatting_off(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(tmp_path, case.files(), formats=False)
    monkeypatch.chdir(tmp_path)
    found = [brief(finding) for finding in check(*case.arguments).report["findings"]]
    wanted = [f for f in case.expected["findings"] if f["code"] != "format.not_canonical"]
    assert found == without_says(wanted)


@every_mode
@every_case
def test_fixes(case: Case, mode: Mode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = case.files()
    lay_out(tmp_path, files, mode.formats)
    monkeypatch.chdir(tmp_path)
    run = check(*case.arguments, *mode.arguments)
    expected = case.result(mode)
    changed = {path for path in expected if expected[path] != files.get(path)}
    assert tree(tmp_path) == expected
    assert touched(tmp_path) == changed
    assert run.report["summary"]["files_changed"] == len(changed)
    assert run.err == ""
    if mode.formats:
        assert run.status == case.expected["exit_fixed"]


@every_mode
@every_case
def test_fixed_for_good(case: Case, mode: Mode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = case.result(mode)
    lay_out(tmp_path, fixed, mode.formats)
    monkeypatch.chdir(tmp_path)
    again = check(*case.arguments, *mode.arguments)
    assert tree(tmp_path) == fixed
    assert not touched(tmp_path)
    assert safely_fixable(again.report) == []


@every_case
def test_preview_is_what_is_done(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(tmp_path, case.files(), formats=False)
    monkeypatch.chdir(tmp_path)
    run = lint(["check", "--diff", *case.arguments])
    names = {line[6:] for line in run.out.splitlines() if line.startswith("+++ b/")}
    assert names == set(tree(case.folder / "fixed"))
    assert not touched(tmp_path)


@every_case
def test_results_are_kept_only_where_they_differ(case: Case) -> None:
    for mode in MODES:
        before = case.result(mode._replace(results=mode.results[:-1]))
        for path, data in tree(case.folder / mode.results[-1]).items():
            assert data != before.get(path), (mode.name, path)
