"""Two branches that change a baseline merge entry by entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.baseline.support import BASELINE, Workplace
from tests.merging.conftest import importable, with_driver
from tests.merging.test_git import fork, merge

__all__ = ["importable"]


def _baseline(*records: str, reason: str = "") -> dict[str, bytes]:
    why = {"reason": reason} if reason else {}
    return {BASELINE: _written(*({**ENTRY, "record": record, **why} for record in records))}


ENTRY = {"path": "a.json", "rule": "csl.id.empty", "record": "a", "value": "00"}


def _written(*entries: Any) -> bytes:
    content = {"schema_version": "sourceright-lint.baseline.v1", "entries": list(entries)}
    return (json.dumps(content, indent=2) + "\n").encode()


@pytest.fixture
def driven(place: Workplace) -> Workplace:
    with_driver(place.repo)
    attributes = f"{BASELINE} merge=sourceright-lint\n".encode()
    place.write(".git/info/attributes", attributes)
    return place


def test_both_add(driven: Workplace) -> None:
    fork(driven.repo, _baseline("b"), _baseline("a", "b"), _baseline("b", "c"))
    assert merge(driven.repo).returncode == 0
    assert {BASELINE: driven.repo.read(BASELINE)} == _baseline("a", "b", "c")


def test_one_removes_and_one_adds(driven: Workplace) -> None:
    fork(driven.repo, _baseline("a", "b"), _baseline("b"), _baseline("a", "b", "c"))
    assert merge(driven.repo).returncode == 0
    assert {BASELINE: driven.repo.read(BASELINE)} == _baseline("b", "c")


def test_two_reasons_are_a_conflict(driven: Workplace) -> None:
    sides = (_baseline("a", reason=reason) for reason in ("one", "two"))
    fork(driven.repo, _baseline("a"), *sides)
    assert merge(driven.repo).returncode == 1


def test_install_tells_git_about_a_baseline_that_is_there(place: Workplace) -> None:
    place.run("baseline", "write")
    place.run("install")
    assert f"/{BASELINE} " in place.repo.read(".gitattributes").decode()


Call = Callable[..., bytes]


@pytest.fixture
def call(place: Workplace) -> Call:
    """Call the driver with three contents: what it leaves as the result."""

    def answer(base: bytes, ours: bytes, theirs: bytes, path: str = BASELINE) -> bytes:
        for name, data in (("base", base), ("ours", ours), ("theirs", theirs)):
            place.write(name, data)
        place.run("merge-driver", "base", "ours", "theirs", "7", path)
        return Path("ours").read_bytes()

    return answer


@pytest.mark.parametrize("name", ["path", "rule", "record", "value"])
def test_entries_that_differ_in_one_of_these_are_two(place: Workplace, call: Call, name: str) -> None:
    other = {**ENTRY, name: ENTRY[name] + "z"}
    assert call(_written(), _written(other), _written(ENTRY)) == _written(ENTRY, other)
    assert (place.status, place.error) == (0, "")


def test_a_missing_part_is_not_its_name_in_words(place: Workplace, call: Call) -> None:
    missing = {name: value for name, value in ENTRY.items() if name != "record"}
    for other in ({**ENTRY, "record": "None"}, {**ENTRY, "record": "null"}):
        assert call(_written(), _written(other), _written(missing)) == _written(missing, other)
        assert (place.status, place.error) == (0, "")


def test_one_entry_changed_in_different_parts(place: Workplace, call: Call) -> None:
    sides = ({**ENTRY, "reason": "old"}, {**ENTRY, "expires": "2027-01-01"})
    both = {**ENTRY, "reason": "old", "expires": "2027-01-01"}
    assert call(*map(_written, (ENTRY, *sides))) == _written(both)
    assert (place.status, place.error) == (0, "")


def test_entries_that_are_no_objects_are_kept(place: Workplace, call: Call) -> None:
    merged = json.loads(call(_written(ENTRY), _written(ENTRY, "x"), _written(ENTRY, ["y"])))
    assert sorted(map(str, merged["entries"])) == sorted(map(str, (ENTRY, "x", ["y"])))
    assert (place.status, place.error) == (0, "")


def test_a_configured_name_merges_too(place: Workplace, call: Call) -> None:
    place.write(".sourceright-lint.toml", b'baseline = "accepted.json"\n')
    sides = [_baseline(*records)[BASELINE] for records in ("b", "ab", "bc")]
    assert call(*sides, "accepted.json") == _baseline(*"abc")[BASELINE]
    assert (place.status, place.error) == (0, "")
    call(*sides, BASELINE)
    assert f"{BASELINE}: merged as text: no contract says" in place.error


OTHER = {
    "another": (b'{"schema_version": "v2", "entries": []}', '"v2"'),
    "none": (b'{"entries": []}', "null"),
    "no object": (b"[]", "null"),
}


@pytest.mark.parametrize(("theirs", "found"), OTHER.values(), ids=OTHER)
def test_a_version_that_is_not_known_is_merged_as_text(
    place: Workplace, call: Call, theirs: bytes, found: str
) -> None:
    call(_written(ENTRY), _written(), theirs)
    told = f'their version: schema_version is {found}, not "sourceright-lint.baseline.v1"'
    assert (place.status, place.error) == (1, f"sourceright-lint: {BASELINE}: merged as text: {told}\n")
