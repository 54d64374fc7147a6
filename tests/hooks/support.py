"""Repositories in which pre-commit or prek runs the hooks of the manifest, from this checkout."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from tests.gitrepo import GitRepo
from tests.tool import REPOSITORY, environment, run

CONFIGURATION = ".pre-commit-config.yaml"


def manifest() -> dict[str, dict[str, Any]]:
    """The hooks that this repository offers, by id."""
    entries = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text("utf-8"))
    return {entry["id"]: entry for entry in entries}


def program(name: str) -> str:
    """Where pre-commit or prek is: beside the Python that runs the tests, or on PATH."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    assert found, f"{name} is not installed"
    return found


class Hooked(GitRepo):
    """A repository with hooks of ours in its configuration."""

    def __init__(self, root: Path, framework: str, cache: Path) -> None:
        super().__init__(root)
        self.framework = framework
        self.environment = environment(
            PRE_COMMIT_HOME=str(cache / "pre-commit"),
            PREK_HOME=str(cache / "prek"),
            PATH=f"{Path(sys.executable).parent}:/usr/bin:/bin",
        )

    def use(self, *ids: str, **more: Any) -> None:
        """Configure hooks as they stand in the manifest, but run by this Python from this checkout."""
        hooks = [{**_local(manifest()[hook]), **more} for hook in ids]
        self.configure({"repos": [{"repo": "local", "hooks": hooks}]})

    def configure(self, configuration: Mapping[str, Any]) -> None:
        """Write the framework's configuration and stage it."""
        self.add(CONFIGURATION, yaml.safe_dump(dict(configuration)).encode())

    def hooks(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the hooks."""
        return run([self.framework, "run", "--color=never", *arguments], self.root, env=self.environment)

    def install(self) -> None:
        """Set the framework's own Git hook up."""
        done = run([self.framework, "install"], self.root, env=self.environment)
        assert done.returncode == 0, done.stderr

    def try_commit(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Commit what is staged, with hooks."""
        return run(["git", "commit", "-m", "x", *arguments], self.root, env=self.environment)


def _local(entry: Mapping[str, Any]) -> dict[str, Any]:
    words = shlex.split(entry["entry"])
    assert words[0] == "sourceright-lint"
    command = shlex.join([sys.executable, "-m", "sourceright_lint", *words[1:]])
    return {
        key: value
        for key, value in {**entry, "language": "system", "entry": command}.items()
        if key != "minimum_pre_commit_version"
    }


def snippets(page: str) -> list[dict[str, Any]]:
    """The pre-commit configurations that a page shows."""
    text = (REPOSITORY / page).read_text("utf-8")
    blocks = re.findall(r"^( *)```yaml[^\n]*\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    loaded = [
        yaml.safe_load("\n".join(line[len(indent) :] for line in block.splitlines()))
        for indent, block in blocks
    ]
    return [block for block in loaded if isinstance(block, dict) and "repos" in block]


def ids_of(configuration: Mapping[str, Any]) -> Sequence[str]:
    """Ids of our hooks in a configuration."""
    return [
        hook["id"]
        for repository in configuration["repos"]
        if "sourceright-lint" in repository["repo"]
        for hook in repository["hooks"]
    ]
