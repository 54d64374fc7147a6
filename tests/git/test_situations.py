"""Situations in which hooks lose work: every one checked natively, as ``install`` sets it up, and by frameworks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.git.situations import FILE, WAYS, Checked, cache, empty, pytest_generate_tests, repo, with_title
from tests.tool import BROKEN, CLEAN, FIXABLE, FIXED, environment, lint, run

__all__ = ["cache", "empty", "pytest_generate_tests", "repo"]

ODD = (b"my refs", b"new\nline", b'q"uote', "café".encode(), "sep\u2028two".encode(), b"-f", b"lat\xe9")


class TestPartlyStaged:
    ways = WAYS

    def test_an_edit_elsewhere_stays_unstaged(self, repo: Checked) -> None:
        repo.add(FILE, FIXABLE)
        edited = with_title(FIXABLE, "Eels, not staged")
        repo.write(FILE, edited)
        done = repo.try_commit()
        assert repo.read(FILE) == with_title(FIXED, "Eels, not staged")
        if repo.by_framework:
            assert done.returncode == 1
            assert repo.staged(FILE) == FIXABLE
        else:
            assert done.returncode == 0, done.stdout
            assert repo.committed(FILE) == repo.staged(FILE) == FIXED
        assert b"not staged" not in repo.staged(FILE)
        assert repo.git("stash", "list") == b""

    def test_an_edit_on_the_line_of_the_fix_is_kept(self, repo: Checked) -> None:
        repo.add(FILE, FIXABLE)
        edited = FIXABLE.replace(b"10.5555/AA", b"10.5555/AA-not-staged")
        repo.write(FILE, edited)
        head = repo.text("rev-parse", "HEAD")
        done = repo.try_commit()
        assert done.returncode == 1
        assert repo.read(FILE) == edited
        assert repo.staged(FILE) == FIXABLE
        assert repo.text("rev-parse", "HEAD") == head
        if not repo.by_framework:
            assert "partially staged" in done.stdout + done.stderr

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (b'"title": "Weirs"', b'"title": "Weirs, not staged"'),
            (b"  },\n", b'  },\n  {"id": "not staged"},\n'),
        ],
        ids=["the line before", "the line after"],
    )
    def test_an_edit_beside_the_fix_is_kept(self, repo: Checked, old: bytes, new: bytes) -> None:
        repo.add(FILE, FIXABLE)
        edited = FIXABLE.replace(old, new, 1)
        repo.write(FILE, edited)
        done = repo.try_commit()
        assert repo.read(FILE) in (edited, FIXED.replace(old, new, 1))
        assert b"not staged" not in repo.staged(FILE)
        if done.returncode:
            assert repo.staged(FILE) == FIXABLE
        else:
            assert repo.committed(FILE) == FIXED

    def test_another_file_with_a_fault_is_none_of_it(self, repo: Checked) -> None:
        repo.add(f"notes/{FILE}", CLEAN)
        repo.commit()
        repo.write(f"notes/{FILE}", BROKEN)
        repo.add(FILE, FIXED)
        assert repo.try_commit().returncode == 0
        assert repo.read(f"notes/{FILE}") == BROKEN
        assert repo.staged(f"notes/{FILE}") == CLEAN

    def test_a_fault_without_a_fix_changes_nothing(self, repo: Checked) -> None:
        repo.add(FILE, BROKEN)
        repo.write(FILE, BROKEN + b"\n")
        assert repo.try_commit().returncode == 1
        assert (repo.staged(FILE), repo.read(FILE)) == (BROKEN, BROKEN + b"\n")

    def test_a_working_file_that_is_ahead_of_the_fix(self, repo: Checked) -> None:
        """The fix was made by hand already, and not staged."""
        repo.add(FILE, FIXABLE)
        repo.write(FILE, FIXED)
        done = repo.try_commit()
        assert repo.read(FILE) == FIXED
        assert repo.staged(FILE) == (FIXABLE if done.returncode else FIXED)
        assert done.returncode == int(repo.by_framework)


class TestCommitOfNamedPaths:
    """Git makes an index for that commit alone."""

    ways = WAYS

    def test_only_what_is_named_is_checked(self, repo: Checked) -> None:
        repo.add(f"paper/{FILE}", CLEAN)
        repo.add(f"notes/{FILE}", CLEAN)
        repo.commit()
        repo.write(f"paper/{FILE}", with_title(CLEAN, "Eels, second edition"))
        repo.add(f"notes/{FILE}", BROKEN)
        done = repo.try_commit(FILE, folder="paper")
        assert done.returncode == 0, done.stdout + done.stderr
        assert b"second edition" in repo.committed(f"paper/{FILE}")
        assert repo.committed(f"notes/{FILE}") == CLEAN
        assert repo.staged(f"notes/{FILE}") == repo.read(f"notes/{FILE}") == BROKEN

    def test_a_fix_is_not_made_where_the_next_commit_would_take_it_back(self, repo: Checked) -> None:
        repo.write(FILE, FIXABLE)
        done = repo.try_commit(FILE)
        assert done.returncode == 1
        assert repo.staged(FILE) == CLEAN
        assert repo.read(FILE) == (FIXED if repo.by_framework else FIXABLE)
        if not repo.by_framework:
            assert "temporary index" in done.stdout + done.stderr

    def test_commit_all_uses_the_index_that_stays(self, repo: Checked) -> None:
        repo.write(FILE, FIXABLE)
        done = repo.try_commit("-a")
        assert repo.read(FILE) == FIXED
        if repo.by_framework:
            assert done.returncode == 1
        else:
            assert done.returncode == 0, done.stdout
            assert repo.committed(FILE) == repo.staged(FILE) == FIXED
        assert not (repo.root / ".git/index.lock").exists()


class TestNames:
    def test_each_odd_name_is_seen_and_fixed(self, empty: Checked) -> None:
        names = [name for name in ODD if empty.way != "pre-commit" or name != b"lat\xe9"]
        paths = [os.fsdecode(name + b"/" + FILE.encode()) for name in names]
        for path in paths:
            empty.add(path, FIXABLE)
        done = empty.try_commit()
        said = done.stdout + done.stderr
        assert f"Fixed {len(paths)} findings in {len(paths)} files" in said
        assert [empty.read(path) for path in paths] == [FIXED] * len(paths)
        staged = FIXABLE if empty.by_framework else FIXED
        assert [empty.staged(path) for path in paths] == [staged] * len(paths)
        assert "\u2028" not in said
        assert "\n" + os.fsdecode(b"new\nline") not in said

    def test_machine_output_is_valid(self, empty: Checked) -> None:
        for name in ODD:
            empty.add(os.fsdecode(name + b"/" + FILE.encode()), FIXABLE)
        raw = run(
            ["git", "-c", "core.quotepath=off", "status", "--short"], empty.root, env=environment()
        ).returncode
        done = lint(empty.root, "check", "--staged", "--output-format", "json")
        assert raw == 0
        assert done.stdout.count('"csl.doi.not_canonical"') >= len(ODD)
        assert "\ufffd" not in done.stdout


class TestLinks:
    def test_a_link_stays_one_and_its_target_is_fixed_once(self, empty: Checked) -> None:
        empty.add(f"shared/{FILE}", FIXABLE)
        (empty.root / "paper").mkdir()
        os.symlink(f"../shared/{FILE}", empty.root / "paper" / FILE)
        empty.git("add", "paper")
        done = empty.try_commit()
        assert "json.syntax" not in done.stdout + done.stderr
        assert os.readlink(empty.root / "paper" / FILE) == f"../shared/{FILE}"
        assert empty.mode(f"paper/{FILE}") == "120000"
        assert empty.read(f"shared/{FILE}") == FIXED
        assert done.returncode == int(empty.by_framework)

        again = lint(empty.root, "check", "--fix", f"paper/{FILE}")
        assert again.returncode == 0
        assert os.path.islink(empty.root / "paper" / FILE)

    def test_a_link_that_leaves_the_repository_is_not_followed(self, empty: Checked, tmp_path: Path) -> None:
        outside = tmp_path / "outside.json"
        outside.write_bytes(FIXABLE)
        os.symlink(outside, empty.root / FILE)
        os.symlink(tmp_path, empty.root / "folder")
        empty.git("add", FILE, "folder")
        done = empty.try_commit()
        # The framework does not tell its hooks of links.
        assert done.returncode == int(not empty.by_framework), done.stdout + done.stderr
        assert empty.by_framework or "links are not followed in the index" in done.stderr
        assert outside.read_bytes() == FIXABLE
        assert os.path.islink(empty.root / FILE)

    def test_a_file_that_became_a_link(self, repo: Checked, tmp_path: Path) -> None:
        """Staged as a file, by now a link that leads out: the link and what it leads to stay as they are."""
        outside = tmp_path / "outside.json"
        outside.write_bytes(FIXABLE)
        repo.add(FILE, FIXABLE)
        (repo.root / FILE).unlink()
        os.symlink(outside, repo.root / FILE)
        repo.try_commit()
        assert os.readlink(repo.root / FILE) == str(outside)
        assert outside.read_bytes() == FIXABLE

    def test_hard_links_are_not_parted(self, repo: Checked, tmp_path: Path) -> None:
        repo.add(FILE, FIXABLE)
        os.link(repo.root / FILE, tmp_path / "second name")
        done = repo.try_commit()
        assert done.returncode == 1
        assert os.stat(repo.root / FILE).st_nlink == 2
        assert (tmp_path / "second name").read_bytes() == repo.read(FILE) == FIXABLE
        assert repo.staged(FILE) == FIXABLE
        assert "hard links" in done.stdout + done.stderr


class TestFirstCommit:
    def test_a_refused_one_leaves_everything_as_it_was(self, empty: Checked) -> None:
        staged = b'[\n  {"id": "a", "type": "journal-article", "title": "Weirs"}\n]\n'
        edited = staged.replace(b"Weirs", b"Weirs, not staged")
        empty.add(FILE, staged)
        empty.write(FILE, edited)
        done = empty.try_commit()
        assert done.returncode == 1
        assert "fatal" not in done.stdout + done.stderr
        assert empty.read(FILE) == edited
        assert empty.staged(FILE) == staged
        assert not empty.has_commits

    def test_a_good_one(self, empty: Checked) -> None:
        empty.add(FILE, CLEAN)
        assert empty.try_commit().returncode == 0
        assert empty.committed(FILE) == CLEAN


class TestLineEnds:
    @pytest.fixture
    def crlf(self, empty: Checked) -> Checked:
        """LF in the repository, CRLF in the working tree."""
        empty.git("config", "core.autocrlf", "true")
        empty.git("config", "core.safecrlf", "false")
        empty.add(FILE, CLEAN.replace(b"\n", b"\r\n"))
        empty.commit()
        return empty

    def test_each_keeps_its_own(self, crlf: Checked) -> None:
        crlf.add(FILE, FIXABLE.replace(b"\n", b"\r\n"))
        done = crlf.try_commit()
        assert crlf.read(FILE) == FIXED.replace(b"\n", b"\r\n")
        if crlf.by_framework:
            assert done.returncode == 1
            assert crlf.staged(FILE) == FIXABLE
            return
        assert done.returncode == 0, done.stdout
        assert crlf.committed(FILE) == crlf.staged(FILE) == FIXED
        assert crlf.git("status", "--porcelain") == b""
        assert crlf.text("diff", "--numstat", "HEAD~1").split()[:2] == ["1", "1"]

    def test_they_are_no_finding(self, crlf: Checked) -> None:
        crlf.add(FILE, FIXED.replace(b"\n", b"\r\n"))
        assert crlf.try_commit().returncode == 0
        assert lint(crlf.root, "check").returncode == 0
