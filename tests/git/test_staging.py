from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sourceright_lint.errors import LintError, SourceError, WriteRefused
from sourceright_lint.git.plumbing import path_text
from sourceright_lint.git.staging import fix_staged
from tests.git.staged_repo import FIXED, STAGED, crlf, fix, snapshot, text
from tests.gitrepo import ODD_NAMES, GitRepo, make_repo

EDITS: dict[str, bytes] = {
    "before": text((0, "edit"), (5, "DOI: 10.5555/AA")),
    "after": text((5, "DOI: 10.5555/AA"), (19, "edit")),
    "both sides": text((2, "edit"), (5, "DOI: 10.5555/AA"), (8, "edit")),
    "longer": b"new\nlines\n" + STAGED + b"more",
    "shorter": b"".join(STAGED.splitlines(keepends=True)[3:12]),
    "no end of line": STAGED.rstrip(b"\n"),
}


CONFLICTS: dict[str, bytes] = {
    "same line": text((5, "DOI: 10.5555/AB")),
    "line removed": STAGED.replace(b"DOI: 10.5555/AA\n", b""),
    "all other": b"x\n",
    "empty": b"",
    "binary": STAGED.replace(b"line 1\n", b"\0\n"),
    "mixed line ends": STAGED.replace(b"AA\n", b"AA\r\n"),
}


class TestWorkingFile:
    def test_that_held_what_was_staged(self, staged: GitRepo) -> None:
        fix(staged, "f")
        assert staged.staged("f") == staged.read("f") == FIXED
        assert staged.text("status", "--porcelain") == "M  f"

    @pytest.mark.parametrize("edited", EDITS.values(), ids=EDITS)
    def test_unstaged_edits_survive(self, staged: GitRepo, edited: bytes) -> None:
        staged.write("f", edited)
        before = staged.git("diff", "-U0", "--", "f").split(b"@@", 1)[1]
        fix(staged, "f")
        assert staged.staged("f") == FIXED
        assert staged.read("f") == edited.replace(b"/AA", b"/aa")
        assert staged.git("diff", "-U0", "--", "f").split(b"@@", 1)[1] == before

    def test_the_same_fix_made_by_hand(self, staged: GitRepo) -> None:
        staged.write("f", FIXED)
        fix(staged, "f")
        assert staged.staged("f") == staged.read("f") == FIXED

    @pytest.mark.parametrize("edited", CONFLICTS.values(), ids=CONFLICTS)
    def test_an_edit_where_the_fix_goes_is_refused(self, staged: GitRepo, edited: bytes) -> None:
        staged.add("other", STAGED)
        staged.write("f", edited)
        before = snapshot(staged)
        with pytest.raises(WriteRefused, match=r"^partially staged: f has unstaged edits"):
            fix(staged, "other", "f")
        assert snapshot(staged) == before

    @pytest.mark.parametrize("number", [4, 6])
    def test_an_edit_on_the_line_beside_the_fix(self, staged: GitRepo, number: int) -> None:
        edited = text((5, "DOI: 10.5555/AA"), (number, "edit"))
        staged.write("f", edited)
        before = snapshot(staged)
        try:
            fix(staged, "f")
        except WriteRefused:
            assert snapshot(staged) == before
        else:
            assert staged.staged("f") == FIXED
            assert staged.read("f") == edited.replace(b"/AA", b"/aa")

    def test_random_edits_survive_or_are_refused(self, staged: GitRepo) -> None:
        chance = random.Random(7)
        merged = refused = 0
        for _ in range(40):
            lines = STAGED.splitlines(keepends=True)
            for _ in range(chance.randint(1, 3)):
                start = chance.randrange(len(lines))
                lines[start : start + chance.randint(0, 2)] = [
                    b"edit %d\n" % chance.randrange(9)
                ] * chance.randint(0, 2)
            edited = b"".join(lines)
            staged.add("f", STAGED)
            staged.write("f", edited)
            try:
                fix(staged, "f")
            except WriteRefused:
                refused += 1
                assert (staged.staged("f"), staged.read("f")) == (STAGED, edited)
            else:
                merged += 1
                assert staged.staged("f") == FIXED
                assert staged.read("f") == edited.replace(b"/AA", b"/aa")
        assert merged > 5
        assert refused > 5


def removed(repo: GitRepo) -> None:
    (repo.root / "d" / "f").unlink()


def folder_removed(repo: GitRepo) -> None:
    shutil.rmtree(repo.root / "d")


def now_a_folder(repo: GitRepo) -> None:
    removed(repo)
    repo.write("d/f/g", b"x")


def now_a_link(repo: GitRepo) -> None:
    os.rename(repo.root / "d" / "f", repo.root / "d" / "g")
    (repo.root / "d" / "f").symlink_to("g")


def now_a_link_out(repo: GitRepo) -> None:
    os.rename(repo.root / "d" / "f", repo.root.parent / "victim")
    (repo.root / "d" / "f").symlink_to("../../victim")


def now_a_pipe(repo: GitRepo) -> None:
    removed(repo)
    os.mkfifo(repo.root / "d" / "f")


def folder_now_a_link(repo: GitRepo) -> None:
    os.rename(repo.root / "d", repo.root / "e")
    (repo.root / "d").symlink_to("e")


def folder_now_a_file(repo: GitRepo) -> None:
    folder_removed(repo)
    repo.write("d", b"x")


NOT_THERE = {
    change.__name__: change
    for change in (
        *(removed, folder_removed, now_a_folder, now_a_link, now_a_link_out),
        *(now_a_pipe, folder_now_a_link, folder_now_a_file),
    )
}


@pytest.mark.parametrize("change", NOT_THERE.values(), ids=NOT_THERE)
def test_where_the_file_is_gone_only_the_index_is_fixed(
    repo: GitRepo, change: Callable[[GitRepo], None]
) -> None:
    repo.add("d/f", STAGED)
    change(repo)
    before = snapshot(repo)
    fix(repo, "d/f")
    after = snapshot(repo)
    assert repo.staged("d/f") == FIXED
    assert (after["files"], after["leftovers"]) == (before["files"], [])


SETTINGS = {
    "autocrlf": ("core.autocrlf=true", b""),
    "autocrlf and text": ("core.autocrlf=true", b"* text=auto\n"),
    "eol": ("core.autocrlf=false", b"* text eol=crlf\n"),
    "core.eol": ("core.eol=crlf", b"* text\n"),
}


class TestLineEnds:
    @pytest.mark.parametrize(("setting", "attributes"), SETTINGS.values(), ids=SETTINGS)
    @pytest.mark.parametrize("edited", [False, True], ids=["as staged", "edited"])
    def test_crlf_by_git(self, repo: GitRepo, setting: str, attributes: bytes, edited: bool) -> None:
        repo.git("config", *setting.split("="))
        repo.write(".git/info/attributes", attributes)
        repo.add("f", crlf(STAGED))
        assert repo.staged("f") == STAGED
        working = text((5, "DOI: 10.5555/AA"), (15, "edit")) if edited else STAGED
        repo.write("f", crlf(working))
        fix(repo, "f")
        assert repo.staged("f") == FIXED
        assert repo.read("f") == crlf(working.replace(b"/AA", b"/aa"))
        assert repo.text("status", "--porcelain") == ("AM f" if edited else "A  f")

    def test_crlf_by_hand(self, staged: GitRepo) -> None:
        """Not Git's doing, so it is an unstaged edit, and stays one."""
        staged.write("f", crlf(STAGED))
        fix(staged, "f")
        assert staged.staged("f") == FIXED
        assert staged.read("f") == crlf(FIXED)
        assert staged.text("status", "--porcelain") == "MM f"

    def test_crlf_that_is_committed(self, repo: GitRepo) -> None:
        repo.add("f", crlf(STAGED))
        repo.write("f", crlf(text((0, "edit"), (5, "DOI: 10.5555/AA"))))
        fix(repo, "f")
        assert repo.staged("f") == crlf(FIXED)
        assert repo.read("f") == crlf(text((0, "edit"), (5, "DOI: 10.5555/aa")))


class TestKindsOfRepository:
    def test_before_the_first_commit(self, repo: GitRepo) -> None:
        repo.add("f", STAGED)
        repo.write("f", STAGED + b"edit\n")
        fix(repo, "f")
        assert (repo.staged("f"), repo.read("f")) == (FIXED, FIXED + b"edit\n")

    @pytest.mark.parametrize("linked", [False, True])
    def test_detached_and_linked(self, staged: GitRepo, tmp_path: Path, linked: bool) -> None:
        other = staged
        if linked:
            staged.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
            other = GitRepo((tmp_path / "linked").resolve())
        else:
            staged.git("checkout", "-q", "--detach")
        other.add("f", STAGED)
        fix(other, "f")
        assert (other.staged("f"), other.read("f")) == (FIXED, FIXED)
        assert staged.staged("f") == (STAGED if linked else FIXED)
        assert snapshot(other)["leftovers"] == []

    def test_submodule(self, staged: GitRepo, tmp_path: Path) -> None:
        outer = make_repo(tmp_path / "outer")
        staged.commit()
        outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(staged.root), "sub")
        inner = GitRepo(outer.root / "sub")
        inner.add("g", STAGED)
        fix(inner, "g")
        assert (inner.staged("g"), inner.read("g")) == (FIXED, FIXED)

    def test_sha256(self, tmp_path: Path) -> None:
        repo = make_repo(tmp_path / "formatted", "--object-format=sha256")
        repo.add("f", STAGED)
        repo.write("f", b"edit\n" + STAGED)
        fix(repo, "f")
        assert (repo.staged("f"), repo.read("f")) == (FIXED, b"edit\n" + FIXED)

    def test_odd_names(self, repo: GitRepo) -> None:
        paths = [path_text(name + b"/" + name) for name in ODD_NAMES]
        for path in paths:
            repo.add(path, STAGED)
            repo.write(path, STAGED + b"edit")
        fix(repo, *paths)
        assert {repo.staged(path) for path in paths} == {FIXED}
        assert {repo.read(path) for path in paths} == {FIXED + b"edit"}

    @pytest.mark.parametrize("option", ["--sparse-index", "--no-sparse-index"])
    def test_sparse(self, repo: GitRepo, option: str) -> None:
        repo.add("in/f", STAGED)
        repo.add("out/f", STAGED)
        repo.commit()
        repo.git("sparse-checkout", "set", option, "in")
        fix(repo, "in/f", "out/f")
        assert repo.staged("in/f") == repo.staged("out/f") == repo.read("in/f") == FIXED
        assert not (repo.root / "out").exists()
        assert repo.text("status", "--porcelain").splitlines() == ["M  in/f", "M  out/f"]

    @pytest.mark.parametrize("executable", [False, True])
    @pytest.mark.parametrize("edited", [False, True])
    def test_modes(self, repo: GitRepo, executable: bool, edited: bool) -> None:
        repo.add("f", STAGED)
        repo.git("update-index", f"--chmod={'+' if executable else '-'}x", "f")
        (repo.root / "f").chmod(0o755 if executable != edited else 0o644)
        fix(repo, "f")
        assert repo.mode("f") == ("100755" if executable else "100644")
        assert (repo.root / "f").stat().st_mode & 0o777 == (0o755 if executable != edited else 0o644)


class TestNewFiles:
    def test_made_in_both(self, staged: GitRepo) -> None:
        fix_staged(staged.open(), {"queue": (None, b"1\n"), "f": (STAGED, FIXED)})
        assert staged.staged("queue") == staged.read("queue") == b"1\n"
        assert staged.mode("queue") == "100644"
        assert staged.text("status", "--porcelain").splitlines() == ["M  f", "A  queue"]

    def test_that_is_there_already_and_equal(self, staged: GitRepo) -> None:
        staged.write("queue", b"1\n")
        fix_staged(staged.open(), {"queue": (None, b"1\n")})
        assert staged.staged("queue") == b"1\n"

    @pytest.mark.parametrize("intended", [False, True])
    def test_that_is_there_already_and_differs(self, staged: GitRepo, intended: bool) -> None:
        staged.write("queue", b"precious\n")
        if intended:
            staged.git("add", "-N", "queue")
        before = snapshot(staged)
        with pytest.raises(WriteRefused, match=r"^queue: is (not staged|only intended)"):
            fix_staged(staged.open(), {"f": (STAGED, FIXED), "queue": (None, b"1\n")})
        assert snapshot(staged) == before


def hold_index(repo: GitRepo) -> None:
    repo.write(".git/index.lock", b"")


def stage_anew(repo: GitRepo) -> None:
    repo.add("f", text((5, "DOI: 10.5555/BB")))


def unstage(repo: GitRepo) -> None:
    repo.git("rm", "-q", "--cached", "f")


def unmerged(repo: GitRepo) -> None:
    oid = repo.text("rev-parse", ":f")
    repo.git("update-index", "--force-remove", "f")
    repo.git("update-index", "-z", "--index-info", input=f"100644 {oid} 2\tf\0".encode())


def stage_link(repo: GitRepo) -> None:
    oid = repo.text("rev-parse", ":f")
    repo.git("update-index", "--cacheinfo", f"120000,{oid},f")


def hard_link(repo: GitRepo) -> None:
    os.link(repo.root / "f", repo.root.parent / "other")


REFUSALS: dict[str, tuple[Callable[[GitRepo], object], type[LintError], str]] = {
    "index locked": (hold_index, SourceError, r"index\.lock"),
    "staged anew": (stage_anew, WriteRefused, "f: was staged anew"),
    "unstaged": (unstage, WriteRefused, "f: was staged anew"),
    "unmerged": (unmerged, WriteRefused, "f: was staged anew"),
    "link staged": (stage_link, WriteRefused, "f: was staged anew"),
    "hard links": (hard_link, WriteRefused, "f: has 2 hard links"),
    "read-only": (lambda repo: (repo.root / "f").chmod(0o444), WriteRefused, "f: is read-only"),
}


@pytest.mark.parametrize(("change", "error", "message"), REFUSALS.values(), ids=REFUSALS)
def test_refused_with_nothing_changed(
    staged: GitRepo, change: Callable[[GitRepo], object], error: type[LintError], message: str
) -> None:
    staged.add("g", STAGED)
    change(staged)
    before = snapshot(staged)
    with pytest.raises(error, match=message):
        fix_staged(staged.open(), {"g": (STAGED, FIXED), "f": (STAGED, FIXED)})
    assert snapshot(staged) == before
