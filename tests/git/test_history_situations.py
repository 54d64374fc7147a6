"""What the history is asked about: the index, ranges, shallow clones, merges in progress, hooks, settings."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright import CSL, SIDECAR
from tests.git.story import Paper
from tests.gitrepo import GitRepo
from tests.sourceright.history.support import (
    CANDIDATE,
    DECISION,
    ITEM,
    RECORD,
    STATUS,
    WITH_ITEM,
    candidate,
    decision,
    item,
    record,
)

Check = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def paper(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> Paper:
    """A committed workspace in ``paper/``: ``a`` resolved, ``b`` queued, both with evidence."""
    monkeypatch.chdir(repo.root)
    paper = Paper(repo)
    for id in "ab":
        paper.items[id] = item(id, DOI=f"10.5555/{id}", publisher="Reed & Rush")
    paper.set("a", "resolved", decision("keep", 1), provider_candidates=[candidate()])
    paper.set("b", "queued", provider_candidates=[candidate(id="b"), candidate("pubmed")])
    save(paper)
    return paper


def save(paper: Paper, message: str = "change") -> str:
    paper.write()
    return paper.repo.commit(message)


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    """Run ``check``; codes and paths of what ``history`` rules found."""

    def run(*arguments: str) -> list[tuple[str, str]]:
        status = main(["check", "--select", "history", *arguments, "--output-format", "json"])
        output = capsys.readouterr()
        assert not output.err, output.err
        findings = json.loads(output.out)["findings"]
        assert status == any(finding["severity"] == "error" for finding in findings)
        return [(finding["code"], finding["path"]) for finding in findings]

    return run


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said where the tool could not do its job."""
    assert main(["check", *arguments]) == 2
    return capsys.readouterr().err


PLACE, CSL_PLACE = f"paper/{SIDECAR}", f"paper/{CSL}"


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

    def test_where_the_history_between_is_cut_off_the_ends_are_compared(
        self,
        upstream: Paper,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        base = upstream.repo.text("rev-parse", "HEAD")
        for status in ("queued", "resolved"):
            upstream.set("b", status)
            save(upstream)
        upstream.records["a"]["review_decisions"] = []
        save(upstream)
        clone = self.clone(upstream, tmp_path / "clone", "--depth=1")
        clone.git("fetch", "-q", "--depth=1", "origin", base)
        monkeypatch.chdir(clone.root)
        assert main(["check", "--history", f"{base}..HEAD", "--output-format", "concise"]) == 1
        out = capsys.readouterr().out
        assert out.count(DECISION) == 1
        assert "only the two ends were compared" in out
        assert "git fetch --unshallow" in out


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


@pytest.fixture
def faulty(paper: Paper) -> Paper:
    """One fault in the sidecar and one in the bibliography, staged."""
    paper.set("b", "not_required")
    paper.items["a"]["title"] = "Other"
    paper.write()
    return paper


BOTH = [(ITEM, CSL_PLACE), (STATUS, PLACE)]


class TestSettings:
    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            pytest.param((), BOTH, id="all"),
            pytest.param(("--ignore", "history.item"), BOTH[1:], id="ignored"),
            pytest.param(
                ("--per-file-ignores", "paper/*.csl.json:history"), BOTH[1:], id="ignored in a file"
            ),
            pytest.param(("--contract", "sourceright"), BOTH, id="contract"),
            pytest.param(("--contract", "evidence-context"), [], id="another contract"),
            pytest.param(("--contract", "sourceright:csl"), BOTH[:1], id="role"),
            pytest.param(("--contract", "sourceright:sidecar"), BOTH[1:], id="another role"),
            pytest.param(("--contract", "sourceright:queue"), [], id="a third role"),
        ],
    )
    def test_options(self, faulty: Paper, check: Check, arguments: tuple[str, ...], expected: Any) -> None:
        assert check("--staged", *arguments) == expected
        faulty.repo.commit()
        assert check("--history", "HEAD~1..", *arguments) == expected

    def test_severity(self, faulty: Paper, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = ["check", "--staged", "--select", "history", "--severity", "history.status=info"]
        assert main(arguments) == 0
        assert main([*arguments, "--severity", "history=error", "--fail-on", "error"]) == 1

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('exclude = ["paper/"]', []),
            ('[per-file-ignores]\n"paper/*" = ["history.status"]', BOTH[:1]),
            ('ignore = ["history"]', None),
        ],
        ids=["excluded", "ignored in files", "ignored"],
    )
    def test_configuration(self, faulty: Paper, check: Check, text: str, expected: Any) -> None:
        faulty.repo.add(".sourceright-lint.toml", text.encode())
        if expected is not None:
            assert check("--staged") == expected
        faulty.repo.commit()
        assert main(["check", "--history", "HEAD~1..HEAD", "--quiet"]) == bool(
            expected and BOTH[1] in expected
        )

    def test_a_role_of_a_file_that_is_gone(self, paper: Paper, check: Check) -> None:
        paper.repo.git("rm", "-q", PLACE)
        assert check("--staged", "--contract", "sourceright:sidecar") == [(RECORD, PLACE)]
        assert check("--staged", "--contract", "sourceright:csl") == []


CONFIGURED = b"""[[bundles]]
contract = "sourceright"
csl = "data/refs.json"
sidecar = "data/checks.json"
"""


class TestMoves:
    def change(self, paper: Paper, old: str, new: str) -> None:
        """Rename a file, and in the sidecar let ``a`` jump."""
        data = paper.repo.read(old)
        paper.repo.git("rm", "-q", old)
        paper.repo.add(new, data.replace(b'"resolved"', b'"in_progress"'))

    def test_a_folder_with_a_change(self, paper: Paper, check: Check) -> None:
        for name in (CSL, SIDECAR):
            self.change(paper, f"paper/{name}", f"refs/{name}")
        assert check("--staged") == [(STATUS, f"refs/{SIDECAR}")]
        paper.repo.commit()
        assert check("--history", "HEAD~1..HEAD") == [(STATUS, f"refs/{SIDECAR}")]

    def test_a_folder_whose_sidecar_changed_too_much_for_git(self, paper: Paper, check: Check) -> None:
        paper.repo.git("mv", "paper", "refs")
        paper.repo.add(
            f"refs/{SIDECAR}",
            json.dumps(
                json.loads(paper.repo.read(f"refs/{SIDECAR}").replace(b"resolved", b"in_progress"))
            ).encode(),
        )
        assert check("--staged") == [(STATUS, f"refs/{SIDECAR}")]

    def test_one_of_two_folders(self, paper: Paper, check: Check) -> None:
        other = Paper(paper.repo, "other")
        other.items, other.records = {"z": item("z")}, {"z": record("queued", candidates=[1])}
        save(other)
        paper.repo.git("mv", "paper", "refs")
        assert check("--staged") == []

    def test_a_folder_inside_itself(self, paper: Paper, check: Check) -> None:
        for name in (CSL, SIDECAR):
            self.change(paper, f"paper/{name}", f"paper/paper/{name}")
        assert check("--staged") == [(STATUS, f"paper/paper/{SIDECAR}")]

    def test_to_configured_names(self, paper: Paper, check: Check) -> None:
        paper.repo.add(".sourceright-lint.toml", CONFIGURED)
        self.change(paper, CSL_PLACE, "data/refs.json")
        self.change(paper, PLACE, "data/checks.json")
        assert check("--staged") == [(STATUS, "data/checks.json")]
        paper.repo.commit()
        assert check("--from-ref", "HEAD~1") == [(STATUS, "data/checks.json")]

    def test_configured_names(self, paper: Paper, check: Check) -> None:
        paper.repo.add(".sourceright-lint.toml", CONFIGURED)
        for old, new in ((CSL_PLACE, "data/refs.json"), (PLACE, "data/checks.json")):
            os.makedirs(paper.repo.place("data"), exist_ok=True)
            paper.repo.git("mv", old, new)
        paper.repo.commit()
        data = paper.repo.read("data/checks.json")
        paper.repo.add("data/checks.json", data.replace(b'"keep"', b'"drop"'))
        assert check("--staged") == [(DECISION, "data/checks.json")]
        paper.repo.git("rm", "-q", "-f", "data/checks.json")
        assert check("--staged") == [(RECORD, "data/checks.json")]
        assert check("--staged", "--contract", "sourceright:sidecar") == [(RECORD, "data/checks.json")]

    def test_from_configured_names_to_the_usual_ones(self, paper: Paper, check: Check) -> None:
        paper.repo.add(".sourceright-lint.toml", CONFIGURED)
        os.makedirs(paper.repo.place("data"))
        paper.repo.git("mv", CSL_PLACE, "data/refs.json")
        paper.repo.git("mv", PLACE, "data/checks.json")
        paper.repo.commit()
        paper.repo.git("rm", "-q", ".sourceright-lint.toml")
        self.change(paper, "data/refs.json", CSL_PLACE)
        self.change(paper, "data/checks.json", PLACE)
        assert check("--staged") == [(STATUS, PLACE)]

    def test_merged_from_a_side_that_moved(self, paper: Paper, check: Check) -> None:
        repo = paper.repo
        repo.git("checkout", "-q", "-b", "topic")
        repo.git("mv", "paper", "refs")
        repo.commit("move")
        repo.git("checkout", "-q", "main")
        paper.set("b", "in_progress")
        save(paper)
        repo.git("merge", "-q", "--no-edit", "topic")
        assert check("--history", "HEAD~2..HEAD") == []
        moved = Paper(repo, "refs")
        assert moved.records["b"]["review_status"] == "in_progress"
        moved.set("b", "not_required")
        moved.write()
        repo.git("commit", "-q", "--amend", "--no-edit")
        assert check("--history", "HEAD~1..HEAD") == [(STATUS, f"refs/{SIDECAR}")]

    def test_odd_names(self, paper: Paper, check: Check) -> None:
        folder = "with space/new\nline"
        for name in (CSL, SIDECAR):
            self.change(paper, f"paper/{name}", f"{folder}/{name}")
        assert check("--staged") == [(STATUS, f"{folder}/{SIDECAR}")]


EVIDENCE = {
    "source_id": "walk",
    "source_digest": "sha256:" + "8d0c7e51b2f94a63" * 4,
    "window_units": 1,
    "selected_lanes": ["birds"],
    "contexts": [
        {
            "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
            "evidence_refs": [
                {
                    "lane_id": "birds",
                    "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
                }
            ],
            "units": [
                {
                    "id": 10,
                    "kind": "note",
                    "text": "A heron that is nobody's business.",
                    "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
                }
            ],
        }
    ],
}
MANIFEST = {
    "run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
            "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
    "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1},
}  # fmt: skip


class TestOtherContracts:
    def test_evidence_context(
        self, repo: GitRepo, check: Check, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(repo.root)
        code, path = "history.evidence_context.digest_unchanged", "evidence-context.json"
        text = json.dumps(EVIDENCE, indent=2).encode()
        repo.add(f"a/{path}", text)
        repo.commit()
        repo.git("mv", "a", "b")
        repo.add(f"b/{path}", text.replace(b"heron", b"crane"))
        assert check("--staged") == [(code, f"b/{path}")]
        repo.commit()
        assert check("--history", "HEAD~1..HEAD") == [(code, f"b/{path}")]
        main(["check", "--history", "HEAD~1..HEAD", "--output-format", "full"])
        assert "business" not in capsys.readouterr().out

    def test_research_scan(self, repo: GitRepo, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(repo.root)
        root, code = "research/scans/2026-01-05-demo", "history.research_scan.edited_by_hand"
        shortlist = {
            "in_window": [{"cid": "18c32fa9dd2d", "title": "Elvers", "score": 3}],
            "outside_window": [],
        }
        repo.add(f"{root}/manifest.json", json.dumps(MANIFEST, indent=2).encode())
        repo.add(f"{root}/shortlist.json", json.dumps(shortlist, indent=2).encode())
        repo.commit()
        shortlist["in_window"][0]["title"] = "Eels"  # type: ignore[index]
        repo.add(f"{root}/shortlist.json", json.dumps(shortlist, indent=2).encode())
        assert check("--staged") == [(code, f"{root}/shortlist.json")]
        assert check("--hook", f"{root}/manifest.json") == [(code, f"{root}/shortlist.json")]
        repo.commit()
        assert check("--from-ref", "HEAD~1") == [(code, f"{root}/shortlist.json")]
        repo.git("mv", root, "research/scans/2026-01-06-demo")
        assert check("--staged") == []


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
