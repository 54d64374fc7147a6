"""A small repository with old findings, and the command line run in it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.cli import main
from tests.gitrepo import GitRepo

BASELINE = ".sourceright-lint-baseline.json"
CSL = "refs/references.csl.json"
SIDECAR = "refs/references.verification.json"

EELS = {"id": "eels", "type": "book", "title": "Eels  at the weir"}
SILT = {"id": "silt", "type": "book", "title": "Silt", "DOI": "10.5555/SILT"}
CLEAN = {"id": "tides", "type": "book", "title": "Tides"}


def csl(*items: dict[str, Any]) -> bytes:
    """A bibliography in canonical form."""
    return (json.dumps(sorted(items, key=lambda item: item["id"]), indent=2) + "\n").encode()


def sidecar(**records: Any) -> bytes:
    """A sidecar in canonical form."""
    value = {"schema_version": "sourceright.verification.v1", "references": records}
    return (json.dumps(value, indent=2) + "\n").encode()


class Workplace:
    """A repository, and commands in it."""

    def __init__(self, repo: GitRepo, capsys: pytest.CaptureFixture[str]) -> None:
        self.repo = repo
        self._capsys = capsys
        self.error = ""
        self.status = 0
        self.write(CSL, csl(EELS, SILT))
        self.write(".sourceright-lint.toml", b'ignore = ["sidecar.missing"]\n')

    def write(self, path: str, data: bytes) -> None:
        self.repo.write(path, data)

    def run(self, *arguments: str) -> str:
        """Standard output of a command; its exit status and standard error are kept."""
        self._capsys.readouterr()
        self.status = main(list(arguments))
        said = self._capsys.readouterr()
        self.error = said.err
        return said.out

    def report(self, *arguments: str) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.run("check", "--output-format", "json", *arguments))
        return report

    def codes(self, *arguments: str) -> list[str]:
        return [finding["code"] for finding in self.report(*arguments)["findings"]]

    def entries(self, path: str = BASELINE) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = json.loads(self.repo.read(path))["entries"]
        return entries

    def put(self, *entries: dict[str, Any], path: str = BASELINE) -> None:
        content = {"schema_version": "sourceright-lint.baseline.v1", "entries": list(entries)}
        self.write(path, (json.dumps(content, indent=2) + "\n").encode())
