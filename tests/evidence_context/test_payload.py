"""Each fault of a payload gives its finding, and no other."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.contract import NoSubjects
from tests.evidence_context import faults
from tests.evidence_context.fault import FIRST, UNIT, Fault
from tests.evidence_context.support import (
    CONTRACT,
    as_bytes,
    changed,
    cite,
    context,
    payload_problems,
    ref,
    unit,
    valid_payload,
    view_of,
    where,
    words_of,
)


@pytest.mark.parametrize("fault", faults.ALL, ids=lambda fault: fault.name)
def test_one_fault_gives_its_finding_and_no_other(fault: Fault) -> None:
    found = payload_problems(fault.payload)
    assert where(found) == sorted(fault.found, key=repr)
    assert fault.says in found[0][1].message


def _twenty_citations() -> Any:
    units = [unit(id) for id in range(100, 80, -1)]
    return changed(
        valid_payload(), (("contexts", 1), context(units, [cite("birds", u["id"]) for u in units]))
    )


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(valid_payload(), id="ids that do not ascend"),
        pytest.param(changed(valid_payload(), (("contexts",), [])), id="no contexts"),
        pytest.param(changed(valid_payload(), (("contexts",), []), (("selected_lanes",), [])), id="no lanes"),
        pytest.param(changed(valid_payload(), (("window_units",), 0)), id="window 0"),
        pytest.param(
            changed(valid_payload(), (("selected_lanes",), ["Z", "birds", "boats", "é"])),
            id="code point order",
        ),
        pytest.param(
            changed(valid_payload(), ((*UNIT, "metadata"), {"id": 1, "units": [], "": {"ref": None}})),
            id="metadata with the contract's own names",
        ),
        pytest.param(
            changed(valid_payload(), ((*UNIT, "text"), "see /home/tm/x, C:\\x and file:///x")),
            id="text is what was said",
        ),
        pytest.param(changed(valid_payload(), ((*UNIT, "text"), "")), id="empty text"),
        pytest.param(_twenty_citations(), id="ids that descend"),
        pytest.param(
            changed(valid_payload(), (("contexts", 1), context([unit(-3)], [cite("boats", -3)]))),
            id="negative id",
        ),
    ],
)
def test_valid_payloads_are_clean(payload: Any) -> None:
    assert payload_problems(payload) == []


def test_two_faults_are_two_findings() -> None:
    payload = changed(valid_payload(), (("selected_lanes",), ["boats", "birds"]), ((*UNIT, "kind"), None))
    assert where(payload_problems(payload)) == [
        ("evidence_context.payload.type", (*UNIT, "kind")),
        ("evidence_context.selected_lanes.order", ("selected_lanes", 1)),
    ]


def test_a_summary_counts_contexts_units_and_citations() -> None:
    view = view_of({"evidence-context.json": valid_payload()})
    assert view is not None
    assert CONTRACT.columns(view) == {"contexts": 2, "units": 4, "citations": 6}
    assert CONTRACT.columns(NoSubjects()) == {}


def test_a_long_list_of_shared_units_is_cut() -> None:
    units = [unit(id) for id in range(8)]
    first, second = context(units, [cite("birds", 0)]), context(units, [cite("birds", 0)])
    payload = changed(valid_payload(), (("contexts",), [first, second]))
    [(_, problem)] = payload_problems(payload)
    assert "(0, 1, 2, 3, 4 and 3 more)" in problem.message


def test_notes_lead_to_the_other_place() -> None:
    payload = changed(valid_payload(), ((*FIRST, "evidence_refs", 4), cite("boats", 50)))
    [(_, problem)] = payload_problems(payload)
    [note] = problem.notes
    assert (note.place.pointer, note.message) == (("contexts", 1, "units", 0), "unit 50 is in contexts[1]")


def test_case_matters_in_the_order_of_lanes_and_help_says_so() -> None:
    payload = changed(valid_payload(), (("selected_lanes",), ["birds", "Boats", "boats"]))
    [(_, problem)] = payload_problems(payload)
    assert problem.help == "upper case comes before lower case"


@pytest.mark.parametrize("digits", [19, 400, 5000])
def test_huge_numbers_are_not_written_out(digits: int) -> None:
    huge = "9" * digits
    payload = changed(valid_payload(), (("window_units",), -1), ((*UNIT, "ref"), ref(30, 77)))
    data = as_bytes(payload).replace(b"-1", b"-" + huge.encode()).replace(b"77", huge.encode())
    found = payload_problems(data)
    assert found
    for _, problem in found:
        assert huge not in words_of(problem)


def test_data_of_the_application_is_sent_to_the_metadata() -> None:
    for holder, help in (
        (UNIT, "data of the application belongs into the unit's metadata"),
        (FIRST, ""),
    ):
        [(_, problem)] = payload_problems(changed(valid_payload(), ((*holder, "speaker"), "A")))
        assert problem.help == help
