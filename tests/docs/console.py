"""Follow a page of the documentation: run its commands, make its edits, compare what is printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.tool import environment

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"^(<!-- not run -->\n+)?```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_END = "--- end of "


class Step(NamedTuple):
    """A command and what the page says that it prints, or an edit (``command`` applies it)."""

    command: str
    output: list[str] | None


def steps(page: str, folder: Path) -> Iterator[Step]:
    """What a reader does. ``folder`` is where edits are put on their way."""
    for number, (skipped, info, body) in enumerate(_BLOCK.findall(page)):
        language, _, rest = info.partition(" ")
        title = re.search(r'title="([^"]+)"', rest)
        if skipped:
            continue
        if language == "console":
            yield from _commands(body)
        elif language == "diff":
            edit = folder / f"{number}.diff"
            edit.write_text(body, encoding="utf-8", newline="\n")
            yield Step(f"git apply {edit}", [])
        elif title and language in ("json", "jsonl", "toml", "yaml"):
            content = folder / str(number)
            content.write_text(body, encoding="utf-8", newline="\n")
            yield Step(f"mkdir -p $(dirname {title[1]}) && cp {content} {title[1]}", [])


def _commands(body: str) -> Iterator[Step]:
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, *output = part.rstrip("\n").split("\n")
        yield Step(command, output)


def follow(page: str, folder: Path, files: dict[str, Path]) -> None:
    """Do all that a page says in an empty folder, in one shell. ``files`` are there already, by name."""
    home = folder / "home"
    here = folder / "here"
    edits = folder / "edits"
    for each in (home, here, edits, folder / "bin"):
        each.mkdir()
    for name, source in files.items():
        (here / name).write_bytes(source.read_bytes())
    shim = folder / "bin" / "sourceright-lint"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sourceright_lint "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    planned = list(steps(page, edits))
    script = "".join(f"{step.command}\necho '{_END}'{number}\n" for number, step in enumerate(planned))
    done = subprocess.run(
        ["bash", "--norc", "-c", f"exec 2>&1\n{script}"],
        cwd=here,
        env=_environment(folder),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    rest = done.stdout
    for number, step in enumerate(planned):
        printed, found, rest = rest.partition(f"{_END}{number}\n")
        assert found, f"{step.command}: {printed}"
        lines = printed.rstrip("\n").split("\n") if printed.strip() else []
        if step.output is not None:
            assert matches(step.output, lines), "\n".join(["", f"$ {step.command}", *lines])


def matches(expected: list[str], printed: list[str]) -> bool:
    """Whether lines are as expected; a line ``...`` stands for any number of lines."""
    if not expected:
        return not printed
    if expected[0] == "...":
        return any(matches(expected[1:], printed[start:]) for start in range(len(printed) + 1))
    return (
        bool(printed) and printed[0].rstrip() == expected[0].rstrip() and matches(expected[1:], printed[1:])
    )


def _environment(folder: Path) -> dict[str, str]:
    hidden = {"GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "FORCE_COLOR"}
    variables = {
        name: value
        for name, value in environment().items()
        if name not in hidden and not name.startswith(("GIT_", "PRE_COMMIT"))
    }
    return {
        **variables,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder / "home"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "tm",
        "GIT_AUTHOR_EMAIL": "tm@example.org",
        "GIT_COMMITTER_NAME": "tm",
        "GIT_COMMITTER_EMAIL": "tm@example.org",
        "GIT_AUTHOR_DATE": "2026-05-09T10:00:00+00:00",
        "GIT_COMMITTER_DATE": "2026-05-09T10:00:00+00:00",
        "TERM": "dumb",
    }
