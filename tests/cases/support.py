"""Cases at the level of the command line: folders of files, what is found in them, what fixes leave.

A case is a folder in ``data``. ``input`` holds the files. ``expected.json`` says what ``check`` finds in them:

- ``findings``: all of them, in the order of the report. ``says`` are texts that the finding must show, in its
  message, its help or the messages of its related places; ``fix`` is ``safe`` or ``unsafe``, or left out.
- ``exit``: the exit status of ``check``; ``exit_fixed``: that of ``check --fix``.
- ``arguments``: more arguments for every run.
- ``made``: files that are not kept as data, by path: texts and how often each is repeated.

``fixed`` holds the files that ``--fix`` changes with formatting off, as it leaves them; ``fixed-unsafe`` those that
``--unsafe-fixes`` leaves otherwise than that; ``fixed-canonical`` what ``--fix`` leaves with formatting on. A file
that is in none of them stays as it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

from sourceright_lint.cli import main

DATA = Path(__file__).parent / "data"
FORMAT_OFF = "format = false\n"
CONFIG = ".sourceright-lint.toml"
LONG_AGO = 1_000_000_000


class Mode(NamedTuple):
    """A way to fix: the folders of its results (a later one wins), its arguments, whether files are formatted."""

    name: str
    results: tuple[str, ...]
    arguments: tuple[str, ...]
    formats: bool


MODES = (
    Mode("fixed", ("fixed",), ("--fix",), False),
    Mode("fixed-unsafe", ("fixed", "fixed-unsafe"), ("--fix", "--unsafe-fixes"), False),
    Mode("fixed-canonical", ("fixed-canonical",), ("--fix",), True),
)


class Run(NamedTuple):
    """What one run of the command line left: exit status, the two streams."""

    status: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any]:
        """The JSON report."""
        report: dict[str, Any] = json.loads(self.out)
        return report


class Case:
    """One folder of ``data``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = folder.name

    @property
    def expected(self) -> dict[str, Any]:
        """The content of ``expected.json``."""
        expected: dict[str, Any] = json.loads((self.folder / "expected.json").read_text("utf-8"))
        return expected

    @property
    def arguments(self) -> list[str]:
        """Arguments of every run."""
        return list(self.expected.get("arguments", ()))

    def files(self) -> dict[str, bytes]:
        """The files that are checked, by path."""
        made = {
            path: "".join(text * count for text, count in parts).encode()
            for path, parts in self.expected.get("made", {}).items()
        }
        return {**tree(self.folder / "input"), **made}

    def result(self, mode: Mode) -> dict[str, bytes]:
        """All files as fixes leave them."""
        results = self.files()
        for name in mode.results:
            results.update(tree(self.folder / name))
        return results


def all_cases() -> list[Case]:
    return [Case(folder) for folder in sorted(DATA.iterdir()) if folder.is_dir()]


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path from there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != CONFIG
    }


def lay_out(folder: Path, files: Mapping[str, bytes], formats: bool = True) -> None:
    """Write files that look old, and a configuration that says whether they are formatted."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
        os.utime(folder / path, (LONG_AGO, LONG_AGO))
    (folder / CONFIG).write_text("" if formats else FORMAT_OFF)


def touched(folder: Path) -> set[str]:
    """Files that were written since ``lay_out``."""
    return {path for path in tree(folder) if (folder / path).stat().st_mtime_ns != LONG_AGO * 10**9}


def lint(arguments: Sequence[str]) -> Run:
    """Run the command line in the current folder."""
    out, err = TextIOWrapper(BytesIO(), "utf-8"), TextIOWrapper(BytesIO(), "utf-8")
    with redirect_stdout(out), redirect_stderr(err):
        status = main(arguments)
    return Run(status, *(_text(stream) for stream in (out, err)))


def check(*arguments: str) -> Run:
    """``check``, with a report as JSON."""
    return lint(["check", "--output-format", "json", *arguments])


def safely_fixable(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [finding for finding in report["findings"] if finding["fix"] == "safe"]


def brief(finding: Mapping[str, Any]) -> dict[str, Any]:
    """What ``expected.json`` says of a finding."""
    keys = ("code", "severity", "path", "pointer", "line", "column", "fix")
    return {key: finding[key] for key in keys if finding[key] is not None}


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode("utf-8")
