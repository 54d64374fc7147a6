"""``python -m tests.mutation [generate|judge|show|table] [MODULE ...]``; without a command all of it, in turn.

Modules are named like ``jsontext/skip``. ``judge`` takes those mutants of which nothing is known yet, and with
``--again`` also those that are alive and not explained. ``show`` lists these with what the tests said. What a file of
tests reaches is noted once for each version of it: after functions got other names, remove ``mutants/reach``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Sequence

from tests.mutation.explained import Explained, entry
from tests.mutation.mutants import Mutant, generate, mutants, settings
from tests.mutation.verdicts import DEAD, Verdicts

_FIRST, _AGAIN = 1.0, 10.0
"""Seconds of tests that are asked about a mutant, and about one that is alive and not explained after that."""


def main() -> int:
    args = _arguments()
    known = settings()["modules"]
    modules = args.modules or known
    for module in modules:
        if module not in known:
            print(f"{module} is none of the modules in pyproject.toml", file=sys.stderr)
            return 2
    if args.command in ("all", "generate"):
        generate(modules)
    if args.command == "judge" and not _judge(modules, args):
        return 2
    if args.command == "all" and not _all(modules, args.jobs):
        return 2
    if args.command in ("all", "table"):
        _table(modules)
    if args.command in ("all", "show"):
        return _show(modules)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    commands = ("all", "generate", "judge", "show", "table")
    parser.add_argument("command", nargs="?", default="all", choices=commands)
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument(
        "--again", action="store_true", help="ask also about those that are alive and not explained"
    )
    parser.add_argument(
        "--every", action="store_true", help="ask also about those that are alive and explained"
    )
    parser.add_argument("--anew", action="store_true", help="ask about all, the dead ones too")
    parser.add_argument("--seconds", type=float, default=_FIRST, help="seconds of tests for each mutant")
    parser.add_argument("--tests", action="append", help="ask only tests in files whose names hold this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_intermixed_args()


def _all(modules: Sequence[str], jobs: int) -> bool:
    """Both rounds, the modules spread over processes; whether the tests could be run."""
    from tests.mutation.judge import files_of_tests

    if not _record(files_of_tests()):
        return False
    for options in ((f"--seconds={_FIRST}",), ("--again", f"--seconds={_AGAIN}")):
        command = [sys.executable, "-m", "tests.mutation", "judge", *options]
        parts = [modules[job::jobs] for job in range(jobs)]
        running = [subprocess.Popen([*command, *part]) for part in parts if part]
        for process in running:
            process.wait()
    return True


def _record(files: Sequence[str]) -> bool:
    """What the tests reach is noted in a process of its own: the judging one imports the package in another way."""
    from tests.mutation.judge import record

    child = os.fork()
    if child == 0:
        done = False
        try:
            done = record(files)
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(0 if done else 1)
    return os.waitpid(child, 0)[1] == 0


def _judge(modules: Sequence[str], args: argparse.Namespace) -> bool:
    from tests.mutation.judge import files_of_tests, judge

    files = [file for file in files_of_tests() if not args.tests or any(name in file for name in args.tests)]
    todo = list(_todo(modules, args))
    if not todo:
        return True
    if not _record(files):
        return False
    sys.stderr.write(f"{len(todo)} mutants to judge in {len({mutant.module for mutant in todo})} modules\n")
    judge(todo, files, args.seconds)
    return True


def _todo(modules: Sequence[str], args: argparse.Namespace) -> list[Mutant]:
    todo = []
    for module in modules:
        verdicts, explained = Verdicts(module), Explained(module)
        for mutant in mutants([module]):
            verdict = verdicts.of(mutant)
            is_alive = verdict is not None and verdict.status not in DEAD
            why = explained.take(mutant) if is_alive else None
            if verdict is None or args.anew or (is_alive and (args.every or (args.again and why is None))):
                todo.append(mutant)
    return todo


def _show(modules: Sequence[str]) -> int:
    """The mutants that are alive and not explained; 1 where there are any, or some of which nothing is known."""
    number = unknown = 0
    for module in modules:
        verdicts, explained = Verdicts(module), Explained(module)
        for mutant in mutants([module]):
            verdict = verdicts.of(mutant)
            unknown += verdict is None
            if verdict is None or verdict.status in DEAD or explained.take(mutant):
                continue
            number += 1
            print(
                f"# {module}, {mutant.key.rpartition('_')[2]}: {verdict.status}, {verdict.asked} s of tests"
            )
            print(entry(mutant, "?"))
        for function, was, becomes in explained.unused:
            print(f"# {module}: explained and not alive: {function}: {was!r} → {becomes!r}")
    print(f"{number} mutants are alive and not explained, {unknown} not judged")
    return 1 if number or unknown else 0


def _table(modules: Sequence[str]) -> None:
    print("| module | mutants | killed | explained | alive | not judged |\n|---|---:|---:|---:|---:|---:|")
    total: Counter[str] = Counter()
    for module in modules:
        row, kinds = _count(module)
        total.update(row)
        total.update(kinds)
        if row["mutants"]:
            print(_row(f"`{module}.py`", row))
    print(_row("all", total))
    print(", ".join(f"{kind}: {total[kind]:,}" for kind in sorted(total) if kind not in _COLUMNS))


_COLUMNS = ("mutants", "killed", "explained", "alive", "not judged")


def _row(name: str, row: Counter[str]) -> str:
    return f"| {name} | " + " | ".join(f"{row[column]:,}" for column in _COLUMNS) + " |"


def _count(module: str) -> tuple[Counter[str], Counter[str]]:
    verdicts, explained = Verdicts(module), Explained(module)
    row: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for mutant in mutants([module]):
        verdict = verdicts.of(mutant)
        row["mutants"] += 1
        if verdict is None:
            row["not judged"] += 1
        elif verdict.status in DEAD:
            row["killed"] += 1
        elif why := explained.take(mutant):
            row["explained"] += 1
            kinds[why.partition(":")[0]] += 1
        else:
            row["alive"] += 1
    return row, kinds


if __name__ == "__main__":
    sys.exit(main())
