"""Several processes at once, and processes that are killed."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from sourceright_lint.commands import workspaces
from sourceright_lint.fixing.journal import Transaction, recover, state_folder
from sourceright_lint.fixing.lock import hold
from tests.gitrepo import make_repo
from tests.killing import Checkpoint, killed_at_each_step
from tests.reviewing.support import (
    AT,
    CSL,
    QUEUE,
    SIDECAR,
    Tool,
    agreed,
    conflict,
    files,
    findings,
    item,
    items_of,
    record,
    references,
    small,
    write_workspace,
)
from tests.tool import environment


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "sourceright_lint", "review", *arguments],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ends(processes: list[subprocess.Popen[bytes]]) -> list[int]:
    for process in processes:
        process.communicate(timeout=60)
    return [process.returncode for process in processes]


def many(folder: Path, count: int) -> Path:
    ids = [f"r{number:02}" for number in range(count)]
    return write_workspace(
        folder,
        [item(id, volume="12") for id in ids],
        {
            id: record(
                "queued",
                provider_candidates=[agreed(id, volume="21")],
                conflicts=[conflict("volume", "12", "21")],
            )
            for id in ids
        },
    )


def test_of_two_who_claim_one_record_one_has_it(tmp_path: Path) -> None:
    folder = small(tmp_path / "paper")
    processes = [start(folder, "claim", "gulls", "--reviewer", name) for name in ("kb", "tm", "lw", "rs")]
    statuses = ends(processes)
    assert sorted(statuses) == [0, 2, 2, 2]
    owner = ("kb", "tm", "lw", "rs")[statuses.index(0)]
    assert references(folder)["gulls"]["claim"]["reviewer"] == owner
    assert findings(folder) == []


def test_nobodys_decision_is_lost(tmp_path: Path) -> None:
    folder = many(tmp_path / "paper", 8)
    words = ("--reviewer", "tm", "--wait", "60")
    processes = [
        start(folder, "apply", f"r{number:02}", "--candidate", "1", "--fields", "volume", *words)
        if number % 2
        else start(
            folder, "decide", f"r{number:02}", "--status", "resolved", "--decision", "keep_canonical", *words
        )
        for number in range(8)
    ]
    assert ends(processes) == [0] * 8
    assert {one["review_status"] for one in references(folder).values()} == {"resolved"}
    assert [items_of(folder)[f"r{number:02}"]["volume"] for number in range(8)] == ["12", "21"] * 4
    assert (folder / QUEUE).read_bytes() == b""
    assert findings(folder) == []
    assert not list(folder.glob(".*"))


def test_the_one_who_waits_is_told_for_whom(tool: Tool) -> None:
    before = files(tool.folder)
    with hold(state_folder(str(tool.folder))):
        started = time.monotonic()
        assert tool.review("claim", "gulls", "--reviewer", "tm", "--wait", "0.2") == 2
        assert time.monotonic() - started < 5
    assert "another run is writing here (process " in tool.err
    assert files(tool.folder) == before


def test_waiting_ends_when_the_other_is_done(tmp_path: Path) -> None:
    folder = small(tmp_path / "paper")
    with hold(state_folder(str(folder))):
        waiting = start(folder, "claim", "gulls", "--reviewer", "tm", "--wait", "60")
        time.sleep(0.6)
        assert waiting.poll() is None
    assert ends([waiting]) == [0]


@pytest.mark.parametrize("wait", ["-1", "soon", "nan", "inf"])
def test_what_is_no_time_to_wait(tool: Tool, wait: str) -> None:
    assert tool.review("claim", "gulls", "--reviewer", "tm", f"--wait={wait}") == 2
    assert "a number of seconds" in tool.err


def test_an_edit_in_between_is_read_again(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor knows of no lock: what it wrote after the tool had read the file must survive."""
    look, edits = workspaces.Place.look, []

    def look_and_edit(place: workspaces.Place) -> object:
        seen = look(place)
        if not edits:
            edits.append(True)
            path = tool.folder / SIDECAR
            path.write_text(path.read_text().replace('"paragraph:3"', '"paragraph:4"'))
            queue = tool.folder / QUEUE
            queue.write_text(queue.read_text().replace('"paragraph:3"', '"paragraph:4"'))
        return seen

    monkeypatch.setattr(workspaces.Place, "look", look_and_edit)
    assert tool.review("claim", "gulls", "--reviewer", "tm", "--workspace", ".") == 0, tool.err
    now = references(tool.folder)
    assert {one["extraction"]["span"] for one in now.values()} == {"paragraph:4"}
    assert now["gulls"]["review_status"] == "in_progress"
    assert findings(tool.folder) == []


def test_who_edits_without_end_is_never_overwritten(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    look, count = workspaces.Place.look, iter(range(1000))

    def look_and_edit(place: workspaces.Place) -> object:
        seen = look(place)
        path = tool.folder / SIDECAR
        path.write_text(path.read_text() + " " * (1 + next(count) % 2))
        return seen

    monkeypatch.setattr(workspaces.Place, "look", look_and_edit)
    assert tool.review("claim", "gulls", "--reviewer", "tm", "--workspace", ".") == 2
    assert "changed while it was being checked" in tool.err
    assert references(tool.folder)["gulls"]["review_status"] == "queued"


DECISIONS = [
    {"reference_id": id, "decision": "keep", "reviewer": "tm", "decided_at": AT, "status": "resolved"}
    for id in ("gulls", "herons", "weirs")
]
DECISIONS[0].update(candidate=1, fields=["volume"])  # type: ignore[arg-type]

COMMANDS = {
    "claim": ("review", "claim", "gulls", "--reviewer", "tm", "--claimed-at", AT),
    "decide": (
        "review", "decide", "gulls", "--status", "resolved", "--decision", "keep", "--reviewer", "tm",
        "--decided-at", AT,
    ),
    "apply": (
        "review", "apply", "gulls", "--candidate", "1", "--fields", "volume", "--reviewer", "tm",
        "--decided-at", AT,
    ),
    "reopen": ("review", "reopen", "reeds", "--reviewer", "tm", "--reason", "x", "--at", AT),
    "import": ("review", "import", "done.json"),
}  # fmt: skip


@contextmanager
def checkpoints(call: Checkpoint) -> Iterator[None]:
    """Every transaction made meanwhile calls ``call`` at each of its steps."""
    make = Transaction.__init__

    def made(self: Transaction, *arguments: object, **named: object) -> None:
        make(self, *arguments, **named)  # type: ignore[arg-type]
        self._checkpoint = call

    Transaction.__init__ = made  # type: ignore[method-assign]
    try:
        yield
    finally:
        Transaction.__init__ = make  # type: ignore[method-assign]


def killed(folder: Path, command: tuple[str, ...], make: Callable[[Path], object]) -> Iterator[str]:
    """The step at which a process was killed each time; what is left then lies in the folder."""

    def work(call: Checkpoint) -> None:
        with checkpoints(call):
            assert main(list(command)) == 0

    make(folder)
    for step in killed_at_each_step(work):
        yield step
        make(folder)


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_every_write(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file holds the old or the new, whole; the next run brings all to the one or the other."""
    folder = tmp_path / "paper"

    def make(folder: Path) -> None:
        small(folder)
        (folder / "done.json").write_text(json.dumps(DECISIONS))

    make(folder)
    monkeypatch.chdir(folder)
    old = files(folder)
    assert main(list(COMMANDS[name])) == 0
    new = files(folder)
    changed = {path for path in new if new[path] != old[path]}
    assert changed == ({SIDECAR, QUEUE, CSL} if name in ("apply", "import") else {SIDECAR, QUEUE})
    outcomes = set()
    for step in killed(folder, COMMANDS[name], make):
        for path, data in files(folder).items():
            assert data in (old[path], new[path]), f"{path} after {step}"
        recover(str(folder), state_folder(str(folder)))
        left = files(folder)
        assert left in (old, new), step
        outcomes.add(left == new)
        assert not [path for path in folder.iterdir() if path.name.startswith(".")], step
        assert main(list(COMMANDS[name])) == 0
        assert files(folder) == new
    assert outcomes == {True, False}


@pytest.mark.parametrize("in_git", [False, True])
def test_the_next_review_command_brings_a_killed_one_to_its_end(
    in_git: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "paper"
    small(folder)
    if in_git:
        make_repo(folder)
    monkeypatch.chdir(folder)
    told = set()
    for _ in killed(folder, COMMANDS["apply"], small):
        capfd.readouterr()
        assert main(["review", "claim", "weirs", "--reviewer", "kb"]) == 0
        told.update(line.rpartition(" ")[2] for line in capfd.readouterr().err.splitlines())
        assert references(folder)["gulls"]["review_status"] in ("queued", "resolved")
        is_done = references(folder)["gulls"]["review_status"] == "resolved"
        assert items_of(folder)["gulls"]["volume"] == ("21" if is_done else "12")
        assert findings(folder) == []
    assert {"finished", "undone"} <= told


def test_threads_of_one_process(tool: Tool) -> None:
    """The lock is no matter of processes alone."""
    statuses = []
    threads = [
        threading.Thread(
            target=lambda id=id: statuses.append(
                main(["review", "claim", id, "--reviewer", "tm", "--wait", "30"])
            )
        )
        for id in ("gulls", "weirs")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [0, 0]
    assert {references(tool.folder)[id]["review_status"] for id in ("gulls", "weirs")} == {"in_progress"}
