"""A sample of what ``make conformance`` asks, where the programs are there; and that its page is complete."""

from __future__ import annotations

import re

import pytest

from sourceright_lint.contracts.sourceright.rules import RULES
from tests.conformance.corpus import faults_in, libraries
from tests.conformance.faults import FAULTS, WITHOUT_PROCESSOR, Fault, text_of
from tests.conformance.judge import read_all, show_all
from tests.conformance.page import PAGE
from tests.conformance.programs import PROGRAMS, Program
from tests.properties.support import PATHS, check

SAMPLE = list(libraries(sample=True))
ERRORS = [rule for rule in RULES if rule.code.startswith("csl.") and rule.severity == "error"]

every_program = pytest.mark.parametrize("program", PROGRAMS.values(), ids=lambda program: program.name)


def ask(program: Program) -> None:
    if why := program.missing():
        pytest.skip(why)


def codes(value: object, least: tuple[str, ...]) -> set[str]:
    found = check({PATHS["csl"]: text_of(value).encode()}, format={"enabled": False}).findings
    return {finding.code for finding in found if finding.severity in least}


@pytest.mark.parametrize("library", SAMPLE, ids=lambda library: library.name)
def test_libraries_are_clean(library: object) -> None:
    assert faults_in(library) == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_faults_are_found_and_their_opposites_are_clean(fault: Fault) -> None:
    assert fault.code in codes(fault.wrong, ("error", "warning", "info"))
    assert codes(fault.right, ("error", "warning")) == set()


@pytest.mark.conformance
@every_program
def test_clean_libraries_are_read(program: Program) -> None:
    ask(program)
    assert read_all(program, SAMPLE).stopped == ()


@pytest.mark.conformance
@every_program
def test_faults_are_shown(program: Program) -> None:
    ask(program)
    faults = [fault for fault in FAULTS if fault.program == program.name]
    assert [f"{fault.name}: {why}" for fault, _, why in show_all(program, faults) if why] == []


def test_every_error_is_shown_or_explained() -> None:
    shown = {fault.code for fault in FAULTS}
    assert {rule.code for rule in ERRORS} == (
        shown & {rule.code for rule in ERRORS}
    ) | WITHOUT_PROCESSOR.keys()
    assert not shown & WITHOUT_PROCESSOR.keys()


def test_pages_that_name_a_program_are_shown_in_it() -> None:
    shown = {fault.code for fault in FAULTS}
    named = {
        rule.code
        for rule in ERRORS
        if re.search("[Pp]andoc|citeproc|citation.js|itation processors? p", rule.doc)
    }
    assert named <= shown


def test_the_page_has_every_row() -> None:
    rows = [line.split(" | ") for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `csl.")]
    shown = [(row[0].strip("| `"), row[1]) for row in rows if len(row) == 3]
    assert shown == [(fault.code, fault.program) for fault in FAULTS]
    assert [row[0].strip("| `") for row in rows if len(row) == 2] == list(WITHOUT_PROCESSOR)
