"""Two branches that each add and review hundreds of records: Git's own merge conflicts, the driver's does not."""

from __future__ import annotations

import copy
from pathlib import Path
from shutil import copytree
from time import perf_counter

from tests.gitrepo import GitRepo, make_repo
from tests.merging.conftest import with_driver
from tests.merging.support import PATHS, loaded
from tests.merging.test_git import fork, merge, unmerged
from tests.merging.workspace import Workspace

SIZE, PART = 5_000, 500


def branch(base: Workspace, first: int, reviewed: list[str], reviewer: str) -> Workspace:
    """The base with records added and others reviewed."""
    side = copy.copy(base)
    side.items, side.records = dict(base.items), {id: copy.copy(value) for id, value in base.records.items()}
    side.add(range(first, first + PART))
    side.review(reviewed, reviewer)
    return side


def test_branches_that_add_and_review_many(tmp_path: Path) -> None:
    base = Workspace()
    base.add(range(SIZE))
    ids = sorted(base.records)
    ours = branch(base, SIZE, ids[0 : 2 * PART : 2], "tm")
    theirs = branch(base, SIZE + PART, ids[1 : 2 * PART : 2], "ab")
    plain = make_repo(tmp_path / "plain")
    fork(plain, base.files(), ours.files(), theirs.files())
    driven = with_driver(GitRepo(copytree(plain.root, tmp_path / "driven")))

    assert merge(plain).returncode == 1
    assert sorted(unmerged(plain)) == sorted(PATHS.values())

    start = perf_counter()
    done = merge(driven)
    seconds = perf_counter() - start
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    expected = branch(ours, SIZE + PART, ids[1 : 2 * PART : 2], "ab").files()
    assert {path: driven.read(path) for path in expected} == expected
    records = loaded(driven.read(PATHS["sidecar"]), "sidecar")["references"]
    assert len(records) == SIZE + 2 * PART
    assert sum("review_decisions" in record for record in records.values()) == 2 * PART
    assert seconds < 60, f"the merge took {seconds:.1f} s"
    print(f"{seconds:.1f} s")
