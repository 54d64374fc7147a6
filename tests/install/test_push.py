"""What the ``pre-push`` hook checks: what is new to the remote, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.gitrepo import GitRepo, make_repo
from tests.tool import BROKEN, CLEAN, FIXABLE, FIXED, environment, lint, run

FILE = "references.csl.json"


class Clone(GitRepo):
    """A repository with our hooks and a bare remote called ``origin``."""

    def push(self, *arguments: str) -> tuple[bool, str]:
        done = run(["git", "push", "-q", *(arguments or ("origin", "HEAD"))], self.root, env=environment())
        return done.returncode == 0, done.stdout + done.stderr

    def change(self, data: bytes, path: str = FILE) -> str:
        self.add(path, data)
        return self.commit()


def sidecar(status: str, *decisions: dict[str, str]) -> bytes:
    record = {"review_status": status, "review_decisions": list(decisions)}
    value = {"schema_version": "sourceright.verification.v1", "references": {"a": record}}
    return json.dumps(value, indent=2).encode() + b"\n"


@pytest.fixture
def clone(repo: GitRepo, tmp_path: Path) -> Clone:
    make_repo(tmp_path / "remote", "--bare")
    repo.git("remote", "add", "origin", str(tmp_path / "remote"))
    assert lint(repo.root, "install", "--no-drivers").returncode == 0
    return Clone(repo.root)


def test_the_first_push_checks_all_there_is(clone: Clone) -> None:
    clone.change(BROKEN)
    clone.commit("another")
    pushed, said = clone.push()
    assert not pushed
    assert "json.syntax" in said
    clone.change(CLEAN)
    assert clone.push()[0]


def test_a_later_push_checks_what_changed(clone: Clone) -> None:
    clone.change(BROKEN, f"old/{FILE}")
    assert clone.push("--no-verify", "origin", "HEAD")[0]
    clone.change(CLEAN)
    assert clone.push()[0]
    clone.change(FIXABLE)
    pushed, said = clone.push()
    assert not pushed
    assert "csl.doi.not_canonical" in said
    assert f"old/{FILE}" not in said


def test_a_new_branch_is_checked_from_where_it_left(clone: Clone) -> None:
    clone.change(BROKEN, f"old/{FILE}")
    clone.push("--no-verify", "origin", "HEAD")
    clone.git("checkout", "-qb", "topic")
    clone.change(CLEAN)
    pushed, said = clone.push()
    assert pushed, said
    clone.git("checkout", "-qb", "other", "main")
    clone.change(FIXABLE)
    assert not clone.push()[0]


def test_a_new_branch_without_new_commits_is_not_checked(clone: Clone) -> None:
    clone.change(BROKEN)
    clone.push("--no-verify", "origin", "HEAD")
    clone.git("branch", "same")
    assert clone.push("origin", "same") == (True, "")


def test_a_branch_that_merged_the_main_line_is_checked_from_there(clone: Clone) -> None:
    clone.change(CLEAN)
    clone.push()
    clone.git("checkout", "-qb", "topic")
    clone.change(b"note\n", "note.txt")
    clone.git("checkout", "-q", "main")
    clone.change(BROKEN, f"old/{FILE}")
    clone.push("--no-verify", "origin", "HEAD")
    clone.git("checkout", "-q", "topic")
    clone.git("merge", "-q", "--no-verify", "--no-edit", "main")
    pushed, said = clone.push()
    assert pushed, said


def test_deleting_a_branch_checks_nothing(clone: Clone) -> None:
    clone.change(CLEAN)
    clone.push()
    clone.push("origin", "HEAD:refs/heads/topic")
    clone.change(BROKEN)
    assert clone.push("origin", ":topic") == (True, "")


def test_tags_are_checked_as_the_commits_they_name(clone: Clone) -> None:
    clone.change(FIXABLE)
    clone.git("tag", "-a", "-m", "x", "v1")
    assert not clone.push("origin", "v1")[0]
    blob = clone.git("hash-object", "-w", "--stdin", input=b"x").decode().strip()
    clone.git("tag", "blob", blob)
    assert clone.push("origin", "blob") == (True, "")


def test_each_ref_counts_and_equal_ones_are_checked_once(clone: Clone) -> None:
    clone.change(CLEAN)
    clone.push()
    clone.git("branch", "one")
    clone.git("checkout", "-qb", "two")
    clone.change(FIXABLE)
    clone.git("branch", "three")
    pushed, said = clone.push("origin", "one", "two", "three")
    assert not pushed
    assert said.count("csl.doi.not_canonical") == 1


def test_a_forced_push_is_checked_from_the_common_ancestor(clone: Clone) -> None:
    clone.change(CLEAN)
    clone.push()
    clone.change(FIXED)
    clone.push()
    clone.git("reset", "-q", "--hard", "HEAD~1")
    clone.change(FIXABLE)
    assert not clone.push("--force", "origin", "HEAD")[0]
    clone.git("reset", "-q", "--hard", "HEAD~1")
    clone.change(b"note\n", "note.txt")
    assert clone.push("--force", "origin", "HEAD")[0]


def test_a_remote_that_this_clone_has_not_seen_lately(clone: Clone, tmp_path: Path) -> None:
    """The remote's branch is at a commit that is not here: from what is known of the remote."""
    clone.change(CLEAN)
    clone.push()
    run(["git", "clone", "-q", str(tmp_path / "remote"), "other"], tmp_path)
    other = GitRepo(tmp_path / "other")
    other.git("checkout", "-qB", "main", "origin/main")
    other.add("note.txt", b"x")
    other.commit()
    other.git("push", "-q", "origin", "main")
    clone.change(FIXABLE)
    pushed, said = clone.push("--force", "origin", "HEAD:main")
    assert not pushed
    assert "csl.doi.not_canonical" in said


def test_a_remote_without_a_name(clone: Clone, tmp_path: Path) -> None:
    clone.change(CLEAN)
    clone.push()
    make_repo(tmp_path / "else where", "--bare")
    assert clone.push(str(tmp_path / "else where"), "HEAD")[0]
    clone.change(FIXABLE)
    assert not clone.push(str(tmp_path / "else where"), "HEAD")[0]


def test_history_is_checked_commit_by_commit(clone: Clone) -> None:
    """A decision that was made and taken away again between two pushes."""
    decision = {"reviewer": "tm", "decided_at": "2024-05-01T10:00:00Z", "decision": "confirmed"}
    clone.add(FILE, CLEAN)
    clone.add("references.verification.json", sidecar("queued"))
    clone.commit()
    clone.push("--no-verify", "origin", "HEAD")
    clone.change(sidecar("resolved", decision), "references.verification.json")
    clone.change(sidecar("resolved"), "references.verification.json")
    _, said = clone.push()
    assert "history.decision." in said


def test_what_is_told_after_a_refusal_is_enough(clone: Clone) -> None:
    clone.change(CLEAN)
    clone.push()
    clone.change(FIXABLE)
    pushed, said = clone.push()
    assert not pushed
    assert "sourceright-lint: the push was refused. Mend it in a further commit and push again; " in said
    clone.change(FIXED)
    pushed, said = clone.push()
    assert pushed, said
    assert "refused" not in said


def test_what_history_reports_is_mended_in_its_commit(clone: Clone) -> None:
    decision = {"reviewer": "tm", "decided_at": "2024-05-01T10:00:00Z", "decision": "confirmed"}
    records = "references.verification.json"
    clone.add(FILE, CLEAN)
    clone.change(sidecar("resolved", decision), records)
    clone.push("--no-verify", "origin", "HEAD")
    clone.change(sidecar("resolved"), records)
    _, said = clone.push()
    assert "history.decision.rewritten" in said
    clone.change(sidecar("resolved", decision), records)
    _, said = clone.push()
    assert "history.decision.rewritten" in said
    clone.git("reset", "-q", "--hard", "HEAD~2")
    clone.change(b"x", "note.txt")
    _, said = clone.push()
    assert "history.decision.rewritten" not in said


@pytest.mark.parametrize("told", ["", "\n", "nonsense\n", "a b c\n", "refs/heads/x zzz refs/heads/x zzz\n"])
def test_odd_input_is_no_fault(clone: Clone, told: str) -> None:
    done = lint(clone.root, "pre-push", "origin", "where", input=told.encode())
    assert (done.returncode, done.stderr) == (0, "")


def test_arguments_that_look_like_options(clone: Clone) -> None:
    done = lint(clone.root, "pre-push", "--upload-pack=touch x", "-x", input=b"")
    assert done.returncode == 0
