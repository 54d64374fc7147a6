"""``core.worktree`` is a setting of the repository: it may not take us to a folder that nobody named."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.git.discover import discover
from tests.gitrepo import GitRepo, make_repo
from tests.tool import SIDECAR, bibliography, environment, lint

UNFIXED = bibliography(("a2020", "A", "https://doi.org/10.1000/1"))


def found(folder: Path, environ: Mapping[str, str] | None = None) -> str | None:
    repository = discover(str(folder), environ)
    return repository and repository.root


@pytest.fixture
def outside(repo: GitRepo, tmp_path: Path) -> Path:
    """A folder beside the repository; what is in it is staged, as if it were in the repository."""
    folder = tmp_path / "outside"
    folder.mkdir()
    for name, data in (("references.csl.json", UNFIXED), ("references.verification.json", SIDECAR)):
        (folder / name).write_bytes(data)
        repo.add(name, data)
        (repo.root / name).unlink()
    (tmp_path / "secret.toml").write_text('fail-on = "no such word"\n')
    (folder / ".sourceright-lint.toml").write_text('extend = "../secret.toml"\n')
    repo.git("config", "core.worktree", "../../outside")
    return folder


@pytest.mark.parametrize(
    "command",
    [("check",), ("check", "--staged"), ("check", "--staged", "--fix"), ("install",), ("doctor",)],
    ids=" ".join,
)
def test_nothing_is_read_or_written_there(repo: GitRepo, outside: Path, command: tuple[str, ...]) -> None:
    before = {path.name: path.read_bytes() for path in outside.iterdir()}
    done = lint(repo.root, *command)
    assert done.returncode == 2
    assert f"core.worktree in {repo.root}/.git leads out of {repo.root}, to {outside}" in done.stderr
    assert "GIT_WORK_TREE" in done.stderr
    assert "no such word" not in done.stdout + done.stderr
    assert {path.name: path.read_bytes() for path in outside.iterdir()} == before


def test_who_names_the_folder_gets_it(repo: GitRepo, outside: Path) -> None:
    (outside / ".sourceright-lint.toml").unlink()
    done = lint(repo.root, "check", "--staged", "--fix", env=environment(GIT_WORK_TREE=str(outside)))
    assert "core.worktree" not in done.stderr
    assert b'"10.1000/1"' in repo.staged("references.csl.json")


@pytest.mark.parametrize("where", ["../..", "../../..", "../../other", ".", "hooks", "/"])
def test_refused(repo: GitRepo, where: str) -> None:
    make_repo(repo.root.parent / "other")
    repo.git("config", "core.worktree", where)
    with pytest.raises(SourceError, match="leads out of"):
        found(repo.root)


def test_refused_by_a_relative_git_dir(repo: GitRepo, outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.root)
    with pytest.raises(SourceError, match="leads out of"):
        found(repo.root, {**os.environ, "GIT_DIR": ".git"})


@pytest.mark.parametrize("where", ["..", "../sub", None])
def test_at_or_below_the_folder(repo: GitRepo, where: str | None) -> None:
    (repo.root / "sub").mkdir()
    where = where or str(repo.root)
    repo.git("config", "core.worktree", where)
    assert found(repo.root) == os.path.normpath(repo.root / ".git" / where)


def test_a_git_directory_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    repo = make_repo(tmp_path / "repo", "--separate-git-dir", str(tmp_path / "kept" / "git"))
    assert found(repo.root) == str(repo.root)
    repo.git("config", "core.worktree", str(repo.root))
    assert found(repo.root) == str(repo.root)
    assert found(repo.root, {**os.environ, "GIT_DIR": str(tmp_path / "kept" / "git")}) == str(repo.root)


def test_a_git_directory_behind_a_link(repo: GitRepo, tmp_path: Path) -> None:
    (repo.root / ".git").rename(tmp_path / "kept")
    (repo.root / ".git").symlink_to(tmp_path / "kept")
    assert found(repo.root) == str(repo.root)


def test_a_submodule(repo: GitRepo, tmp_path: Path) -> None:
    inner = make_repo(tmp_path / "inner")
    inner.commit()
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "deep/sub")
    assert repo.text("config", "--file", ".git/modules/deep/sub/config", "core.worktree")
    assert found(repo.root / "deep" / "sub") == str(repo.root / "deep" / "sub")
    kept = repo.root / ".git" / "modules" / "deep" / "sub"
    assert found(kept) == str(repo.root / "deep" / "sub")


def test_a_linked_work_tree(repo: GitRepo, tmp_path: Path) -> None:
    repo.commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    repo.git("config", "core.worktree", str(repo.root))
    assert found(tmp_path / "linked") == str(tmp_path / "linked")


def test_git_dir_stands_for_the_current_folder(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    environ = {**os.environ, "GIT_DIR": str(repo.root / ".git")}
    assert found(tmp_path / "here", environ) == str(tmp_path / "here")
