"""A link, pipe or folder in the place of a file that is to be checked is told, wherever content comes from."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sourceright_lint.source.index import Index
from sourceright_lint.source.revision import Revision
from sourceright_lint.source.worktree import WorkTree
from tests.gitrepo import GitRepo, make_repo
from tests.tool import SIDECAR, bibliography, lint

CSL, RECORDS = "references.csl.json", "references.verification.json"
GOOD = bibliography(("a", "A", "10.5555/a"))


@pytest.fixture
def linked(tmp_path: Path) -> GitRepo:
    """A bibliography that a second commit replaced by a link to another file of the repository."""
    repo = make_repo(tmp_path / "repo")
    repo.add(CSL, GOOD)
    repo.add("other.json", GOOD)
    repo.commit()
    (repo.root / CSL).unlink()
    (repo.root / CSL).symlink_to("other.json")
    repo.git("add", "-A")
    return repo


def test_staged(linked: GitRepo) -> None:
    done = lint(linked.root, "check", "--staged", "--no-cache")
    assert done.returncode == 2
    assert (
        f"{CSL}: cannot be checked: it is no regular file, and links are not followed in the index"
        in done.stderr
    )


@pytest.mark.parametrize(
    "words", [("--rev", "HEAD"), ("--from-ref", "HEAD~1", "--to-ref", "HEAD")], ids=" ".join
)
def test_committed(words: tuple[str, ...], linked: GitRepo) -> None:
    linked.commit()
    done = lint(linked.root, "check", *words, "--no-cache")
    assert done.returncode == 2
    assert f"{CSL}: cannot be checked: it is no regular file, and links are not followed in " in done.stderr


def test_a_link_inside_the_repository_is_followed_in_the_work_tree(linked: GitRepo) -> None:
    assert "error" not in lint(linked.root, "check", "--no-cache").stderr


@pytest.mark.parametrize("target", ["/etc/hostname", "nowhere", ".git/HEAD", "."])
@pytest.mark.parametrize("command", [("check",), ("check", "--fix"), ("format",)], ids=" ".join)
def test_a_link_that_leads_to_nothing_here(command: tuple[str, ...], target: str, tmp_path: Path) -> None:
    repo = make_repo(tmp_path / "repo")
    repo.add("good/" + CSL, b"[ ]")
    (repo.root / CSL).symlink_to(target)
    done = lint(repo.root, *command, "--no-cache")
    assert done.returncode == 2
    assert (
        f"error: {CSL}: cannot be checked: it is no regular file, or a link that leads to none here"
        in done.stderr
    )
    assert os.readlink(repo.root / CSL) == target
    assert repo.read("good/" + CSL) == (b"[ ]" if command == ("check",) else b"[]\n")


def test_beside_a_bibliography(tmp_path: Path) -> None:
    (tmp_path / CSL).write_bytes(GOOD)
    (tmp_path / "kept.json").write_bytes(SIDECAR)
    (tmp_path / RECORDS).symlink_to("../nowhere.json")
    done = lint(tmp_path, "check", CSL, RECORDS, "--no-cache")
    assert done.returncode == 2
    assert RECORDS in done.stderr


def test_what_is_excluded_is_not_told(tmp_path: Path) -> None:
    repo = make_repo(tmp_path / "repo")
    (repo.root / "a").mkdir()
    (repo.root / "a" / CSL).symlink_to("nowhere")
    (repo.root / CSL).write_bytes(GOOD)
    assert lint(repo.root, "check", "--no-cache").returncode == 2
    assert lint(repo.root, "check", "--no-cache", "--exclude", "a").returncode < 2


def test_sources(linked: GitRepo) -> None:
    opened = linked.open()
    assert Index(opened).is_no_file(CSL)
    assert not Index(opened).is_no_file("other.json")
    assert not Index(opened).is_no_file("nowhere")
    linked.commit()
    assert Revision(opened, "HEAD").is_no_file(CSL)
    assert not Revision(opened, "HEAD~1").is_no_file(CSL)
    tree = WorkTree(str(linked.root))
    (linked.root / "folder").mkdir()
    (linked.root / "gone").symlink_to("nowhere")
    found = {
        name: tree.is_no_file(name) for name in (CSL, "other.json", "nowhere", "folder", "gone", "gone/x")
    }
    assert found == {
        CSL: False, "other.json": False, "nowhere": False, "folder": True, "gone": True, "gone/x": False,
    }  # fmt: skip


def test_a_link_to_a_file_that_is_checked_itself(tmp_path: Path) -> None:
    repo = make_repo(tmp_path / "repo")
    repo.add("shared/" + CSL, GOOD)
    (repo.root / "paper").mkdir()
    (repo.root / "paper" / CSL).symlink_to("../shared/" + CSL)
    repo.git("add", "-A")
    assert "error" not in lint(repo.root, "check", "--staged", "--no-cache").stderr
    commit = repo.commit()
    assert "error" not in lint(repo.root, "check", "--rev", "HEAD", "--no-cache").stderr
    (repo.root / "paper" / CSL).unlink()
    (repo.root / "paper" / CSL).symlink_to("../../shared/" + CSL)
    repo.git("add", "-A")
    assert "links are not followed" in lint(repo.root, "check", "--staged", "--no-cache").stderr
    (repo.root / "paper" / CSL).unlink()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},paper/{CSL}")
    assert "no regular file" in lint(repo.root, "check", "--staged", "--no-cache").stderr


def test_a_name_that_others_use_too_is_not_told(tmp_path: Path) -> None:
    repo = make_repo(tmp_path / "repo")
    repo.add(CSL, GOOD)
    for name in ("index.json", "manifest.json", "plan.json"):
        (repo.root / name).symlink_to("nowhere")
    repo.git("add", "-A")
    for words in ((), ("--staged",)):
        assert "cannot be checked" not in lint(repo.root, "check", *words, "--no-cache").stderr
    (repo.root / "evidence-context.json").symlink_to("nowhere")
    assert "evidence-context.json: cannot be checked" in lint(repo.root, "check", "--no-cache").stderr
