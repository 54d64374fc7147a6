"""A command in a process of its own, on a disk that fails."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import NamedTuple

from sourceright_lint.cli import main
from tests.reliability import disk
from tests.reliability.disk import Disk, Hit


class Outcome(NamedTuple):
    """How a run ended: its exit status or the negative number of the signal, and what it said."""

    status: int
    said: str
    steps: list[str]


def run(root: Path, command: tuple[str, ...], at: int | None, hit: Hit) -> Outcome:
    """Run a command in a process of its own whose disk fails at step ``at``."""
    log = root.parent / f"{root.name}.said"
    child = os.fork()
    if child == 0:
        _run_here(root, command, Disk(str(root), at, hit), log)
    _, status = os.waitpid(child, 0)
    said = log.read_text(errors="replace")
    steps = log.with_suffix(".steps")
    known = json.loads(steps.read_text()) if steps.exists() else []
    for file in (log, steps):
        file.unlink(missing_ok=True)
    return Outcome(os.waitstatus_to_exitcode(status), said, known)


def _run_here(root: Path, command: tuple[str, ...], broken: Disk, log: Path) -> None:
    status = 99
    try:
        os.chdir(root)
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(descriptor, 1)
        os.dup2(descriptor, 2)
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with disk.installed(broken):
            try:
                status = main(command)
            except SystemExit as left:
                status = left.code if isinstance(left.code, int) else 98
        log.with_suffix(".steps").write_text(json.dumps(broken.steps))
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        os._exit(status)


def warm(root: Path, command: tuple[str, ...]) -> None:
    """Import here what the command needs, so that its forks find it there."""
    here = os.getcwd()
    os.chdir(root)
    try:
        main(command)
    finally:
        os.chdir(here)
