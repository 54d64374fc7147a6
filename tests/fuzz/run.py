"""Fuzz one target: ``python -m tests.fuzz.run TARGET [--seconds N] [--plain]``.

Guided by coverage where ``atheris`` is installed, else (or with ``--plain``) by chance. What goes wrong is kept in
``build/fuzz/TARGET/findings`` and the run goes on; each fault is kept once. ``stats.json`` beside it counts.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, suppress
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.mutate import crossed, mutated

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "fuzz"
SLOW = 10.0
LARGEST = 60_000
ONE_TARGET = ("-m", "tests.fuzz.run")
"""What Python is told to start for one target."""

_SAVED_EVERY = 0.5
_KEPT_FILES, _KEPT_BYTES = 40, 4_000


def main() -> None:
    """Run as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="without atheris")
    parser.add_argument("--keep", action="store_true", help="only choose what is kept in tests/fuzz/corpus")
    args = parser.parse_args()
    if args.keep:
        _keep(args.target)
    elif args.plain or not _is_installed("atheris"):
        _by_chance(args.target, args.seconds, args.seed)
    else:
        _guided(args.target, args.seconds, args.seed)


def _is_installed(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None


class Watched:
    """A target that keeps what goes wrong instead of ending, and counts."""

    def __init__(self, name: str, target: Callable[[bytes], None]) -> None:
        self.folder = PLACE / name
        (self.folder / "findings").mkdir(parents=True, exist_ok=True)
        self.target = target
        self.stats: dict[str, Any] = {"executions": 0, "seconds": 0.0, "slowest": 0.0, "findings": 0}
        file = self.folder / "stats.json"
        if file.exists():
            self.stats.update(json.loads(file.read_text()))
        self.started = time.monotonic()

    def __call__(self, data: bytes) -> None:
        started = time.perf_counter()
        try:
            self.target(data)
        except (Exception, SystemExit) as error:
            self._keep(data, error)
        taken = time.perf_counter() - started
        if taken > self.stats["slowest"]:
            self.stats["slowest"] = taken
            (self.folder / "slowest").write_bytes(data)
        self.stats["executions"] += 1
        if time.monotonic() - self.started > _SAVED_EVERY:
            self.save()

    def save(self) -> None:
        """Write the counts."""
        now = time.monotonic()
        self.stats["seconds"] += now - self.started
        self.started = now
        new = self.folder / "stats.new"  # a target that is killed meanwhile leaves no half of it
        new.write_text(json.dumps(self.stats))
        new.replace(self.folder / "stats.json")

    def _keep(self, data: bytes, error: BaseException) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        said = str(error)[:40] if isinstance(error, AssertionError) else ""
        places = [f"{frame.filename}:{frame.lineno}" for frame in frames[-3:]]
        name = hashlib.sha256(f"{type(error).__name__} {places} {said}".encode()).hexdigest()[:12]
        file = self.folder / "findings" / name
        if file.exists() and len(file.read_bytes()) <= len(data):
            return
        if not file.exists():
            self.stats["findings"] += 1
        file.write_bytes(data)
        (self.folder / "findings" / f"{name}.txt").write_text(
            "".join(traceback.format_exception(error))[-6000:], errors="backslashreplace"
        )


def _by_chance(name: str, seconds: int, seed: int) -> None:
    from tests.fuzz.registry import TARGETS
    from tests.fuzz.seeds import corpus, seeds

    watched = Watched(name, TARGETS[name])
    known = [*corpus(name), *seeds(name)]
    rng = Random(seed)
    deadline = time.monotonic() + seconds
    for data in known:
        watched(data)
    while time.monotonic() < deadline:
        watched(mutated(rng.choice(known), rng, known, LARGEST))
    watched.save()


def _guided(name: str, seconds: int, seed: int) -> None:
    import atheris

    with redirect_stderr(StringIO()), atheris.instrument_imports(include=["sourceright_lint"]):
        _import_all()
        from tests.fuzz.registry import TARGETS
    from tests.fuzz.seeds import corpus, seeds

    watched = Watched(name, TARGETS[name])
    found, start = PLACE / name / "corpus", PLACE / name / "seeds"
    for folder in (found, start):
        folder.mkdir(parents=True, exist_ok=True)
    for data in (*corpus(name), *seeds(name)):
        (start / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)

    def mutator(data: bytes, limit: int, number: int) -> bytes:
        rng = Random(number)
        if rng.random() < 0.2:
            return bytes(atheris.Mutate(data, limit))
        return mutated(data, rng, limit=limit)

    def crosser(one: bytes, other: bytes, limit: int, number: int) -> bytes:
        return crossed(one, other, Random(number))[:limit]

    options = [
        sys.argv[0],
        str(found),
        str(start),
        f"-max_total_time={seconds}",
        f"-max_len={LARGEST}",
        f"-seed={seed + 1}",
        f"-timeout={SLOW:.0f}",
        "-rss_limit_mb=3000",
        "-verbosity=0",
        f"-artifact_prefix={PLACE / name}/",
    ]
    atheris.Setup(options, watched, custom_mutator=mutator, custom_crossover=crosser)
    atheris.Fuzz()


def _import_all() -> None:
    """Load every module of the package: what is imported later, inside a function, would not be watched."""
    import pkgutil
    from importlib import import_module

    import sourceright_lint

    for module in pkgutil.walk_packages(sourceright_lint.__path__, "sourceright_lint."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):  # what an extra brings need not be there
                import_module(module.name)


def _keep(name: str) -> None:
    """The shortest inputs that together reach everything that the corpus reaches, as far as there is room."""
    from tests.fuzz.registry import TARGETS
    from tests.fuzz.seeds import CORPUS, corpus, seeds

    target = TARGETS[name]
    reached: set[tuple[str, int]] = set()
    for data in seeds(name):
        reached |= _lines_of(target, data)
    found = PLACE / name / "corpus"
    known = (
        [*corpus(name), *(path.read_bytes() for path in found.iterdir())] if found.is_dir() else corpus(name)
    )
    kept = []
    for data in sorted(set(known), key=lambda data: (len(data), data)):
        if len(data) > _KEPT_BYTES or len(kept) == _KEPT_FILES:
            break
        new = _lines_of(target, data) - reached
        if new:
            kept.append(data)
            reached |= new
    folder = CORPUS / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for data in kept:
        (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    print(name, len(kept), "kept,", sum(map(len, kept)), "bytes")


def _lines_of(target: Callable[[bytes], None], data: bytes) -> set[tuple[str, int]]:
    """Steps from line to line of the package that an input takes."""
    steps: set[tuple[str, int]] = set()

    def local(frame: Any, event: str, argument: Any) -> Any:
        if event == "line":
            steps.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def trace(frame: Any, event: str, argument: Any) -> Any:
        return local if "/sourceright_lint/" in frame.f_code.co_filename else None

    sys.settrace(trace)
    with suppress(Exception):
        target(data)
    sys.settrace(None)
    return steps


def all_targets(seconds: int, arguments: Sequence[str] = ()) -> int:
    """Each target in a process of its own, one after the other; 1 where something was found or a target died."""
    from tests.fuzz.registry import TARGETS

    statuses = {}
    for name in TARGETS:
        print(name, flush=True)
        command = [sys.executable, *ONE_TARGET, name, "--seconds", str(seconds), *arguments]
        statuses[name] = subprocess.run(command, cwd=ROOT, check=False).returncode
    return summary(statuses)


def summary(statuses: Mapping[str, int]) -> int:
    """Print what was run and found, and how each target ended; 1 where not all is well.

    At its time limit ``atheris`` ends with 0, as the plain way does; with anything else where the target died.
    """
    is_well = True
    for name, status in statuses.items():
        stats = PLACE / name / "stats.json"
        left = _findings(PLACE / name)
        line = f"{name:<18}"
        if stats.exists():
            said = json.loads(stats.read_text())
            line += f"{said['executions']:>10} executions {said['seconds']:>8.0f} s"
            line += f"  slowest {said['slowest']:.2f} s"
        else:
            line += "  it died before it counted anything"
        line += f"  findings {len(left)}"
        if status:
            line += f"  ended with status {status}"
        print(line, *(f"  {path}" for path in left), sep="\n")
        is_well = is_well and stats.exists() and not left and not status
    return 0 if is_well else 1


def _findings(folder: Path) -> list[Path]:
    """What was kept of faults, and the inputs at which a target died, such as ``crash-*`` and ``timeout-*``."""
    found = [path for path in (folder / "findings").glob("*") if path.suffix != ".txt"]
    return sorted([*found, *folder.glob("*-*")])


if __name__ == "__main__":
    main()
