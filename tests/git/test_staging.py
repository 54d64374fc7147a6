from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sourceright_lint.errors import LintError, SourceError, WriteRefused
from sourceright_lint.fixing.journal import Recovered
from sourceright_lint.git import staging
from sourceright_lint.git.plumbing import path_text
from sourceright_lint.git.staging import fix_staged, recover_staged
from tests.git import staged_fixer
from tests.gitrepo import ODD_NAMES, GitRepo, make_repo
from tests.killing import Checkpoint, killed_at_each_step


def text(*changes: tuple[int, str]) -> bytes:
    """Twenty lines, some of them other than usual."""
    lines = [f"line {number}" for number in range(20)]
    for number, line in changes:
        lines[number] = line
    return "".join(f"{line}\n" for line in lines).encode()


BASE = text()
STAGED = text((5, "DOI: 10.5555/AA"))
FIXED = text((5, "DOI: 10.5555/aa"))


def crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def snapshot(repo: GitRepo) -> dict[str, object]:
    """All there is: index, refs, and every file of the work tree with its mode."""
    files: dict[str, object] = {}
    for place, folders, names in os.walk(os.fsencode(repo.root)):
        folders[:] = [name for name in folders if name != b".git"]
        for name in [*names, *folders]:
            path = os.path.join(place, name)
            kept = os.path.islink(path) or os.path.isdir(path) or not os.path.isfile(path)
            files[os.fsdecode(path)] = (
                os.lstat(path).st_mode,
                b"" if kept else Path(os.fsdecode(path)).read_bytes(),
            )
    leftovers = sorted(
        name for name in os.listdir(repo.open().git_dir) if "sourceright" in name or "lock" in name
    )
    return {
        "index": repo.git("ls-files", "-s", "-v", "-z"),
        "refs": repo.git("for-each-ref"),
        "files": files,
        "leftovers": leftovers,
    }


def fix(repo: GitRepo, *paths: str, **options: Checkpoint) -> None:
    fixes = {path: (repo.staged(path), staged_fixer.lower(repo.staged(path))) for path in paths}
    fix_staged(repo.open(), fixes, **options)


@pytest.fixture
def staged(repo: GitRepo) -> GitRepo:
    """A repository with a commit and, on top of it, a file ``f`` staged that has something to fix."""
    repo.add("f", BASE)
    repo.commit()
    repo.add("f", STAGED)
    return repo


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
