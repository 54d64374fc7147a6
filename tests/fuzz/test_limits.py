"""One megabyte of anything: an answer in ten seconds, and no more memory than fifty times what is read."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.fuzz import nasty_runs
from tests.fuzz.nasty import BUNDLES, DECISIONS, DECISIONS_FILE, SIZE, Files
from tests.tool import environment, lint

CAN_MEASURE = sys.platform == "linux" and "COVERAGE_RUN" not in os.environ
WHY_NOT = "memory is measured as Linux tells it, and without what measures coverage in each process"

pytestmark = pytest.mark.skipif(not CAN_MEASURE, reason=WHY_NOT)

TIMES = 50
MORE = {"TOML of many tables": 110, "TOML of empty arrays": 80, "TOML of empty tables": 80}
"""Where it is more, as docs/reliability.md says."""
MORE_CHANGED = {
    "date parts": 55,
    "candidates with nothing in them": 75,
    "candidates with something else": 75,
    "ids that are numbers": 72,
    **MORE,
}
"""The same, where files are changed or a change is shown."""
FEW_BYTES, OF_COMMANDS = SIZE // 2, 3_000_000
"""Of fewer bytes than these also counts how much more one command loads than another."""

IS_BUSY = hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1) / 2
SECONDS = 40 if IS_BUSY else 10
"""Of processor time, for a megabyte. Processes that share a machine wait for each other's memory: more there."""
LONGEST = 12 * SECONDS
"""Seconds by the clock: what waits for something takes none of the processor's."""

QUICK = (
    "duplicate keys",
    "unknown keys",
    "ids alike",
    "brackets never closed",
    "a title of tags",
    "blank lines",
)

QUICK_RUNS = {
    "evidence.json packets: empty objects": "research_scan.schema.missing",
    "evidence context, units: empty objects": "evidence_context.payload.field_missing",
}
"""Of these two, what is found in them."""

PROGRAM = """\
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]), int(sys.argv[1])))
from sourceright_lint.cli import main
status = main(sys.argv[2:])
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(status, peak, file=sys.stderr)
"""


class Measured(NamedTuple):
    """A run of the tool: its exit status, what it said on standard error, the most memory that it took in bytes."""

    status: int
    said: str
    peak: int


def measure(folder: Path, *words: str) -> Measured:
    """Run the tool in a folder, in a process that the system ends when its time is over."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(SECONDS), *words],
        cwd=folder,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    assert done.returncode == 0, f"{done.returncode}: {done.stderr[-2000:]}"
    status, peak = done.stderr.splitlines()[-1].split()
    return Measured(int(status), done.stderr, int(peak) * 1024)


def run(folder: Path, files: Files, *options: str) -> int:
    """The most memory that a check takes, in bytes."""
    return run_command(folder, files, "check", "--no-cache", *options)


def run_command(folder: Path, files: Files, *words: str) -> int:
    """The most memory that a command takes on these files, in bytes."""
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    done = measure(folder, *words)
    assert done.status in (0, 1, 2)
    return done.peak


@pytest.fixture(scope="module")
def start_up(tmp_path_factory: pytest.TempPathFactory) -> int:
    """What a check of next to nothing takes, with something to report and to fix."""
    text = b'[{"title": "T", "id": "A b", "x": 1}]'
    return run(tmp_path_factory.mktemp("small") / "a", {"references.csl.json": text}, "--fix")


def names(bundles: Iterable[str], quick: Collection[str]) -> list[Any]:
    return [pytest.param(name, marks=[] if name in quick else pytest.mark.slow) for name in bundles]


def judge(more: int, files: Files, times: int = TIMES) -> None:
    """Whether it is no more than so many times the size of the files."""
    size = sum(map(len, files.values()))
    most = times * size + (OF_COMMANDS if size < FEW_BYTES else 0)
    assert more <= most, f"{more / size:.0f} times"


@pytest.mark.parametrize("options", [(), ("--fix", "--unsafe-fixes")], ids=["check", "fix"])
@pytest.mark.parametrize("name", names(BUNDLES, QUICK))
def test_time_and_memory(name: str, options: tuple[str, ...], start_up: int, tmp_path: Path) -> None:
    files = BUNDLES[name]()
    more = run(tmp_path / "bundle", files, *options) - start_up
    judge(more, files, (MORE_CHANGED if options else MORE).get(name, TIMES))


@pytest.mark.parametrize("name", names(BUNDLES, ("duplicate keys",)))
def test_formatting(name: str, start_up: int, tmp_path: Path) -> None:
    files = BUNDLES[name]()
    more = run_command(tmp_path / "bundle", files, "format", "--no-cache") - start_up
    judge(more, files, MORE.get(name, TIMES))


@pytest.mark.parametrize("name", names(BUNDLES, ("date parts",)))
def test_patches(name: str, start_up: int, tmp_path: Path) -> None:
    files = BUNDLES[name]()
    more = run(tmp_path / "bundle", files, "--diff") - start_up
    judge(more, files, MORE_CHANGED.get(name, TIMES))


def in_lines(folder: Path, files: Files, name: str) -> float:
    """How much memory ``textconv`` takes beyond that of a small file, as a multiple of the file's size."""
    small = {**files, name: b"[1]"}
    least = run_command(folder / "small", small, "textconv", name)
    return (run_command(folder / "large", files, "textconv", name) - least) / max(SIZE, len(files[name]))


@pytest.mark.parametrize("is_known", [True, False], ids=["its name", "another name"])
@pytest.mark.parametrize("name", names(BUNDLES, ("ones", "objects with a duplicate key")))
def test_lines_for_git(name: str, is_known: bool, tmp_path: Path) -> None:
    files = BUNDLES[name]()
    path = max(files, key=lambda path: len(files[path]))
    if not is_known:
        files, path = {"x.json": files[path]}, "x.json"
    times = in_lines(tmp_path, files, path)
    assert times <= TIMES, f"{times:.0f} times"


@pytest.mark.parametrize(
    "name", names(nasty_runs.BUNDLES, ("evidence context, evidence_refs: empty objects",))
)
def test_lines_of_runs_and_contexts(name: str, tmp_path: Path) -> None:
    files = nasty_runs.BUNDLES[name]()
    times = in_lines(tmp_path, files, max(files, key=lambda path: len(files[path])))
    assert times <= TIMES, f"{times:.0f} times"


@pytest.mark.parametrize("name", names(nasty_runs.BUNDLES, QUICK_RUNS))
def test_runs_and_contexts(name: str, start_up: int, tmp_path: Path) -> None:
    """Their rules have no fixes, so they are only checked."""
    files = nasty_runs.BUNDLES[name]()
    judge(run(tmp_path / "bundle", files) - start_up, files)


@pytest.mark.parametrize(
    "name", names(DECISIONS, ("lines with an empty object", "decisions of a record each"))
)
def test_import_of_decisions(name: str, start_up: int, tmp_path: Path) -> None:
    files = DECISIONS[name]()
    judge(run_command(tmp_path / "a", files, "review", "import", DECISIONS_FILE) - start_up, files)


@pytest.mark.parametrize("name", names(BUNDLES, ("unknown keys",)))
def test_writing_a_baseline(name: str, start_up: int, tmp_path: Path) -> None:
    files = BUNDLES[name]()
    more = run_command(tmp_path / "a", files, "baseline", "write") - start_up
    judge(more, files, MORE.get(name, TIMES))


@pytest.mark.parametrize(("name", "code"), QUICK_RUNS.items())
def test_they_are_found(name: str, code: str, tmp_path: Path) -> None:
    for file, data in nasty_runs.BUNDLES[name]().items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes(data)
    assert code in lint(tmp_path, "check", "--no-cache").stdout
