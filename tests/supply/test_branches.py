"""What ``make coverage`` asks of each part."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from tests.branches import PARTS, main, shares


def report(**covered: int) -> dict[str, Any]:
    """A report in which every part has 100 lines and 100 branches, of which so many were taken."""
    files = {}
    for part, beginnings in PARTS.items():
        path = beginnings[0] + "x.py"
        numbers = {"num_statements": 100, "covered_lines": 100, "num_branches": 100}
        files[path] = {
            "summary": {**numbers, "covered_branches": covered.get(part, 100), "percent_covered": 1.5}
        }
    return {"files": {**files, "sourceright_lint/other.py": {"summary": {"num_branches": 1000}}}}


def test_each_part_for_itself() -> None:
    assert shares(report(fixing=50))["fixing"] == (75.0, 50.0)
    assert shares(report(fixing=50))["merging"] == (100.0, 100.0)


@pytest.mark.parametrize(
    ("covered", "status"), [({}, 0), ({"git": 95}, 0), ({"git": 94}, 1), ({"merging": 0}, 1)]
)
def test_status(covered: dict[str, int], status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(report(**covered))))
    assert main() == status


def test_a_part_that_was_not_measured_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"files": {}}'))
    assert main() == 1
