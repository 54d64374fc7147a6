"""Runs the command line with an eye on what it asks of the system, and the network refused.

``python watched.py LOG COMMANDS``: ``COMMANDS`` is a JSON list of argument lists, run one after the other in this
process. ``LOG`` gets a JSON line for each call of interest; it is written at the end. Exit statuses go to the log
too. Kept free of imports of this package, so that any folder may be the current one.
"""

from __future__ import annotations

import json
import os
import socket  # noqa: F401 - imported before the watch begins, as some library may
import sys

PATHS = {
    "open",
    "os.listdir",
    "os.scandir",
    "os.rename",
    "os.remove",
    "os.mkdir",
    "os.rmdir",
    "os.truncate",
    "os.chmod",
}
PROGRAMS = {"subprocess.Popen", "os.posix_spawn", "os.exec", "os.system", "os.spawn", "pty.spawn"}
HARMLESS = {"socket.gethostname"}
calls: list[list[object]] = []


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook: note paths and programs, refuse the network and what makes code of data."""
    if event in PATHS or event in PROGRAMS:
        calls.append([event, _text(arguments[0])])
    elif event.startswith(("socket.", "urllib.", "http.", "ftplib.", "smtplib.")) and event not in HARMLESS:
        calls.append(["network", event])
        raise OSError(f"the network is refused: {event}")
    elif event == "pickle.find_class":
        calls.append(["code", event])
        raise OSError("pickled data are refused")


def _text(value: object) -> object:
    return (
        value
        if isinstance(value, int)
        else os.fsdecode(value)
        if isinstance(value, (bytes, str))
        else repr(value)
    )


def main(log: str, commands: str) -> None:
    """Run, then write the log."""
    from sourceright_lint.cli import main as run

    sys.addaudithook(watch)
    statuses = []
    for arguments in json.loads(commands):
        try:
            statuses.append(run(arguments))
        except SystemExit as end:
            statuses.append(end.code)
    sys.stdout.flush()
    noted = list(calls)
    with open(log, "w", encoding="utf-8") as file:
        json.dump({"statuses": statuses, "calls": noted}, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
