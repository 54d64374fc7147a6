"""Timings beside other tools: whole processes, interleaved, medians. Run by ``make bench``; never a test.

    python -m tests.benchmarks.bench [--quick] [--write]

``--quick`` takes smaller files and fewer runs; ``--write`` puts the table into docs/performance.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.generate import write_workspace

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
TOOL = str(BIN / "sourceright-lint")
NAMES = ("references.csl.json", "references.verification.json", "review-queue.jsonl")
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"

LOOP = """
import gc, sys, orjson
gc.disable()
for path in sys.argv[1:]:
    data = open(path, "rb").read()
    if path.endswith(".jsonl"):
        for line in data.splitlines():
            orjson.dumps(orjson.loads(line))
    else:
        orjson.dumps(orjson.loads(data), option=orjson.OPT_INDENT_2)
"""


class Run(NamedTuple):
    """One finished process: seconds on the wall and on the processor, peak memory in MiB."""

    wall: float
    processor: float
    memory: float


class Figure(NamedTuple):
    """Medians of a command's runs."""

    wall: float
    processor: float
    memory: float


class Command(NamedTuple):
    """What is run, and what puts its files back before each run."""

    name: str
    steps: Sequence[Sequence[str]]
    folder: Path
    reset: Callable[[], None] = lambda: None


def measure(commands: Sequence[Command], rounds: int) -> dict[str, Figure]:
    """All commands in turn, so that a drift of the machine meets them alike. One round warms up."""
    runs: dict[str, list[Run]] = {command.name: [] for command in commands}
    for turn in range(rounds + 1):
        for command in commands:
            command.reset()
            run = _run(command)
            if turn:
                runs[command.name].append(run)
    return {
        name: Figure(*(statistics.median(column) for column in zip(*found, strict=True)))
        for name, found in runs.items()
    }


def _run(command: Command) -> Run:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED") and not name.startswith("GITHUB_")
    }
    wall = processor = memory = 0.0
    for step in command.steps:
        start = time.perf_counter()
        process = subprocess.Popen(
            step, cwd=command.folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        wall += time.perf_counter() - start
        processor += usage.ru_utime + usage.ru_stime
        memory = max(memory, usage.ru_maxrss / 1024)
    return Run(wall, processor, memory)


class Bench:
    """The table, row by row."""

    def __init__(self, place: Path, quick: bool) -> None:
        self.place = place
        self.rounds = 3 if quick else 7
        self.few = 2 if quick else 3
        self.large = 2_000 if quick else 100_000
        self.middle = 1_000 if quick else 10_000
        self.many = 50 if quick else 2_000
        self.rows: list[tuple[str, str, str, str]] = []

    def add(self, what: str, measured: str, ratio: float, goal: str) -> None:
        """A row of the table."""
        self.rows.append((what, measured, f"{ratio:.2f}", goal))
        print(f"{what:<72} {measured:<34} {ratio:>6.2f}  {goal}", flush=True)

    def run(self) -> None:
        """Every point."""
        self.small()
        self.staged()
        self.large_clean()
        self.large_messy()
        self.growth()
        self.many_small()

    def small(self) -> None:
        """A clean workspace of 100 references."""
        folder = self.workspace("small", 100)
        floor = self.floor()
        figures = measure(
            [
                Command("floor", [[floor]], folder),
                Command("check", [[TOOL, "check"]], folder),
                Command("no cache", [[TOOL, "check", "--no-cache"]], folder),
                Command("chain", self.chain(folder), folder),
            ],
            self.rounds * 3,
        )
        base, ours = figures["floor"], figures["check"]
        cold, chain = figures["no cache"], figures["chain"]
        self.add(
            "100 references, `check`, over the bare console script",
            _ms(ours, base),
            ours.wall / base.wall,
            "2",
        )
        self.add("the same with `--no-cache`", _ms(cold, base), cold.wall / base.wall, "2")
        self.add(
            "100 references, over check-json, pretty-format-json and check-jsonschema",
            _ms(cold, chain), cold.wall / chain.wall, "0.25",
        )  # fmt: skip

    def staged(self) -> None:
        """The same, staged in a repository with many other files."""
        folder = self.workspace("repository/paper", 100).parent
        count = 1_000 if self.many < 100 else 20_000
        for number in range(count):
            path = folder / f"data/{number % 100}/{number}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{number}\n")
        git = ["git", "-c", "user.name=bench", "-c", "user.email=bench@example.org"]
        for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "base"]):
            subprocess.run([*git, *arguments], cwd=folder, check=True)
        write_workspace(folder / "paper", 101)
        subprocess.run(["git", "add", "."], cwd=folder, check=True)
        figures = measure(
            [
                Command("tree", [[TOOL, "check", "--no-cache", "paper"]], folder),
                Command("staged", [[TOOL, "check", "--no-cache", "--staged"]], folder),
            ],
            self.rounds,
        )
        ours, base = figures["staged"], figures["tree"]
        self.add(
            f"`--staged` among {count:,} files, over `check`", _ms(ours, base), ours.wall / base.wall, "2"
        )

    def large_clean(self) -> None:
        """A large clean workspace, and one with a few faults."""
        folder = self.workspace("large", self.large)
        faulty = self.workspace("faulty", self.large, faults=100)
        commands = [
            Command("loop", [self.loop(folder)], folder),
            Command("check", [[TOOL, "check", "--no-cache"]], folder),
            Command("faults", [[TOOL, "check", "--no-cache", "--quiet", "--ignore", "sidecar"]], faulty),
        ]
        jsonvet = shutil.which("jsonvet", path=str(BIN))
        if jsonvet:
            commands.append(Command("jsonvet", self.jsonvet(jsonvet, folder), folder))
        figures = measure(commands, self.few)
        loop, ours, faults = figures["loop"], figures["check"], figures["faults"]
        name = f"{self.large:,} references"
        self.add(f"{name}, `check`, over an orjson loop", _ms(ours, loop), ours.wall / loop.wall, "2")
        if jsonvet:
            native = figures["jsonvet"]
            self.add(f"{name}, over jsonvet --schema", _ms(ours, native), ours.wall / native.wall, "0.8")
            self.add("its peak memory", _mib(ours, native), ours.memory / native.memory, "")
        self.add(
            f"100 faults among {name}, over the clean check",
            _ms(faults, ours),
            faults.wall / ours.wall,
            "1.5",
        )

    def large_messy(self) -> None:
        """Formatting of a large workspace that another tool wrote."""
        folder = self.workspace("messy", self.large, messy=True)
        kept = self.place / "kept"
        shutil.copytree(folder, kept, dirs_exist_ok=True)

        def reset() -> None:
            for name in NAMES:
                shutil.copyfile(kept / name, folder / name)

        figures = measure(
            [
                Command("loop", [self.loop(kept)], kept),
                Command("format", [[TOOL, "format"]], folder, reset),
            ],
            self.few,
        )
        ours, loop = figures["format"], figures["loop"]
        size = sum((kept / name).stat().st_size for name in NAMES) / 2**20
        self.add(
            f"`format` of {self.large:,} messy references, over the loop",
            _ms(ours, loop),
            ours.wall / loop.wall,
            "3",
        )
        self.add(
            "its peak memory, over the files", f"{ours.memory:.0f} / {size:.0f} MiB", ours.memory / size, "8"
        )

    def growth(self) -> None:
        """Ten times as much takes ten times as long."""
        small, large = self.workspace("middle", self.middle), self.workspace("large", self.large)
        figures = measure(
            [
                Command("small", [[TOOL, "check", "--no-cache"]], small),
                Command("large", [[TOOL, "check", "--no-cache"]], large),
            ],
            self.few,
        )
        one, ten = figures["small"], figures["large"]
        what = f"{self.large:,} over {self.middle:,} references"
        self.add(f"{what}, time", _ms(ten, one), ten.wall / one.wall, "11")
        self.add(f"{what}, memory", _mib(ten, one), ten.memory / one.memory, "11")

    def many_small(self) -> None:
        """A repository with many small workspaces, anew and with nothing changed."""
        folder = self.place / "many"
        for number in range(self.many):
            self.workspace(f"many/paper-{number:04}", 3)
        one = self.workspace("one", 3)
        cache = str(self.place / "cache")
        figures = measure(
            [
                Command("floor", [[TOOL, "check", "--no-cache", "--isolated", "."]], self.place / "one"),
                Command("anew", [[TOOL, "check", "--no-cache"]], folder),
                Command("again", [[TOOL, "check", "--cache-dir", cache]], folder),
            ],
            self.rounds,
        )
        anew, again, start = figures["anew"], figures["again"], figures["floor"]
        assert one.is_dir()
        self.add(
            f"{self.many:,} small workspaces, each, over a run of one",
            _ms(anew, start),
            anew.wall / self.many / start.wall,
            "",
        )
        self.add("the same with nothing changed, over anew", _ms(again, anew), again.wall / anew.wall, "0.2")

    def workspace(self, name: str, count: int, messy: bool = False, faults: int = 0) -> Path:
        """A folder with a workspace, made once."""
        folder = self.place / name
        if not folder.exists():
            write_workspace(folder, count, messy, faults)
        return folder

    def floor(self) -> str:
        """A console script that imports json and nothing else."""
        script = self.place / "floor"
        script.write_text(f"#!{sys.executable}\nimport re\nimport sys\nimport json\nsys.exit(0)\n")
        script.chmod(0o755)
        return str(script)

    def loop(self, folder: Path) -> list[str]:
        """Reading and writing the same bytes, and nothing else."""
        return [sys.executable, "-c", LOOP, *(str(folder / name) for name in NAMES)]

    def chain(self, folder: Path) -> list[list[str]]:
        """What a repository without this tool would run."""
        csl, sidecar = (str(folder / name) for name in NAMES[:2])
        return [
            [str(BIN / "check-json"), csl, sidecar],
            [str(BIN / "pretty-format-json"), "--no-sort-keys", csl, sidecar],
            [str(BIN / "check-jsonschema"), "--schemafile", self.schema("csl"), csl],
            [str(BIN / "check-jsonschema"), "--schemafile", self.schema("verification"), sidecar],
        ]

    def jsonvet(self, jsonvet: str, folder: Path) -> list[list[str]]:
        """The native peer on the two large files."""
        return [
            [jsonvet, "--schema", self.schema(schema), str(folder / name)]
            for schema, name in zip(("csl", "verification"), NAMES[:2], strict=True)
        ]

    def schema(self, name: str) -> str:
        """A published schema, as a file."""
        path = self.place / f"{name}.schema.json"
        if not path.exists():
            subprocess.run([TOOL, "schema", name, "--output-file", str(path)], check=True)
        return str(path)


def _ms(one: Figure, other: Figure) -> str:
    return f"{one.wall * 1000:,.0f} / {other.wall * 1000:,.0f} ms"


def _mib(one: Figure, other: Figure) -> str:
    return f"{one.memory:,.0f} / {other.memory:,.0f} MiB"


def table(rows: Sequence[tuple[str, str, str, str]]) -> str:
    """The rows as Markdown."""
    head = ["| what | measured | ratio | goal |", "|---|---|---|---|"]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows)])


def main() -> None:
    """Measure, print, and write the page where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sourceright-lint-bench-") as place:
        bench = Bench(Path(place), arguments.quick)
        bench.run()
    load = f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}."
    text = f"{table(bench.rows)}\n\n{load}"
    if arguments.write:
        page = ROOT / "docs" / "performance.md"
        before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
        page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
