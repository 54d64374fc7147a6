"""A repository in which a file is staged that has something to fix."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sourceright_lint.git.staging import fix_staged
from tests.git import staged_fixer
from tests.gitrepo import GitRepo
from tests.killing import Checkpoint


def text(*changes: tuple[int, str]) -> bytes:
    """Twenty lines, some of them other than usual."""
    lines = [f"line {number}" for number in range(20)]
    for number, line in changes:
        lines[number] = line
    return "".join(f"{line}\n" for line in lines).encode()


BASE = text()
STAGED = text((5, "DOI: 10.5555/AA"))
FIXED = text((5, "DOI: 10.5555/aa"))


def crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def snapshot(repo: GitRepo) -> dict[str, object]:
    """All there is: index, refs, and every file of the work tree with its mode."""
    files: dict[str, object] = {}
    for place, folders, names in os.walk(os.fsencode(repo.root)):
        folders[:] = [name for name in folders if name != b".git"]
        for name in [*names, *folders]:
            path = os.path.join(place, name)
            kept = os.path.islink(path) or os.path.isdir(path) or not os.path.isfile(path)
            files[os.fsdecode(path)] = (
                os.lstat(path).st_mode,
                b"" if kept else Path(os.fsdecode(path)).read_bytes(),
            )
    leftovers = sorted(
        name for name in os.listdir(repo.open().git_dir) if "sourceright" in name or "lock" in name
    )
    return {
        "index": repo.git("ls-files", "-s", "-v", "-z"),
        "refs": repo.git("for-each-ref"),
        "files": files,
        "leftovers": leftovers,
    }


def fix(repo: GitRepo, *paths: str, **options: Checkpoint) -> None:
    fixes = {path: (repo.staged(path), staged_fixer.lower(repo.staged(path))) for path in paths}
    fix_staged(repo.open(), fixes, **options)


@pytest.fixture
def staged(repo: GitRepo) -> GitRepo:
    """A repository with a commit and, on top of it, a file ``f`` staged that has something to fix."""
    repo.add("f", BASE)
    repo.commit()
    repo.add("f", STAGED)
    return repo
