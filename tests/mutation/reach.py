"""Which tests reach which functions, and how long they take. Kept between runs for each file of tests."""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.mutation.mutants import WORK

_FOLDER = WORK / "reach"


class Reach(NamedTuple):
    """``functions`` are those that a test calls, as mutmut names them; ``seconds`` is what it takes."""

    seconds: float
    functions: frozenset[str]


def reach(files: Iterable[str]) -> dict[str, Reach]:
    """What is known of the tests in these files, by the tests' ids."""
    return {
        test: Reach(seconds, frozenset(functions))
        for file in files
        if (kept := _kept(file)).exists()
        for test, (seconds, functions) in json.loads(kept.read_text("utf-8")).items()
    }


def unknown(files: Iterable[str]) -> list[str]:
    """The files of tests that are new or changed."""
    return [file for file in files if not _kept(file).exists()]


def _kept(file: str) -> Path:
    digest = hashlib.sha256((WORK / file).read_bytes()).hexdigest()[:12]
    return _FOLDER / f"{file.replace('/', '.')}.{digest}.json"


class Recorder:
    """A pytest plug-in that notes what the tests reach."""

    def __init__(self) -> None:
        self.hits: set[str] = set()
        self.trouble = "no reason is known"
        self._seconds: dict[str, float] = {}
        self._functions: dict[str, list[str]] = {}
        self._failed: set[str] = set()

    def wrap(self, mutants: dict[str, Any], is_classmethod: bool = False) -> Callable[[Any], Any]:
        """In place of mutmut's trampoline: the original, and a note that it was called."""

        def decorate(function: Any) -> Any:
            names: list[str] = []

            def call(*args: Any, **kwargs: Any) -> Any:
                original = mutants["_mutmut_orig"]
                if not names:
                    names.append(f"{original.__module__}.{original.__name__.removesuffix('__mutmut_orig')}")
                self.hits.add(names[0])
                if is_classmethod:
                    return getattr(args[0], original.__name__)(*args[1:], **kwargs)
                return original(*args, **kwargs)

            return wrapped(function, call)

        return decorate

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Why tests cannot be run."""
        if report.failed:
            self.trouble = f"{report.nodeid}: {report.longreprtext.strip().splitlines()[-1]}"

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Add up what set-up, test and clean-up take."""
        self._seconds[item.nodeid] = self._seconds.get(item.nodeid, 0) + call.duration

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without a mutant tells nothing about one."""
        if report.failed:
            self._failed.add(report.nodeid)
            sys.stderr.write(f"not asked, for it fails without a mutant: {report.nodeid}\n")

    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        """What was called since the test before is this test's."""
        self._functions[item.nodeid] = sorted(self.hits)
        self.hits.clear()

    def save(self, files: Iterable[str]) -> None:
        """Keep what was noted, for each file."""
        _FOLDER.mkdir(parents=True, exist_ok=True)
        for file in files:
            tests = {
                test: (round(self._seconds.get(test, 0), 4), functions)
                for test, functions in self._functions.items()
                if test.partition("::")[0] == file and test not in self._failed
            }
            kept = _kept(file)
            for old in _FOLDER.glob(f"{file.replace('/', '.')}.*.json"):
                old.unlink()
            kept.write_text(json.dumps(tests), "utf-8")


def wrapped(function: Any, call: Callable[..., Any]) -> Any:
    """``call`` in the guise of ``function``; a generator stays one."""
    if inspect.isgeneratorfunction(function):

        @wraps(function)
        def generator(*args: Any, **kwargs: Any) -> Any:
            return (yield from call(*args, **kwargs))

        return generator
    return wraps(function)(lambda *args, **kwargs: call(*args, **kwargs))
