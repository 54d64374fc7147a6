"""What is asked for wrongly is refused; what was not done is not claimed."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from sourceright_lint.cli import main

CSL = '[\n  {\n    "id": "a",\n    "type": "book",\n    "title": "T"\n  }\n]\n'
SIDECAR = """{
  "schema_version": "sourceright.verification.v1",
  "references": {
    "a": {
      "review_status": "STATUS"
    }
  }
}
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "references.csl.json").write_text(CSL)
    (folder / "references.verification.json").write_text(SIDECAR.replace("STATUS", "not_required"))
    monkeypatch.chdir(folder)
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "PRE_COMMIT"):
        monkeypatch.delenv(name, raising=False)
    return folder


def git(*arguments: str) -> str:
    identity = ["-c", "user.name=tm", "-c", "user.email=tm@example.org"]
    return subprocess.run(["git", *identity, *arguments], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    "status", ["resolved?", "!resolved", "~resolved~", '\\"resolved\\"', "in/progress", "re_solved"]
)
def test_a_status_with_other_characters_is_no_status(work: Path, status: str) -> None:
    sidecar = work / "references.verification.json"
    sidecar.write_text(SIDECAR.replace("STATUS", status))
    before = sidecar.read_bytes()
    assert main(["check", "--fix", "--unsafe-fixes"]) == 1
    assert sidecar.read_bytes() == before


@pytest.mark.parametrize(
    "status", ["Not Required", "NOT-REQUIRED", "notRequired", " not_required\\t", "not - required"]
)
def test_a_status_in_other_dress_is_mended(work: Path, status: str) -> None:
    (work / "references.verification.json").write_text(SIDECAR.replace("STATUS", status))
    assert main(["check", "--fix"]) == 0
    assert (work / "references.verification.json").read_text() == SIDECAR.replace("STATUS", "not_required")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--contract", "sourceright:cls"],
        ["--contract", "sourcerite"],
        ["--staged", "nonexist"],
        ["--since", "HEAD", "nonexist"],
        ["--from-ref", "HEAD", "--to-ref", "HEAD", "nonexist"],
        ["--rev", "HEAD", "nonexist"],
        ["nonexist"],
        ["../empty"],
        ["--output-file", "references.csl.json"],
        ["--also", "sarif=references.verification.json"],
        ["broken-link"],
        ["pipe"],
    ],
    ids=" ".join,
)
def test_is_refused(work: Path, arguments: list[str]) -> None:
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "base")
    (work.parent / "empty").mkdir()
    (work / "broken-link").symlink_to("gone")
    os.mkfifo(work / "pipe")
    before = {path: path.read_bytes() for path in work.glob("*.json")}
    assert main(["check", *arguments]) == 2
    assert {path: path.read_bytes() for path in work.glob("*.json")} == before


def test_an_excluded_file_is_called_that(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (work / ".sourceright-lint.toml").write_text('exclude = ["references.csl.json"]\n')
    assert main(["check", "references.csl.json"]) == 2
    assert "is excluded" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["format", "--diff"], ["check", "--diff"]])
def test_a_preview_claims_nothing(work: Path, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    (work / "references.csl.json").write_text(json.dumps(json.loads(CSL)))
    main(command)
    out = capsys.readouterr().out
    assert "Rewrote" not in out
    assert "Fixed" not in out
    assert "Would" in out


def test_under_a_framework_the_index_is_said_to_be_as_it_was(
    work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "base")
    (work / "references.csl.json").write_text(CSL.replace('"T"', '"T  a"'))
    git("add", ".")
    monkeypatch.setenv("PRE_COMMIT", "1")
    assert main(["check", "--staged", "--fix"]) == 1
    assert "T a" in (work / "references.csl.json").read_text()
    assert "T  a" in git("show", ":references.csl.json")
    assert "working tree" in capsys.readouterr().out


def test_a_number_beyond_all_readers_is_one_finding(work: Path, tmp_path: Path) -> None:
    (work / "references.csl.json").write_text(CSL.replace('"T"', '"T",\n    "volume": ' + "9" * 5000))
    main(["check", "--output-format", "json", "--output-file", str(tmp_path / "report")])
    codes = [finding["code"] for finding in json.loads((tmp_path / "report").read_text())["findings"]]
    assert codes == ["json.number.out_of_range"]


def test_a_number_in_another_dress_is_called_that(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    candidate = (
        '"provider_candidates": [\n        {\n          "provider": "p",\n          "confidence": 1,\n'
    )
    candidate += (
        '          "retrieved_at": "2026-05-09T00:00:00Z",\n          "data": {\n            "title": "T"\n'
    )
    candidate += "          }\n        }\n      ],\n      "
    text = SIDECAR.replace('"review_status"', candidate + '"review_status"').replace("STATUS", "not_required")
    (work / "references.verification.json").write_text(text)
    main(["check"])
    assert "a number is written another way" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--hook", "references.csl.json"], [], ["."]], ids=" ".join)
def test_the_end_of_a_frameworks_range_is_what_is_checked(
    work: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "base")
    git("checkout", "-qb", "other")
    (work / "references.csl.json").write_text(CSL.replace('"book"', '"tome"'))
    git("commit", "-qam", "a fault")
    git("checkout", "-q", "main")
    assert main(["check", *arguments]) == 0
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "main")
    monkeypatch.setenv("PRE_COMMIT_TO_REF", "other")
    assert main(["check", *arguments]) == 1
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "0123456789" * 4)
    assert main(["check", *arguments]) == 2
