from __future__ import annotations

from pathlib import Path

import pytest

from tests.gitrepo import git_environment
from tests.reviewing.support import Tool

__all__ = ["git_environment"]


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Tool:
    """The command line in an empty folder."""
    folder = tmp_path / "paper"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Tool(folder, capfd)
