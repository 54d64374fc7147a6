"""The same for files that are gone or are no files, and for repositories of other kinds."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.git.situations import FILE, Checked, cache, empty, pytest_generate_tests, repo, with_title
from tests.gitrepo import GitRepo, make_repo
from tests.tool import BROKEN, CLEAN, EELS, FIXABLE, FIXED, bibliography, lint, run

__all__ = ["cache", "empty", "pytest_generate_tests", "repo"]


class TestGoneFiles:
    def test_deleted_and_made_again_without_staging(self, repo: Checked) -> None:
        repo.git("rm", "-q", FILE)
        repo.write(FILE, BROKEN)
        # A framework leaves files that are not tracked where they are, and so they are seen there.
        assert repo.try_commit().returncode == int(repo.by_framework)
        assert repo.read(FILE) == BROKEN
        assert repo.git("ls-files") == b""

    def test_staged_and_missing_in_the_work_tree(self, repo: Checked) -> None:
        repo.add(FILE, FIXABLE)
        (repo.root / FILE).unlink()
        done = repo.try_commit()
        assert not (repo.root / FILE).exists()
        if done.returncode == 0:
            assert repo.committed(FILE) == repo.staged(FILE) == FIXED
        else:
            assert repo.staged(FILE) == FIXABLE
        assert done.returncode == int(repo.by_framework)

    def test_renamed_and_edited(self, repo: Checked) -> None:
        (repo.root / "paper").mkdir()
        repo.git("mv", FILE, f"paper/{FILE}")
        repo.add(f"paper/{FILE}", FIXABLE)
        done = repo.try_commit()
        assert repo.read(f"paper/{FILE}") == FIXED
        assert done.returncode == int(repo.by_framework)
        assert not (repo.root / FILE).exists()

    def test_only_intended_to_be_added(self, repo: Checked) -> None:
        repo.write(f"new/{FILE}", BROKEN)
        repo.git("add", "-N", f"new/{FILE}")
        repo.add(FILE, FIXED)
        assert repo.try_commit().returncode == 0
        assert repo.read(f"new/{FILE}") == BROKEN
        assert repo.git("diff", "--cached", "--ita-invisible-in-index", "--name-only") == b""


class TestOtherKinds:
    def test_a_folder_in_the_place_of_a_file(self, repo: Checked) -> None:
        if repo.by_framework:
            pytest.skip("the frameworks themselves put what lies in a file's place aside")
        repo.add(FILE, FIXABLE)
        (repo.root / FILE).unlink()
        repo.write(f"{FILE}/inside.txt", b"mine")
        done = repo.try_commit()
        assert repo.read(f"{FILE}/inside.txt") == b"mine"
        assert repo.staged(FILE) in (FIXABLE, FIXED)
        assert done.returncode in (0, 1)

    def test_a_pipe_in_the_place_of_a_file_is_never_opened(self, repo: Checked) -> None:
        if repo.by_framework:
            pytest.skip("the frameworks themselves put what lies in a file's place aside")
        repo.add(FILE, FIXABLE)
        (repo.root / FILE).unlink()
        os.mkfifo(repo.root / FILE)
        repo.try_commit()
        assert stat.S_ISFIFO(os.lstat(repo.root / FILE).st_mode)
        assert repo.staged(FILE) in (FIXABLE, FIXED)

    def test_a_submodule_is_no_file(self, repo: Checked, tmp_path: Path) -> None:
        inner = make_repo(tmp_path / "inner")
        inner.add(FILE, BROKEN)
        inner.commit()
        repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "sub")
        repo.add(FILE, FIXED)
        done = repo.try_commit()
        assert done.returncode == 0, done.stdout + done.stderr
        assert repo.mode("sub") == "160000"
        assert repo.read(f"sub/{FILE}") == BROKEN

    @pytest.mark.parametrize("mode", [0o755, 0o644])
    def test_a_mode_is_kept(self, repo: Checked, mode: int) -> None:
        repo.write(FILE, FIXABLE)
        (repo.root / FILE).chmod(mode)
        repo.git("add", FILE)
        repo.try_commit()
        assert repo.read(FILE) == FIXED
        assert stat.S_IMODE(os.stat(repo.root / FILE).st_mode) == mode
        assert repo.mode(FILE) == f"100{mode:o}"

    def test_only_a_mode_changes(self, repo: Checked) -> None:
        (repo.root / FILE).chmod(0o755)
        repo.git("add", FILE)
        assert repo.try_commit().returncode == 0
        assert repo.mode(FILE) == "100755"

    def test_a_file_that_may_not_be_written(self, repo: Checked) -> None:
        repo.add(FILE, FIXABLE)
        (repo.root / FILE).chmod(0o444)
        done = repo.try_commit()
        assert done.returncode == 1
        assert repo.read(FILE) == repo.staged(FILE) == FIXABLE
        assert "read-only" in done.stdout + done.stderr


class TestOtherRepositories:
    def test_a_linked_worktree(self, repo: Checked, tmp_path: Path) -> None:
        linked = tmp_path / "linked tree"
        repo.git("worktree", "add", "-q", "-b", "linked", str(linked))
        other = Checked(linked, repo.way, repo.cache)
        other.environment = repo.environment
        other.add(FILE, FIXABLE)
        repo.write(FILE, BROKEN)
        done = other.try_commit()
        assert other.read(FILE) == FIXED
        assert done.returncode == int(repo.by_framework)
        assert other.staged(FILE) == (FIXABLE if repo.by_framework else FIXED)
        assert repo.read(FILE) == BROKEN
        assert repo.staged(FILE) == CLEAN

    def test_a_detached_head(self, repo: Checked) -> None:
        repo.git("checkout", "-q", "--detach")
        repo.add(FILE, FIXABLE)
        done = repo.try_commit()
        assert repo.read(FILE) == FIXED
        assert done.returncode == int(repo.by_framework)

    def test_a_shallow_clone(self, repo: Checked, tmp_path: Path) -> None:
        first = repo.text("rev-parse", "HEAD")
        repo.add(FILE, with_title(CLEAN, "Eels, twice"))
        repo.commit()
        run(["git", "clone", "-q", "--depth=1", f"file://{repo.root}", "shallow"], tmp_path)
        shallow = Checked(tmp_path / "shallow", repo.way, repo.cache).guard()
        shallow.add(FILE, FIXABLE)
        assert shallow.try_commit().returncode == int(repo.by_framework)
        assert shallow.read(FILE) == FIXED
        done = lint(shallow.root, "check", "--from-ref", first, "--to-ref", "HEAD")
        assert done.returncode == 2
        assert "git fetch --unshallow" in done.stderr
        assert "Checked 0 files" not in done.stdout

    def test_an_unresolved_merge(self, repo: Checked) -> None:
        repo.git("checkout", "-qb", "theirs")
        repo.add(FILE, with_title(CLEAN, "Eels, theirs"))
        repo.commit()
        repo.git("checkout", "-q", "main")
        repo.add(FILE, with_title(CLEAN, "Eels, ours"))
        repo.commit()
        assert run(["git", "merge", "-q", "theirs"], repo.root).returncode == 1
        before = repo.git("ls-files", "-u"), repo.read(FILE)
        assert repo.try_commit().returncode != 0
        done = lint(repo.root, "check", "--staged", "--fix")
        assert done.returncode == 2
        assert "an unresolved merge" in done.stderr
        assert "git add" in done.stderr
        assert (repo.git("ls-files", "-u"), repo.read(FILE)) == before

        # Resolved with something to fix, the merge is finished like any other commit.
        repo.add(FILE, FIXABLE)
        done = repo.try_commit()
        assert done.returncode == int(repo.by_framework), done.stdout + done.stderr
        assert repo.read(FILE) == FIXED
        if repo.by_framework:
            repo.git("add", FILE)
            assert repo.try_commit().returncode == 0
        assert len(repo.text("rev-list", "--parents", "-1", "HEAD").split()) == 3

    def test_amending(self, repo: Checked) -> None:
        repo.add(FILE, FIXABLE)
        done = repo.try_commit("--amend")
        assert repo.read(FILE) == FIXED
        assert done.returncode == int(repo.by_framework)
        if not repo.by_framework:
            assert repo.committed(FILE) == FIXED
            assert repo.text("rev-list", "--count", "HEAD") == "1"

    def test_from_a_folder_below_and_with_the_environment_git_exports(self, repo: Checked) -> None:
        repo.add("paper/notes.txt", b"x")
        repo.add(FILE, FIXABLE)
        repo.environment = {
            **repo.environment,
            "GIT_DIR": str(repo.root / ".git"),
            "GIT_WORK_TREE": str(repo.root),
        }
        done = repo.try_commit(folder="paper")
        assert repo.read(FILE) == FIXED
        assert done.returncode == int(repo.by_framework)


def test_three_files_are_fixed_together_or_not_at_all(repo: Checked) -> None:
    """Two bibliographies to fix, one of which has an edit where its fix goes."""
    repo.add(f"one/{FILE}", FIXABLE)
    repo.add(f"two/{FILE}", bibliography(("c", "Locks", "10.5555/CC"), EELS))
    edited = repo.read(f"two/{FILE}").replace(b"10.5555/CC", b"10.5555/CC-not-staged")
    repo.write(f"two/{FILE}", edited)
    done = repo.try_commit()
    assert done.returncode == 1
    assert repo.read(f"two/{FILE}") == edited
    assert b"10.5555/CC" in repo.staged(f"two/{FILE}")
    assert repo.staged(f"one/{FILE}") in (FIXABLE, FIXED)
    assert repo.read(f"one/{FILE}") in (FIXABLE, FIXED)


def test_the_plain_repository_is_not_written_to_by_a_clean_commit(repo: Checked) -> None:
    repo.add(FILE, FIXED)
    before = (repo.root / FILE).stat()
    assert repo.try_commit().returncode == 0
    after = (repo.root / FILE).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert not (repo.root / ".git/sourceright-lint").exists()
    assert isinstance(repo, GitRepo)
