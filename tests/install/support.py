"""Repositories as people have them before anything is set up, and what is in them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from tests.gitrepo import GitRepo

HOOKS = ("pre-commit", "pre-push", "pre-merge-commit")

KEPT = ".before-sourceright-lint"


def write_hook(repo: GitRepo, name: str, body: str, folder: str = ".git/hooks", mode: int = 0o755) -> Path:
    """Someone's hook script."""
    place = repo.root / folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{body}\n")
    place.chmod(mode)
    return place


def append_config(repo: GitRepo, data: bytes) -> None:
    """Something more at the end of the repository's configuration."""
    with open(repo.root / ".git/config", "ab") as file:
        file.write(data)


def snapshot(repo: GitRepo) -> dict[str, tuple[int, bytes]]:
    """Mode and content of every file, hooks and configuration included; of Git's own files no others."""
    found: dict[str, tuple[int, bytes]] = {}
    for place, folders, names in os.walk(repo.root):
        if place == str(repo.root / ".git"):
            folders[:] = ["hooks", "sourceright-lint"] if "sourceright-lint" in folders else ["hooks"]
            names = [name for name in names if name == "config" or ".tmp" in name]
        for name in names:
            path = Path(place, name)
            mode = path.lstat().st_mode
            data = os.fsencode(os.readlink(path)) if stat.S_ISLNK(mode) else path.read_bytes()
            found[str(path.relative_to(repo.root))] = (mode, data)
    return found


def without_hooks_folder(repo: GitRepo) -> None:
    """Take away the folder that Git makes for hooks."""
    for name in os.listdir(repo.root / ".git/hooks"):
        os.unlink(repo.root / ".git/hooks" / name)
    os.rmdir(repo.root / ".git/hooks")
