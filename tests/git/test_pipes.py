"""Pipes and devices inside a Git directory: nothing waits for them, and what is said names them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.fixing.lock import hold
from sourceright_lint.git import revisions
from sourceright_lint.git.discover import discover
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.regular_files import read_if_regular, read_of_git
from tests.gitrepo import GitRepo
from tests.tool import SIDECAR, bibliography, lint

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with a name")

WANTED = "is a pipe, a device or a folder, and not a file"


def pipe(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    os.mkfifo(place)


@pytest.fixture
def bibliographic(repo: GitRepo) -> GitRepo:
    repo.add("references.csl.json", bibliography(("a2020", "A", "https://doi.org/10.1000/1")))
    repo.add("references.verification.json", SIDECAR)
    return repo


@pytest.mark.parametrize(
    "name",
    [
        *("HEAD", "config", "index", "packed-refs", "shallow", "MERGE_HEAD", "commondir"),
        *("info/attributes", "info/exclude", "objects/info/alternates"),
    ],
)
def test_found_before_git_is_asked(repo: GitRepo, name: str) -> None:
    pipe(repo.root / ".git" / name)
    with pytest.raises(SourceError, match=rf"/\.git/{name}: {WANTED}") as caught:
        discover(str(repo.root))
    assert caught.value.help


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_CEILING_DIRECTORIES"])
def test_found_whatever_the_environment_says(repo: GitRepo, variable: str) -> None:
    pipe(repo.root / ".git" / "shallow")
    with pytest.raises(SourceError, match=f"shallow: {WANTED}"):
        discover(str(repo.root), {**os.environ, variable: str(repo.root / ".git")})


@pytest.mark.parametrize("name", ["index", "HEAD"])
def test_found_in_a_linked_work_tree(repo: GitRepo, tmp_path: Path, name: str) -> None:
    repo.commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    pipe(repo.root / ".git" / "worktrees" / "linked" / name)
    with pytest.raises(SourceError, match=f"linked/{name}: {WANTED}"):
        discover(str(tmp_path / "linked"))


def test_found_in_what_linked_work_trees_share(repo: GitRepo, tmp_path: Path) -> None:
    repo.commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    pipe(repo.root / ".git" / "info" / "attributes")
    with pytest.raises(SourceError, match=f"info/attributes: {WANTED}"):
        discover(str(tmp_path / "linked"))


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("MERGE_HEAD", lambda repository: revisions.merge_heads(repository, {})),
        ("shallow", revisions.is_shallow),
        ("commondir", lambda repository: repository.common_dir),
    ],
)
def test_put_there_later(repo: GitRepo, name: str, read: Callable[[Repository], object]) -> None:
    repository = repo.open()
    pipe(repo.root / ".git" / name)
    with pytest.raises(SourceError, match=f"{name}: {WANTED}"):
        read(repository)


@pytest.mark.parametrize(
    "command",
    [("check", "--staged"), ("check", "--staged", "--fix"), ("doctor",), ("install",)],
    ids=" ".join,
)
def test_said_by_a_command(bibliographic: GitRepo, command: tuple[str, ...]) -> None:
    pipe(bibliographic.root / ".git" / "MERGE_HEAD")
    done = lint(bibliographic.root, *command)
    assert done.returncode == 2
    assert f"/.git/MERGE_HEAD: {WANTED}" in done.stderr
    assert "remove it" in done.stderr


@pytest.mark.parametrize("name", ["config", "index", "MERGE_HEAD"])
def test_a_device_is_not_read(bibliographic: GitRepo, name: str) -> None:
    place = bibliographic.root / ".git" / name
    place.unlink(missing_ok=True)
    place.symlink_to("/dev/zero")
    done = lint(bibliographic.root, "check", "--staged")
    assert (done.returncode, f"/.git/{name}: {WANTED}" in done.stderr) == (2, True)


@pytest.mark.parametrize("command", [("check", "--fix"), ("check", "--staged", "--fix")], ids=" ".join)
def test_a_lock_that_is_a_pipe(bibliographic: GitRepo, command: tuple[str, ...]) -> None:
    pipe(bibliographic.root / ".git" / "sourceright-lint" / "lock")
    done = lint(bibliographic.root, *command)
    assert done.returncode == 2
    assert f"/.git/sourceright-lint/lock: {WANTED}" in done.stderr


@pytest.mark.parametrize("name", ["journal", "journal.new"])
def test_a_journal_that_is_a_pipe_is_no_journal(bibliographic: GitRepo, name: str) -> None:
    pipe(bibliographic.root / ".git" / "sourceright-lint" / name)
    lint(bibliographic.root, "check", "--staged", "--fix")
    assert b'"10.1000/1"' in bibliographic.staged("references.csl.json")
    assert not (bibliographic.root / ".git" / "sourceright-lint" / name).exists()


def test_a_huge_configuration_is_left_to_git(repo: GitRepo) -> None:
    with open(repo.root / ".git" / "config", "ab") as file:
        file.write(b"# x\n" * (1 << 18))
    assert repo.open().root == str(repo.root)


class TestRead:
    def test_up_to_the_limit(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"12345")
        assert read_of_git(str(tmp_path / "f"), 5) == b"12345"
        with pytest.raises(SourceError, match="f: has more than 4 bytes"):
            read_of_git(str(tmp_path / "f"), 4)

    def test_what_is_not_there(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"")
        assert read_of_git(str(tmp_path / "none")) is None
        assert read_of_git(str(tmp_path / "f" / "below")) is None

    def test_what_cannot_be_read(self, tmp_path: Path) -> None:
        (tmp_path / "loop").symlink_to(tmp_path / "loop")
        with pytest.raises(SourceError, match="loop: cannot be read"):
            read_of_git(str(tmp_path / "loop"))

    def test_links_where_they_may_be(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"12345")
        (tmp_path / "link").symlink_to("f")
        assert read_of_git(str(tmp_path / "link")) == b"12345"
        assert read_if_regular(str(tmp_path / "link"), 2, links=True) == b"12"
        with pytest.raises(OSError, match="link"):
            read_if_regular(str(tmp_path / "link"))

    def test_nothing_else(self, tmp_path: Path) -> None:
        pipe(tmp_path / "pipe")
        assert read_if_regular(str(tmp_path)) is None
        assert read_if_regular(str(tmp_path / "pipe")) is None
        before = len(os.listdir("/dev/fd"))
        assert read_if_regular(str(tmp_path)) is None
        assert len(os.listdir("/dev/fd")) == before


def test_whoever_wants_the_lock_is_told_which_file_it_is(tmp_path: Path) -> None:
    pipe(tmp_path / "state" / "lock")
    before = len(os.listdir("/dev/fd"))
    with pytest.raises(SourceError, match=f"/state/lock: {WANTED}"), hold(str(tmp_path / "state"), 0):
        pass
    assert len(os.listdir("/dev/fd")) == before


def test_what_holds_no_ids(repo: GitRepo) -> None:
    repository = repo.open()
    for name in ("MERGE_HEAD", "shallow"):
        repo.write(f".git/{name}", b"\xe9\n")
    assert revisions.merge_heads(repository, {"GITHEAD_1": "side"}) == ("1",)
    assert not revisions.is_shallow(repository)
