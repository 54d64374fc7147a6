"""Timings beside other tools: whole processes, interleaved, medians. Run by ``make bench``; never a test.

    python -m tests.benchmarks.bench [--quick] [--write] [POINT ...]

``--quick`` takes smaller files and fewer runs; ``--write`` puts the table into docs/performance.md, which takes all
points. Points are named by their numbers.
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
POINTS = "12345678"

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

KEYSTROKES = """
import os, sys, time
from sourceright_lint.server.analysis import Analysis
place = os.path.abspath(sys.argv[1])
content = open(place, encoding="utf-8").read()
analysis, taken = Analysis(), []
analysis.texts[place] = content
analysis.look_at(place)
for count in range(1, 8):
    start = content.index(chr(34) + sys.argv[2] + chr(34), len(content) // 2) + len(sys.argv[2]) + 5
    analysis.texts[place] = content[:start] + "X" * count + content[start:]
    before = time.process_time()
    analysis.look_at(place)
    taken.append(time.process_time() - before)
print(sorted(taken)[len(taken) // 2])
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


def measure(commands: Sequence[Command], rounds: int, warming: int = 1) -> dict[str, Figure]:
    """All commands in turn, so that a drift of the machine meets them alike. The first rounds warm up."""
    runs: dict[str, list[Run]] = {command.name: [] for command in commands}
    for turn in range(rounds + warming):
        for command in commands:
            command.reset()
            run = _run(command)
            if turn >= warming:
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


class Row(NamedTuple):
    """A line of the table. The goal is a number as text, empty where there is none; the first ratio is held to it."""

    point: str
    what: str
    measured: str
    ratio: float
    processor: float | None
    goal: str

    @property
    def cells(self) -> list[str]:
        """The line as text."""
        processor = "" if self.processor is None else f"{self.processor:.2f}"
        reached = "" if not self.goal else "yes" if self.ratio <= float(self.goal) else "no"
        return [self.point, self.what, self.measured, f"{self.ratio:.2f}", processor, self.goal, reached]


class Bench:
    """The table, row by row."""

    def __init__(self, place: Path, quick: bool) -> None:
        self.place = place
        self.rounds = 3 if quick else 7
        self.few = 2 if quick else 3
        self.large = 2_000 if quick else 100_000
        self.middle = self.large // 10
        self.many = 40 if quick else 2_000
        self.rows: list[Row] = []
        self.known: dict[str, Figure] = {}

    def add(self, point: str, what: str, ours: Figure, other: Figure, goal: str, share: float = 1.0) -> None:
        """A row that says how long one takes beside a share of another."""
        wall, processor = ours.wall / other.wall / share, ours.processor / other.processor / share
        self.put(Row(point, what, _ms(ours, other), wall, processor, goal))

    def put(self, row: Row) -> None:
        """A row of the table, told at once."""
        self.rows.append(row)
        point, what, measured, *rest = row.cells
        print(f"{point} {what:<66} {measured:<26} {' '.join(f'{cell:>5}' for cell in rest)}", flush=True)

    def run(self, points: str) -> None:
        """Every point that is asked for."""
        if "1" in points:
            self.small()
        if "2" in points:
            self.staged()
        if set("356") & set(points):
            self.large_clean()
        if "4" in points:
            self.large_messy()
        if "6" in points:
            self.growth()
        if "7" in points:
            self.many_small()
        if "8" in points:
            self.keystrokes()

    def small(self) -> None:
        """A clean workspace of 100 references."""
        folder = self.workspace("small", 100)
        figures = measure(
            [
                Command("floor", [[self.floor()]], folder),
                Command("check", [[TOOL, "check"]], folder),
                Command("no cache", [[TOOL, "check", "--no-cache"]], folder),
                Command("chain", self.chain(folder), folder),
            ],
            self.rounds * 3,
        )
        floor, ours, cold = figures["floor"], figures["check"], figures["no cache"]
        self.add("1", "100 references, `check`, over a console script that does nothing", ours, floor, "2")
        self.add("1", "the same with `--no-cache`", cold, floor, "2")
        self.add(
            "1",
            "the same over check-json, pretty-format-json, check-jsonschema",
            cold,
            figures["chain"],
            "0.25",
        )

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
        self.add(
            "2", f"`--staged` among {count:,} files, over `check`", figures["staged"], figures["tree"], "2"
        )

    def large_clean(self) -> None:
        """A large clean workspace, one of a tenth of it, and one with a few faults."""
        folder, middle = self.workspace("large", self.large), self.workspace("middle", self.middle)
        faulty = self.workspace("faulty", self.large, faults=100)
        check = [TOOL, "check", "--no-cache", "--quiet"]
        commands = [
            Command("pass", [[sys.executable, "-c", "pass"]], folder),
            Command("loop", [self.loop(folder)], folder),
            Command("check", [check], folder),
            Command("middle", [check], middle),
            Command("faults", [check], faulty),
        ]
        jsonvet = shutil.which("jsonvet", path=str(BIN))
        if jsonvet:
            commands.append(Command("jsonvet", self.jsonvet(jsonvet, folder), folder))
            commands.append(Command("jsonvet middle", self.jsonvet(jsonvet, middle), middle))
        self.known = figures = measure(commands, self.few)
        loop, ours = figures["loop"], figures["check"]
        name = f"{self.large:,} references"
        self.add("3", f"{name}, `check`, over an orjson load and dump", ours, loop, "2")
        self.add("3", "the same over `python -c pass`", ours, figures["pass"], "")
        if jsonvet:
            native = figures["jsonvet"]
            self.add("3", f"{name}, over `jsonvet --schema`", ours, native, "0.8")
            self.put(Row("3", "its memory", _mib(ours, native), ours.memory / native.memory, None, ""))
            what = f"{self.middle:,} references, over `jsonvet --schema`"
            self.add("3", what, figures["middle"], figures["jsonvet middle"], "1")
        self.add("5", f"100 faults among {name}, over the clean check", figures["faults"], ours, "1.5")

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
        ours = figures["format"]
        size = sum((kept / name).stat().st_size for name in NAMES) / 2**20
        what = f"`format` of {self.large:,} shuffled references, over the load and dump"
        self.add("4", what, ours, figures["loop"], "3")
        measured = f"{ours.memory:.0f} / {size:.0f} MiB"
        self.put(Row("4", "its memory, over the size of the files", measured, ours.memory / size, None, "8"))

    def growth(self) -> None:
        """Ten times as much takes ten times as long, clean or with a fault in every record."""
        one, ten = self.known["middle"], self.known["check"]
        what = f"{self.large:,} over {self.middle:,} references"
        self.add("6", f"{what}, time", ten, one, "11")
        self.put(Row("6", f"{what}, memory", _mib(ten, one), ten.memory / one.memory, None, "11"))
        check = [TOOL, "check", "--no-cache", "--output-format", "concise"]
        commands = [
            Command(name, [check], self.workspace(f"{name} bad", count, faults=count))
            for name, count in (("middle", self.middle), ("large", self.large))
        ]
        figures = measure(commands, 1, 0)
        one, ten = figures["middle"], figures["large"]
        what = f"{self.large:,} over {self.middle:,} findings"
        self.add("6", f"{what}, time", ten, one, "11")
        self.put(Row("6", f"{what}, memory", _mib(ten, one), ten.memory / one.memory, None, "11"))

    def many_small(self) -> None:
        """A repository with many workspaces of 100 references, anew and with nothing changed."""
        folder = self.place / "many"
        one = self.workspace("small", 100)
        for number in range(self.many):
            shutil.copytree(one, folder / f"paper-{number:04}")
        cache = str(self.place / "cache")
        figures = measure(
            [
                Command("floor", [[self.floor()]], one),
                Command("one", [[TOOL, "check", "--no-cache"]], one),
                Command("anew", [[TOOL, "check", "--no-cache"]], folder),
                Command("again", [[TOOL, "check", "--cache-dir", cache]], folder),
            ],
            self.few,
        )
        shutil.rmtree(folder)
        alone, floor, anew = figures["one"], figures["floor"], figures["anew"]
        work = Figure(alone.wall - floor.wall, alone.processor - floor.processor, 0)
        what = f"{self.many:,} small workspaces, over so often what one takes beyond the start"
        self.add("7", what, anew, work, "1.2", self.many)
        self.add("7", "the same with nothing changed, over anew", figures["again"], anew, "0.2")

    def keystrokes(self) -> None:
        """A keystroke in an editor: one file of a workspace of 1,000 references is another."""
        folder = self.workspace("edited", 1000)
        for member in ("title", "DOI"):
            command = [sys.executable, "-c", KEYSTROKES, str(folder / NAMES[0]), member]
            taken = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            what = f"a keystroke in a {member} among 1,000 references, over 100 ms"
            self.put(Row("8", what, f"{taken * 1000:.0f} ms of work", taken / 0.1, None, "1"))

    def workspace(self, name: str, count: int, messy: bool = False, faults: int = 0) -> Path:
        """A folder with a workspace, made once.

        Made by another process: the peak memory of what is measured counts from that of whoever starts it.
        """
        folder = self.place / name
        if not folder.exists():
            given = [str(folder), str(count), "messy" if messy else "plain", str(faults)]
            subprocess.run([sys.executable, "-m", "tests.benchmarks.generate", *given], cwd=ROOT, check=True)
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


def table(rows: Sequence[Row]) -> str:
    """The rows as Markdown."""
    head = ["no.", "what", "measured", "ratio", "of processor time", "goal", "reached"]
    lines = [head, ["---"] * len(head), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Measure, print, and write the page where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("points", nargs="*", metavar="POINT", default=[POINTS])
    arguments = parser.parse_args()
    points = "".join(arguments.points)
    if arguments.write and points != POINTS:
        parser.error("--write takes all points")
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="sourceright-lint-bench-") as place:
        bench = Bench(Path(place), arguments.quick)
        bench.run(points)
    minutes = (time.perf_counter() - begun) / 60
    python = f"Python {sys.version.split()[0]}, {os.cpu_count()} processors"
    text = (
        f"{table(bench.rows)}\n\n{python}, load {os.getloadavg()[0]:.1f} at the end; {minutes:.0f} minutes."
    )
    print(text)
    if arguments.write:
        page = ROOT / "docs" / "performance.md"
        before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
        page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
