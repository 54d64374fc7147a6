"""Repositories whose commits are checked: by a plain Git hook, by the one that ``install`` makes, by a framework."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gitrepo import GitRepo, make_repo
from tests.hooks.support import Hooked, program
from tests.tool import CLEAN, environment, lint, run

FILE = "references.csl.json"
WAYS = ("native", "installed", "pre-commit", "prek")


class Checked(GitRepo):
    """A repository in which every commit is checked and fixed.

    Natively a fix goes to the index, and with it into the commit; under a framework (``by_framework``) it goes
    to the working file, and the commit is refused.
    """

    def __init__(self, root: Path, way: str, cache: Path) -> None:
        super().__init__(root)
        self.way = way
        self.cache = cache
        self.by_framework = way in ("pre-commit", "prek")
        self.environment = environment()

    def guard(self) -> Checked:
        """Set the hook up; before the first commit or later."""
        if self.way == "native":
            self._write_hook()
        elif self.way == "installed":
            assert lint(self.root, "install", "--no-drivers").returncode == 0
            (self.root / ".gitattributes").unlink()
        else:
            self._use_framework()
        return self

    def _write_hook(self) -> None:
        place = Path(self.text("rev-parse", "--path-format=absolute", "--git-path", "hooks/pre-commit"))
        command = shlex.join([sys.executable, "-m", "sourceright_lint", "check", "--staged", "--fix"])
        place.write_text(f"#!/bin/sh\nexec {command}\n")
        place.chmod(0o755)

    def _use_framework(self) -> None:
        hooked = Hooked(self.root, program(self.way), self.cache)
        hooked.use("sourceright-lint-fix")
        self.git("reset", "-q", "--", ".") if self.has_commits else self.git(
            "rm", "-q", "--cached", "-r", "."
        )
        (self.root / ".git/info/exclude").write_text(".pre-commit-config.yaml\n")
        # Outside of the work tree, so that a situation holds nothing but its own files.
        config = self.cache / f"{self.root.parent.name}.yaml"
        (self.root / ".pre-commit-config.yaml").rename(config)
        install = [hooked.framework, "install", "--config", str(config)]
        assert run(install, self.root, env=hooked.environment).returncode == 0
        self.environment = hooked.environment

    @property
    def has_commits(self) -> bool:
        """Whether there is a current commit."""
        return bool(self.git("rev-parse", "--verify", "--quiet", "HEAD", check=False))

    def try_commit(self, *arguments: str, folder: str = "") -> subprocess.CompletedProcess[str]:
        """Commit with the hook, from a folder below the top."""
        words = ["git", "commit", "-m", "change", *arguments]
        return run(words, self.root / folder, env=self.environment)

    def committed(self, path: str) -> bytes:
        """A file in the current commit."""
        return self.git("show", f"HEAD:{path}")


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Classes name the ways in which their situations are tried."""
    if "way" in metafunc.fixturenames:
        metafunc.parametrize("way", getattr(metafunc.cls, "ways", ("native", "pre-commit")))


@pytest.fixture
def empty(way: str, tmp_path: Path, cache: Path) -> Checked:
    """A repository without a commit, whose commits are checked."""
    return Checked(make_repo(tmp_path / "repo").root, way, cache).guard()


@pytest.fixture
def repo(empty: Checked) -> Checked:
    """A repository with a clean bibliography committed."""
    empty.add(FILE, CLEAN)
    empty.commit()
    return empty


def with_title(data: bytes, title: str) -> bytes:
    return data.replace(b'"Eels"', f'"{title}"'.encode())
