"""Progress is shown to somebody who waits at a terminal, and to nobody else."""

import io
import sys
import time

import pytest

from sourceright_lint.commands import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """In the test itself: pytest puts its own stream in place between a fixture and the test."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    return screen


def test_nothing_but_a_terminal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "DELAY", 0)
    steps = list(range(50))
    assert list(progress.tracked(steps, "checking")) == steps
    assert screen.getvalue() == ""


def test_long_work_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    pytest.importorskip("tqdm")
    monkeypatch.setattr(progress, "DELAY", 0.05)
    for step in progress.tracked(range(30), "checking"):
        time.sleep(0.15 if step < 3 else 0)
    assert "checking" in terminal.getvalue()


def test_short_work_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    assert list(progress.tracked(range(30), "checking")) == list(range(30))
    assert "checking" not in terminal.getvalue()


def test_few_steps_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 0)
    steps = list(range(3))
    assert progress.tracked(steps, "checking") is steps


def test_without_the_extra_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    a_terminal(monkeypatch)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    steps = list(range(50))
    assert progress.tracked(steps, "checking") is steps
