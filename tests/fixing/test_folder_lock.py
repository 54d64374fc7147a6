"""How long a run waits to share a folder, and what it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from sourceright_lint.fixing import folder_lock, write
from sourceright_lint.fixing.folder_lock import share_folder


class Lock:
    """Answers in turn, and remembers what was asked; time goes on by a quarter of a second with each look at it."""

    def __init__(self, answers: Iterator[bool | None]) -> None:
        self.asked: list[bool] = []
        self.slept: list[float] = []
        self._answers = answers
        self._times = count(100.0, 0.25)

    def lock(self, descriptor: int, exclusive: bool) -> bool | None:
        self.asked.append(exclusive)
        return next(self._answers)

    def monotonic(self) -> float:
        return next(self._times)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


@pytest.mark.parametrize(
    ("answers", "alone", "asked"),
    [
        ([True, True], True, 1),
        ([False, True], False, 1),
        ([None, None], None, 1),
        ([False, False, False, True], False, 3),
        ([False] * 100, False, 4),
    ],
    ids=["alone", "not alone", "not known", "soon", "never"],
)
def test_sharing(
    answers: list[bool | None],
    alone: bool | None,
    asked: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake = Lock(iter(answers))
    monkeypatch.setattr(folder_lock, "_lock", fake.lock)
    monkeypatch.setattr(folder_lock, "time", fake)
    told: list[bool | None] = []
    with share_folder(str(tmp_path), told.append):
        pass
    assert told == [alone]
    assert fake.asked == [True, *[False] * asked]
    assert fake.slept == [0.01] * (asked - 1)


def test_copies_that_no_journal_knows_say_so_in_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    create = write.create
    monkeypatch.setattr(write, "create", lambda place, *rest: made.append(place) or create(place, *rest))
    write.put_file(str(tmp_path / "a"), b"1")
    write.replace_file(str(tmp_path), "b", None, b"2")
    assert [Path(place).name.rpartition("-")[0] for place in made] == [
        ".a.sourceright-lint-single",
        ".b.sourceright-lint-single",
    ]
