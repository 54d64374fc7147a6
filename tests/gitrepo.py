"""Real Git repositories for tests, apart from whatever Git configuration the machine has."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from sourceright_lint.git.discover import discover
from sourceright_lint.git.plumbing import Repository, path_bytes

ODD_NAMES = (
    b"with space",
    b"new\nline",
    b'q"uote',
    b"back\\slash",
    b"tab\there",
    "café".encode(),
    "line\u2028separator".encode(),
    b"-dash",
    b":(top)magic",
    b"*?[glob]",
    b"lat\xe9in",
)


class GitRepo:
    """A repository in ``root``, driven with plain Git."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def git(self, *arguments: str | bytes, input: bytes | None = None, check: bool = True) -> bytes:
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, input=input, capture_output=True, check=False, timeout=60
        )
        if check and done.returncode:
            raise AssertionError(f"git {arguments}: {done.stderr!r}")
        return done.stdout

    def text(self, *arguments: str) -> str:
        return self.git(*arguments).decode().strip()

    def write(self, path: str, data: bytes) -> None:
        place = self.place(path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(data)

    def read(self, path: str) -> bytes:
        with open(self.place(path), "rb") as file:
            return file.read()

    def place(self, path: str) -> bytes:
        return os.path.join(os.fsencode(self.root), path_bytes(path))

    def add(self, path: str, data: bytes) -> None:
        self.write(path, data)
        self.git("--literal-pathspecs", "add", "--", path_bytes(path))

    def commit(self, message: str = "change") -> str:
        self.git("commit", "-q", "--no-verify", "--allow-empty", "-m", message)
        return self.text("rev-parse", "HEAD")

    def staged(self, path: str) -> bytes:
        return self.git("cat-file", "blob", b":" + path_bytes(path))

    def mode(self, path: str) -> str:
        return self.git("--literal-pathspecs", "ls-files", "-s", "--", path_bytes(path)).split()[0].decode()

    def open(self) -> Repository:
        repository = discover(str(self.root))
        assert repository is not None
        return repository


@pytest.fixture(autouse=True)
def git_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith(("GIT_", "PRE_COMMIT")):
            monkeypatch.delenv(name)
    home = tmp_path / "home"
    home.mkdir()
    settings = {
        "HOME": str(home),
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_NAME": "tm",
        "GIT_AUTHOR_EMAIL": "tm@example.org",
        "GIT_COMMITTER_NAME": "tm",
        "GIT_COMMITTER_EMAIL": "tm@example.org",
        "GIT_AUTHOR_DATE": "2024-05-01T10:00:00+02:00",
        "GIT_COMMITTER_DATE": "2024-05-02T10:00:00+00:00",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)


def make_repo(root: Path, *options: str) -> GitRepo:
    root.mkdir(parents=True, exist_ok=True)
    repo = GitRepo(root.resolve())
    repo.git("init", "-q", "-b", "main", *options)
    return repo


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    """An empty repository, without a commit."""
    return make_repo(tmp_path / "repo")
