"""The action's script, run with the environment that GitHub sets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.gitrepo import GitRepo

SCRIPT = Path(__file__).parents[2] / "action" / "run.py"
CSL, SIDECAR = "references.csl.json", "references.verification.json"


def csl(title: str = "Eels", **more: str) -> bytes:
    """A bibliography of one item."""
    return (json.dumps([{"id": "eels", "type": "book", "title": title, **more}], indent=2) + "\n").encode()


def sidecar(status: str = "not_required", decisions: int = 0) -> bytes:
    """A sidecar of one record."""
    decided = {"decision": "keep", "reviewer": "tm", "decided_at": "2024-04-09T00:00:00Z"}
    record: dict[str, Any] = {"review_status": status}
    if decisions:
        record["review_decisions"] = [decided] * decisions
    value = {"schema_version": "sourceright.verification.v1", "references": {"eels": record}}
    return (json.dumps(value, indent=2) + "\n").encode()


class Job:
    """A step of a job in a checkout."""

    def __init__(self, repo: GitRepo, folder: Path) -> None:
        self.repo = repo
        self.temporary = folder / "runner temp"
        self.temporary.mkdir()
        self.output = self.temporary / "output"
        self.summary = self.temporary / "summary.md"
        self.event = self.temporary / "event.json"
        self.stdout = ""

    def run(
        self,
        name: str = "workflow_dispatch",
        event: Any = None,
        path: str = "",
        without: tuple[str, ...] = (),
        **inputs: str,
    ) -> int:
        """The exit status of the step; ``inputs`` by their name with ``_`` for ``-``.

        ``path`` is where programs are looked for; ``without`` names files of GitHub's that cannot be written.
        """
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        self.event.write_bytes(data)
        self.output.write_text("", encoding="utf-8")
        self.summary.write_text("", encoding="utf-8")
        environment = {
            **{key: os.environ[key] for key in ("PATH", "HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")},
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(self.repo.root),
            "GITHUB_EVENT_NAME": name,
            "GITHUB_EVENT_PATH": str(self.event),
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "RUNNER_TEMP": str(self.temporary),
            **{f"INPUT_{key.upper()}": value for key, value in inputs.items()},
            **({"PATH": path} if path else {}),
        }
        nowhere = {"output": "GITHUB_OUTPUT", "summary": "GITHUB_STEP_SUMMARY"}
        environment.update({nowhere[each]: str(self.temporary) for each in without})
        done = subprocess.run(
            [sys.executable, "-I", str(SCRIPT)],
            cwd=self.repo.root,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        self.stdout = done.stdout
        self.stderr = done.stderr
        return done.returncode

    @property
    def outputs(self) -> dict[str, str]:
        lines = self.output.read_text(encoding="utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)

    @property
    def annotations(self) -> list[str]:
        return [line for line in self.stdout.splitlines() if line.startswith(("::error", "::warning"))]

    def codes(self) -> list[str]:
        sarif = json.loads(Path(self.outputs["sarif-file"]).read_text(encoding="utf-8"))
        return [result["ruleId"] for result in sarif["runs"][0]["results"]]


def pull_request(base: str, head: str) -> dict[str, Any]:
    """The part of the event that counts."""
    return {"action": "synchronize", "pull_request": {"base": {"sha": base}, "head": {"sha": head}}}
