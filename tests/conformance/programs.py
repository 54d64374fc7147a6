"""Programs that read CSL JSON, each asked for a rendered bibliography."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
HOME = os.environ.get("SOURCERIGHT_LINT_CONFORMANCE")
"""Folder of what `make conformance` installs; where it is not set, only a sample is run."""

TIMEOUT = 600


class Answer(NamedTuple):
    """What a program made of a library: its bibliography as text, or why it stopped."""

    text: str = ""
    error: str = ""


class Program(ABC):
    """A program that reads bibliographies."""

    name = ""

    @abstractmethod
    def missing(self) -> str:
        """Why it cannot be asked; empty where it can."""

    @abstractmethod
    def version(self) -> str:
        """Its version."""

    @abstractmethod
    def read(self, libraries: Sequence[str]) -> list[Answer]:
        """The answers to libraries, each a JSON text."""


class LineProgram(Program):
    """A program that answers line by line."""

    @abstractmethod
    def command(self) -> list[str]:
        """What starts it."""

    def read(self, libraries: Sequence[str]) -> list[Answer]:
        lines = "".join(json.dumps(json.loads(library)) + "\n" for library in libraries)
        done = subprocess.run(
            self.command(),
            input=lines,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=False,
        )
        answers = [Answer(**json.loads(line)) for line in done.stdout.splitlines()]
        assert len(answers) == len(libraries), done.stderr
        return answers


class CiteprocPy(LineProgram):
    name = "citeproc-py"

    def missing(self) -> str:
        try:
            self.version()
        except PackageNotFoundError:
            return "citeproc-py is not installed"
        return ""

    def version(self) -> str:
        return version("citeproc-py")

    def command(self) -> list[str]:
        return [sys.executable, str(HERE / "readers" / "citeproc_py.py")]


class CitationJs(LineProgram):
    name = "citation.js"

    def missing(self) -> str:
        if shutil.which("node") is None:
            return "there is no node"
        return "" if HOME and self._package().is_file() else "make conformance installs citation.js"

    def version(self) -> str:
        found: str = json.loads(self._package().read_text())["version"]
        return found

    def command(self) -> list[str]:
        return ["node", str(HERE / "readers" / "citation_js.mjs"), self._home()]

    def _home(self) -> str:
        return os.path.join(HOME or "", "js")

    def _package(self) -> Path:
        return Path(self._home(), "node_modules", "@citation-js", "core", "package.json")


class Pandoc(Program):
    name = "pandoc"

    def missing(self) -> str:
        if shutil.which("pandoc") is None:
            return "pandoc is not installed"
        return "" if HOME else "make conformance asks pandoc"

    def version(self) -> str:
        return subprocess.run(
            ["pandoc", "--version"], capture_output=True, text=True, check=True
        ).stdout.split()[1]

    def read(self, libraries: Sequence[str]) -> list[Answer]:
        return [self._read_one(library) for library in libraries]

    def _read_one(self, library: str) -> Answer:
        command = ["pandoc", "--from=csljson", "--to=plain", "--citeproc", "--wrap=none"]
        done = subprocess.run(
            command,
            input=library,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=False,
        )
        return (
            Answer(text=done.stdout) if done.returncode == 0 else Answer(error=" ".join(done.stderr.split()))
        )


PROGRAMS: dict[str, Program] = {program.name: program for program in (CiteprocPy(), CitationJs(), Pandoc())}
