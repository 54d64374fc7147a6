from __future__ import annotations

from pathlib import Path

import pytest

from tests.gitrepo import GitRepo, git_environment, make_repo
from tests.hooks.support import Hooked, program

__all__ = ["git_environment"]


@pytest.fixture(params=["pre-commit", "prek"])
def framework(request: pytest.FixtureRequest) -> str:
    """The program that runs the hooks."""
    return program(str(request.param))


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the frameworks keep what they make; one for all tests."""
    return tmp_path_factory.mktemp("hook cache")


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    return make_repo(tmp_path / "repo")


@pytest.fixture
def hooked(repo: GitRepo, framework: str, cache: Path) -> Hooked:
    """A repository in which a framework can run our hooks from this checkout."""
    return Hooked(repo.root, framework, cache)
