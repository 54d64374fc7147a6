"""What is published: few dependencies with bounds, the same bytes from the same commit; it works where it is alone."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.config.toml import loads
from tests.tool import REPOSITORY, run
from tests.versions import LOWEST, admitted, lowest, requirements

PROJECT: dict[str, Any] = loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
KEPT = ("sourceright_lint", "docs/sourceright-lint.1", "README.md", "LICENSE", "pyproject.toml", ".gitignore")


def test_run_time_dependencies_are_few_and_bounded() -> None:
    assert len(PROJECT["project"]["dependencies"]) <= 5
    for line in requirements():
        assert re.fullmatch(r"[\w.-]+>=[\d.]+,<\d+(; python_version < '3\.11')?", line), line
    assert lowest("tomli>=2.0.1,<3; python_version < '3.11'") == "tomli==2.0.1; python_version < '3.11'"


def test_each_run_time_dependency_is_imported() -> None:
    called = {"gitpython": "git"}
    names = [re.split(r"[>=]", line)[0].lower() for line in requirements()]
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in (REPOSITORY / "sourceright_lint").rglob("*.py")
    )
    unused = [
        name for name in names if not re.search(rf"(?m)^ *(import|from) {called.get(name, name)}\b", text)
    ]
    assert unused == []


def test_each_python_that_is_admitted_is_named() -> None:
    assert admitted()[0] == PROJECT["project"]["requires-python"].removeprefix(">=")


LOCKS = sorted((REPOSITORY / "requirements").glob("*.txt"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: str(lock.stem))
def test_each_environment_is_locked_with_hashes(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z0-9])", re.sub(r"(?m)^\s*#.*\n", "", text).strip())
    for entry in entries:
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==[^\s;]+", entry), entry
        assert "--hash=sha256:" in entry, entry
    wanted = lock.with_suffix(".in").read_text(encoding="utf-8").splitlines()
    if lock.stem == "package":
        wanted += requirements()[: len(PROJECT["project"]["dependencies"])]
    names = [re.split(r"[\[<>=; ]", line)[0].lower() for line in wanted if line and line[0] != "#"]
    assert names
    assert [name for name in names if not re.search(rf"(?m)^{re.escape(name)}(\[|==)", text)] == []


def test_each_list_of_what_is_wanted_has_its_lock() -> None:
    assert [lock.stem for lock in LOCKS] == sorted(
        path.stem for path in (REPOSITORY / "requirements").glob("*.in")
    )


def test_the_oldest_versions_are_those_that_the_package_admits() -> None:
    oldest = [lowest(line) for line in requirements()]
    wanted = LOWEST.with_suffix(".in").read_text(encoding="utf-8").splitlines()
    assert [line for line in wanted if not line.startswith("#")] == oldest
    locked = re.findall(r"(?m)^([\w.-]+==\S+?)(?:\.0)*( ; .*)? \\$", LOWEST.read_text(encoding="utf-8"))
    assert {name: bool(marker) for name, marker in locked} == {
        re.sub(r"(\.0)+$", "", line.split(";")[0].lower()): ";" in line for line in oldest
    }


def test_nothing_is_installed_that_has_no_hash() -> None:
    """But the package itself, for which nothing else is fetched."""
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    assert "pip install" not in makefile
    commands = re.findall(r"(?m)^\t.*\$\(INSTALL\) ?(.*)$", makefile)
    assert len(commands) > 10
    for command in commands:
        is_itself = command == "$(EDITABLE)" or command.endswith(" .")
        assert "--no-deps" in command or "$(EDITABLE)" in command if is_itself else "$(LOCKED)" in command
    assert "EDITABLE = --no-build-isolation --no-deps --editable ." in makefile
    assert "LOCKED = --require-hashes --requirement" in makefile
    versions = (REPOSITORY / "tests" / "versions.py").read_text(encoding="utf-8")
    commands = re.findall(r"\[\*pip, .*\]", versions)
    assert len(commands) == 3
    for command in commands:
        assert (
            '"--no-deps", "--editable", ROOT' in command or '"--require-hashes", "--requirement"' in command
        )


def built(folder: Path, stamp: float) -> dict[str, bytes]:
    """Wheel and source archive from a copy of the tree whose files have this time."""
    tree = folder / "tree"
    for name in KEPT:
        source, target = REPOSITORY / name, tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    for path in tree.rglob("*"):
        os.utime(path, (stamp, stamp))
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist"), str(tree)]
    environment = {key: value for key, value in os.environ.items() if key != "SOURCE_DATE_EPOCH"}
    done = run(command, folder, env={**environment, "PYTHONHASHSEED": str(int(stamp) % 1000), "TZ": "UTC"})
    assert done.returncode == 0, done.stdout + done.stderr
    return {path.name: path.read_bytes() for path in (folder / "dist").iterdir()}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    folder = tmp_path_factory.mktemp("first")
    return folder / "dist", built(folder, 1_700_000_000)


def test_twice_the_same_bytes(first: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    old, new = (
        {n: hashlib.sha256(d).hexdigest() for n, d in each.items()}
        for each in (first[1], built(tmp_path, 1_800_000_000))
    )
    assert sorted(name.rpartition(".")[2] for name in old) == ["gz", "whl"]
    assert old == new


def test_the_wheel_has_the_package_and_nothing_else(first: tuple[Path, dict[str, bytes]]) -> None:
    [wheel] = first[0].glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"sourceright_lint"}
    assert any(name.endswith("/man1/sourceright-lint.1") for name in names)
    assert "sourceright_lint/py.typed" in names
    [archive] = first[0].glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        kept = {name.split("/")[1] for name in opened.getnames()}
    assert kept <= {
        "sourceright_lint",
        "docs",
        "README.md",
        "LICENSE",
        "pyproject.toml",
        ".gitignore",
        "PKG-INFO",
    }


@pytest.mark.parametrize("kind", ["whl", pytest.param("tar.gz", marks=pytest.mark.slow)])
def test_it_works_in_an_empty_environment(
    kind: str, first: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    inside = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    [package] = first[0].glob(f"*.{kind}")
    alone = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    pip = [
        str(inside / "python"),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        str(package),
    ]
    done = run(pip, tmp_path, env=alone)
    if "No matching distribution" in done.stderr or "Could not find a version" in done.stderr:
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr
    (tmp_path / "references.csl.json").write_bytes(b'[{"id": "a", "type": "book", "title": "A  b"}]')
    tool = str(inside / "sourceright-lint")
    for arguments, status in (
        (["--version"], 0),
        (["check"], 1),
        (["check", "--fix"], 0),
        (["rule", "csl.title.empty"], 0),
    ):
        done = run([tool, *arguments], tmp_path, env=alone)
        assert done.returncode == status, (arguments, done.stdout + done.stderr)
    assert b'"A b"' in (tmp_path / "references.csl.json").read_bytes()
