"""The example in each rule's page: the bad one has the fault, the good one is free of it."""

from __future__ import annotations

import pytest

from sourceright_lint.rule import Rule
from sourceright_lint.rule_pages import Example, page_of
from tests.sourceright.csl.support import RULES, run

IDS = [rule.code for rule in RULES]


def codes_in(example: Example) -> set[str]:
    files = {name: text.encode() for name, text in example.files.items()}
    return {finding.code for finding in run(files).before.findings}


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_page_is_complete(rule: Rule) -> None:
    page = page_of(rule)
    assert page.summary.endswith(".")
    assert "\n" not in page.summary
    assert page.explanation
    assert page.fix
    assert page.fix.startswith("none.") == (rule.fix == "none")


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_bad_example(rule: Rule) -> None:
    assert rule.code in codes_in(page_of(rule).bad)


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_good_example(rule: Rule) -> None:
    good = page_of(rule).good
    assert good.files
    assert rule.code not in codes_in(good)


@pytest.mark.parametrize("rule", [r for r in RULES if r.fix != "none"], ids=lambda rule: rule.code)
def test_declared_fix_has_the_class(rule: Rule) -> None:
    files = {name: text.encode() for name, text in page_of(rule).bad.files.items()}
    fixes = [f.fix for f in run(files).before.findings if f.code == rule.code and f.fix]
    if rule.code == "csl.sidecar_field":
        assert not fixes, "without a sidecar there is nowhere to move to"
    else:
        assert [fix.safe for fix in fixes] == [rule.fix == "safe"]
