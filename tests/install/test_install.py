"""What ``install`` sets up, what it leaves alone, and that ``uninstall`` leaves no trace."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.config.settings import default_settings
from sourceright_lint.contract import AttributePattern, Contract
from sourceright_lint.git.install.attributes import lines
from sourceright_lint.git.install.hooks_plan import CALLS
from sourceright_lint.git.install.launcher import CODE
from sourceright_lint.git.install.scripts import NAMES, owner, render, template
from sourceright_lint.git.plumbing import path_text
from tests.gitrepo import ODD_NAMES, GitRepo, make_repo
from tests.install.support import HOOKS, KEPT, append_config, snapshot, write_hook
from tests.tool import BROKEN, CLEAN, FIXABLE, FIXED, REPOSITORY, lint, run

Prepare = Callable[[GitRepo], object]


def _no_hooks_folder(repo: GitRepo) -> None:
    for name in os.listdir(repo.root / ".git/hooks"):
        os.unlink(repo.root / ".git/hooks" / name)
    os.rmdir(repo.root / ".git/hooks")


def _all_hooks(repo: GitRepo) -> None:
    for name in HOOKS:
        write_hook(repo, name, f"echo earlier {name}", mode=0o711)


def _config_with_comments(repo: GitRepo) -> None:
    append_config(repo, b'# mine\n[alias]\n\tst = status ; quick\n[merge "other"]\n\tdriver = true\n')


SITUATIONS: dict[str, Prepare] = {
    "nothing": lambda repo: None,
    "no hooks folder": _no_hooks_folder,
    "hooks": _all_hooks,
    "hook that is not executable": lambda repo: write_hook(repo, "pre-commit", "exit 1", mode=0o644),
    "configuration with comments": _config_with_comments,
    "configuration without a last line end": lambda repo: append_config(repo, b"[alias]\n\tst = status"),
    "configuration that ends with a comment": lambda repo: append_config(repo, b"# mine\n\n\n"),
    "configuration that ends with CRLF": lambda repo: append_config(repo, b"[alias]\r\n\tst = status\r\n"),
    "configuration with CRLF, no last line end": lambda repo: append_config(repo, b"[alias]\r\n\tst = s"),
    "configuration that is empty": lambda repo: (repo.root / ".git/config").write_bytes(b""),
    "someone's keys in sections of ours": lambda repo: append_config(
        repo,
        b'[diff "sourceright-lint"]\n\tcachetextconv = true\n[merge "sourceright-lint"]\n\trecursive = text',
    ),
    "attributes": lambda repo: repo.write(".gitattributes", b"*.png binary\n"),
    "attributes without a last line end": lambda repo: repo.write(".gitattributes", b"*.png binary"),
    "attributes with CRLF": lambda repo: repo.write(".gitattributes", b"*.png binary\r\n*.txt text\r\n"),
    "attributes with CRLF, no last line end": lambda repo: repo.write(
        ".gitattributes", b"*.png binary\r\n*.txt text"
    ),
    "empty attributes": lambda repo: repo.write(".gitattributes", b""),
    "hooks in the work tree": lambda repo: (
        repo.git("config", "core.hooksPath", ".githooks"),
        write_hook(repo, "pre-commit", "echo shared", folder=".githooks"),
    ),
    "prettier": lambda repo: (
        repo.write(".prettierrc", b"{}\n"),
        repo.write(".prettierignore", b"dist"),
    ),
    "prettier that ignores nothing": lambda repo: repo.write(".prettierrc", b"{}\n"),
}


@pytest.mark.parametrize("prepare", SITUATIONS.values(), ids=SITUATIONS)
def test_uninstall_puts_everything_back(repo: GitRepo, prepare: Prepare) -> None:
    prepare(repo)
    before = snapshot(repo)
    assert lint(repo.root, "install", "--ignore-formatters").returncode == 0
    installed = snapshot(repo)
    assert installed != before

    again = lint(repo.root, "install", "--ignore-formatters")
    assert "everything is in place already" in again.stdout
    assert snapshot(repo) == installed

    assert lint(repo.root, "uninstall").returncode == 0
    assert snapshot(repo) == before
    assert "nothing of ours is here" in lint(repo.root, "uninstall").stdout


@pytest.mark.parametrize("prepare", SITUATIONS.values(), ids=SITUATIONS)
def test_a_dry_run_says_the_same_and_changes_nothing(repo: GitRepo, prepare: Prepare) -> None:
    prepare(repo)
    before = snapshot(repo)
    said = lint(repo.root, "install", "--ignore-formatters", "--dry-run")
    assert snapshot(repo) == before
    done = lint(repo.root, "install", "--ignore-formatters")
    assert as_if_done(said.stdout) == done.stdout
    installed = snapshot(repo)
    said = lint(repo.root, "uninstall", "--dry-run")
    assert snapshot(repo) == installed
    assert as_if_done(said.stdout) == lint(repo.root, "uninstall").stdout


def as_if_done(said: str) -> str:
    """What a dry run says, in the words for what was done."""
    words = {
        "the earlier one would be kept": "the earlier one is kept",
        "and run first": "and runs first",
        "the earlier one would be back": "the earlier one is back",
        "(to be committed, so that": "(commit it, so that",
        "(to be committed too)": "(commit that too)",
        "nothing to change: everything is in place": "everything is in place already",
        "nothing to change: nothing": "nothing",
        "would be ": "",
    }
    for planned, done in words.items():
        said = said.replace(planned, done)
    return said


def test_lines_that_were_added_around_ours_stay(repo: GitRepo) -> None:
    repo.write(".gitattributes", b"*.png binary")
    lint(repo.root, "install")
    ours = repo.read(".gitattributes")
    repo.write(".gitattributes", b"*.gif binary\n" + ours + b"\n*.jpg binary\n")
    assert "everything is in place" in lint(repo.root, "install").stdout
    lint(repo.root, "uninstall")
    assert repo.read(".gitattributes") == b"*.gif binary\n*.png binary\n*.jpg binary\n"


@pytest.mark.parametrize(
    "text",
    [
        b"# begin sourceright-lint\nx\n",
        b"# end sourceright-lint\n",
        b"# begin sourceright-lint: x\n# begin sourceright-lint\n# end sourceright-lint\n",
    ],
    ids=["no end", "no begin", "two begins"],
)
def test_broken_markers_are_refused_and_nothing_is_done(repo: GitRepo, text: bytes) -> None:
    repo.write(".gitattributes", text)
    before = snapshot(repo)
    for command in ("install", "uninstall"):
        done = lint(repo.root, command)
        assert done.returncode == 2
        assert "not as they were made" in done.stderr
        assert snapshot(repo) == before


def test_attributes_that_are_a_link_are_refused(repo: GitRepo) -> None:
    repo.write("elsewhere", b"*.png binary\n")
    os.symlink("elsewhere", repo.root / ".gitattributes")
    before = snapshot(repo)
    assert lint(repo.root, "install").returncode == 2
    assert snapshot(repo) == before


def test_git_reads_the_lines_as_they_are_meant(repo: GitRepo) -> None:
    odd = 'od d/"q[1]*?#! é.json'
    repo.write(
        ".sourceright-lint.toml",
        f"[[bundles]]\ncontract = 'sourceright'\ncsl = '''{odd}'''\nsidecar = '#paper/side.json'\n".encode(),
    )
    assert lint(repo.root, "install").returncode == 0
    paths = {
        "paper/references.csl.json": "lf sourceright-lint sourceright-lint",
        "review-queue.jsonl": "lf sourceright-lint sourceright-lint",
        odd: "lf sourceright-lint sourceright-lint",
        "#paper/side.json": "lf sourceright-lint sourceright-lint",
        "x/#paper/side.json": "unspecified unspecified unspecified",
        'od d/"q1zzx#! é.json': "unspecified unspecified unspecified",
        "evidence-context.json": "lf unspecified sourceright-lint",
        "research/scans/2026-01-02-weirs/screen.json": "lf unspecified unspecified",
        "deep/research/scans/2026-01-02-weirs/screen-batches/01.json": "lf unspecified unspecified",
        "research/scans/notes/screen.json": "unspecified unspecified unspecified",
        "other.json": "unspecified unspecified unspecified",
    }
    output = repo.git(
        "check-attr", "-z", "--stdin", "eol", "merge", "diff", input="\0".join(paths).encode() + b"\0"
    )
    fields = output.decode().split("\0")
    found: dict[str, list[str]] = {}
    for path, value in zip(fields[::3], fields[2::3], strict=False):
        found.setdefault(path, []).append(value)
    assert {path: " ".join(values) for path, values in found.items()} == paths


@pytest.mark.parametrize("name", [*ODD_NAMES, b"#hash", b"!bang", b"trailing ", b"\x7f"])
def test_any_path_can_be_named_exactly(repo: GitRepo, name: bytes) -> None:
    path = path_text(name)
    repo.write(".gitattributes", lines([AttributePattern(path, merges=True, exact=True)])[0] + b"\n")
    asked = name + b"\0" + name + b"x\0deep/" + name + b"\0"
    output = repo.git("check-attr", "-z", "--stdin", "merge", input=asked)
    assert output.split(b"\0")[2::3] == [b"sourceright-lint", b"unspecified", b"unspecified"]


@pytest.mark.parametrize("contract", load_contracts(), ids=lambda contract: contract.name)
def test_the_merge_driver_is_named_where_a_contract_merges_by_record(contract: Contract) -> None:
    settings = default_settings(load_contracts())
    for pattern in contract.attribute_patterns(settings):
        file = contract.file_of(pattern.pattern, settings)
        plan = contract.merge_plan(file.role) if file else None
        assert pattern.merges == (plan is not None)


def test_without_drivers_only_line_ends_are_set(repo: GitRepo) -> None:
    lint(repo.root, "install", "--no-drivers", "--no-hooks")
    assert b"merge=" not in repo.read(".gitattributes")
    assert b"eol=lf" in repo.read(".gitattributes")
    assert b"sourceright" not in (repo.root / ".git/config").read_bytes()
    assert not (repo.root / ".git/hooks/pre-commit").exists()


def test_outside_of_a_repository(tmp_path: Path) -> None:
    for command in ("install", "uninstall", "doctor"):
        done = lint(tmp_path, command)
        assert done.returncode == 2
        assert "in no Git repository" in done.stderr


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
        _no_hooks_folder(repo)
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


class TestPlaces:
    def test_a_linked_worktree_shares_hooks_and_drivers(self, repo: GitRepo, tmp_path: Path) -> None:
        repo.commit()
        linked = tmp_path / "linked"
        repo.git("worktree", "add", "-q", str(linked))
        before = snapshot(repo)
        assert lint(linked, "install").returncode == 0
        assert (repo.root / ".git/hooks/pre-commit").exists()
        assert (linked / ".gitattributes").exists()
        assert not (repo.root / ".gitattributes").exists()
        (linked / "references.csl.json").write_bytes(FIXABLE)
        run(["git", "add", "."], linked)
        assert run(["git", "commit", "-qm", "x"], linked).returncode == 0
        assert run(["git", "show", "HEAD:references.csl.json"], linked).stdout.encode() == FIXED
        run(["git", "rm", "-q", "--cached", ".gitattributes"], linked)
        assert lint(linked, "uninstall").returncode == 0
        assert snapshot(repo) == before

    def test_a_submodule_is_a_repository_of_its_own(self, repo: GitRepo, tmp_path: Path) -> None:
        inner = make_repo(tmp_path / "inner")
        inner.commit()
        repo.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "worktrees"
        )
        assert lint(repo.root / "worktrees", "install").returncode == 0
        assert (repo.root / ".git/modules/worktrees/hooks/pre-commit").exists()
        assert not (repo.root / ".git/hooks/pre-commit").exists()
        assert not (repo.root / ".gitattributes").exists()

    def test_from_a_folder_below(self, repo: GitRepo) -> None:
        (repo.root / "paper").mkdir()
        assert lint(repo.root / "paper", "install").returncode == 0
        assert (repo.root / ".gitattributes").exists()
        assert not (repo.root / "paper/.gitattributes").exists()


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


def test_nothing_staged_is_told_as_such(repo: GitRepo) -> None:
    repo.add("references.csl.json", CLEAN)
    repo.commit()
    repo.write("references.csl.json", BROKEN)
    assert "no bundle has a change that is staged" in lint(repo.root, "check", "--staged").stdout


class TestOddKinds:
    """What lies where a file is expected, and is none."""

    NAMES = (".pre-commit-config.yaml", ".prettierrc", ".prettierignore", "package.json", "biome.json")

    @pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
    def test_is_not_opened(self, repo: GitRepo, make: Callable[[Path], None]) -> None:
        for name in self.NAMES:
            make(repo.root / name)
        for command in ("doctor", "install", "uninstall"):
            assert lint(repo.root, command).returncode in (0, 1)

    @pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
    def test_in_the_place_of_attributes(self, repo: GitRepo, make: Callable[[Path], None]) -> None:
        make(repo.root / ".gitattributes")
        assert lint(repo.root, "install").returncode == 2
        assert not (repo.root / ".git/hooks/pre-commit").exists()

    def test_in_the_place_of_a_hook(self, repo: GitRepo) -> None:
        os.mkfifo(repo.root / ".git/hooks/pre-commit")
        done = lint(repo.root, "install")
        assert done.returncode == 1
        assert "is no regular file: left as it is" in done.stdout

    def test_a_configuration_that_is_a_link_out_of_the_repository(
        self, repo: GitRepo, tmp_path: Path
    ) -> None:
        outside = tmp_path / "config"
        os.rename(repo.root / ".git/config", outside)
        os.symlink(outside, repo.root / ".git/config")
        before = outside.read_bytes()
        done = lint(repo.root, "install")
        assert done.returncode == 2
        assert "leads out of the folder" in done.stderr
        assert outside.read_bytes() == before
        assert not (repo.root / ".git/hooks/pre-commit").exists()
