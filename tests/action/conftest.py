from __future__ import annotations

from pathlib import Path

import pytest

from tests.action.support import CSL, SIDECAR, Job, csl, sidecar
from tests.gitrepo import git_environment, make_repo

__all__ = ["git_environment"]


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A checkout of three bundles: one in order, one with a fault in ``old``, a reviewed one."""
    repo = make_repo(tmp_path / "checkout")
    repo.add(CSL, csl())
    repo.add(SIDECAR, sidecar())
    repo.add(f"old/{CSL}", csl(DOI="10.5555/OLD"))
    repo.add(f"old/{SIDECAR}", sidecar())
    repo.add(f"reviewed/{CSL}", csl())
    repo.add(f"reviewed/{SIDECAR}", sidecar("resolved", 1))
    repo.commit("base")
    return Job(repo, tmp_path)
