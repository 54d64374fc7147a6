from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

import sourceright_lint
from tests.gitrepo import GitRepo, git_environment, make_repo, repo
from tests.merging.support import PATHS

DRIVER = f"{shlex.quote(sys.executable)} -m sourceright_lint merge-driver %O %A %B %L %P"

__all__ = ["git_environment", "repo"]


def with_driver(repo: GitRepo, command: str = DRIVER) -> GitRepo:
    """Have the repository merge our files by ``command``, whatever is committed in it."""
    repo.git("config", "merge.sourceright-lint.name", "by record")
    repo.git("config", "merge.sourceright-lint.driver", command)
    lines = "".join(f"{name} merge=sourceright-lint\n" for name in (*PATHS.values(), "cited.json"))
    (repo.root / ".git" / "info").mkdir(exist_ok=True)
    repo.write(".git/info/attributes", lines.encode())
    return repo


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver that Git starts is the code under test, installed or not."""
    monkeypatch.setenv("PYTHONPATH", str(Path(sourceright_lint.__file__).parents[1]))


@pytest.fixture
def driven(tmp_path: Path) -> GitRepo:
    """An empty repository with the driver configured."""
    return with_driver(make_repo(tmp_path / "repo"))
