"""What a watched run asked of the system."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.tool import environment

SCRIPT = Path(__file__).with_name("watched.py")
PACKAGE = SCRIPT.parents[2] / "sourceright_lint"
OURS = (
    str(PACKAGE),
    *{
        os.path.realpath(path)
        for path in (*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, *sys.path[1:])
    },
    os.path.realpath(shutil.which("git") or "git"),
    "/dev/null",
    "/etc/localtime",
    "/usr/share/zoneinfo",
)


class Watched(NamedTuple):
    """Exit statuses, what was printed, calls, and how long it took as a whole."""

    statuses: list[int]
    output: str
    calls: list[tuple[str, str]]

    def programs(self) -> set[str]:
        """Names of the programs that were started."""
        started = {
            name for event, name in self.calls if event.startswith(("subprocess", "os.posix", "os.exec"))
        }
        return {os.path.basename(name) for name in started}

    def outside(self, *roots: Path) -> set[str]:
        """Paths that lie neither in one of the roots nor where Python and the package are."""
        kept = (*(os.path.realpath(root) for root in roots), *OURS)
        paths = {
            name for event, name in self.calls if event not in ("network", "code") and isinstance(name, str)
        }
        real = {os.path.realpath(path) for path in paths if "/" in path or os.path.exists(path)}
        return {
            path for path in real if not any(path == root or path.startswith(root + os.sep) for root in kept)
        }


def watched(folder: Path, log: Path, *commands: Sequence[str], timeout: float = 300, **env: str) -> Watched:
    """Run the commands in one process, in ``folder``; nothing that they start may take longer than the time-out."""
    done = subprocess.run(
        [sys.executable, "-B", str(SCRIPT), str(log), json.dumps(commands)],
        cwd=folder,
        env=environment(TMPDIR=str(log.parent), **env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=timeout,
        check=False,
    )
    output = done.stdout.decode("utf-8", "backslashreplace") + done.stderr.decode("utf-8", "backslashreplace")
    assert done.returncode == 0, output[-3000:]
    told = json.loads(log.read_text(encoding="utf-8"))
    return Watched(told["statuses"], output, [(event, name) for event, name in told["calls"]])
