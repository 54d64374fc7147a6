"""What is staged, alone and in a merge, and what a hook framework hands over."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.contracts.sourceright import CSL
from tests.git.history.story import Paper
from tests.git.history.support import CSL_PLACE, PLACE, Check, refused, save
from tests.gitrepo import GitRepo
from tests.sourceright.history.support import (
    CANDIDATE,
    DECISION,
    ITEM,
    RECORD,
    STATUS,
    VERSION_CHANGED,
    WITH_ITEM,
    decision,
    item,
)


class TestStaged:
    def test_against_the_current_commit(self, paper: Paper, check: Check) -> None:
        assert check("--staged") == []
        paper.set("a", "in_progress")
        paper.write()
        assert check("--staged") == [(STATUS, PLACE)]

    def test_what_is_not_staged_does_not_count(self, paper: Paper, check: Check) -> None:
        paper.set("a", "in_progress")
        paper.write()
        paper.repo.git("reset", "-q")
        assert check("--staged") == []

    def test_before_the_first_commit(
        self, repo: GitRepo, check: Check, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(repo.root)
        paper = Paper(repo)
        paper.set("a", "queued")
        paper.write()
        assert check("--staged") == []

    def test_a_deleted_sidecar(self, paper: Paper, check: Check) -> None:
        paper.repo.git("rm", "-q", PLACE)
        assert check("--staged") == [(RECORD, PLACE)]

    def test_a_deleted_workspace(self, paper: Paper, check: Check) -> None:
        paper.repo.git("rm", "-q", "-r", "paper")
        assert check("--staged") == [(WITH_ITEM, PLACE)]

    def test_only_intended(self, paper: Paper, check: Check) -> None:
        paper.repo.git("rm", "-q", "--cached", PLACE)
        paper.repo.git("add", "-N", PLACE)
        assert check("--staged") == [(RECORD, PLACE)]

    def test_a_broken_current_commit_hides_nothing(self, paper: Paper, check: Check) -> None:
        whole = paper.repo.read(PLACE)
        paper.repo.add(PLACE, b"<<<<<<<\n" + whole)
        paper.repo.commit("broken")
        paper.repo.add(PLACE, whole)
        assert check("--staged") == []
        paper.records["a"].pop("review_decisions")
        paper.write()
        assert check("--staged") == [(DECISION, PLACE)]

    def test_a_squash_is_judged_by_its_ends(self, paper: Paper, check: Check) -> None:
        repo = paper.repo
        repo.git("checkout", "-q", "-b", "topic")
        paper.set("a", "queued", decision("doubts", 2))
        save(paper)
        paper.set("a", "in_progress")
        save(paper)
        repo.git("checkout", "-q", "main")
        repo.git("merge", "-q", "--squash", "topic")
        assert check("--staged") == []
        tip = repo.text("rev-parse", "HEAD")
        repo.git("commit", "-q", "--no-edit")
        assert check("--history", f"{tip}..") == []
        repo.git("commit", "-q", "--amend", "-m", "all at once")
        assert check("--history", f"{tip}..") == [(STATUS, PLACE)]


class TestMerging:
    """``ours`` is checked out and ``theirs`` comes in; both left the commit of the fixture."""

    @pytest.fixture
    def fork(self, paper: Paper) -> Callable[[Callable[[Paper], Any], Callable[[Paper], Any]], Paper]:
        def fork(ours: Callable[[Paper], Any], theirs: Callable[[Paper], Any]) -> Paper:
            repo = paper.repo
            for branch, change in (("theirs", theirs), ("ours", ours)):
                repo.git("checkout", "-q", "-b", branch, "main")
                side = Paper(repo)
                change(side)
                save(side, branch)
            repo.git("merge", "-q", "--no-commit", "--strategy=ours", "theirs", check=False)
            return Paper(repo)

        return fork

    def test_both_kept(self, fork: Any, check: Check) -> None:
        merged = fork(
            lambda p: p.set("a", "resolved", decision("x", 2)),
            lambda p: p.set("a", "resolved", decision("y", 3)),
        )
        merged.set("a", "resolved", decision("y", 3))
        merged.write()
        assert check("--staged") == []

    def test_theirs_dropped(self, fork: Any, check: Check) -> None:
        fork(lambda p: p.set("b", "in_progress"), lambda p: p.set("a", "resolved", decision("y", 3)))
        assert check("--staged") == [(DECISION, PLACE)]

    def test_as_ours_but_for_a_new_record_of_theirs(self, fork: Any, check: Check) -> None:
        def add(p: Paper) -> None:
            p.items["c"] = item("c")
            p.set("c", "queued")

        merged = fork(lambda p: p.set("b", "in_progress"), add)
        assert check("--staged") == [(WITH_ITEM, PLACE)]
        merged.items["c"] = item("c")
        merged.write()
        assert check("--staged") == [(RECORD, PLACE)]

    def test_faults_that_come_in_are_told_once_more(self, fork: Any, check: Check) -> None:
        merged = fork(lambda p: p.set("b", "in_progress"), lambda p: p.items["a"].update(title="Other"))
        merged.items["a"]["title"] = "Other"
        merged.write()
        assert check("--staged") == [(ITEM, CSL_PLACE)]

    def test_a_jump_that_comes_in(self, fork: Any, check: Check) -> None:
        merged = fork(lambda p: p.set("b", "in_progress"), lambda p: p.set("a", "in_progress"))
        merged.set("a", "in_progress")
        merged.write()
        assert check("--staged") == [(STATUS, PLACE)]

    def test_faults_of_our_own_past_are_not(self, fork: Any, check: Check) -> None:
        fork(
            lambda p: (p.items["a"].update(title="Other"), p.records["b"].update(provider_candidates=[])),
            lambda p: p.items["b"].update(title="B"),
        )
        assert (ITEM, CSL_PLACE) not in check("--staged")
        assert (CANDIDATE, PLACE) not in check("--staged")

    def test_statuses_of_either_side(self, fork: Any, check: Check) -> None:
        merged = fork(lambda p: p.set("b", "in_progress"), lambda p: p.set("b", "resolved"))
        for status in ("in_progress", "resolved"):
            merged.set("b", status)
            merged.write()
            assert check("--staged") == []
        merged.set("b", "not_required")
        merged.write()
        assert check("--staged") == [(STATUS, PLACE)]

    def test_without_merge_head_as_the_hook_sees_it(
        self, fork: Any, check: Check, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        merged = fork(lambda p: p.set("b", "in_progress"), lambda p: p.set("a", "resolved", decision("y", 3)))
        theirs = merged.repo.text("rev-parse", "theirs")
        os.remove(merged.repo.place(".git/MERGE_HEAD"))
        assert check("--staged") == []
        monkeypatch.setenv(f"GITHEAD_{theirs}", "theirs")
        assert check("--staged") == [(DECISION, PLACE)]

    def test_an_unresolved_file_is_an_error_of_its_own(
        self, paper: Paper, capsys: pytest.CaptureFixture[str]
    ) -> None:
        repo = paper.repo
        for branch in ("theirs", "ours"):
            repo.git("checkout", "-q", "-b", branch, "main")
            side = Paper(repo)
            side.set("a", "resolved", decision(branch, 4))
            save(side)
        repo.git("merge", "-q", "theirs", check=False)
        said = refused(capsys, "--staged")
        assert said.count("unresolved merge") == 1


class TestHooks:
    def test_the_frameworks_range(self, paper: Paper, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
        start = paper.repo.text("rev-parse", "HEAD")
        paper.set("a", "in_progress")
        save(paper)
        paper.set("a", "resolved")
        tip = save(paper)
        assert check("--hook", PLACE) == []
        monkeypatch.setenv("PRE_COMMIT_FROM_REF", start)
        monkeypatch.setenv("PRE_COMMIT_TO_REF", tip)
        assert check("--hook", PLACE) == [(STATUS, PLACE)]
        assert check("--hook", CSL_PLACE) == [(STATUS, PLACE)]
        assert check("--hook") == []

    def test_the_framework_names_files_and_not_deletions(self, paper: Paper, check: Check) -> None:
        paper.repo.git("rm", "-q", PLACE)
        assert check("--hook") == [(RECORD, PLACE)]
        assert check("--hook", "elsewhere.json") == [(RECORD, PLACE)]

    def test_what_the_framework_leaves_out_is_left_out(self, paper: Paper, check: Check) -> None:
        paper.set("a", "in_progress")
        paper.write()
        assert check("--hook") == []
        assert check("--hook", PLACE) == [(STATUS, PLACE)]

    def test_without_a_repository(
        self, tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
        (tmp_path / CSL).write_text("[]")
        monkeypatch.chdir(tmp_path)
        assert check("--hook", CSL) == []


class TestOneFaultOneFinding:
    """Where the files as they are show the fault, the rule about change is silent; where only it can tell, not."""

    CODES = (
        *("--select", DECISION, "--select", VERSION_CHANGED, "--select", "sidecar.schema_version"),
        *("--select", "sidecar.review_decision"),
    )
    UNSUPPORTED, NO_LIST = "sidecar.schema_version.unsupported", "sidecar.review_decision.invalid.not_array"

    @pytest.mark.parametrize(
        ("old", "new", "expected"),
        [
            (b'"sourceright.verification.v1"', b'"sourceright.verification.v9"', [UNSUPPORTED]),
            (b'"sourceright.verification.v1"', b"7", [UNSUPPORTED]),
            (b'"review_decisions"', b'"review_decisions": null, "was"', [NO_LIST]),
            (b'"keep"', b'"drop"', [DECISION]),
        ],
        ids=["another version", "no text", "no list", "rewritten"],
    )
    def test_staged(self, paper: Paper, check: Check, old: bytes, new: bytes, expected: list[str]) -> None:
        paper.repo.add(PLACE, paper.repo.read(PLACE).replace(old, new))
        assert [code for code, _ in check("--staged", *self.CODES)] == expected

    @pytest.mark.parametrize(
        ("new", "code", "quiet"),
        [
            (b'"review_decisions": null, "was"', DECISION, NO_LIST),
            (b'"review_decisions": [], "was"', DECISION, "sidecar"),
        ],
        ids=["not reported", "not shown"],
    )
    def test_what_nobody_else_reports(
        self, paper: Paper, check: Check, new: bytes, code: str, quiet: str
    ) -> None:
        paper.repo.add(PLACE, paper.repo.read(PLACE).replace(b'"review_decisions"', new))
        assert (code, PLACE) in check("--staged", *self.CODES, "--ignore", quiet)

    def test_in_a_range_the_commit_is_named(self, paper: Paper, check: Check) -> None:
        """The commit that comes next may have mended the file, and the decisions are gone all the same."""
        data = paper.repo.read(PLACE)
        paper.repo.add(PLACE, data.replace(b'"review_decisions"', b'"review_decisions": null, "was"'))
        paper.repo.commit()
        paper.repo.add(PLACE, data.replace(b'"review_decisions"', b'"was"'))
        paper.repo.commit()
        assert (DECISION, PLACE) in check("--from-ref", "HEAD~2", *self.CODES)

    def test_removed_records(self, paper: Paper, check: Check) -> None:
        select = ("--select", "sidecar.record.missing", "--select", "sidecar.missing")
        data = paper.repo.read(PLACE)
        del paper.records["b"]
        paper.write()
        assert check(*select) == [("sidecar.record.missing", CSL_PLACE)]
        assert check(*select, "--staged") == [(RECORD, PLACE)]
        paper.items["c"] = item("c")
        paper.write()
        assert check(*select, "--staged") == [("sidecar.record.missing", CSL_PLACE), (RECORD, PLACE)]
        paper.repo.add(PLACE, data)
        paper.repo.git("rm", "-qf", PLACE)
        assert check(*select) == [("sidecar.missing", CSL_PLACE)]
        assert check(*select, "--staged") == [(RECORD, PLACE)]
        assert check(*select, "--staged", "--ignore", RECORD) == [("sidecar.missing", CSL_PLACE)]

    def test_a_deleted_bibliography(self, paper: Paper, check: Check) -> None:
        """The state alone is a warning; the change says the same and more."""
        removed, missing = ("history.csl.removed", PLACE), ("sidecar.csl_missing", PLACE)
        paper.repo.git("rm", "-q", CSL_PLACE)
        select = ("--select", "sidecar.csl_missing")
        assert check(*select) == [missing]
        assert check(*select, "--staged") == [removed]
        assert check(*select, "--staged", "--ignore", "history.csl.removed") == [missing]
        paper.repo.commit()
        assert check(*select, "--from-ref", "HEAD~") == [removed]
        assert check(*select, "--rev", "HEAD") == [missing]
        paper.repo.add(PLACE, paper.repo.read(PLACE) + b"\n")
        assert check(*select, "--staged") == [missing]
