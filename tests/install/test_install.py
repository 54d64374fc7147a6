"""What ``install`` sets up, what it leaves alone, and that ``uninstall`` leaves no trace."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gitrepo import GitRepo, make_repo
from tests.install.support import HOOKS, append_config, snapshot, without_hooks_folder, write_hook
from tests.tool import FIXABLE, FIXED, lint, run

Prepare = Callable[[GitRepo], object]


def _all_hooks(repo: GitRepo) -> None:
    for name in HOOKS:
        write_hook(repo, name, f"echo earlier {name}", mode=0o711)


def _config_with_comments(repo: GitRepo) -> None:
    append_config(repo, b'# mine\n[alias]\n\tst = status ; quick\n[merge "other"]\n\tdriver = true\n')


SITUATIONS: dict[str, Prepare] = {
    "nothing": lambda repo: None,
    "no hooks folder": without_hooks_folder,
    "hooks": _all_hooks,
    "hook that is not executable": lambda repo: write_hook(repo, "pre-commit", "exit 1", mode=0o644),
    "configuration with comments": _config_with_comments,
    "configuration without a last line end": lambda repo: append_config(repo, b"[alias]\n\tst = status"),
    "configuration that ends with a comment": lambda repo: append_config(repo, b"# mine\n\n\n"),
    "configuration that ends with CRLF": lambda repo: append_config(repo, b"[alias]\r\n\tst = status\r\n"),
    "configuration with CRLF, no last line end": lambda repo: append_config(repo, b"[alias]\r\n\tst = s"),
    "configuration that is empty": lambda repo: (repo.root / ".git/config").write_bytes(b""),
    "someone's keys in sections of ours": lambda repo: append_config(
        repo,
        b'[diff "sourceright-lint"]\n\tcachetextconv = true\n[merge "sourceright-lint"]\n\trecursive = text',
    ),
    "attributes": lambda repo: repo.write(".gitattributes", b"*.png binary\n"),
    "attributes without a last line end": lambda repo: repo.write(".gitattributes", b"*.png binary"),
    "attributes with CRLF": lambda repo: repo.write(".gitattributes", b"*.png binary\r\n*.txt text\r\n"),
    "attributes with CRLF, no last line end": lambda repo: repo.write(
        ".gitattributes", b"*.png binary\r\n*.txt text"
    ),
    "empty attributes": lambda repo: repo.write(".gitattributes", b""),
    "hooks in the work tree": lambda repo: (
        repo.git("config", "core.hooksPath", ".githooks"),
        write_hook(repo, "pre-commit", "echo shared", folder=".githooks"),
    ),
    "prettier": lambda repo: (
        repo.write(".prettierrc", b"{}\n"),
        repo.write(".prettierignore", b"dist"),
    ),
    "prettier that ignores nothing": lambda repo: repo.write(".prettierrc", b"{}\n"),
}


@pytest.mark.parametrize("prepare", SITUATIONS.values(), ids=SITUATIONS)
def test_uninstall_puts_everything_back(repo: GitRepo, prepare: Prepare) -> None:
    prepare(repo)
    before = snapshot(repo)
    assert lint(repo.root, "install", "--ignore-formatters").returncode == 0
    installed = snapshot(repo)
    assert installed != before

    again = lint(repo.root, "install", "--ignore-formatters")
    assert "everything is in place already" in again.stdout
    assert snapshot(repo) == installed

    assert lint(repo.root, "uninstall").returncode == 0
    assert snapshot(repo) == before
    assert "nothing of ours is here" in lint(repo.root, "uninstall").stdout


@pytest.mark.parametrize("prepare", SITUATIONS.values(), ids=SITUATIONS)
def test_a_dry_run_says_the_same_and_changes_nothing(repo: GitRepo, prepare: Prepare) -> None:
    prepare(repo)
    before = snapshot(repo)
    said = lint(repo.root, "install", "--ignore-formatters", "--dry-run")
    assert snapshot(repo) == before
    done = lint(repo.root, "install", "--ignore-formatters")
    assert as_if_done(said.stdout) == done.stdout
    installed = snapshot(repo)
    said = lint(repo.root, "uninstall", "--dry-run")
    assert snapshot(repo) == installed
    assert as_if_done(said.stdout) == lint(repo.root, "uninstall").stdout


def as_if_done(said: str) -> str:
    """What a dry run says, in the words for what was done."""
    words = {
        "the earlier one would be kept": "the earlier one is kept",
        "and run first": "and runs first",
        "the earlier one would be back": "the earlier one is back",
        "(to be committed, so that": "(commit it, so that",
        "(to be committed too)": "(commit that too)",
        "nothing to change: everything is in place": "everything is in place already",
        "nothing to change: nothing": "nothing",
        "would be ": "",
    }
    for planned, done in words.items():
        said = said.replace(planned, done)
    return said


def test_outside_of_a_repository(tmp_path: Path) -> None:
    for command in ("install", "uninstall", "doctor"):
        done = lint(tmp_path, command)
        assert done.returncode == 2
        assert "in no Git repository" in done.stderr


class TestPlaces:
    def test_a_linked_worktree_shares_hooks_and_drivers(self, repo: GitRepo, tmp_path: Path) -> None:
        repo.commit()
        linked = tmp_path / "linked"
        repo.git("worktree", "add", "-q", str(linked))
        before = snapshot(repo)
        assert lint(linked, "install").returncode == 0
        assert (repo.root / ".git/hooks/pre-commit").exists()
        assert (linked / ".gitattributes").exists()
        assert not (repo.root / ".gitattributes").exists()
        (linked / "references.csl.json").write_bytes(FIXABLE)
        run(["git", "add", "."], linked)
        assert run(["git", "commit", "-qm", "x"], linked).returncode == 0
        assert run(["git", "show", "HEAD:references.csl.json"], linked).stdout.encode() == FIXED
        run(["git", "rm", "-q", "--cached", ".gitattributes"], linked)
        assert lint(linked, "uninstall").returncode == 0
        assert snapshot(repo) == before

    def test_a_submodule_is_a_repository_of_its_own(self, repo: GitRepo, tmp_path: Path) -> None:
        inner = make_repo(tmp_path / "inner")
        inner.commit()
        repo.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "worktrees"
        )
        assert lint(repo.root / "worktrees", "install").returncode == 0
        assert (repo.root / ".git/modules/worktrees/hooks/pre-commit").exists()
        assert not (repo.root / ".git/hooks/pre-commit").exists()
        assert not (repo.root / ".gitattributes").exists()

    def test_from_a_folder_below(self, repo: GitRepo) -> None:
        (repo.root / "paper").mkdir()
        assert lint(repo.root / "paper", "install").returncode == 0
        assert (repo.root / ".gitattributes").exists()
        assert not (repo.root / "paper/.gitattributes").exists()


class TestOddKinds:
    """What lies where a file is expected, and is none."""

    NAMES = (".pre-commit-config.yaml", ".prettierrc", ".prettierignore", "package.json", "biome.json")

    @pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
    def test_is_not_opened(self, repo: GitRepo, make: Callable[[Path], None]) -> None:
        for name in self.NAMES:
            make(repo.root / name)
        for command in ("doctor", "install", "uninstall"):
            assert lint(repo.root, command).returncode in (0, 1)

    @pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
    def test_in_the_place_of_attributes(self, repo: GitRepo, make: Callable[[Path], None]) -> None:
        make(repo.root / ".gitattributes")
        assert lint(repo.root, "install").returncode == 2
        assert not (repo.root / ".git/hooks/pre-commit").exists()

    def test_in_the_place_of_a_hook(self, repo: GitRepo) -> None:
        os.mkfifo(repo.root / ".git/hooks/pre-commit")
        done = lint(repo.root, "install")
        assert done.returncode == 1
        assert "is no regular file: left as it is" in done.stdout

    def test_a_configuration_that_is_a_link_out_of_the_repository(
        self, repo: GitRepo, tmp_path: Path
    ) -> None:
        outside = tmp_path / "config"
        os.rename(repo.root / ".git/config", outside)
        os.symlink(outside, repo.root / ".git/config")
        before = outside.read_bytes()
        done = lint(repo.root, "install")
        assert done.returncode == 2
        assert "leads out of the folder" in done.stderr
        assert outside.read_bytes() == before
        assert not (repo.root / ".git/hooks/pre-commit").exists()
