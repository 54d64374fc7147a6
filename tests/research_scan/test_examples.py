"""Every rule's page: its examples do what they say, and it has what a page needs."""

from __future__ import annotations

import pytest

from sourceright_lint.contract import Change
from sourceright_lint.rule import Rule
from sourceright_lint.rule_pages import page_of
from tests.research_scan.support import CONTRACT, codes, view_of

RULES = CONTRACT.rules()
BY_CODE = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


def _codes(rule: Rule, files: dict[str, str]) -> list[str]:
    if rule.scope != "change":
        return codes(files)
    sides = [
        view_of({name.removeprefix(side): text for name, text in files.items() if name.startswith(side)})
        for side in ("before/", "after/")
    ]
    return [rule.code for _ in rule.check(Change([sides[0]], sides[1]))]


@BY_CODE
def test_the_bad_example_yields_this_code_and_no_other(rule: Rule) -> None:
    files = page_of(rule).bad.files
    assert files
    assert _codes(rule, files) == [rule.code]


@BY_CODE
def test_the_good_example_is_clean(rule: Rule) -> None:
    files = page_of(rule).good.files
    assert files
    assert _codes(rule, files) == []


@BY_CODE
def test_the_page_is_complete(rule: Rule) -> None:
    page = page_of(rule)
    assert page.summary.endswith(".")
    assert page.explanation
    assert page.fix
    assert rule.fix == "none", "neither the CLI's files nor the agent's are ours to mend"


def test_codes_are_of_the_contract() -> None:
    prefixes = ("research_scan.", "history.research_scan.")
    assert all(rule.code.startswith(prefixes) for rule in RULES)
    assert len({rule.code for rule in RULES}) == len(RULES)


def test_what_is_not_an_error() -> None:
    assert {rule.code: rule.severity for rule in RULES if rule.severity != "error"} == {
        "history.research_scan.changed_after_emit": "warning",
        "research_scan.batch.criteria": "warning",
        "research_scan.batch.doubled": "warning",
        "research_scan.batch.size": "warning",
        "research_scan.cid": "warning",
        "research_scan.coerced": "warning",
        "research_scan.evidence.differs": "warning",
        "research_scan.join.unknown_query": "warning",
        "research_scan.log.line": "warning",
        "research_scan.log.truncated": "warning",
        "research_scan.run.directory": "info",
        "research_scan.run.mixed": "warning",
        "research_scan.run.separators": "info",
        "research_scan.screen.unattributed": "info",
    }
