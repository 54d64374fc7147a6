"""Ranges: whole, through merges, and in clones that lack some of them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright import SIDECAR
from tests.git.history.story import Paper
from tests.git.history.support import CSL_PLACE, PLACE, Check, refused, save
from tests.gitrepo import GitRepo
from tests.sourceright.history.support import DECISION, STATUS, decision, item


class TestRanges:
    def test_two_refs(self, paper: Paper, check: Check) -> None:
        start = paper.repo.text("rev-parse", "HEAD")
        paper.set("a", "in_progress")
        save(paper)
        paper.set("a", "resolved")
        tip = save(paper)
        assert check("--from-ref", start, "--to-ref", tip) == [(STATUS, PLACE)]
        assert check("--from-ref", start) == [(STATUS, PLACE)]
        assert check("--from-ref", f"{tip}~1", "--to-ref", tip) == []
        assert check("--since", start) == [(STATUS, PLACE)]
        assert check("--history", f"{start}..") == [(STATUS, PLACE)]
        assert check("--history", f"{start}...{tip}") == [(STATUS, PLACE)]

    def test_only_the_branch_and_not_what_it_left_behind(self, paper: Paper, check: Check) -> None:
        repo = paper.repo
        repo.git("checkout", "-q", "-b", "topic")
        paper.set("b", "in_progress")
        save(paper)
        repo.git("checkout", "-q", "main")
        other = Paper(repo)
        other.set("a", "resolved", decision("later", 5))
        other.items["c"] = item("c")
        other.set("c", "queued")
        save(other)
        assert check("--from-ref", "main", "--to-ref", "topic") == []

    def test_content_is_not_looked_at_where_only_the_history_is_asked_for(
        self, paper: Paper, capsys: pytest.CaptureFixture[str]
    ) -> None:
        paper.repo.add(CSL_PLACE, b"[[]")
        paper.repo.commit("broken")
        assert main(["check", "--history", "HEAD~1..HEAD"]) == 0
        assert capsys.readouterr().out == "Checked 1 commit (HEAD): nothing to report.\n"

    def test_a_range_without_commits_says_so(self, paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "--history", "HEAD..HEAD"]) == 0
        assert "no commit is in HEAD and not in HEAD" in capsys.readouterr().out

    @pytest.mark.parametrize("text", ["HEAD", "..", "nowhere..HEAD", "HEAD..nowhere", "-x..HEAD"])
    def test_what_is_no_range(self, paper: Paper, text: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert refused(capsys, f"--history={text}").startswith("sourceright-lint: error: ")

    def test_the_past_is_not_fixed(self, paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
        assert "cannot be fixed" in refused(capsys, "--history", "HEAD..HEAD", "--fix")

    def test_large_states_are_forgotten(
        self, paper: Paper, check: Check, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from sourceright_lint import history

        monkeypatch.setattr(history, "_KEPT_BYTES", 1)
        for number in range(4):
            paper.set("a", "in_progress" if number % 2 else "resolved")
            save(paper)
        assert check("--history", "HEAD~4..HEAD") == [(STATUS, PLACE)] * 2

    def test_outside_of_a_repository(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
        assert "no Git repository" in refused(capsys, "--history", "A..B")

    def test_commit_and_date_are_named(self, paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
        paper.set("a", "in_progress")
        oid = save(paper)
        main(["check", "--history", "HEAD~1..HEAD", "--output-format", "concise"])
        assert f"(commit {oid[:12]} of 2024-05-01T10:00:00+02:00)" in capsys.readouterr().out

    def test_one_path_of_several(self, paper: Paper, check: Check) -> None:
        other = Paper(paper.repo, "other")
        other.items["a"] = item("a")
        other.set("a", "resolved")
        save(other)
        for each in (paper, other):
            each.set("a", "in_progress")
            each.write()
        both = [(STATUS, f"other/{SIDECAR}"), (STATUS, PLACE)]
        assert check("--staged") == both
        assert check("--staged", "other") == both[:1]
        assert check("--staged", CSL_PLACE) == both[1:]
        paper.repo.commit()
        assert check("--history", "HEAD~1..HEAD", "paper") == both[1:]
        assert check("--from-ref", "HEAD~1", "other") == both[:1]


class TestShallow:
    @pytest.fixture
    def upstream(self, paper: Paper) -> Paper:
        for number in range(4):
            paper.set("b", "in_progress" if number % 2 else "queued")
            save(paper, f"change {number}")
        return paper

    def clone(self, upstream: Paper, folder: Path, *options: str) -> GitRepo:
        source = f"file://{upstream.repo.root}"
        subprocess.run(["git", "clone", "-q", *options, source, str(folder)], check=True, timeout=60)
        return GitRepo(folder)

    def test_a_missing_base_is_no_success(
        self,
        upstream: Paper,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        base = upstream.repo.text("rev-parse", "HEAD~3")
        clone = self.clone(upstream, tmp_path / "clone", "--depth=2")
        monkeypatch.chdir(clone.root)
        for arguments in (["--history", f"{base}..HEAD"], ["--from-ref", base], ["--since", base]):
            said = refused(capsys, *arguments)
            assert f"unknown revision '{base}'" in said
            assert "git fetch --unshallow" in said

    def test_inside_the_clone_commits_are_walked(
        self, upstream: Paper, tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        upstream.set("a", "in_progress")
        save(upstream)
        monkeypatch.chdir(self.clone(upstream, tmp_path / "clone", "--depth=3").root)
        assert check("--history", "HEAD~2..HEAD") == [(STATUS, PLACE)]
        assert check("--history", "HEAD~2..HEAD~1") == []

    def test_where_a_side_of_a_merge_is_cut_off_the_ends_are_compared(
        self,
        upstream: Paper,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        repo = upstream.repo
        base = repo.text("rev-parse", "HEAD")
        repo.git("checkout", "-qb", "topic")
        for status in ("queued", "resolved"):
            upstream.set("b", status)
            save(upstream)
        upstream.records["a"]["review_decisions"] = []
        save(upstream)
        repo.git("checkout", "-q", "-B", "main", base)
        repo.git("merge", "-q", "--no-ff", "-m", "topic", "topic")
        monkeypatch.chdir(self.clone(upstream, tmp_path / "clone", "--depth=2").root)
        assert main(["check", "--history", f"{base}..HEAD", "--output-format", "concise"]) == 1
        out = capsys.readouterr().out
        assert out.count(DECISION) == 1
        assert "only the two ends were compared" in out
        assert "git fetch --unshallow" in out

    def test_a_merge_that_is_all_there_is_beside_its_base(
        self, upstream: Paper, tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What CI systems check out of a pull request: the merge alone, and then the branch it goes to."""
        repo = upstream.repo
        base = repo.text("rev-parse", "HEAD")
        repo.git("checkout", "-qb", "topic")
        upstream.set("a", "in_progress")
        save(upstream)
        repo.git("checkout", "-q", "-B", "main", base)
        repo.git("merge", "-q", "--no-ff", "-m", "topic", "topic")
        clone = self.clone(upstream, tmp_path / "clone", "--depth=1")
        clone.git("fetch", "-q", "--depth=1", "origin", base)
        monkeypatch.chdir(clone.root)
        assert check("--from-ref", base, "--to-ref", "HEAD") == [(STATUS, PLACE)]
        assert check("--since", base) == [(STATUS, PLACE)]

    @pytest.mark.parametrize("adds", [True, False], ids=["new-record", "nothing-of-ours"])
    @pytest.mark.parametrize("deep", ["topic", "main", ""], ids=lambda deep: f"deep-{deep or 'none'}")
    def test_where_the_branch_point_is_missing_nothing_is_judged(
        self,
        upstream: Paper,
        adds: bool,
        deep: str,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """What one branch alone has would seem to be removed by the other."""
        repo = upstream.repo
        repo.git("branch", "topic", "HEAD~1")
        if adds:
            upstream.items["new"] = item("new")
            upstream.set("new", "queued")
            save(upstream)
        else:
            repo.write("notes.txt", b"nothing of ours")
            repo.commit()
        repo.git("checkout", "-q", "topic")
        repo.write("text.txt", b"a text")
        repo.commit()
        clone = self.clone(upstream, tmp_path / "clone", "--depth=1", "--no-single-branch")
        if deep:
            clone.git("fetch", "-q", "--depth=2", "origin", deep)
        monkeypatch.chdir(clone.root)
        ends = ("--from-ref", "origin/main", "--to-ref", "HEAD")
        for arguments in (ends, ["--since", "origin/main"], ["--history", "origin/main..HEAD"]):
            said = refused(capsys, *arguments)
            assert "'origin/main' and 'HEAD' have no common ancestor in this shallow clone" in said
            assert "git fetch --unshallow" in said


def test_a_range_reads_each_bundle_once(paper: Paper, monkeypatch: pytest.MonkeyPatch, check: Check) -> None:
    from sourceright_lint.contracts.sourceright import Sourceright

    for number in range(6):
        paper.items["b"]["note"] = f"read {number} times"
        save(paper)
    made = []
    view = Sourceright.view

    def counted(self: Sourceright, *args: Any) -> Any:
        made.append(args)
        return view(self, *args)

    monkeypatch.setattr(Sourceright, "view", counted)
    assert check("--history", "HEAD~6..HEAD") == []
    assert len(made) == 7
