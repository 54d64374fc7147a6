"""The documentation page on what real readers do; made by a whole run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.conformance.faults import WITHOUT_PROCESSOR, Fault

PAGE = Path(__file__).parents[2] / "docs" / "conformance.md"
LONGEST = 110

HEAD = """\
# What real readers do

This page is written by `make conformance`, which has programs that people use read two kinds of bibliographies and
render them. "Read" means that the program ends with a bibliography and not with an exception.

## What is clean is read

Every item type with every variable, all shapes of names and dates, and items made at random. None has an error or a
warning here, and each program reads them.

| program | version | libraries | items | stopped at |
|---|---|---|---|---|
"""

NUMBERS = """
One thing is clean and yet stops a program: citation.js (citeproc-js) takes numbers where the specification allows
them, but stops at one where a style sorts by it or takes it apart: `volume` and `part-number` in APA, the `number` of a
legal case. The specification is on the side of the file, so this is no error; the info `csl.variable.number` tells of
it.
"""

FAULTS = """
## What is an error is refused or misread

For each error whose page says what a citation processor does with it, one that does so.

| rule | program | what it does |
|---|---|---|
"""

OTHERS = """
These errors have other reasons:

| rule | reason |
|---|---|
"""


class Row(NamedTuple):
    """What one program made of all clean libraries."""

    version: str
    libraries: int
    items: int
    numbers: int


def page(rows: Mapping[str, Row], shown: Iterable[tuple[Fault, str]]) -> str:
    """The page as Markdown."""
    read = "".join(
        f"| {name} | {row.version} | {row.libraries} | {row.items} | {_stopped(row.numbers)} |\n"
        for name, row in rows.items()
    )
    faults = "".join(
        f"| `{fault.code}` | {fault.program} | {_does(fault, text)} |\n" for fault, text in shown
    )
    others = "".join(f"| `{code}` | {reason} |\n" for code, reason in WITHOUT_PROCESSOR.items())
    return HEAD + read + NUMBERS + FAULTS + faults + OTHERS + others


def _stopped(numbers: int) -> str:
    return f"the numbers in {numbers}" if numbers else "none"


def _does(fault: Fault, text: str) -> str:
    if fault.stops:
        return f"stops: {_code(text)}"
    what = f"loses {_code(fault.lacks)}" if fault.lacks else f"prints {_code(fault.prints)}"
    return f"{what}: {_code(text)}"


def _code(text: str) -> str:
    short = " ".join(text.split()).replace("`", "'").replace("|", "/")
    return f"`{short if len(short) <= LONGEST else short[: LONGEST - 1] + '…'}`"
