"""Judge mutants: each in a process of its own, forked from one in which the tests are collected."""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.mutants import WORK, Mutant, settings
from tests.mutation.reach import Reach, Recorder, reach, unknown, wrapped
from tests.mutation.verdicts import Verdict, Verdicts

_MEMORY = 6 << 30
"""Bytes that the tests of one mutant may take."""

_PATIENCE = 5.0
"""Seconds of processor time beyond what its tests take usually: a mutant counts as one that does not end then."""

_WAITING = 3
"""So many times longer may it take if it waits: for a busy machine, or for what never comes."""


def files_of_tests() -> list[str]:
    """The files that hold the tests which are asked."""
    paths = [Path(name.partition("::")[0]) for name in settings()["tests"]]
    found = {str(file) for path in paths for file in (path.rglob("test_*.py") if path.is_dir() else [path])}
    return sorted(found)


def record(files: Sequence[str]) -> bool:
    """Run the tests of files that are new or changed and note what they reach; whether they could be run."""
    missing = unknown(files)
    if not missing:
        return True
    _say(f"running the tests of {len(missing)} files once, to see what each reaches")
    recorder = Recorder()
    _replace_trampoline(recorder.wrap)
    status = _run(missing, recorder)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        _say(f"they cannot be run (pytest says {int(status)}): {recorder.trouble}")
        return False
    recorder.save(missing)
    return True


def judge(todo: Sequence[Mutant], files: Sequence[str], seconds: float) -> None:
    """Ask the tests in ``files`` about each mutant, up to so many seconds of them, and keep what they say."""
    known = reach(files)
    targets = {mutant.target for mutant in todo}
    needed = {test.partition("::")[0] for test, what in known.items() if what.functions & targets}
    judging = _Judging(todo, known, seconds)
    _replace_trampoline(judging.wrap)
    # Where no test reaches one of them, any will do to be told so.
    _run(sorted(needed) or [files[0]], judging)


def _replace_trampoline(wrap: Callable[..., Any]) -> None:
    """Before the package is imported: the mutated one, with another trampoline than mutmut's own."""
    import mutmut.mutation.trampoline as trampoline

    trampoline.wrap_in_trampoline = wrap
    import tests

    sys.path[:] = [str(WORK), *(path for path in sys.path if Path(path or ".").resolve() != Path.cwd())]
    tests.__path__ = [str(WORK / "tests")]
    os.environ.update(MUTANT_UNDER_TEST="", PYTHONPATH=str(WORK))
    os.chdir(WORK)
    # A call of a mutated function goes through others: no test is to fail for the depth of that.
    sys.setrecursionlimit(3 * sys.getrecursionlimit())
    # Nothing here outlives the power, and waiting for the disk is most of what the tests would do.
    os.fsync = lambda descriptor: (descriptor + 0, None)[1]
    if Path("/dev/shm").is_dir():
        os.environ["TMPDIR"], tempfile.tempdir = "/dev/shm", None


def _say(text: str) -> None:
    """A line that another process does not write into."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _run(files: Sequence[str], plugin: object) -> int:
    folder = tempfile.mkdtemp(prefix="mutants-")
    options = (
        "--rootdir=.",
        "-p",
        "no:cacheprovider",
        "--capture=no",
        "--tb=no",
        f"--basetemp={folder}/tests",
    )
    try:
        with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
            return pytest.main([*options, *files], plugins=[plugin, _Repeatable()])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class _Repeatable:
    def pytest_collection(self) -> None:
        from hypothesis import Phase, settings

        same = settings(
            settings.get_profile("unhurried"),
            database=None,
            derandomize=True,
            phases=(Phase.explicit, Phase.generate),
        )
        settings.register_profile("mutants", same)
        settings.load_profile("mutants")


class _Judging:
    """A pytest plug-in that judges mutants where the tests would be run."""

    def __init__(self, todo: Sequence[Mutant], known: dict[str, Reach], seconds: float) -> None:
        self._todo, self._known, self._seconds = todo, known, seconds
        self._verdicts = {module: Verdicts(module) for module in {mutant.module for mutant in todo}}
        self._kills = Counter(pair for module in self._verdicts.values() for pair in module.killers(todo))
        self._active: dict[str, list[tuple[dict[str, Any], Callable[[str], None]]]] = {}

    def wrap(self, mutants: dict[str, Any], is_classmethod: bool = False) -> Callable[[Any], Any]:
        """In place of mutmut's trampoline: what is called is set once, and not looked up at each call."""

        def method(name: str) -> Any:
            if is_classmethod:
                own = mutants[name].__name__
                return lambda cls, *args, **kwargs: getattr(cls, own)(*args, **kwargs)
            return mutants[name]

        def decorate(function: Any) -> Any:
            def chosen(*args: Any, **kwargs: Any) -> Any:
                return method("_mutmut_orig")(*args, **kwargs)

            def choose(name: str) -> None:
                nonlocal chosen
                chosen = method(name)

            self._active.setdefault(function.__module__, []).append((mutants, choose))
            return wrapped(function, lambda *args, **kwargs: chosen(*args, **kwargs))

        return decorate

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge all, and run no test here."""
        for module in {mutant.key.rpartition(".")[0] for mutant in self._todo}:
            importlib.import_module(module)
        items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()
        saved = time.monotonic()
        for number, mutant in enumerate(self._todo):
            tests = [items[test] for test in self._chosen(mutant, items.keys())]
            verdict = self._judged(mutant, tests)
            self._verdicts[mutant.module].add(mutant, verdict)
            if verdict.killer:
                self._kills[mutant.target, verdict.killer] += 1
            if time.monotonic() > saved + 20:
                saved = time.monotonic()
                self._save()
                _say(f"{number + 1} of {len(self._todo)}, in {mutant.module}")
        self._save()
        return True

    def _save(self) -> None:
        for verdicts in self._verdicts.values():
            verdicts.save()

    def _chosen(self, mutant: Mutant, ids: Collection[str]) -> list[str]:
        """The tests to ask: what killed others like it first, then the module's own, then the quick ones."""
        name = mutant.module.rpartition("/")[2]
        of_module: Counter[str] = Counter()
        for (target, test), times in self._kills.items():
            if target.rpartition(".")[0] == mutant.target.rpartition(".")[0]:
                of_module[test] += times
        reaching = (
            test for test in ids if test in self._known and mutant.target in self._known[test].functions
        )
        ordered = sorted(
            reaching,
            key=lambda test: (
                -self._kills[mutant.target, test],
                name not in test.partition("::")[0],
                -of_module[test],
                round(self._known[test].seconds, 1),
            ),
        )
        chosen: list[str] = []
        total = 0.0
        for test in ordered:
            takes = self._known[test].seconds + 0.003
            if not chosen or total + takes <= self._seconds:
                chosen.append(test)
                total += takes
        return chosen

    def _judged(self, mutant: Mutant, tests: Sequence[pytest.Item]) -> Verdict:
        if not tests:
            return Verdict(mutant.digest, "unreached", None, 0)
        usual = sum(self._known[test.nodeid].seconds for test in tests)
        told = _in_a_child(lambda: self._first_that_fails(mutant, tests), _PATIENCE + 3 * usual)
        if told in ("timeout", "crash"):
            return Verdict(mutant.digest, told, None, 0)
        killer = json.loads(told)
        return Verdict(mutant.digest, "killed" if killer else "survived", killer, round(usual, 2))

    def _first_that_fails(self, mutant: Mutant, tests: Sequence[pytest.Item]) -> str:
        from _pytest.runner import runtestprotocol

        module, _, name = mutant.key.rpartition(".")
        for known, activate in self._active[module]:
            if name in known:
                activate(name)
        os.environ["MUTANT_UNDER_TEST"] = mutant.key
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            try:
                reports = runtestprotocol(test, nextitem=following, log=False)
            except BaseException:
                return json.dumps(test.nodeid)
            if any(report.failed for report in reports):
                return json.dumps(test.nodeid)
        return json.dumps(None)


def _in_a_child(work: Callable[[], str], seconds: float) -> str:
    """What ``work`` says in a process of its own; ``timeout`` or ``crash`` where it says nothing."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            os.setsid()
            nowhere = os.open(os.devnull, os.O_RDWR)
            for standard in (0, 1, 2):
                os.dup2(nowhere, standard)
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (round(seconds), round(seconds)))
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    has_ended = _wait(child, seconds * _WAITING)
    said = os.read(reading, 1 << 16).decode()
    os.close(reading)
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    return (said or "crash") if has_ended else "timeout"


def _wait(child: int, seconds: float) -> bool:
    """Whether the process ended by itself."""
    deadline = time.monotonic() + seconds
    pause = 0.001
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return not (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL))
        if time.monotonic() > deadline:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return False
        time.sleep(pause)
        pause = min(pause * 1.5, 0.02)
