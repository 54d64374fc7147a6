"""The whole way: a framework clones this repository, makes an environment for it, and runs a hook from there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.gitrepo import GitRepo, make_repo
from tests.hooks.support import Hooked, ids_of, program, snippets
from tests.tool import FIXABLE, FIXED, REPOSITORY

FILE = "references.csl.json"
PARTS = ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", "sourceright_lint")


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a release of this checkout would be: committed, in a repository of its own."""
    root = tmp_path_factory.mktemp("published")
    for part in PARTS:
        source = REPOSITORY / part
        if source.is_dir():
            shutil.copytree(source, root / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, root / part)
    return root


def _commit(root: Path) -> str:
    if not (root / ".git").exists():
        repo = make_repo(root)
        repo.git("add", ".")
        return repo.commit()
    return GitRepo(root).text("rev-parse", "HEAD")


def test_the_configuration_of_the_readme(repo: GitRepo, framework: str, cache: Path, published: Path) -> None:
    revision = _commit(published)
    hooked = Hooked(repo.root, framework, cache)
    del hooked.environment["PYTHONPATH"]
    hooked.environment["UV_PYTHON_DOWNLOADS"] = "never"
    configuration: dict[str, Any] = next(c for c in snippets("README.md") if ids_of(c))
    for entry in configuration["repos"]:
        entry.update(repo=str(published), rev=revision)
    hooked.configure(configuration)
    hooked.commit()
    hooked.install()
    hooked.add(FILE, FIXABLE)

    done = hooked.try_commit()
    assert done.returncode == 1
    assert "Fixed 1 finding in 1 file" in done.stdout + done.stderr, done.stdout + done.stderr
    assert (hooked.read(FILE), hooked.staged(FILE)) == (FIXED, FIXABLE)
    hooked.git("add", FILE)
    done = hooked.try_commit()
    assert done.returncode == 0, done.stdout + done.stderr
    assert program(Path(framework).name)
