"""The command line in a process of its own, and small bibliographies to try it on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]

SIDECAR = b'{\n  "schema_version": "sourceright.verification.v1",\n  "references": {}\n}\n'


def environment(**more: str) -> dict[str, str]:
    """The environment with this checkout on Python's path, for hooks and drivers that start the tool."""
    return {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1", **more}


def lint(
    folder: Path | bytes,
    *arguments: str,
    input: bytes = b"",
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run ``sourceright-lint`` in a folder."""
    return run([sys.executable, "-m", "sourceright_lint", *arguments], folder, input, env)


def run(
    command: Sequence[str | bytes],
    folder: Path | bytes,
    input: bytes = b"",
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run any command in a folder, with text out of whatever it prints."""
    done = subprocess.run(
        list(command),
        cwd=folder,
        input=input,
        capture_output=True,
        env=environment() if env is None else dict(env),
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    )


def bibliography(*items: tuple[str, str, str]) -> bytes:
    """A bibliography in canonical form; each item an id, a title and a DOI."""
    entries = [
        {"id": identifier, "type": "book", "title": title, "DOI": doi} for identifier, title, doi in items
    ]
    return (json.dumps(entries, indent=2, ensure_ascii=False) + "\n").encode()


WEIRS = ("a", "Weirs", "10.5555/a")
EELS = ("b", "Eels", "10.5555/b")
CLEAN = bibliography(WEIRS, EELS)
FIXABLE = bibliography(("a", "Weirs", "10.5555/AA"), EELS)
FIXED = bibliography(("a", "Weirs", "10.5555/aa"), EELS)
BROKEN = b'[\n  {"id": "a", "type": "book", "title": "Weirs",, }\n]\n'
