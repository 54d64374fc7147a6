from __future__ import annotations

from pathlib import Path

import pytest

from tests.baseline.support import Workplace
from tests.gitrepo import git_environment, make_repo

__all__ = ["git_environment"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """A repository with a bibliography in ``refs`` that has two faults, in which commands run."""
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    repo = make_repo(tmp_path / "repo")
    monkeypatch.chdir(repo.root)
    return Workplace(repo, capsys)
