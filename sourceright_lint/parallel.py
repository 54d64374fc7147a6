"""Work on two cores where that pays: questions with yes or no for an answer, and bytes that are made.

A forked child does half of it. It shares what is in memory, prints nothing, and whatever becomes of it, the
parent does what it left open itself.
"""

from __future__ import annotations

import os
import sys

WORTH_TWO_CORES = 20_000_000
"""Bytes of a text from which half of the work on it pays for a process of its own."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Question = Callable[[], bool]
    Child = tuple[int, int]

_YES, _NO = b"y", b"n"


def answers(questions: Sequence[Question], is_large: bool) -> list[bool]:
    """The answer to each question. ``is_large`` says whether the work is worth another process."""
    if not is_large or len(questions) < 2 or not _has_two_cores():
        return [question() for question in questions]
    half = (len(questions) + 1) // 2
    child = _start(_YES if question() else _NO for question in questions[half:])
    found = [question() for question in questions[:half]]
    told, _ = _listen(child)
    for place, question in enumerate(questions[half:]):
        answer = told[place : place + 1]
        found.append(answer == _YES if answer in (_YES, _NO) else question())
    return found


def begin(work: Callable[[], bytes]) -> Callable[[], bytes]:
    """Begin to make bytes in another process; the function returned waits for them. No bytes: they were not made."""
    child = _start(work() for _ in range(1)) if _has_two_cores() else None

    def wait() -> bytes:
        told, is_whole = _listen(child)
        return told if is_whole else b""

    return wait


def _has_two_cores() -> bool:
    """Whether a child pays. In a process with several threads it could wait for ever for what another thread holds."""
    threading = sys.modules.get("threading")
    is_alone = threading is None or threading.active_count() == 1
    return is_alone and hasattr(os, "fork") and (os.cpu_count() or 1) >= 2


def _start(parts: Iterable[bytes]) -> Child | None:
    """A child that makes the parts: its process id and the end of a pipe to read them from; None if there is none."""
    try:
        reader, writer = os.pipe()
    except OSError:
        return None
    try:
        pid = os.fork()
    except OSError:
        os.close(reader)
        os.close(writer)
        return None
    if pid:
        os.close(writer)
        return pid, reader
    status = 1
    try:
        os.close(reader)
        for part in parts:
            while part:
                part = part[os.write(writer, part) :]
        status = 0
    finally:
        os._exit(status)


def _listen(child: Child | None) -> tuple[bytes, bool]:
    """What a child told, and whether it came to its end."""
    if child is None:
        return b"", False
    pid, reader = child
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    return told, os.waitpid(pid, 0)[1] == 0
