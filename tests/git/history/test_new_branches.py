"""A branch that was not there before: CI and hook frameworks say so by an id of zeros where the range begins."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from tests.git.history.story import Paper
from tests.git.history.support import CSL_PLACE, PLACE, Check, refused, save
from tests.sourceright.history.support import STATUS

ZEROS = "0" * 40
DOI = "csl.doi.not_canonical"


@pytest.fixture(params=["--from-ref", "--hook", "environment", "--history"])
def of_new_branch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ways to say it."""
    if request.param in ("--from-ref", "--history"):
        return [request.param, ZEROS if request.param == "--from-ref" else f"{ZEROS}..HEAD"]
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", ZEROS)
    monkeypatch.setenv("PRE_COMMIT_TO_REF", "HEAD")
    return ["--hook", CSL_PLACE, PLACE] if request.param == "--hook" else []


def skip_a_step(paper: Paper, id: str = "a") -> str:
    """A commit with a status that no rule leads to."""
    paper.set(id, "in_progress")
    return save(paper)


def remote_branch(paper: Paper, name: str, revision: str = "HEAD") -> None:
    paper.repo.git("update-ref", f"refs/remotes/origin/{name}", revision)


class TestHistory:
    def test_from_where_it_left_the_main_branch(
        self, paper: Paper, check: Check, of_new_branch: list[str]
    ) -> None:
        skip_a_step(paper)
        remote_branch(paper, "main")
        paper.repo.git("checkout", "-qb", "topic")
        paper.items["b"]["note"] = "read"
        save(paper)
        remote_branch(paper, "topic")
        assert check(*of_new_branch) == []
        paper.set("a", "resolved")
        save(paper)
        skip_a_step(paper)
        remote_branch(paper, "topic")
        assert check(*of_new_branch) == [(STATUS, PLACE)]

    def test_the_first_branch_of_all_is_walked_from_its_first_commit(
        self, paper: Paper, check: Check, of_new_branch: list[str]
    ) -> None:
        skip_a_step(paper)
        assert check(*of_new_branch) == [(STATUS, PLACE)]
        remote_branch(paper, "main")
        assert check(*of_new_branch) == [(STATUS, PLACE)]
        paper.repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
        assert check(*of_new_branch) == [(STATUS, PLACE)]
        paper.repo.git("checkout", "-q", "--detach")
        assert check(*of_new_branch) == [(STATUS, PLACE)]

    def test_without_commits_of_its_own(self, paper: Paper, check: Check, of_new_branch: list[str]) -> None:
        skip_a_step(paper)
        remote_branch(paper, "main")
        paper.repo.git("checkout", "-qb", "topic")
        remote_branch(paper, "topic")
        assert check(*of_new_branch) == []

    def test_a_branch_on_top_of_it_hides_nothing(
        self, paper: Paper, check: Check, of_new_branch: list[str]
    ) -> None:
        remote_branch(paper, "main")
        paper.repo.git("checkout", "-qb", "topic")
        skip_a_step(paper)
        remote_branch(paper, "topic")
        paper.repo.git("commit", "-q", "--allow-empty", "-m", "more")
        remote_branch(paper, "on-top")
        paper.repo.git("reset", "-q", "--hard", "HEAD~1")
        assert check(*of_new_branch) == [(STATUS, PLACE)]

    def test_the_main_branch_may_be_called_anything(
        self, paper: Paper, check: Check, of_new_branch: list[str]
    ) -> None:
        skip_a_step(paper)
        remote_branch(paper, "trunk")
        paper.repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
        paper.repo.git("checkout", "-qb", "topic")
        assert check(*of_new_branch) == []

    def test_in_a_shallow_clone_what_is_there(
        self, paper: Paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of_new_branch: list[str]
    ) -> None:
        skip_a_step(paper)
        skip_a_step(paper, "b")
        source = f"file://{paper.repo.root}"
        subprocess.run(["git", "clone", "-q", "--depth=1", source, str(tmp_path / "clone")], check=True)
        monkeypatch.chdir(tmp_path / "clone")
        assert main(["check", "--select", "history", *of_new_branch]) == 0


def test_a_shallow_clone_is_told(
    paper: Paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    skip_a_step(paper)
    source = f"file://{paper.repo.root}"
    subprocess.run(["git", "clone", "-q", "--depth=1", source, str(tmp_path / "clone")], check=True)
    monkeypatch.chdir(tmp_path / "clone")
    assert main(["check", "--from-ref", ZEROS, "--select", "history"]) == 0
    said = capsys.readouterr().out
    assert "are not there, and were not looked at; this clone is shallow" in said
    assert "git fetch --unshallow" in said


class TestContent:
    def found(self, capsys: pytest.CaptureFixture[str]) -> list[str]:
        main(["check", "--from-ref", ZEROS, "--select", "csl.doi", "--output-format", "concise"])
        captured = capsys.readouterr()
        assert not captured.err
        return [line.partition(":")[0] for line in captured.out.splitlines() if DOI in line]

    def test_all_files_where_nothing_is_known(self, paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
        paper.items["a"]["DOI"] = "https://doi.org/10.5555/a"
        save(paper)
        assert self.found(capsys) == [CSL_PLACE]

    def test_what_it_changed_where_the_main_branch_is_known(
        self, paper: Paper, capsys: pytest.CaptureFixture[str]
    ) -> None:
        other = Paper(paper.repo, "other")
        for each in (paper, other):
            each.items["a"] = {"id": "a", "type": "book", "title": "A", "DOI": "https://doi.org/10.5555/a"}
        save(paper)
        remote_branch(paper, "main")
        paper.repo.git("checkout", "-qb", "topic")
        assert self.found(capsys) == []
        other.set("a", "queued")
        save(other)
        assert self.found(capsys) == ["other/references.csl.json"]


@pytest.mark.parametrize(
    "arguments",
    [("--since", ZEROS), ("--from-ref", "HEAD", "--to-ref", ZEROS), ("--rev", ZEROS), ("--rev", "0" * 64)],
    ids=" ".join,
)
def test_zeros_that_mean_nothing_are_explained(
    paper: Paper, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, *arguments)
    assert "an id of zeros stands for no commit" in said
    assert "--unshallow" not in said


def test_a_branch_whose_name_is_a_zero(paper: Paper, check: Check) -> None:
    paper.repo.git("branch", "0")
    skip_a_step(paper)
    assert check("--from-ref", "0") == [(STATUS, PLACE)]
    assert check("--from-ref", "HEAD", "--to-ref", "0") == []
