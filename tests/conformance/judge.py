"""Asks programs about libraries and faults, and says where they do not do what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.conformance.corpus import Library
from tests.conformance.faults import Fault, text_of
from tests.conformance.programs import Answer, Program

NUMBERS_STOP = {"citation.js": re.compile(r"(num\.match|val\.replace) is not a function")}
"""What a program says where it stops at a number that a string would do for; `csl.variable.number` tells of it."""


class Reading(NamedTuple):
    """What a program did with libraries that are clean: those that it stopped at, and those at whose numbers."""

    stopped: tuple[tuple[Library, str], ...]
    numbers: tuple[Library, ...]


def read_all(program: Program, libraries: Sequence[Library]) -> Reading:
    """Have a program read libraries that are clean."""
    stopped, numbers = [], []
    for library, answer in zip(libraries, program.read([each.text for each in libraries]), strict=True):
        known = NUMBERS_STOP.get(program.name)
        if answer.error and library.has_numbers and known and known.search(answer.error):
            numbers.append(library)
        elif answer.error or not answer.text.strip():
            stopped.append((library, answer.error or "no bibliography"))
    return Reading(tuple(stopped), tuple(numbers))


def show_all(program: Program, faults: Sequence[Fault]) -> Iterator[tuple[Fault, Answer, str]]:
    """Each fault of this program, what the program makes of it, and why that is not what is expected (or nothing)."""
    wrong, right = (program.read([text_of(value) for value in values]) for values in _values(faults))
    for fault, answer, other in zip(faults, wrong, right, strict=True):
        yield fault, answer, _objection(fault, answer, other)


def shown(fault: Fault, answer: Answer) -> str:
    """What a program makes of a fault, on one line."""
    lines = [line for line in answer.text.splitlines() if line and fault.prints in line]
    return answer.error if fault.stops else lines[0]


def _values(faults: Sequence[Fault]) -> tuple[list[object], list[object]]:
    return [fault.wrong for fault in faults], [fault.right for fault in faults]


def _objection(fault: Fault, wrong: Answer, right: Answer) -> str:
    if right.error:
        return f"stops at what is right: {right.error}"
    if fault.stops:
        return "" if wrong.error else "does not stop"
    if wrong.error:
        return f"stops: {wrong.error}"
    if fault.lacks and (fault.lacks in wrong.text or fault.lacks not in right.text):
        return f"does not lose {fault.lacks!r}"
    if fault.prints and (fault.prints not in wrong.text or fault.prints in right.text):
        return f"does not print {fault.prints!r}"
    return ""
