"""The hook that sees a merge before it is committed, with the merge driver that made it."""

from __future__ import annotations

import pytest

from tests.gitrepo import GitRepo
from tests.tool import CLEAN, EELS, WEIRS, bibliography, lint, run

FILE = "references.csl.json"


@pytest.fixture
def branches(repo: GitRepo) -> GitRepo:
    """Two branches that each add a reference; the driver and the hooks are set up."""
    repo.add(FILE, CLEAN)
    repo.commit()
    assert lint(repo.root, "install").returncode == 0
    repo.git("add", ".gitattributes")
    repo.commit()
    repo.git("branch", "theirs")
    repo.add(FILE, bibliography(WEIRS, EELS, ("c", "Locks", "10.5555/c")))
    repo.commit()
    repo.git("checkout", "-q", "theirs")
    return repo


def test_a_merge_by_record_is_committed(branches: GitRepo) -> None:
    branches.add(FILE, bibliography(WEIRS, EELS, ("d", "Sluices", "10.5555/d")))
    branches.commit()
    branches.git("checkout", "-q", "main")
    done = run(["git", "merge", "-q", "--no-edit", "theirs"], branches.root)
    assert done.returncode == 0, done.stdout + done.stderr
    titles = branches.git("show", f"HEAD:{FILE}").decode()
    assert all(title in titles for title in ("Weirs", "Eels", "Locks", "Sluices"))


def test_what_a_merge_brings_in_is_checked(branches: GitRepo) -> None:
    branches.add(FILE, bibliography(WEIRS, EELS, ("d", "Sluices", "10.5555/DD")))
    branches.commit()
    branches.git("checkout", "-q", "main")
    done = run(["git", "merge", "-q", "--no-edit", "theirs"], branches.root)
    assert done.returncode != 0
    said = done.stdout + done.stderr
    assert "csl.doi.not_canonical" in said
    assert "sourceright-lint check --staged --fix && git commit" in said

    # What the message says is what works.
    assert lint(branches.root, "check", "--staged", "--fix").returncode == 0
    assert run(["git", "commit", "-q", "--no-edit"], branches.root).returncode == 0
    assert b"10.5555/dd" in branches.git("show", f"HEAD:{FILE}")
    assert len(branches.text("rev-list", "--parents", "-1", "HEAD").split()) == 3


def test_it_can_be_skipped_once(branches: GitRepo) -> None:
    branches.add(FILE, bibliography(WEIRS, EELS, ("d", "Sluices", "10.5555/DD")))
    branches.commit()
    branches.git("checkout", "-q", "main")
    done = run(["git", "merge", "-q", "--no-verify", "--no-edit", "theirs"], branches.root)
    assert done.returncode == 0
