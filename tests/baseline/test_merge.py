"""Two branches that change a baseline merge entry by entry."""

from __future__ import annotations

import json

import pytest

from tests.baseline.support import BASELINE, Workplace
from tests.merging.conftest import importable, with_driver
from tests.merging.test_git import fork, merge

__all__ = ["importable"]


def _baseline(*records: str, reason: str = "") -> dict[str, bytes]:
    why = {"reason": reason} if reason else {}
    entries = [{"path": "a.json", "rule": "csl.id.empty", "record": r, "value": "00", **why} for r in records]
    content = {"schema_version": "sourceright-lint.baseline.v1", "entries": entries}
    return {BASELINE: (json.dumps(content, indent=2) + "\n").encode()}


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
