"""The remotes of a repository, as GitPython reads them from its configuration."""

from __future__ import annotations

import os

from sourceright_lint.git.plumbing import Repository
from sourceright_lint.git.process import find


def remote_names(repository: Repository) -> list[str]:
    """Names of the remotes, ``origin`` first, read from the configuration.

    The one Git command that runs for it is ``git version``, which GitPython asks when it is imported.
    """
    program = find("git", os.environ.get("PATH", os.defpath))
    if program is None:
        return []
    # GitPython would look for the program on its own.
    os.environ.setdefault("GIT_PYTHON_GIT_EXECUTABLE", program)
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    from git import Repo

    with Repo(repository.root) as opened:
        return sorted((remote.name for remote in opened.remotes), key=lambda name: (name != "origin", name))
