"""A contract from another package: installed apart, named by the configuration, used by everything."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.console import DOCS
from tests.gitrepo import GitRepo, git_environment, make_repo
from tests.merging.conftest import DRIVER
from tests.merging.test_git import fork, merge
from tests.tool import environment, run

__all__ = ["git_environment"]

SOURCES = Path(__file__).parents[1] / "plugin"
PAGE = (DOCS / "contracts.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE, re.MULTILINE | re.DOTALL))
NOTES = b'[{"place": "weir ", "seen": 3}, {"place": "lokc", "seen": 1}]\n'


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package and what pip says about it."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--target", str(folder)]
    copy = tmp_path_factory.mktemp("sources") / "plugin"
    subprocess.run(["cp", "-r", str(SOURCES), str(copy)], check=True)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, str(copy)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


class Place:
    """A repository with field notes, and the tool run in it with the plug-in installed."""

    def __init__(self, repo: GitRepo, installed: Path) -> None:
        self.repo = repo
        self.installed = installed
        repo.write("field-notes.json", NOTES)
        repo.write(".sourceright-lint.toml", BLOCKS[".sourceright-lint.toml"].encode())

    @property
    def path(self) -> str:
        """Where Python finds the plug-in and the tool."""
        return os.pathsep.join([str(self.installed), environment()["PYTHONPATH"]])

    def run(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sourceright_lint", *words]
        return run(command, self.repo.root, env=environment(PYTHONPATH=self.path, **variables))


@pytest.fixture
def place(tmp_path: Path, installed: Path) -> Place:
    return Place(make_repo(tmp_path / "repo"), installed)


@pytest.mark.parametrize("name", ["__init__", "view", "rules"])
def test_the_page_shows_the_package(name: str) -> None:
    path = f"field_notes_lint/{name}.py"
    assert BLOCKS[path] == (SOURCES / path).read_text(encoding="utf-8")


def test_the_page_shows_how_it_is_named() -> None:
    project = (SOURCES / "pyproject.toml").read_text(encoding="utf-8")
    assert BLOCKS["pyproject.toml"].strip() in project


def test_commands_of_the_page(place: Place) -> None:
    [body] = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    commands = re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]
    for command in commands:
        words, _, output = command.partition("\n")
        if words.startswith("sourceright-lint "):
            assert place.run(*words.split()[1:]).stdout == output


def test_fixes_formatting_and_rules(place: Place) -> None:
    assert place.run("check", "--fix").returncode == 0
    fixed = [{"place": "lokc", "seen": 1}, {"place": "weir", "seen": 3}]
    assert place.repo.read("field-notes.json") == (json.dumps(fixed, indent=2) + "\n").encode()
    page = place.run("rule", "field_notes.place.spaces", "--plugin", "field-notes").stdout
    assert "Two notes about one place" in page
    assert json.loads(place.run("schema", "field-notes", "--plugin", "field-notes").stdout)["type"] == "array"


def test_settings_and_a_baseline(place: Place) -> None:
    assert "known-places" in place.run("check", "--show-settings").stdout
    assert place.run("baseline", "write").returncode == 0
    assert place.run("check").returncode == 0


def test_the_job_summary_counts_its_notes(place: Place, tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    place.run("check", GITHUB_STEP_SUMMARY=str(summary))
    assert "| field-notes | notes |" in summary.read_text(encoding="utf-8")


def test_two_branches_merge_note_by_note(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def notes(places: str) -> dict[str, bytes]:
        content = [{"place": each, "seen": 1} for each in places]
        return {"field-notes.json": (json.dumps(content, indent=2) + "\n").encode()}

    monkeypatch.setenv("PYTHONPATH", place.path)
    place.repo.git("config", "merge.sourceright-lint.driver", DRIVER)
    attributes = {".gitattributes": b"field-notes.json merge=sourceright-lint\n"}
    config = {".sourceright-lint.toml": BLOCKS[".sourceright-lint.toml"].encode()}
    fork(place.repo, {**notes("m"), **attributes, **config}, notes("am"), notes("mt"))
    assert merge(place.repo).returncode == 0
    assert {"field-notes.json": place.repo.read("field-notes.json")} == notes("amt")


def test_a_plug_in_that_is_not_installed(place: Place) -> None:
    place.installed = place.repo.root
    done = place.run("check")
    assert (done.returncode, "field-notes" in done.stderr) == (2, True)


def test_a_plug_in_that_is_not_named_is_not_loaded(place: Place) -> None:
    (place.repo.root / ".sourceright-lint.toml").unlink()
    assert "Nothing was checked" in place.run("check").stdout
