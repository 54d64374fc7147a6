"""``baseline write``, ``update`` and ``prune``."""

from __future__ import annotations

import json
import os
import re

import pytest
from jsonschema import Draft202012Validator

from sourceright_lint.baseline.entry import SCHEMA
from sourceright_lint.baseline.read import read_baseline
from sourceright_lint.baseline.write import baseline_bytes
from sourceright_lint.errors import ConfigError
from tests.baseline.support import BASELINE, CLEAN, CSL, EELS, SILT, Workplace, csl

VERSION = '"schema_version": "sourceright-lint.baseline.v1"'


def test_write(place: Workplace) -> None:
    assert place.run("baseline", "write") == f"Wrote {BASELINE}: 2 findings accepted.\n"
    assert [(entry["path"], entry["rule"], entry["record"]) for entry in place.entries()] == [
        (CSL, "csl.doi.not_canonical", "silt"),
        (CSL, "csl.title.not_canonical", "eels"),
    ]
    assert all(re.fullmatch("[0-9a-f]{16}", entry["value"]) for entry in place.entries())
    written = place.repo.read(BASELINE)
    assert written == (json.dumps(json.loads(written), indent=2) + "\n").encode()


def test_write_leaves_a_baseline_that_is_there(place: Workplace) -> None:
    place.run("baseline", "write", "--reason", "old")
    before = place.repo.read(BASELINE)
    place.run("baseline", "write")
    assert (place.status, place.repo.read(BASELINE)) == (2, before)
    assert "update" in place.error
    assert "--force" in place.error
    place.run("baseline", "write", "--force")
    assert place.status == 0
    assert all("reason" not in entry for entry in place.entries())


def test_write_makes_no_file_where_nothing_is_found(place: Workplace) -> None:
    place.write(CSL, csl(CLEAN))
    assert "nothing to accept" in place.run("baseline", "write")
    assert place.status == 0
    assert not os.path.exists(place.repo.place(BASELINE))


def test_write_only_what_is_selected_and_where(place: Workplace) -> None:
    place.write("other/references.csl.json", csl(SILT))
    place.run("baseline", "write", "--select", "csl.doi", "other")
    assert [(entry["path"], entry["rule"]) for entry in place.entries()] == [
        ("other/references.csl.json", "csl.doi.not_canonical")
    ]


def test_update_keeps_reasons_adds_and_removes(place: Workplace) -> None:
    place.run("baseline", "write", "--reason", "old", "--expires", "2027-01-31")
    place.write(CSL, csl(EELS, {**SILT, "DOI": "10.5555/CLAY"}))
    assert place.run("baseline", "update", "--reason", "new") == (
        f"{BASELINE}: 1 added, 1 removed, 2 accepted now.\n"
    )
    told = [(entry["record"], entry["reason"], entry.get("expires")) for entry in place.entries()]
    assert told == [("silt", "new", None), ("eels", "old", "2027-01-31")]
    before = place.repo.read(BASELINE)
    assert "up to date" in place.run("baseline", "update")
    assert place.repo.read(BASELINE) == before


def test_update_follows_a_file_that_was_renamed(place: Workplace) -> None:
    place.run("baseline", "write", "--reason", "old")
    os.rename(place.repo.place("refs"), place.repo.place("sources"))
    place.run("baseline", "update", "--reason", "new")
    assert {(entry["path"], entry["reason"]) for entry in place.entries()} == {
        ("sources/references.csl.json", "old")
    }


def test_update_and_prune_leave_what_was_not_looked_at(place: Workplace) -> None:
    place.write("other/references.csl.json", csl(SILT))
    place.run("baseline", "write")
    place.write("other/references.csl.json", csl(CLEAN))
    place.write(CSL, csl(CLEAN))
    place.run("baseline", "prune", "other")
    assert {entry["path"] for entry in place.entries()} == {CSL}
    place.run("baseline", "update", "other")
    assert len(place.entries()) == 2
    place.run("baseline", "prune", "--select", "csl.doi")
    assert [entry["rule"] for entry in place.entries()] == ["csl.title.not_canonical"]
    place.run("baseline", "prune")
    assert place.entries() == []


def test_prune_adds_nothing(place: Workplace) -> None:
    place.run("baseline", "write", "--select", "csl.doi", "--reason", "old")
    assert "up to date" in place.run("baseline", "prune")
    place.write(CSL, csl(EELS))
    assert place.run("baseline", "prune") == f"{BASELINE}: 0 added, 1 removed, 0 accepted now.\n"


@pytest.mark.parametrize("command", ["update", "prune"])
def test_without_a_baseline(place: Workplace, command: str) -> None:
    place.run("baseline", command)
    assert (place.status, "baseline write makes one" in place.error) == (2, True)


def test_a_file_that_cannot_be_read_is_told(place: Workplace) -> None:
    place.write(CSL, b"[,\n")
    said = place.run("baseline", "write")
    assert f"Not accepted: {CSL}:1: json.syntax" in said
    assert not os.path.exists(place.repo.place(BASELINE))


def test_a_date_that_is_none(place: Workplace) -> None:
    place.run("baseline", "write", "--expires", "soon")
    assert (place.status, "2026-12-31" in place.error) == (2, True)


MALFORMED = {
    "no JSON": ("{,", "1:2", "expected"),
    "a key twice": (f'{{{VERSION}, "entries": [], "entries": []}}', "1:67", "twice"),
    "a list": ("[]", "1:1", "must be an object"),
    "no version": ('{"entries": []}', "1:1", "schema_version"),
    "another version": ('{"schema_version": "v9", "entries": []}', "1:20", "newer sourceright-lint"),
    "misspelt key": (f'{{\n  {VERSION},\n  "entrys": []\n}}', "3:3", 'did you mean "entries"'),
    "entry without rule": (f'{{{VERSION}, "entries": [{{"path": "a"}}]}}', "1:64", "rule"),
    "reason no text": (
        f'{{{VERSION}, "entries": [{{"path": "a", "rule": "b", "reason": 1}}]}}',
        "1:101",
        "reason|string",
    ),
    "date of another shape": (
        f'{{{VERSION}, "entries": [{{"path": "a", "rule": "b", "expires": "May"}}]}}',
        "1:102",
        "a date such as 2026-12-31",
    ),
    "date that does not exist": (
        f'{{{VERSION}, "entries": [{{"path": "a", "rule": "b", "expires": "2026-02-30"}}]}}',
        "1:102",
        "no date of the calendar",
    ),
    "merge markers": (
        f"{{{VERSION},\n<<<<<<< ours\n=======\n>>>>>>> theirs\n}}",
        "2:1",
        "merge",
    ),
}


@pytest.mark.parametrize(("text", "where", "says"), MALFORMED.values(), ids=MALFORMED)
def test_a_baseline_that_is_none(place: Workplace, text: str, where: str, says: str) -> None:
    place.write(BASELINE, text.encode())
    place.run("check")
    assert place.status == 2
    assert f"{BASELINE}:{where}: the baseline cannot be used: " in place.error
    assert re.search(says, place.error)
    place.run("check", "--no-baseline")
    assert place.status == 1


def test_the_schema_says_what_the_reader_does(place: Workplace) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    validator = Draft202012Validator(SCHEMA)
    for name, (text, _, _) in MALFORMED.items():
        if name in ("no JSON", "a key twice", "merge markers", "date that does not exist"):
            continue
        assert not validator.is_valid(json.loads(text)), name
    place.run("baseline", "write", "--reason", "old", "--expires", "2027-01-31")
    data = place.repo.read(BASELINE)
    assert validator.is_valid(json.loads(data))
    assert baseline_bytes(BASELINE, [entry for _, entry in read_baseline(BASELINE, data).entries]) == data
    assert json.loads(place.run("schema", "baseline")) == SCHEMA


def test_reading_refuses_by_position() -> None:
    with pytest.raises(ConfigError, match=r"^b\.json:1:1: "):
        read_baseline("b.json", b"")


def test_too_many_findings_for_a_baseline(place: Workplace) -> None:
    place.write(CSL, b"[" + b",".join([b"1"] * 8_000) + b"]")
    place.run("baseline", "write")
    assert place.status == 2
    assert f"{CSL}: too much is found here for a baseline" in place.error


def test_of_very_many_unused_entries_the_first_are_told(place: Workplace) -> None:
    entries = ",".join(['{"path":"a","rule":"csl.id"}'] * 6_000)
    place.write(BASELINE, f'{{{VERSION}, "entries": [{entries}]}}'.encode())
    told = place.run("check", "--output-format", "concise")
    assert 1_000 < told.count("baseline.unused") < 6_000
    assert "(and so much more that it is left out)" in told
