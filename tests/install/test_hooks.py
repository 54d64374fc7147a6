"""Hooks: beside earlier ones, in folders of all kinds, and what their scripts do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sourceright_lint.git.install.hooks_plan import CALLS
from sourceright_lint.git.install.launcher import CODE
from sourceright_lint.git.install.scripts import NAMES, owner, render, template
from tests.gitrepo import GitRepo, make_repo
from tests.install.support import KEPT, snapshot, without_hooks_folder, write_hook
from tests.tool import BROKEN, CLEAN, FIXABLE, FIXED, REPOSITORY, lint, run


class TestEarlierHooks:
    def test_the_earlier_one_runs_first_with_what_git_gives_it(self, repo: GitRepo) -> None:
        write_hook(repo, "pre-commit", 'echo "$#:$GIT_INDEX_FILE" >ran')
        lint(repo.root, "install", "--no-drivers")
        repo.add("references.csl.json", FIXABLE)
        assert run(["git", "commit", "-qm", "x"], repo.root).returncode == 0
        assert repo.read("ran") == b"0:.git/index\n"
        assert repo.git("show", "HEAD:references.csl.json") == FIXED

    def test_its_refusal_counts_and_ours_does_not_run(self, repo: GitRepo) -> None:
        write_hook(repo, "pre-commit", "exit 3")
        lint(repo.root, "install", "--no-drivers")
        repo.add("references.csl.json", FIXABLE)
        assert run(["git", "commit", "-qm", "x"], repo.root).returncode == 1
        assert repo.staged("references.csl.json") == FIXABLE

    def test_one_that_git_did_not_run_is_not_run_now(self, repo: GitRepo) -> None:
        write_hook(repo, "pre-commit", "exit 3", mode=0o644)
        assert "is not executable" in lint(repo.root, "install", "--no-drivers").stdout
        repo.add("references.csl.json", CLEAN)
        assert run(["git", "commit", "-qm", "x"], repo.root).returncode == 0

    def test_pre_push_gives_it_the_same_lines(self, repo: GitRepo, tmp_path: Path) -> None:
        make_repo(tmp_path / "remote", "--bare")
        repo.git("remote", "add", "origin", str(tmp_path / "remote"))
        write_hook(repo, "pre-push", 'echo "$@" >told; cat >>told')
        lint(repo.root, "install", "--no-drivers")
        tip = repo.commit()
        assert run(["git", "push", "-q", "origin", "main"], repo.root).returncode == 0
        zeros = "0" * 40
        assert repo.read("told").decode() == (
            f"origin {tmp_path / 'remote'}\nrefs/heads/main {tip} refs/heads/main {zeros}\n"
        )

    def test_a_link_is_left_alone(self, repo: GitRepo) -> None:
        repo.write("scripts/check.sh", b"#!/bin/sh\n")
        os.symlink("../../scripts/check.sh", repo.root / ".git/hooks/pre-commit")
        done = lint(repo.root, "install")
        assert done.returncode == 1
        assert "a link to ../../scripts/check.sh" in done.stdout
        assert CALLS["pre-commit"] in done.stdout
        assert os.readlink(repo.root / ".git/hooks/pre-commit") == "../../scripts/check.sh"
        assert (repo.root / ".git/hooks/pre-push").exists()

    @pytest.mark.parametrize(
        "body",
        ['exec run "$(basename "$0")"', "exec run ${0##*/}", 'ruby -e "puts File.basename(__FILE__)"'],
    )
    def test_one_that_asks_for_its_own_name_is_left_alone(self, repo: GitRepo, body: str) -> None:
        place = write_hook(repo, "pre-commit", body)
        before = place.read_bytes()
        done = lint(repo.root, "install")
        assert done.returncode == 1
        assert "asks for its own name" in done.stdout
        assert place.read_bytes() == before

    def test_one_that_runs_us_already_is_left_alone(self, repo: GitRepo) -> None:
        place = write_hook(repo, "pre-commit", "sourceright-lint check --staged")
        done = lint(repo.root, "install")
        assert done.returncode == 0
        assert "runs sourceright-lint already" in done.stdout
        assert not place.with_name(place.name + KEPT).exists()

    def test_a_merge_hook_that_runs_pre_commit_is_left_alone(self, repo: GitRepo) -> None:
        write_hook(repo, "pre-merge-commit", 'exec "$GIT_DIR/hooks/pre-commit"')
        assert "runs sourceright-lint already" in lint(repo.root, "install").stdout

    def test_ours_that_was_edited_is_left_alone(self, repo: GitRepo) -> None:
        lint(repo.root, "install")
        place = repo.root / ".git/hooks/pre-commit"
        place.write_bytes(place.read_bytes() + b"echo mine\n")
        edited = place.read_bytes()
        for command in ("install", "uninstall"):
            done = lint(repo.root, command)
            assert done.returncode == 1
            assert "was edited since" in done.stdout
            assert place.read_bytes() == edited

    def test_ours_that_another_tool_replaced_is_told(self, repo: GitRepo) -> None:
        write_hook(repo, "pre-commit", "echo first")
        lint(repo.root, "install")
        write_hook(repo, "pre-commit", "echo other tool")
        for command in ("install", "uninstall"):
            done = lint(repo.root, command)
            assert done.returncode == 1
            assert f"pre-commit{KEPT} is the hook from before" in done.stdout
        assert b"first" in (repo.root / f".git/hooks/pre-commit{KEPT}").read_bytes()

    def test_ours_that_lost_its_mode_gets_it_back(self, repo: GitRepo) -> None:
        lint(repo.root, "install")
        place = repo.root / ".git/hooks/pre-commit"
        place.chmod(0o644)
        assert "made executable" in lint(repo.root, "install").stdout
        assert os.access(place, os.X_OK)


class TestHooksPath:
    def test_in_the_work_tree_names_no_python_of_this_machine(self, repo: GitRepo) -> None:
        repo.git("config", "core.hooksPath", "tools/hooks")
        lint(repo.root, "install")
        assert (repo.root / "tools/hooks/pre-commit").read_bytes() == render("pre-commit")
        assert not (repo.root / ".git/hooks/pre-commit").exists()

    @pytest.mark.parametrize("scope", ["--local", "--global"])
    def test_outside_is_left_alone(self, repo: GitRepo, tmp_path: Path, scope: str) -> None:
        shared = tmp_path / "shared hooks"
        shared.mkdir()
        repo.git("config", scope, "core.hooksPath", str(shared))
        done = lint(repo.root, "install")
        assert done.returncode == 1
        assert "outside of this repository: no hook was set up" in done.stdout
        assert os.listdir(shared) == []
        assert not (repo.root / ".git/hooks/pre-commit").exists()
        (shared / "pre-commit").write_text("#!/bin/sh\nsourceright-lint check --staged\n")
        done = lint(repo.root, "install")
        assert done.returncode == 0
        assert "runs sourceright-lint already" in done.stdout

    def test_a_link_that_leads_outside_is_left_alone(self, repo: GitRepo, tmp_path: Path) -> None:
        (tmp_path / "shared").mkdir()
        without_hooks_folder(repo)
        os.symlink(tmp_path / "shared", repo.root / ".git/hooks")
        assert lint(repo.root, "install").returncode == 1
        assert os.listdir(tmp_path / "shared") == []

    def test_husky_keeps_its_folder(self, repo: GitRepo) -> None:
        repo.git("config", "core.hooksPath", ".husky/_")
        write_hook(repo, "pre-commit", '. "$(dirname "$0")/h"', folder=".husky/_")
        before = snapshot(repo)
        done = lint(repo.root, "install", "--no-drivers")
        assert done.returncode == 1
        assert f"in .husky/pre-commit: {CALLS['pre-commit']}" in done.stdout
        write_hook(repo, "pre-commit", CALLS["pre-commit"], folder=".husky")
        assert lint(repo.root, "install", "--no-drivers").returncode == 0
        lint(repo.root, "uninstall")
        os.unlink(repo.root / ".husky/pre-commit")
        assert snapshot(repo) == before


def test_hook_scripts_are_the_files_in_the_hooks_folder() -> None:
    for name in NAMES:
        assert template(name) == (REPOSITORY / "hooks" / name).read_text("utf-8")
        assert os.access(REPOSITORY / "hooks" / name, os.X_OK)
        assert CODE in template(name)
        assert "'" not in CODE
        assert template(name).count("python=''") == 1


def test_a_script_is_ours_only_as_it_was_made() -> None:
    made = render("pre-commit", "/usr/bin/python3")
    assert owner(made) == "ours"
    assert owner(made + b"\n") == "ours, edited"
    assert owner(template("pre-commit").encode()) == "ours, edited"
    assert owner(render("pre-commit", "/x", fix=False)) == "ours"
    assert b"fix=''" in render("pre-commit", "/x", fix=False)


def test_no_fix_means_that_nothing_is_fixed(repo: GitRepo) -> None:
    lint(repo.root, "install", "--no-fix", "--no-drivers")
    repo.add("references.csl.json", FIXABLE)
    done = run(["git", "commit", "-qm", "x"], repo.root)
    assert done.returncode == 1
    assert "csl.doi.not_canonical" in done.stdout + done.stderr
    assert repo.staged("references.csl.json") == FIXABLE


@pytest.mark.parametrize(
    ("commit", "staging"),
    [((), ""), (("-a",), "git add FILES && "), (("references.csl.json",), "git add FILES && ")],
    ids=["staged", "all", "named paths"],
)
def test_what_is_told_after_a_refusal_finds_the_fault_again(
    repo: GitRepo, commit: tuple[str, ...], staging: str
) -> None:
    repo.add("references.csl.json", CLEAN)
    repo.commit()
    lint(repo.root, "install", "--no-drivers")
    repo.write("references.csl.json", BROKEN)
    if not commit:
        repo.git("add", "references.csl.json")
    told = run(["git", "commit", "-qm", "x", *commit], repo.root).stderr
    assert told.endswith(f"To look again: {staging}sourceright-lint check --staged\n")
    if staging:
        repo.git("add", "references.csl.json")
    assert lint(repo.root, "check", "--staged").returncode == 1


def test_a_commit_of_other_files_is_no_matter_of_ours(repo: GitRepo) -> None:
    lint(repo.root, "install", "--no-drivers")
    repo.add("note.txt", b"x")
    done = run(["git", "commit", "-qm", "x"], repo.root)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    repo.add("note.txt", b"y")
    assert lint(repo.root, "check", "--staged").stdout.startswith("Nothing was checked.\n")


def test_nothing_staged_is_told_as_such(repo: GitRepo) -> None:
    repo.add("references.csl.json", CLEAN)
    repo.commit()
    repo.write("references.csl.json", BROKEN)
    assert "no bundle has a change that is staged" in lint(repo.root, "check", "--staged").stdout
