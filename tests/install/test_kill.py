"""``install`` and ``uninstall`` are killed at every step; the next run finishes or undoes what was begun."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.git.configuration import read
from sourceright_lint.git.install import attributes_plan, drivers, hooks_plan
from sourceright_lint.git.install.hooks_folder import hooks_folder
from sourceright_lint.git.install.plan import Plan, carry_out
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.git.staging import recover_staged
from tests.gitrepo import GitRepo, make_repo
from tests.install.support import snapshot, write_hook
from tests.killing import Checkpoint, killed_at_each_step

LINES = [b"references.csl.json text eol=lf"]


def planned(repository: Repository) -> Plan:
    plan = Plan()
    folder = hooks_folder(repository, read(repository))
    plan.take(hooks_plan.plan_hooks(repository, folder, "/usr/bin/python3", True))
    plan.take(drivers.plan_drivers(repository, "/usr/bin/python3"))
    plan.take(attributes_plan.plan_lines(repository, LINES))
    return plan


def removal(repository: Repository) -> Plan:
    plan = Plan()
    plan.take(hooks_plan.plan_removal(repository, hooks_folder(repository, read(repository))))
    plan.take(drivers.plan_removal(repository))
    plan.take(attributes_plan.plan_removal(repository))
    return plan


def prepared(root: Path) -> GitRepo:
    repo = make_repo(root)
    write_hook(repo, "pre-commit", "echo earlier", mode=0o711)
    write_hook(repo, "pre-push", "echo earlier", mode=0o644)
    repo.write(".gitattributes", b"*.png binary")
    return repo


@pytest.mark.parametrize("linked", [False, True], ids=["main work tree", "linked work tree"])
@pytest.mark.parametrize(
    ("before", "plan"), [(None, planned), (planned, removal)], ids=["install", "uninstall"]
)
def test_killed_at_every_step(
    tmp_path: Path,
    before: Callable[[Repository], Plan] | None,
    plan: Callable[[Repository], Plan],
    linked: bool,
) -> None:
    repo = prepared(tmp_path / "repo")
    work_tree = repo
    if linked:
        repo.commit()
        repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
        work_tree = GitRepo(tmp_path / "linked")
        work_tree.write(".gitattributes", b"*.png binary")
    if before is not None:
        carry_out(work_tree.open(), before(work_tree.open()))

    def everything() -> dict[str, tuple[int, bytes]]:
        found = snapshot(repo)
        if linked:
            found |= {f"linked/{path}": value for path, value in snapshot(work_tree).items()}
        return found

    old = everything()
    copy = tmp_path / "copy"
    shutil.copytree(repo.root, copy, symlinks=True)
    kept = {name: (work_tree.root / name).read_bytes() for name in (".gitattributes",)}
    carry_out(work_tree.open(), plan(work_tree.open()))
    new = everything()
    assert old != new

    def put_back() -> None:
        shutil.rmtree(repo.root)
        shutil.copytree(copy, repo.root, symlinks=True)
        for name, data in kept.items():
            work_tree.write(name, data)

    def work(checkpoint: Checkpoint) -> None:
        carry_out(work_tree.open(), plan(work_tree.open()), checkpoint)

    put_back()
    assert everything() == old
    steps = 0
    for step in killed_at_each_step(work):
        steps += 1
        for path, state in _files(everything()).items():
            assert state in (old.get(path), new.get(path)), f"{path} after {step}"
        recover_staged(work_tree.open())
        assert everything() in (old, new), f"half done after {step}"
        carry_out(work_tree.open(), plan(work_tree.open()))
        assert everything() == new, step
        put_back()
    assert steps > 8


def _files(found: dict[str, tuple[int, bytes]]) -> dict[str, tuple[int, bytes]]:
    """Without the journal and the copies, which belong to the run that was killed."""
    return {
        path: state
        for path, state in found.items()
        if "sourceright-lint" not in path or path.endswith("-lint")
    }


@pytest.mark.parametrize("in_git", [True, False])
@pytest.mark.parametrize("path", ["../../victim", "../victim", "absolute"])
def test_a_journal_leads_nowhere_else(repo: GitRepo, tmp_path: Path, in_git: bool, path: str) -> None:
    """Whoever can write a journal must not get files outside of the repository removed by it."""
    victim = tmp_path / "victim"
    victim.write_bytes(b"")
    named = str(victim) if path == "absolute" else path
    copy = ".x.sourceright-lint-00000000.tmp"
    gone = {"path": "absent", "copy": copy, "old": "x", "new": None}
    removed = {
        "path": named,
        "in_git": in_git,
        "copy": copy,
        "old": hashlib.sha256(b"").hexdigest(),
        "new": None,
    }
    state = repo.root / ".git/sourceright-lint"
    state.mkdir()
    journal = {"version": 1, "begun": True, "index": None, "files": [gone, removed]}
    (state / "journal").write_text(json.dumps(journal))
    with suppress(SourceError):
        recover_staged(repo.open())
    assert victim.exists()
