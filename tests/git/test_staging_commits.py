from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sourceright_lint.errors import WriteRefused
from sourceright_lint.fixing.journal import Recovered
from sourceright_lint.git import staging
from sourceright_lint.git.staging import recover_staged
from tests.git import staged_fixer
from tests.git.staged_repo import BASE, FIXED, STAGED, crlf, fix, snapshot
from tests.gitrepo import GitRepo
from tests.killing import killed_at_each_step


class TestMode:
    def test_by_hand_and_in_a_native_hook(self, staged: GitRepo) -> None:
        assert staging.mode(staged.open(), {}) == "index"

    def test_under_the_framework(self, staged: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
        assert staging.mode(staged.open(), {"PRE_COMMIT": "1"}) == "work tree"
        monkeypatch.setenv("PRE_COMMIT", "1")
        before = snapshot(staged)
        with pytest.raises(WriteRefused, match="framework"):
            fix(staged, "f")
        assert snapshot(staged) == before

    def test_another_index(self, staged: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
        shutil.copy(staged.root / ".git" / "index", staged.root / ".git" / "next-index-1.lock")
        monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
        assert staging.mode(staged.open(), {}) == "refused"
        assert staging.mode(staged.open(), {"PRE_COMMIT": "1"}) == "work tree"
        before = snapshot(staged)
        with pytest.raises(WriteRefused, match="temporary index"):
            fix(staged, "f")
        assert snapshot(staged) == before


def run(repo: GitRepo, *command: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *command], cwd=repo.root, capture_output=True, check=False)


def install(repo: GitRepo) -> None:
    hook = repo.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{staged_fixer.__file__}" >&2\n')
    hook.chmod(0o755)


COMMANDS: dict[str, tuple[tuple[str, ...], bytes]] = {
    "commit": (("commit", "-qm", "x"), FIXED),
    "commit -a": (("commit", "-qam", "x"), FIXED),
    "commit -i": (("commit", "-qm", "x", "-i", "f"), FIXED),
    "commit --amend": (("commit", "-q", "--amend", "-m", "x"), FIXED),
    "from below": (("-C", "sub", "commit", "-qm", "x"), FIXED),
}


class TestRealCommits:
    """The fixer as a native hook of the Git command that a person types."""

    @pytest.mark.parametrize(("command", "committed"), COMMANDS.values(), ids=COMMANDS)
    @pytest.mark.parametrize("linked", [False, True], ids=["main", "linked"])
    def test_fixed(
        self, staged: GitRepo, tmp_path: Path, command: tuple[str, ...], committed: bytes, linked: bool
    ) -> None:
        install(staged)
        if linked:
            staged.git("worktree", "add", "-q", str(tmp_path / "linked"))
            staged = GitRepo((tmp_path / "linked").resolve())
            staged.add("f", STAGED)
        (staged.root / "sub").mkdir()
        if "-i" in command or "-qam" in command:
            staged.add("f", BASE)
            staged.write("f", STAGED)
        staged.git(*command)
        assert staged.git("show", "HEAD:f") == staged.staged("f") == staged.read("f") == committed
        assert staged.text("status", "--porcelain") == ""
        assert snapshot(staged)["leftovers"] == []

    def test_the_next_commit_does_not_take_it_back(self, staged: GitRepo) -> None:
        install(staged)
        for name in ("commit", "-a", "-i"):
            staged.write("f", STAGED)
            if name == "commit":
                staged.git("add", "f")
            staged.git("commit", "-qm", "x", *{"commit": (), "-a": ("-a",), "-i": ("-i", "f")}[name])
            staged.git("commit", "-qm", "again", "--allow-empty")
            assert staged.git("show", "HEAD:f") == FIXED
            staged.add("f", BASE)
            staged.commit()

    def test_named_paths_are_refused(self, staged: GitRepo) -> None:
        install(staged)
        before = snapshot(staged)
        done = run(staged, "commit", "-qm", "x", "f")
        assert done.returncode == 1
        assert b"temporary index" in done.stderr
        assert snapshot(staged) == before

    @pytest.mark.parametrize("in_two_steps", [False, True])
    def test_a_merge(self, staged: GitRepo, in_two_steps: bool) -> None:
        staged.git("commit", "-qm", "x")
        staged.git("checkout", "-qb", "side", "HEAD~1")
        staged.add("g", BASE)
        staged.git("commit", "-qm", "y")
        install(staged)
        hooks = staged.root / ".git" / "hooks"
        shutil.copy(hooks / "pre-commit", hooks / "pre-merge-commit")
        if in_two_steps:
            staged.git("merge", "-q", "--no-commit", "main")
            staged.git("commit", "-q", "--no-edit")
            assert staged.git("show", "HEAD:f") == staged.read("f") == FIXED
            assert staged.text("status", "--porcelain") == ""
            return
        before = staged.text("rev-parse", "HEAD")
        done = run(staged, "merge", "-q", "--no-edit", "main")
        assert done.returncode != 0
        assert b"merged tree already" in done.stderr
        assert staged.text("rev-parse", "HEAD") == before
        assert staged.staged("f") == staged.read("f") == STAGED


class TestKilled:
    @pytest.mark.parametrize(
        "edited",
        [STAGED, STAGED + b"edit\n", crlf(STAGED), None],
        ids=["as staged", "edited", "crlf", "gone"],
    )
    def test_at_each_step(self, staged: GitRepo, edited: bytes | None) -> None:
        staged.add("g", STAGED)

        def reset() -> None:
            for path in ("f", "g"):
                staged.add(path, STAGED)
                staged.write(path, edited or b"")
                if edited is None:
                    (staged.root / path).unlink()

        reset()
        old = snapshot(staged)
        fix(staged, "f", "g")
        new = snapshot(staged)
        assert new != old
        reset()
        seen = set()
        for step in killed_at_each_step(lambda checkpoint: fix(staged, "f", "g", checkpoint=checkpoint)):
            assert {staged.staged("f"), staged.staged("g")} in ({STAGED}, {FIXED})
            for path in ("f", "g"):
                if edited is not None:
                    assert staged.read(path) in (edited, edited.replace(b"/AA", b"/aa"))
            recovered = recover_staged(staged.open())
            now = snapshot(staged)
            assert now in (old, new), step
            assert recovered.left == ()
            assert recover_staged(staged.open()) == Recovered()
            if now == old:
                fix(staged, "f", "g")
                assert snapshot(staged) == new
            seen.add(now == new)
            reset()
        assert seen == {False, True}
        assert staged.text("stash", "list") == ""
        staged.git("fsck", "--strict")


CORPORA = os.environ.get("SOURCERIGHT_LINT_CORPORA")


@pytest.mark.skipif(not CORPORA, reason="SOURCERIGHT_LINT_CORPORA is not set")
@pytest.mark.parametrize("case", range(71, 82, 2))
def test_recorded_situations(case: int) -> None:
    assert CORPORA
    (script,) = Path(CORPORA, "cases", "inputs").glob(f"{case}-*/steps.sh")
    fixer = f"{sys.executable} {staged_fixer.__file__}"
    done = subprocess.run(
        ["bash", str(script)], env={**os.environ, "LINT": fixer}, capture_output=True, check=False
    )
    assert b"LOST" not in done.stdout, done.stdout.decode()
    assert done.returncode == 0
    assert b"Traceback" not in done.stdout
