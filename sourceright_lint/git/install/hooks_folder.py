"""Where Git looks for hooks, and whether that is a place that belongs to this repository."""

from __future__ import annotations

import os
from typing import Literal, NamedTuple

from sourceright_lint.fixing.journal import shared_folder, state_folder
from sourceright_lint.git.configuration import Configuration
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.regular_files import is_below

Belongs = Literal["git", "work tree", "husky", "outside"]


class HooksFolder(NamedTuple):
    """The folder on disk, its links resolved, and what it belongs to.

    ``git``: the Git directory, only this clone's. ``work tree``: a folder that can be committed. ``husky``: made
    by husky, which runs the scripts in the folder above. ``outside``: other repositories may use it too.
    ``setting`` is ``core.hooksPath``, empty where it is not set; ``scope`` where that is set.
    """

    place: str
    belongs: Belongs
    setting: str = ""
    scope: str = ""

    @property
    def is_ours_to_change(self) -> bool:
        """Whether hooks may be put there."""
        return self.belongs in ("git", "work tree")

    def relative(self, repository: Repository, name: str) -> str:
        """The path of a hook from the Git directory or from the work tree, with ``/``."""
        base = shared_git_dir(repository) if self.belongs == "git" else repository.root
        path = os.path.relpath(os.path.join(self.place, name), os.path.realpath(base))
        return path.replace(os.sep, "/")


def hooks_folder(repository: Repository, configuration: Configuration) -> HooksFolder:
    """The folder that Git takes hooks from in this work tree."""
    value = configuration.get("core.hookspath")
    if value is None or not value.text:
        named = os.path.join(repository.common_dir, "hooks")
        setting, scope = "", ""
    else:
        # A relative path starts where hooks run, at the top of the work tree.
        named = os.path.join(repository.root, os.path.expanduser(value.text))
        setting, scope = value
    place = os.path.realpath(named)
    return HooksFolder(place, _belongs(repository, place), setting, scope)


def shared_git_dir(repository: Repository) -> str:
    """The Git directory that all work trees share."""
    return shared_folder(state_folder(repository.root, repository.git_dir))


def _belongs(repository: Repository, place: str) -> Belongs:
    if is_below(os.path.realpath(shared_git_dir(repository)), place):
        return "git"
    if not is_below(os.path.realpath(repository.root), place):
        return "outside"
    folder, name = os.path.split(place)
    return "husky" if name == "_" and os.path.basename(folder) == ".husky" else "work tree"
