"""Several runs, Git and an editor at work on the same files at the same time."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sourceright_lint.cache import Cache
from tests.gitrepo import GitRepo, git_environment, make_repo
from tests.reliability.disk import Disk
from tests.reliability.running import run, warm
from tests.reliability.scenes import SCENES, copied, left_over, looked_at
from tests.reviewing.support import small
from tests.tool import FIXABLE, FIXED, SIDECAR, bibliography, environment, lint

__all__ = ["git_environment"]

EVERYTHING = os.environ.get("SOURCERIGHT_LINT_FAULTS") == "all"
"""Every step; else every third."""

CSL = "references.csl.json"
FOLDERS = tuple(f"paper-{number}" for number in range(4))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def at_once(folder: Path, *commands: tuple[str, ...], **more: str) -> list[tuple[int, str]]:
    """Start all of them, then wait: exit status and what was said, each."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "sourceright_lint", *command],
            cwd=folder,
            env=environment(**more),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for command in commands
    ]
    said = [process.communicate(timeout=120)[0] for process in running]
    return [(process.returncode, text) for process, text in zip(running, said, strict=True)]


NOT_NOW = ("another run is writing", "while it was being checked", "index.lock")
"""Why a run may leave its work to the next one."""


def judge(ends: list[tuple[int, str]]) -> None:
    for status, said in ends:
        assert status in (0, 1) or (status == 2 and any(words in said for words in NOT_NOW)), said
        assert "Traceback" not in said, said
        assert "internal fault" not in said, said


@pytest.fixture
def papers(tmp_path: Path) -> GitRepo:
    """Bundles with a finding each, all staged, and in the first an edit that is not."""
    repo = make_repo(tmp_path / "repo")
    for folder in FOLDERS:
        repo.write(f"{folder}/{CSL}", FIXABLE)
        repo.write(f"{folder}/references.verification.json", SIDECAR)
    repo.git("add", ".")
    repo.write(f"{FOLDERS[0]}/{CSL}", FIXABLE.replace(b'"Eels"', b'"Eels and elvers"'))
    return repo


class TestHooks:
    def test_two_on_one_repository(self, papers: GitRepo) -> None:
        hook = ("check", "--staged", "--fix", "--no-cache")
        judge(at_once(papers.root, hook, hook, hook))
        assert lint(papers.root, *hook).returncode == 0
        assert {papers.staged(f"{folder}/{CSL}") for folder in FOLDERS} == {FIXED}
        edited = FIXED.replace(b'"Eels"', b'"Eels and elvers"')
        assert [papers.read(f"{folder}/{CSL}") for folder in FOLDERS] == [edited, FIXED, FIXED, FIXED]
        assert papers.git("fsck", "--strict", "--no-dangling") == b""
        assert not left_over(papers.root)

    def test_two_commits(self, papers: GitRepo) -> None:
        assert lint(papers.root, "install").returncode == 0
        papers.git("add", ".gitattributes")
        commits = [
            subprocess.Popen(
                ["git", "commit", "-q", "-m", "x"],
                cwd=papers.root,
                env=environment(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            for _ in range(2)
        ]
        said = [commit.communicate(timeout=120)[0] for commit in commits]
        assert [commit.returncode for commit in commits].count(0) == 1, said
        for folder in FOLDERS:
            assert papers.git("cat-file", "blob", f"HEAD:{folder}/{CSL}") == FIXED
        assert papers.text("rev-list", "--count", "HEAD") == "1"
        assert papers.text("diff", "--name-only") == f"{FOLDERS[0]}/{CSL}"
        assert papers.git("fsck", "--strict", "--no-dangling") == b""
        assert not left_over(papers.root)

    def test_in_two_work_trees(self, papers: GitRepo, tmp_path: Path) -> None:
        """They share configuration and objects; each has an index, a lock and a journal of its own."""
        papers.commit()
        papers.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
        other = GitRepo(tmp_path / "other")
        for repo in (papers, other):
            repo.add(f"{FOLDERS[1]}/{CSL}", FIXABLE.replace(b"Weirs", b"Dams"))
        hook = ("check", "--staged", "--fix", "--no-cache")
        running = [(repo, at_once(repo.root, hook, hook)) for repo in (papers, other)]
        for repo, ends in running:
            judge(ends)
            assert lint(repo.root, *hook).returncode == 0
            assert repo.staged(f"{FOLDERS[1]}/{CSL}") == FIXED.replace(b"Weirs", b"Dams")


class TestShards:
    """A framework may start one process for each handful of files, however they belong together."""

    @pytest.mark.parametrize("unsafe", [(), ("--unsafe-fixes",)], ids=["one file", "three files together"])
    def test_the_files_of_one_bundle(self, tmp_path: Path, unsafe: tuple[str, ...]) -> None:
        shards = [make_repo(tmp_path / name) for name in ("alone", "shards")]
        for repo in shards:
            small(repo.root)
            for path in repo.root.glob("*.json*"):
                data = path.read_bytes().replace(b'"eels"', b'" eels"')
                path.write_bytes(data.replace(b'"title"', b' "title"'))
            repo.git("add", ".")
        fix = ("check", "--hook", "--fix", "--no-cache", *unsafe)
        names = sorted(path.name for path in shards[0].root.glob("*.json*"))
        lint(shards[0].root, *fix, *names, env=environment(PRE_COMMIT="1"))
        ends = at_once(shards[1].root, *((*fix, name) for name in names * 2), PRE_COMMIT="1")
        judge(ends)
        lint(shards[1].root, *fix, *names, env=environment(PRE_COMMIT="1"))
        assert looked_at(shards[1].root) == looked_at(shards[0].root)
        assert not left_over(shards[1].root)

    def test_many_bundles(self, papers: GitRepo) -> None:
        fix = ("check", "--hook", "--fix", "--no-cache")
        files = [f"{folder}/{name}" for folder in FOLDERS for name in (CSL, "references.verification.json")]
        judge(at_once(papers.root, *((*fix, *files[start::4]) for start in range(4)), PRE_COMMIT="1"))
        lint(papers.root, *fix, *files, env=environment(PRE_COMMIT="1"))
        edited = FIXED.replace(b'"Eels"', b'"Eels and elvers"')
        assert [papers.read(f"{folder}/{CSL}") for folder in FOLDERS] == [edited, FIXED, FIXED, FIXED]
        assert {papers.staged(f"{folder}/{CSL}") for folder in FOLDERS} == {FIXABLE}


def in_place(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def by_renaming(path: Path, data: bytes) -> None:
    copy = path.with_name("~saved")
    copy.write_bytes(data)
    copy.rename(path)


EDITED = (
    ("fix", in_place),
    ("fix", by_renaming),
    ("fix three files", in_place),
    ("fix what is staged", by_renaming),
    ("decide", in_place),
)


@pytest.mark.parametrize(("name", "save"), EDITED)
def test_an_editor_saves_at_any_moment(
    name: str, save: Callable[[Path, bytes], None], tmp_path: Path
) -> None:
    """What the editor saved stands afterwards, with the fix or without it, and the next run does the rest."""
    scene = next(scene for scene in SCENES if scene.name == name)
    scene.build(tmp_path / "template")
    warm(copied(tmp_path / "template", tmp_path / "warm"), scene.command)
    path = {"decide": "review-queue.jsonl"}.get(scene.name, CSL)
    steps = run(
        copied(tmp_path / "template", tmp_path / "clean"), scene.command, None, edit_of(path, save)
    ).steps
    for at, step in enumerate(steps):
        if not EVERYTHING and at % 3:
            continue
        if step.startswith(PASSED_OVER) or is_the_last_moment(step, path):
            continue
        root = copied(tmp_path / "template", tmp_path / f"{at}")
        outcome = run(root, scene.command, at, edit_of(path, save))
        assert MARK in (root / path).read_bytes(), f"lost when saved before {step}: {outcome.said}"
        assert outcome.status in (0, 1) or "while it was being checked" in outcome.said, outcome.said
        again = run(root, scene.command, None, edit_of(path, save))
        assert "Traceback" not in outcome.said + again.said
        assert MARK in (root / path).read_bytes(), f"lost by the run after that, at {step}: {again.said}"
        assert not left_over(root), step
        shutil.rmtree(root)


PASSED_OVER = ("unlink", "rmdir", "mkdir", "ftruncate", "fchmod", "write")
"""No look at a file lies between these and the call before."""

MARK = b"saved meanwhile"


def edit_of(path: str, save: Callable[[Path, bytes], None]) -> Callable[[Disk, str], None]:
    def hit(disk: Disk, step: str) -> None:
        place = Path(disk.root, path)
        if place.exists():
            data = place.read_bytes()
            if path == CSL:
                save(place, data.replace(b'"title": "', b'"title": "' + MARK + b" ", 1))
            else:
                save(place, data + b'{"id": "' + MARK + b'"}\n')

    return hit


def is_the_last_moment(step: str, path: str) -> bool:
    """Between the last look at a file and its renaming there is a moment that no system lets one close."""
    return step.startswith(("replace", "rename")) and f".{path[:5]}" in step


def test_git_stages_another_file_at_any_moment(tmp_path: Path) -> None:
    scene = next(scene for scene in SCENES if scene.name == "fix what is staged")
    scene.build(tmp_path / "template")
    warm(copied(tmp_path / "template", tmp_path / "warm"), scene.command)

    def stage(disk: Disk, step: str) -> None:
        Path(disk.root, "other.txt").write_text("changed\n")
        subprocess.run(["git", "add", "other.txt"], cwd=disk.root, check=True)

    clean = copied(tmp_path / "template", tmp_path / "clean")
    steps = run(clean, scene.command, None, stage).steps
    new = looked_at(clean)
    for at, step in enumerate(steps):
        if not step.startswith(("git", "open", "replace") if EVERYTHING else ("git", "replace")):
            continue
        root = copied(tmp_path / "template", tmp_path / f"{at}")
        outcome = run(root, scene.command, at, stage)
        assert outcome.status == 0, outcome.said
        shown = subprocess.run(
            ["git", "show", ":other.txt"], cwd=root, capture_output=True, check=True
        ).stdout
        assert shown == b"changed\n", step
        found = looked_at(root)
        assert {path for path in new if found[path] != new[path]} == {"other.txt", "index:other.txt"}, step


class TestStaleLocks:
    def test_of_a_run_that_was_killed(self, papers: GitRepo) -> None:
        state = papers.root / ".git" / "sourceright-lint"
        state.mkdir()
        (state / "lock").write_text('{"pid": 1, "host": "elsewhere"}')
        assert lint(papers.root, "check", "--staged", "--fix", "--no-cache").returncode == 0
        assert not state.exists()

    def test_of_a_run_that_is_stopped(self, papers: GitRepo, tmp_path: Path) -> None:
        """It lives: nobody takes its lock away."""
        program = (
            "import os, signal, sys\n"
            "from sourceright_lint.fixing.lock import hold\n"
            "with hold(sys.argv[1]):\n"
            "    print(os.getpid(), flush=True)\n"
            "    os.kill(os.getpid(), signal.SIGSTOP)\n"
        )
        state = str(papers.root / ".git" / "sourceright-lint")
        holder = subprocess.Popen(
            [sys.executable, "-c", program, state], env=environment(), stdout=subprocess.PIPE, text=True
        )
        assert holder.stdout is not None
        pid = int(holder.stdout.readline())
        try:
            done = lint(papers.root, "review", "claim", "a", "--reviewer", "tm", "--wait", "0.2", FOLDERS[1])
            fixed = lint(papers.root, "check", "--no-cache")
        finally:
            os.kill(pid, signal.SIGCONT)
            holder.wait(timeout=60)
        assert done.returncode == 2
        assert fixed.returncode == 1, "reading needs no lock"
        assert lint(papers.root, "check", "--fix", "--no-cache").returncode == 0

    def test_of_git(self, papers: GitRepo) -> None:
        lock = papers.root / ".git" / "index.lock"
        lock.touch()
        done = lint(papers.root, "check", "--staged", "--fix", "--no-cache")
        assert done.returncode == 2
        assert "index.lock" in done.stderr
        assert {papers.staged(f"{folder}/{CSL}") for folder in FOLDERS} == {FIXABLE}
        assert {papers.read(f"{folder}/{CSL}") for folder in FOLDERS[1:]} == {FIXABLE}
        lock.unlink()
        assert lint(papers.root, "check", "--staged", "--fix", "--no-cache").returncode == 0


class TestCache:
    def test_ten_processes_add_to_one_folder(self, tmp_path: Path) -> None:
        """Nothing is lost, and nothing is half a line."""

        def work(number: int) -> None:
            for turn in range(50):
                cache = Cache(str(tmp_path / "cache"))
                for key in range(4):
                    cache.add(f"{number:02}{turn:02}{key:060}")
                cache.save()

        in_children(10, work)
        found = (tmp_path / "cache" / "clean").read_text().splitlines()
        assert sorted(found) == sorted(
            f"{number:02}{turn:02}{key:060}" for number in range(10) for turn in range(50) for key in range(4)
        )

    def test_while_it_is_begun_anew(self, tmp_path: Path) -> None:
        """Some then lose what they added, which only makes a later run slower."""
        (tmp_path / "clean").write_bytes(b"".join(b"%064d\n" % number for number in range(70_000)))

        def work(number: int) -> None:
            cache = Cache(str(tmp_path))
            cache.has("")
            cache.add(f"{number:064x}")
            cache.save()

        in_children(10, work)
        found = (tmp_path / "clean").read_bytes().splitlines()
        assert 1 <= len(found) <= 10
        assert {len(line) for line in found} == {64}

    def test_one_folder_for_ten_workspaces(self, tmp_path: Path) -> None:
        for number in range(10):
            folder = tmp_path / f"paper-{number}"
            folder.mkdir()
            (folder / CSL).write_bytes(bibliography(("a", f"Weirs {number}", "10.5555/a")))
            (folder / "references.verification.json").write_bytes(SIDECAR)
        cache = ("--cache-dir", str(tmp_path / "cache"))
        ends = at_once(tmp_path, *(("check", f"paper-{number}", *cache) for number in range(10)))
        assert [status for status, _ in ends] == [0] * 10, ends
        bad = tmp_path / "paper-3" / CSL
        bad.write_bytes(bad.read_bytes().replace(b"10.5555/a", b"10.5555/A"))
        assert [lint(tmp_path, "check", f"paper-{number}", *cache).returncode for number in (2, 3)] == [0, 1]


def in_children(count: int, work: Callable[[int], None]) -> None:
    children = []
    for number in range(count):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                work(number)
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * count
