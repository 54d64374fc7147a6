"""Every rule's page: complete, and its examples do what they say."""

from __future__ import annotations

import sys

import pytest

from sourceright_lint.rule import Rule
from sourceright_lint.rule_pages import Example, page_of
from tests.sourceright.sidecar.support import OURS, findings_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SETTINGS = ".sourceright-lint.toml"
NEEDS_A_DATE = {"sidecar.provider_candidate.retrieved_at.future", "sidecar.review_decision.decided_at.future"}


def codes(example: Example) -> set[str]:
    options = tomllib.loads(example.files.get(SETTINGS, ""))
    files = {name: text.encode() for name, text in example.files.items() if name != SETTINGS}
    return {finding.code for finding in findings_of(files, **options)}


@pytest.mark.parametrize("rule", OURS, ids=lambda rule: rule.code)
def test_page(rule: Rule) -> None:
    page = page_of(rule)
    assert page.summary.endswith(".")
    assert page.explanation
    assert (not page.bad.files and not page.good.files) == (rule.code in NEEDS_A_DATE)
    assert page.fix or rule.fix == "none"


@pytest.mark.parametrize(
    "rule", [rule for rule in OURS if rule.code not in NEEDS_A_DATE], ids=lambda rule: rule.code
)
def test_examples(rule: Rule) -> None:
    page = page_of(rule)
    assert rule.code in codes(page.bad)
    assert rule.code not in codes(page.good)


@pytest.mark.parametrize("rule", OURS, ids=lambda rule: rule.code)
def test_good_examples_hold_no_other_fault(rule: Rule) -> None:
    good = page_of(rule).good
    options = tomllib.loads(good.files.get(SETTINGS, ""))
    files = {name: text.encode() for name, text in good.files.items() if name != SETTINGS}
    if files:
        assert [f.code for f in findings_of(files, **options) if f.severity == "error"] == []
