"""Two branches that each add and review hundreds of records: Git's own merge conflicts, the driver's does not."""

from __future__ import annotations

import copy
import os
import re
import subprocess
from pathlib import Path
from shutil import copytree
from time import perf_counter

from tests.gitrepo import GitRepo, make_repo
from tests.merging.conftest import with_driver
from tests.merging.support import PATHS, loaded
from tests.merging.test_docs import titled_blocks
from tests.merging.test_git import fork, unmerged
from tests.merging.workspace import Workspace

SIZE, PART = 5_000, 500
COMMANDS = ("git merge --no-edit topic", "git status --short", "grep -c '^<<<<<<<' *.json*")


def branch(base: Workspace, first: int, reviewed: list[str], reviewer: str) -> Workspace:
    """The base with records added and others reviewed."""
    side = copy.copy(base)
    side.items, side.records = dict(base.items), {id: copy.copy(value) for id, value in base.records.items()}
    side.add(range(first, first + PART))
    side.review(reviewed, reviewer)
    return side


def session(repo: GitRepo) -> str:
    """What a terminal of 80 columns shows of the merge, and of what it left."""
    shown = ""
    for command in COMMANDS:
        done = subprocess.run(
            command,
            shell=True,
            cwd=repo.root,
            env={**os.environ, "COLUMNS": "80", "LC_ALL": "C"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )
        shown += f"$ {command}\n{done.stdout}"
    return shown


def comparable(shown: str) -> list[str]:
    """The lines without what depends on the version of Git: its strategy's name, how it splits up a conflict."""
    lines = shown.replace("'recursive'", "'ort'").splitlines()
    return [re.sub(r"(?<=[nl]:)[1-9]\d*$", "(some)", line).rstrip() for line in lines]


def test_branches_that_add_and_review_many(tmp_path: Path) -> None:
    base = Workspace()
    base.add(range(SIZE))
    ids = sorted(base.records)
    ours = branch(base, SIZE, ids[0 : 2 * PART : 2], "tm")
    theirs = branch(base, SIZE + PART, ids[1 : 2 * PART : 2], "ab")
    plain = make_repo(tmp_path / "plain")
    fork(plain, base.files(), ours.files(), theirs.files())
    driven = with_driver(GitRepo(copytree(plain.root, tmp_path / "driven")))

    shown = titled_blocks()
    alone = session(plain)
    assert sorted(unmerged(plain)) == sorted(PATHS.values())
    conflicts = {path: plain.read(path).count(b"\n<<<<<<<") for path in PATHS.values()}
    assert min(conflicts.values()) > 20
    assert comparable(alone) == comparable(shown["5,000 records, Git alone"])

    start = perf_counter()
    told = session(driven)
    seconds = perf_counter() - start
    assert comparable(told) == comparable(shown["5,000 records, with the driver"])
    assert driven.text("status", "--porcelain") == ""
    expected = branch(ours, SIZE + PART, ids[1 : 2 * PART : 2], "ab").files()
    assert {path: driven.read(path) for path in expected} == expected
    records = loaded(driven.read(PATHS["sidecar"]), "sidecar")["references"]
    assert len(records) == SIZE + 2 * PART
    assert sum("review_decisions" in record for record in records.values()) == 2 * PART
    assert seconds < 300, f"the merge took {seconds:.1f} s"
    print(f"{seconds:.1f} s")
