from __future__ import annotations

from pathlib import Path

import pytest

from tests.gitrepo import git_environment
from tests.reviewing.support import Tool, small

__all__ = ["git_environment"]


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Tool:
    """The command line in a folder with one record of each status."""
    folder = small(tmp_path / "paper")
    monkeypatch.chdir(folder)
    return Tool(folder, capfd)
