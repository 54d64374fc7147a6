"""The whole run: every program, every library, every fault. Writes the page where no program is missing."""

from __future__ import annotations

import sys

from tests.conformance.corpus import faults_in, libraries
from tests.conformance.faults import FAULTS
from tests.conformance.judge import read_all, show_all, shown
from tests.conformance.page import PAGE, Row, page
from tests.conformance.programs import PROGRAMS


def main() -> int:
    """Exit status 0 where every program that is there does what is expected."""
    every = list(libraries())
    objections = [
        f"{library.name} is not clean: {faults_in(library)}" for library in every if faults_in(library)
    ]
    rows: dict[str, Row] = {}
    found: dict[str, str] = {}
    for name, program in PROGRAMS.items():
        if why := program.missing():
            print(f"{name} is left out: {why}")
            continue
        reading = read_all(program, every)
        objections += [f"{name} stops at {library.name}: {why}" for library, why in reading.stopped]
        items = sum(len(library.items) for library in every)
        rows[name] = Row(program.version(), len(every), items, len(reading.numbers))
        for fault, answer, objection in show_all(
            program, [fault for fault in FAULTS if fault.program == name]
        ):
            if objection:
                objections.append(f"{fault.name}: {objection}")
            else:
                found[fault.name] = shown(fault, answer)
        print(f"{name} {program.version()}: {len(every)} libraries, {items} items")
    for objection in objections:
        print(f"disagreement: {objection}")
    if not objections and len(rows) == len(PROGRAMS):
        PAGE.write_text(page(rows, [(fault, found[fault.name]) for fault in FAULTS]), "utf-8")
        print(f"{PAGE} is written")
    return 1 if objections else 0


if __name__ == "__main__":
    sys.exit(main())
