"""Whatever is in the files: findings with places, on one line, and never an exception."""

from __future__ import annotations

import pytest

from tests.research_scan.a_run import valid_run
from tests.research_scan.mutations import mutants
from tests.research_scan.support import problems

NASTY = "\n::error::\u202e\x1b[31m"


@pytest.mark.parametrize("seed", range(1000, 1003))
def test_no_fault_is_a_crash(seed: int) -> None:
    for mutant in mutants(seed, 60):
        for code, severity, problem in problems(mutant.files):
            places = [problem.place, *(note.place for note in problem.notes)]
            assert all(
                (place.span or place.document.span(place.pointer, place.key)).line > 0 for place in places
            )
            assert problem.message.isprintable(), (code, severity, problem.message)


@pytest.mark.parametrize("name", [name for name in valid_run() if name.endswith(".json")])
@pytest.mark.parametrize(
    "value", [None, True, 0, 1.5, [], {}, [[]], [None], {"": None}, [{"cid": []}]], ids=repr
)
def test_any_value_in_place_of_a_file(name: str, value: object) -> None:
    assert problems({**valid_run(), name: value})


def test_untrusted_text_stays_on_one_line() -> None:
    files = valid_run()
    for holder in (
        files["ranked.json"][0],
        files["screen.json"],
        files["manifest.json"],
        files["queries.json"],
    ):
        holder[NASTY] = 1
    files["ranked.json"][0]["relation"] = NASTY
    files["candidates.json"]["run"]["slug"] = NASTY
    files["evidence.json"]["run"]["run_dir"] = NASTY
    files["evidence.md"] += f"\n## 7. x{NASTY[1:]}\n"
    files["queries.json"]["queries"][0]["target_criterion"] = NASTY
    files["screen.json"]["scores"][0]["criteria_hit"] = [NASTY]
    found = problems(files)
    assert len(found) >= 9
    assert all(problem.message.isprintable() for _, _, problem in found)
