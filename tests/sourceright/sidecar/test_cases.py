"""Every case file: the findings with their places, and what the fixes leave."""

from __future__ import annotations

import pytest

from tests.sourceright.csl.support import Case, brief
from tests.sourceright.sidecar.support import OURS, all_cases, run

CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_findings(case: Case) -> None:
    found = run(case.files, options=case.options).before.findings
    assert [brief(finding) for finding in found] == case.expect
    texts = "\n".join(f"{finding.message}\n{finding.help}" for finding in found)
    assert [text for text in case.says if text not in texts] == []


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_fixes(case: Case, unsafe: bool) -> None:
    fixed = run(case.files, unsafe, case.options)
    assert not fixed.refused
    result = {**case.files, **{change.path: change.new for change in fixed.changes}}
    expected = case.result(unsafe)
    assert {path: text.decode() for path, text in result.items()} == {
        path: text.decode() for path, text in expected.items()
    }
    again = run(result, unsafe, case.options)
    assert not again.changes
    assert not [f for f in again.before.findings if f.fix and (f.fix.safe or unsafe)]


def test_every_rule_has_a_case() -> None:
    found = {line.split()[1] for case in CASES for line in case.expect}
    assert {rule.code for rule in OURS} - found == set()


def test_rules_fix_only_what_they_declare() -> None:
    fixing = {
        finding.code
        for case in CASES
        for finding in run(case.files, options=case.options).before.findings
        if finding.fix
    }
    assert fixing <= {rule.code for rule in OURS if rule.fix != "none"}
