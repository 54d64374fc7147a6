"""How hooks and drivers find the tool, and that nothing which lies in the repository is run in its place."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from sourceright_lint.git.install.launcher import merge_command, textconv_command
from sourceright_lint.git.install.scripts import NAMES, python_of, render
from tests.gitrepo import GitRepo
from tests.install.support import write_hook
from tests.tool import CLEAN, FIXABLE, FIXED, environment, run

SYSTEM = "/usr/bin:/bin"
ODD_FOLDERS = ("plain", "with space", "it's", 'q"uote', "new\nline", "$(touch gone)", "-x")


def program(place: Path, body: str) -> Path:
    """An executable script."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{body}\n")
    place.chmod(0o755)
    return place


def set_hook(repo: GitRepo, name: str, python: str) -> None:
    place = repo.root / ".git/hooks" / name
    place.write_bytes(render(name, python))
    place.chmod(0o755)


@pytest.mark.parametrize("folder", ODD_FOLDERS)
def test_by_the_python_that_set_it_up(repo: GitRepo, tmp_path: Path, folder: str) -> None:
    python = tmp_path / folder / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    set_hook(repo, "pre-commit", str(python))
    assert python_of(render("pre-commit", str(python))) == str(python)
    repo.add("references.csl.json", FIXABLE)
    done = run(["git", "commit", "-qm", "x"], repo.root, env=_with_packages(PATH=SYSTEM))
    assert done.returncode == 0, done.stderr
    assert repo.git("show", "HEAD:references.csl.json") == FIXED
    assert not (repo.root / "gone").exists()


def _with_packages(**more: str) -> dict[str, str]:
    """For a Python that is reached by another name and so does not find its own packages."""
    packages = [path for path in sys.path if path.endswith("-packages")]
    path = os.pathsep.join([environment()["PYTHONPATH"], *packages])
    return environment(PYTHONPATH=path, **more)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("python", ["", "/nowhere/python", "without us"], ids=["none", "gone", "without us"])
def test_by_path_where_that_python_is_of_no_use(
    repo: GitRepo, tmp_path: Path, name: str, python: str
) -> None:
    if python == "without us":
        python = str(program(tmp_path / "bare python", f'exec {sys.executable} -I -S "$@"'))
    set_hook(repo, name, python)
    program(tmp_path / "bin dir" / "sourceright-lint", 'echo "called: $*" >called; exit 5')
    done = run(
        [str(repo.root / ".git/hooks" / name), "origin", "where"],
        repo.root,
        env=environment(PATH=f"{tmp_path / 'bin dir'}:{SYSTEM}"),
    )
    assert done.returncode == 5
    assert repo.read("called").decode().strip() in (
        "called: check --staged --hook --fix",
        "called: check --staged --hook",
        "called: pre-push origin where",
    )


@pytest.mark.parametrize("name", NAMES)
def test_without_the_tool_it_says_what_to_do(repo: GitRepo, name: str) -> None:
    set_hook(repo, name, "/nowhere/python")
    done = run([str(repo.root / ".git/hooks" / name)], repo.root, env=environment(PATH=SYSTEM))
    assert done.returncode == 1
    assert "sourceright-lint: not found" in done.stderr
    assert "sourceright-lint install" in done.stderr
    assert "--no-verify" in done.stderr


def test_nothing_in_the_repository_is_run(repo: GitRepo) -> None:
    for name in ("sourceright_lint/__init__.py", "orjson.py", "json.py", "git.py", "sitecustomize.py"):
        repo.write(name, b"open('ran', 'a').close()\nraise SystemExit(9)\n")
    program(repo.root / "sourceright-lint", "touch ran")
    set_hook(repo, "pre-commit", sys.executable)
    repo.add("references.csl.json", CLEAN)
    for path in (SYSTEM, f".:{SYSTEM}", f":{SYSTEM}"):
        done = run(["git", "commit", "--allow-empty", "-qm", "x"], repo.root, env=environment(PATH=path))
        assert done.returncode == 0, done.stderr
    set_hook(repo, "pre-commit", "/nowhere/python")
    done = run(["git", "commit", "--allow-empty", "-qm", "x"], repo.root, env=environment(PATH=f".:{SYSTEM}"))
    assert done.returncode == 1
    assert not (repo.root / "ran").exists()


@pytest.mark.parametrize("shell", ["/bin/sh", "dash", "bash"])
def test_scripts_are_plain_sh(shell: str) -> None:
    for name in NAMES:
        done = run([shell, "-n"], Path("/"), render(name, "/it's/python"), env={"PATH": SYSTEM})
        assert (done.returncode, done.stderr) == (0, "")


class TestDrivers:
    """A driver that cannot run must never cost a side of a merge."""

    def conflict(self, repo: GitRepo, command: str) -> None:
        repo.git("config", "merge.sourceright-lint.driver", command)
        repo.add(".gitattributes", b"*.json merge=sourceright-lint\n")
        repo.add("references.csl.json", b"1\n2\n3\n4\n5\n")
        repo.commit()
        repo.git("checkout", "-qb", "theirs")
        repo.add("references.csl.json", b"1\n2\n3\n4\nfive\n")
        repo.commit()
        repo.git("checkout", "-q", "main")
        repo.add("references.csl.json", b"one\n2\n3\n4\n5\n")
        repo.commit()

    def test_the_merge_driver_falls_back_to_git(self, repo: GitRepo) -> None:
        self.conflict(repo, merge_command("/nowhere/it's python"))
        done = run(["git", "merge", "-q", "theirs"], repo.root, env=environment(PATH=SYSTEM))
        assert done.returncode == 0, done.stderr
        assert repo.read("references.csl.json") == b"one\n2\n3\n4\nfive\n"

    def test_and_leaves_a_conflict_as_one(self, repo: GitRepo) -> None:
        self.conflict(repo, merge_command(""))
        repo.add("references.csl.json", b"one\n2\n3\n4\nfunf\n")
        repo.commit()
        done = run(["git", "merge", "-q", "theirs"], repo.root, env=environment(PATH=SYSTEM))
        assert done.returncode == 1
        merged = repo.read("references.csl.json").decode()
        assert "<<<<<<<" in merged
        assert "five" in merged
        assert "funf" in merged

    def test_the_merge_driver_runs_by_its_python(self, repo: GitRepo) -> None:
        self.conflict(repo, merge_command(sys.executable))
        run(["git", "merge", "-q", "theirs"], repo.root, env=environment(PATH=SYSTEM))
        assert repo.read("references.csl.json") != b"one\n2\n3\n4\n5\n"

    def test_its_arguments_arrive(self, repo: GitRepo, tmp_path: Path) -> None:
        tool = program(tmp_path / "bin/sourceright-lint", 'printf "%s\\n" "$@" >got; exit 0')
        self.conflict(repo, merge_command("/nowhere"))
        path = f"{tool.parent}:{SYSTEM}"
        assert run(["git", "merge", "-q", "theirs"], repo.root, env=environment(PATH=path)).returncode == 0
        got = repo.read("got").decode().splitlines()
        assert got[0] == "merge-driver"
        assert got[4:6] == ["7", "references.csl.json"]
        assert len(got) == 9

    @pytest.mark.parametrize("body", ["exit 1", "exec 2>&1; echo broken; exit 2"])
    def test_textconv_falls_back_to_the_file(self, repo: GitRepo, tmp_path: Path, body: str) -> None:
        repo.git("config", "diff.sourceright-lint.textconv", textconv_command("/nowhere"))
        repo.write(".gitattributes", b"*.json diff=sourceright-lint\n")
        repo.add("-f/references.csl.json", CLEAN)
        repo.commit()
        repo.write("-f/references.csl.json", FIXABLE)
        plain = run(["git", "diff"], repo.root, env=environment(PATH=SYSTEM))
        assert '+    "DOI": "10.5555/AA"' in plain.stdout
        assert plain.returncode == 0

    def test_textconv_runs_by_its_python_whatever_the_file_is_called(self, repo: GitRepo) -> None:
        repo.git("config", "diff.sourceright-lint.textconv", textconv_command(sys.executable))
        repo.write(".gitattributes", b"*.json diff=sourceright-lint\n")
        repo.add("-f/references.csl.json", CLEAN)
        repo.commit()
        repo.write("-f/references.csl.json", CLEAN.replace(b"Eels", b"Locks"))
        said = run(["git", "diff"], repo.root, env=environment(PATH=SYSTEM)).stdout
        assert "Locks" in said
        assert '"title"' not in said

    def test_hook_of_someone_else_is_not_needed(self, repo: GitRepo) -> None:
        write_hook(repo, "pre-commit.before-sourceright-lint", "exit 1", mode=0o644)
        set_hook(repo, "pre-commit", sys.executable)
        repo.add("references.csl.json", CLEAN)
        assert run(["git", "commit", "-qm", "x"], repo.root).returncode == 0
