from __future__ import annotations

from tests.git.staged_repo import staged
from tests.gitrepo import git_environment, repo

__all__ = ["git_environment", "repo", "staged"]
