"""Questions with yes or no for an answer, asked on two cores where that pays.

A forked child answers half of them. It shares what is in memory, prints nothing, and whatever becomes of it,
the parent answers what it left open itself.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Question = Callable[[], bool]

_YES, _NO = b"y", b"n"


def answers(questions: Sequence[Question], is_large: bool) -> list[bool]:
    """The answer to each question. ``is_large`` says whether the work is worth another process."""
    if not is_large or len(questions) < 2 or not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        return [question() for question in questions]
    half = (len(questions) + 1) // 2
    reader = _ask_child(questions[half:])
    found = [question() for question in questions[:half]]
    told = b"" if reader is None else _listen(reader)
    for place, question in enumerate(questions[half:]):
        answer = told[place : place + 1]
        found.append(answer == _YES if answer in (_YES, _NO) else question())
    return found


def _ask_child(questions: Sequence[Question]) -> tuple[int, int] | None:
    """Process id and the end of a pipe to read answers from; None where no process can be started."""
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
        for question in questions:
            os.write(writer, _YES if question() else _NO)
        status = 0
    finally:
        os._exit(status)


def _listen(child: tuple[int, int]) -> bytes:
    pid, reader = child
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    os.waitpid(pid, 0)
    return told
