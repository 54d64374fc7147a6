"""One megabyte of anything, merged: ten seconds, and no more memory than fifty times what is read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fuzz.nasty_merges import TRIPLES, Triple
from tests.fuzz.test_limits import CAN_MEASURE, TIMES, WHY_NOT, measure, names

pytestmark = pytest.mark.skipif(not CAN_MEASURE, reason=WHY_NOT)

QUICK = (
    "lines of ones, added",
    "empty objects",
    "one id",
    "many items",
    "unknown keys",
    "candidates of ones",
)


class Run(NamedTuple):
    """One call of the driver: what it said and the most memory that it took."""

    said: str
    peak: int


def run(folder: Path, triple: Triple) -> Run:
    folder.mkdir()
    for name in ("base", "ours", "theirs"):
        (folder / name).write_bytes(getattr(triple, name))
    done = measure(folder, "merge-driver", "base", "ours", "theirs", "7", triple.path)
    assert done.status in (0, 1)
    assert "internal fault" not in done.said
    return Run(done.said, done.peak)


@pytest.fixture(scope="module")
def start_up(tmp_path_factory: pytest.TempPathFactory) -> int:
    """What a merge of next to nothing takes that ends in a conflict."""
    sides = (b'[{"id": "a", "title": "%s"}]' % title for title in (b"T", b"U", b"V"))
    return run(tmp_path_factory.mktemp("small") / "a", Triple("references.csl.json", *sides)).peak


@pytest.mark.parametrize("name", names(TRIPLES, QUICK))
def test_time_and_memory(name: str, start_up: int, tmp_path: Path) -> None:
    triple = TRIPLES[name]()
    _, peak = run(tmp_path / "merge", triple)
    read = len(triple.base) + len(triple.ours) + len(triple.theirs)
    assert peak - start_up <= TIMES * read, f"{(peak - start_up) / read:.0f} times"
