"""Kill a process at one step after the other, for real."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator

Checkpoint = Callable[[str], None]


def killed_at_each_step(work: Callable[[Checkpoint], object]) -> Iterator[str]:
    """Run ``work`` in a child that is killed at its first checkpoint, then one that is killed at the second…

    Yields the name of the step after each death, so that the caller can look at what is left and clean up.
    Ends when a child reaches its end.
    """
    number = 0
    while (step := _killed_at(number, work)) is not None:
        yield step
        number += 1
    assert number, "there was no checkpoint"


def _killed_at(number: int, work: Callable[[Checkpoint], object]) -> str | None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work(_Killer(number, writing))
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        steps = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return steps[-1]
    assert os.WEXITSTATUS(status) == 0, f"the child failed after {steps}"
    return None


class _Killer:
    def __init__(self, number: int, pipe: int) -> None:
        self.left = number
        self.pipe = pipe

    def __call__(self, step: str) -> None:
        if self.left == 0:
            os.write(self.pipe, f"{step}\n".encode(errors="surrogateescape"))
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1
