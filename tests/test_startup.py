"""What a run on a clean workspace of 100 references loads: start-up is a feature."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.generate import write_workspace

HEAVY = {
    "argparse", "asyncio", "click", "dataclasses", "datetime", "difflib", "email", "fastjsonschema", "git", "gitdb",
    "http", "importlib.metadata", "inspect", "json", "jsonschema", "logging", "lzma", "multiprocessing", "orjson",
    "pygls", "pygal", "rich", "shutil", "socket", "ssl", "subprocess", "tempfile", "threading", "tomllib", "tomli",
    "typing", "unittest", "urllib", "uuid", "xml", "zoneinfo",
}  # fmt: skip
"""Modules that a clean run has no use for, and that cost a hook milliseconds each."""

ALLOWED = {
    "sourceright_lint": 70,
}
"""So many modules of a package may be loaded at most."""

PROGRAM = """
import sys
before = set(sys.modules)
from sourceright_lint.cli import main
status = main(sys.argv[1:])
sys.stderr.write(repr([status, sorted(set(sys.modules) - before)]))
"""


def loaded(folder: Path, *arguments: str) -> set[str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "COV"))
    }
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{PROGRAM}", *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    status, modules = ast.literal_eval(done.stderr)
    assert status == 0, done.stdout
    return set(modules)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("work")
    write_workspace(folder, 100)
    return folder


@pytest.mark.parametrize("arguments", [["check", "--no-cache"], ["check", "."]], ids=" ".join)
def test_a_clean_run_loads_nothing_heavy(workspace: Path, arguments: list[str]) -> None:
    modules = loaded(workspace, *arguments)
    assert modules & HEAVY == set()
    assert not any(name.startswith(("sourceright_lint.reporting.", "sourceright_lint.engine")) for name in modules - {
        "sourceright_lint.reporting.clean"
    })  # fmt: skip
    for package, most in ALLOWED.items():
        assert sum(name.partition(".")[0] == package for name in modules) <= most


def test_a_clean_staged_run_asks_git_without_subprocess(workspace: Path) -> None:
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=workspace, check=True)
    modules = loaded(workspace, "check", "--staged", "--no-cache")
    assert modules & {"subprocess", "git", "gitdb", "jsonschema", "argparse", "inspect"} == set()
