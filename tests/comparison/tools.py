"""The programs that are compared, each asked two things: is there anything wrong, and what would it write."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tests.tool import environment

HOME = os.environ.get("SOURCERIGHT_LINT_COMPARISON")
"""Folder of what ``make comparison`` installs with npm."""

CSL, SIDECAR, QUEUE = "references.csl.json", "references.verification.json", "review-queue.jsonl"


class Said(NamedTuple):
    """Exit status and everything printed."""

    status: int
    text: str


class Tool(ABC):
    """A program. ``reads`` are the names of the files that it is shown."""

    name = ""
    reads: tuple[str, ...] = (CSL, SIDECAR)

    @abstractmethod
    def version(self) -> str:
        """Its version, or nothing where it is not there."""

    @abstractmethod
    def check(self, folder: Path, names: list[str]) -> Said:
        """What it says about files."""

    def look_back(self, folder: Path) -> Said:
        """What it says about the last commit, where it looks at commits."""
        return Said(0, "")


class Writer(Tool):
    """A program that writes files anew, too."""

    @abstractmethod
    def rewrite(self, path: Path) -> Said:
        """Have it write a file anew, in place."""


class Ours(Writer):
    name = "sourceright-lint"
    reads = (CSL, SIDECAR, QUEUE)

    def version(self) -> str:
        from sourceright_lint import __version__

        return __version__

    def check(self, folder: Path, names: list[str]) -> Said:
        return _run([*_OURS, "check", "--fail-on", "warning", "--output-format", "concise"], folder)

    def look_back(self, folder: Path) -> Said:
        return _run([*_OURS, "check", "--history", "HEAD~..HEAD", "--output-format", "concise"], folder)

    def rewrite(self, path: Path) -> Said:
        return _run([*_OURS, "format", "--isolated", path.name], path.parent)


class CheckJsonschema(Tool):
    """With the same JSON Schemas that this tool publishes."""

    name = "check-jsonschema"

    def version(self) -> str:
        return _python_version("check_jsonschema", "check-jsonschema")

    def check(self, folder: Path, names: list[str]) -> Said:
        schemas = {CSL: "csl", SIDECAR: "verification"}
        said = Said(0, "")
        for name in names:
            schema = folder / f"{schemas[name]}.schema.json"
            schema.write_text(_schema(schemas[name]), encoding="utf-8")
            command = [sys.executable, "-m", "check_jsonschema", "--schemafile", str(schema), name]
            one = _run(command, folder)
            schema.unlink()
            said = Said(max(said.status, one.status), said.text + one.text)
        return said


class PrettyFormatJson(Writer):
    name = "pretty-format-json"

    def version(self) -> str:
        return _python_version("pre_commit_hooks", "pre-commit-hooks")

    def check(self, folder: Path, names: list[str]) -> Said:
        return _run([*self._command(), *names], folder)

    def rewrite(self, path: Path) -> Said:
        return _run([*self._command(), "--autofix", path.name], path.parent)

    def _command(self) -> list[str]:
        return [
            sys.executable,
            "-m",
            "pre_commit_hooks.pretty_format_json",
            "--no-sort-keys",
            "--no-ensure-ascii",
        ]


class Prettier(Writer):
    name = "prettier"

    def version(self) -> str:
        return _node_version("prettier")

    def check(self, folder: Path, names: list[str]) -> Said:
        return _run([_node("prettier"), "--check", *names], folder)

    def rewrite(self, path: Path) -> Said:
        return _run([_node("prettier"), "--write", path.name], path.parent)


class BibtexTidy(Tool):
    """For BibTeX; in CSL JSON it finds no entry."""

    name = "bibtex-tidy"

    def version(self) -> str:
        return _node_version("bibtex-tidy")

    def check(self, folder: Path, names: list[str]) -> Said:
        return _run([_node("bibtex-tidy"), *names], folder)


TOOLS: tuple[Tool, ...] = (Ours(), CheckJsonschema(), PrettyFormatJson(), Prettier(), BibtexTidy())

_OURS = [sys.executable, "-m", "sourceright_lint"]


@cache
def _schema(name: str) -> str:
    return _run([*_OURS, "schema", name], Path.cwd()).text


def _run(command: list[str], folder: Path) -> Said:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(NO_COLOR="1"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return Said(done.returncode, done.stdout + done.stderr)


def _python_version(module: str, package: str) -> str:
    from importlib.metadata import version

    return version(package) if find_spec(module) else ""


def _node(name: str) -> str:
    return str(Path(HOME or "", "node_modules", ".bin", name))


def _node_version(name: str) -> str:
    manifest = Path(HOME or "", "node_modules", name, "package.json")
    if not HOME or not manifest.is_file() or shutil.which("node") is None:
        return ""
    return str(json.loads(manifest.read_text(encoding="utf-8"))["version"])
