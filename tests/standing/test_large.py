"""A report of a large bibliography: in time in proportion to its size, and a page that does not grow with it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from sourceright_lint.contracts.sourceright.standing import RECORDS_SHOWN
from tests.benchmarks.generate import write_workspace
from tests.tool import lint

pytestmark = pytest.mark.slow

SMALL, LARGE = 5_000, 20_000
PAGE = 5_000_000
"""Bytes that a page of 100,000 references must not exceed."""


def report(folder: Path, format: str) -> tuple[float, str]:
    """Seconds that it takes, the best of two, and the report."""
    times = []
    for _ in range(2):
        started = time.perf_counter()
        done = lint(folder, "report", "--output-format", format, "--output-file", "report")
        times.append(time.perf_counter() - started)
        assert done.returncode == 0, done
    return min(times), (folder / "report").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    made = {}
    for count in (SMALL, LARGE):
        made[count] = tmp_path_factory.mktemp(f"of-{count}")
        write_workspace(made[count], count)
    return made


@pytest.mark.parametrize("format", ["html", "markdown", "json"])
def test_time_and_size(folders: dict[int, Path], format: str) -> None:
    times, sizes = {}, {}
    for count, folder in folders.items():
        times[count], text = report(folder, format)
        sizes[count] = len(text.encode())
    assert sizes[LARGE] < PAGE
    # More than these many records are open in the large one alone; the figures do not grow.
    assert sizes[LARGE] < 5 * sizes[SMALL]
    assert times[LARGE] < 2 * (LARGE / SMALL) * times[SMALL] + 1


def test_the_rows_that_are_shown(folders: dict[int, Path]) -> None:
    _, page = report(folders[LARGE], "html")
    assert f"the first {RECORDS_SHOWN} of " in page
    assert RECORDS_SHOWN < page.count("<tr>") < RECORDS_SHOWN + 100
