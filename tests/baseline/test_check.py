"""What ``check`` makes of a baseline."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.baseline.support import BASELINE, CLEAN, CSL, EELS, SIDECAR, SILT, Workplace, csl, sidecar
from tests.tool import environment

TITLE, DOI = "csl.title.not_canonical", "csl.doi.not_canonical"
UNUSED, EXPIRED = "baseline.unused", "baseline.expired"


@pytest.fixture
def accepted(place: Workplace) -> Workplace:
    """Everything that is found is in the baseline."""
    place.run("baseline", "write")
    return place


def test_without_a_baseline_all_is_reported(place: Workplace) -> None:
    assert place.codes() == [TITLE, DOI]


def test_what_is_accepted_is_not_reported(accepted: Workplace) -> None:
    report = accepted.report()
    assert (report["findings"], report["summary"]["accepted"], accepted.status) == ([], 2, 0)
    assert accepted.run("check").splitlines() == [
        "Checked 1 file in 1 bundle (working tree): nothing to report.",
        "2 findings accepted by the baseline (--no-baseline shows them).",
    ]


def test_no_baseline_shows_them(accepted: Workplace) -> None:
    assert accepted.codes("--no-baseline") == [TITLE, DOI]


def test_both_options_contradict(accepted: Workplace) -> None:
    accepted.run("check", "--baseline", BASELINE, "--no-baseline")
    assert accepted.status == 2


STILL = {
    "moved lines": [CLEAN, EELS, {**SILT}],
    "an entry before": [{"id": "a", "type": "book", "title": "A"}, EELS, SILT],
    "another member": [{**EELS, "publisher": "The Weir Press"}, SILT],
}
NEW = {
    "another value": ([{**EELS, "title": "Eels at  the weir"}, SILT], [UNUSED, TITLE]),
    "another record": ([{**EELS, "id": "eels-2"}, SILT], [UNUSED, TITLE]),
    "a second of the kind": ([EELS, {**EELS, "id": "weir"}, SILT], [TITLE]),
    "mended": ([EELS, CLEAN], [UNUSED]),
}


@pytest.mark.parametrize("items", STILL.values(), ids=STILL)
def test_a_finding_stays_the_same_one(accepted: Workplace, items: list[dict[str, str]]) -> None:
    accepted.write(CSL, csl(*items))
    assert accepted.codes() == []


@pytest.mark.parametrize(("items", "codes"), NEW.values(), ids=NEW)
def test_what_is_new_is_reported(accepted: Workplace, items: list[dict[str, str]], codes: list[str]) -> None:
    accepted.write(CSL, csl(*items))
    assert accepted.codes() == codes


def test_as_many_as_are_accepted(place: Workplace) -> None:
    twice = {"provider": "crossref", "confidence": "86%"}
    place.write(SIDECAR, sidecar(eels={"provider_candidates": [twice, twice], "review_status": "resolved"}))
    place.run("baseline", "write", "--select", "sidecar.provider_candidate.invalid.confidence")
    [entry] = place.entries()
    assert entry["count"] == 2
    three = sidecar(eels={"provider_candidates": [twice, twice, twice], "review_status": "resolved"})
    place.write(SIDECAR, three)
    assert place.codes(
        "--select", "sidecar.provider_candidate.invalid.confidence", "--select", "baseline"
    ) == ["sidecar.provider_candidate.invalid.confidence"]
    place.write(SIDECAR, sidecar(eels={"provider_candidates": [twice], "review_status": "resolved"}))
    [finding] = place.report("--select", "sidecar.provider_candidate.invalid.confidence,baseline")["findings"]
    assert "1 of the 2 accepted findings are left" in finding["message"]


@pytest.fixture
def flooded(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """All of many findings of one rule are accepted, of which a report has room for a few."""
    monkeypatch.setattr("sourceright_lint.engine._ROOM", 20_000)
    monkeypatch.setattr("sourceright_lint.engine._PASSED_OVER", 5)
    place.write(CSL, csl({**CLEAN, **FLOOD}))
    assert 1 < len(place.codes()) < len(FLOOD)
    place.run("baseline", "write")
    return place


FLOOD = {f"key{number:03}": number for number in range(100)}


def test_all_is_accepted_however_little_room_there_is(flooded: Workplace) -> None:
    assert len(flooded.entries()) == len(FLOOD)
    report = flooded.report()
    assert (report["findings"], report["summary"]["accepted"]) == ([], len(FLOOD))
    flooded.run("baseline", "update")
    assert len(flooded.entries()) == len(FLOOD)


def test_what_is_accepted_takes_no_room(flooded: Workplace) -> None:
    flooded.write(CSL, csl({**CLEAN, **FLOOD, "new": 1}))
    [finding] = flooded.report()["findings"]
    assert '"new"' in finding["message"]
    flooded.write(CSL, csl({**CLEAN, **{f"a{key}": 1 for key in FLOOD}, "key099": 99}))
    report = flooded.report("--select", "csl.variable.unknown")
    assert report["summary"]["accepted"] == 1
    assert 1 < len(report["findings"]) < len(FLOOD)


def test_fixes_leave_it_alone(accepted: Workplace) -> None:
    accepted.write(CSL, csl({**EELS, "DOI": "10.5555/EELS"}, SILT))
    accepted.run("check", "--fix")
    assert accepted.repo.read(CSL) == csl({**EELS, "DOI": "10.5555/eels"}, SILT)
    assert accepted.status == 0


def test_an_accepted_layout_stays_through_edits(place: Workplace) -> None:
    odd = b'[{"id": "eels", "type": "book", "title": "Eels"}]\n'
    place.write(CSL, odd)
    place.run("baseline", "write")
    place.write(CSL, odd.replace(b'"Eels"', b'"Eels", "DOI": "10.5555/EELS"'))
    place.run("check", "--fix")
    assert place.repo.read(CSL) == odd.replace(b'"Eels"', b'"Eels", "DOI": "10.5555/eels"')
    place.run("format")
    assert place.codes() == [UNUSED]


def test_staged_content_is_held_against_the_staged_baseline(accepted: Workplace) -> None:
    repo = accepted.repo
    repo.git("add", CSL, ".sourceright-lint.toml")
    assert accepted.codes("--staged") == [TITLE, DOI]
    repo.git("add", BASELINE)
    assert accepted.codes("--staged") == []
    os.unlink(repo.place(BASELINE))
    assert accepted.codes("--staged") == []
    assert accepted.codes() == [TITLE, DOI]


def test_a_revision_has_its_own_baseline(accepted: Workplace) -> None:
    repo = accepted.repo
    repo.git("add", CSL, ".sourceright-lint.toml")
    repo.commit()
    repo.git("add", BASELINE)
    repo.commit()
    assert accepted.codes("--rev", "HEAD~") == [TITLE, DOI]
    assert accepted.codes("--rev", "HEAD") == []
    os.unlink(repo.place(BASELINE))
    assert accepted.codes("--rev", "HEAD") == []
    assert accepted.codes("--from-ref", "HEAD~", "--to-ref", "HEAD") == []


def test_only_what_was_looked_at_is_judged(accepted: Workplace) -> None:
    accepted.write("other/references.csl.json", csl(CLEAN))
    accepted.write(CSL, csl(CLEAN))
    assert accepted.codes("other") == []
    assert accepted.codes("--select", "csl.doi,baseline") == [UNUSED]
    assert accepted.codes("--ignore", "csl") == []
    assert accepted.codes("--contract", "evidence-context") == []
    assert accepted.codes("--contract", "sourceright:sidecar") == []
    assert accepted.codes("--contract", "sourceright:csl") == [UNUSED, UNUSED]
    assert accepted.codes() == [UNUSED, UNUSED]


def test_an_entry_for_a_file_that_is_gone(accepted: Workplace) -> None:
    accepted.write("other/references.csl.json", csl(CLEAN))
    os.unlink(accepted.repo.place(CSL))
    assert accepted.codes("other") == [UNUSED, UNUSED]


def test_an_entry_for_a_rule_that_does_not_exist(place: Workplace) -> None:
    place.put({"path": CSL, "rule": "csl.no.such\u202e", "record": "eels"})
    [finding] = [f for f in place.report()["findings"] if f["code"] == UNUSED]
    assert "csl.no.such\\u202e" in finding["message"]


def test_dates_are_held_against_the_day_that_is_given(place: Workplace) -> None:
    place.run("baseline", "write", "--expires", "2026-05-09", "--reason", "we are at it")
    assert [entry["reason"] for entry in place.entries()] == ["we are at it"] * 2
    assert place.codes() == []
    assert place.codes("--as-of", "2026-05-09") == []
    assert place.codes("--as-of", "2026-05-10T12:00:00Z") == [EXPIRED, EXPIRED, TITLE, DOI]
    assert place.status == 1
    place.write(CSL, csl(CLEAN))
    assert place.codes("--as-of", "2026-05-10") == [UNUSED, UNUSED]
    assert place.status == 0


def test_dates_are_held_against_the_date_of_the_commit(place: Workplace) -> None:
    place.run("baseline", "write", "--expires", "2024-05-01")
    place.repo.git("add", ".")
    place.repo.commit()
    assert place.codes("--rev", "HEAD") == [EXPIRED, EXPIRED, TITLE, DOI]
    assert place.codes() == []


def test_a_file_that_cannot_be_read_is_never_accepted(accepted: Workplace) -> None:
    accepted.write(CSL, b"[,\n")
    accepted.run("baseline", "update")
    assert "json.syntax" in accepted.codes()


def test_since_shows_only_what_is_new(accepted: Workplace) -> None:
    accepted.repo.git("add", ".")
    accepted.repo.commit()
    accepted.write(CSL, csl(EELS, {**SILT, "DOI": "10.5555/CLAY"}))
    assert accepted.codes("--since", "HEAD") == []
    accepted.write(CSL, csl(EELS, SILT, {**SILT, "id": "sand", "DOI": "10.5555/SAND"}))
    assert accepted.codes("--since", "HEAD") == [DOI]


def test_each_bundle_has_the_baseline_of_its_configuration(place: Workplace) -> None:
    place.write("paper/references.csl.json", csl(SILT))
    place.write(
        "paper/.sourceright-lint.toml", b'extend = "../.sourceright-lint.toml"\nbaseline = "accepted.json"\n'
    )
    place.run("baseline", "write")
    assert [entry["path"] for entry in place.entries()] == [CSL, CSL]
    assert [entry["path"] for entry in place.entries("paper/accepted.json")] == ["paper/references.csl.json"]
    assert place.codes() == []
    os.unlink(place.repo.place("paper/accepted.json"))
    assert place.codes() == [DOI]


def test_another_file_by_option(accepted: Workplace) -> None:
    os.rename(accepted.repo.place(BASELINE), accepted.repo.place("accepted.json"))
    assert accepted.codes() == [TITLE, DOI]
    assert accepted.codes("--baseline", "accepted.json") == []
    accepted.run("check", "--baseline", "no-such.json")
    assert (accepted.status, "no-such.json: no such baseline file" in accepted.error) == (2, True)


def test_private_values_are_only_hashed(place: Workplace) -> None:
    secret = "the canary sings at dawn"
    index = {"evidence_context": {"schema": "x", "path": "evidence-context.json", "note": secret}}
    place.write("bundle/index.json", json.dumps(index).encode())
    place.write("bundle/evidence-context.json", json.dumps({"units": [{"text": secret}]}).encode())
    assert "evidence_context" in str(place.codes("bundle"))
    place.run("baseline", "write", "bundle")
    assert place.codes("bundle") == []
    assert secret.encode() not in place.repo.read(BASELINE)


def test_clean_runs_import_nothing_of_it(place: Workplace) -> None:
    place.write(CSL, csl(CLEAN))
    place.write(SIDECAR, sidecar(tides={"review_status": "not_required"}))
    code = (
        "import sys; from sourceright_lint.cli import main; main(['check', '--isolated'])\n"
        "print([name for name in sys.modules if 'baseline' in name or name.endswith('.accept')])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=True)
    assert done.stdout.splitlines()[-1] == "[]"
