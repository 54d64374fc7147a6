"""What single cases ask for beyond findings and bytes."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter

import pytest

from sourceright_lint.reporting import FORMATS
from tests.cases.support import DATA, Case, all_cases, check, lay_out, lint, tree

CASES = all_cases()
QUICK = 1.0
"""Seconds that a case may take at most."""


def case(name: str) -> Case:
    return Case(DATA / name)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """The files of the case that the test names, formatting off."""
    lay_out(tmp_path, case(request.param).files(), formats=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def on(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("workspace", [name], indirect=True, ids=[name])


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_every_format_reports_every_case(each: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(tmp_path, each.files())
    monkeypatch.chdir(tmp_path)
    for name in FORMATS:
        run = lint(["check", "--output-format", name, *each.arguments])
        assert run.status == each.expected["exit"], name
        assert "internal fault" not in run.err
        assert "Traceback" not in run.out + run.err


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_one_finding_is_one_line(each: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(tmp_path, each.files())
    monkeypatch.chdir(tmp_path)
    out = lint(["check", "--output-format", "concise", *each.arguments]).out
    found = [line for line in out.splitlines() if line.startswith(tuple(each.files()))]
    assert len(found) == len(each.expected["findings"])


@on("21-doi-with-brackets")
def test_a_doi_with_brackets_is_whole_in_json_and_escaped_in_markdown(workspace: Path) -> None:
    long = "10.1002/(sici)1099-1085(19970315)11:3<287::aid-hyp446>3.0.co;2-k"
    report = check().report
    assert any(f'"{long}"' in finding["message"] for finding in report["findings"])
    assert "<287::aid" not in lint(["check", "--output-format", "markdown"]).out


@on("45-deep")
def test_a_deep_file_is_refused_at_once(workspace: Path) -> None:
    start = perf_counter()
    run = check()
    assert run.status == 1
    assert perf_counter() - start < QUICK
    assert {finding["path"] for finding in run.report["findings"]} == set(tree(workspace))


@on("47-by-hand")
def test_hand_made_layout_gives_a_diff_of_one_line(workspace: Path) -> None:
    lines = lint(["check", "--diff"]).out.splitlines()
    changed = [line for line in lines if line.startswith(("+", "-")) and line[:3] not in ("+++", "---")]
    assert [line[0] for line in changed] == ["-", "+"]


@on("59-only-copy")
def test_a_queue_with_the_only_copy_is_not_regenerated_unasked(workspace: Path) -> None:
    before = tree(workspace)
    check("--fix")
    assert tree(workspace) == before
    assert check("--fix", "--unsafe-fixes").status == 0
    assert tree(workspace) != before


@pytest.mark.parametrize(
    ("workspace", "options"),
    [("07-leading-zero", " --unsafe-fixes"), ("19-doi-dress", "")],
    indirect=["workspace"],
    ids=["unsafe", "safe"],
)
def test_the_command_that_is_proposed_fixes_something(workspace: Path, options: str) -> None:
    assert f"Next: sourceright-lint check --fix{options}\n" in lint(["check", "--output-format", "full"]).out


@on("17-ids-with-spaces")
def test_an_id_changes_in_all_files_or_in_none(workspace: Path) -> None:
    (workspace / "review-queue.jsonl").write_text('{"id":"moe  2010","review_status":"in_progress"\n')
    before = tree(workspace)
    assert check("--fix", "--unsafe-fixes").status == 1
    assert tree(workspace) == before


@on("55-orphans")
def test_naming_one_file_checks_its_bundle(workspace: Path) -> None:
    whole = check().report["findings"]
    one = check("review-queue.jsonl").report["findings"]
    assert one == [finding for finding in whole if finding["bundle"] == ""]
    assert one


@on("05-ancient-years")
def test_format_alone_changes_no_value(workspace: Path) -> None:
    (workspace / ".sourceright-lint.toml").write_text("")
    assert lint(["format"]).status == 0
    text = (workspace / "references.csl.json").read_text()
    assert "-0,\n" in text
    assert '"10.5555/SAND"' in text
    assert json.loads(text)[4]["issued"] == {"date-parts": [[12019]]}


@on("53-timestamps")
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu"])
def test_results_do_not_depend_on_the_zone(
    workspace: Path, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    here = check("--as-of", "2026-06-01").report
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert check("--as-of", "2026-06-01").report == here
    finally:
        monkeypatch.undo()
        time.tzset()
