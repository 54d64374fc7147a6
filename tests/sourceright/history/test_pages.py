"""Every rule's page: complete, and its examples do what they say."""

from __future__ import annotations

import pytest

from sourceright_lint.contract import Change
from sourceright_lint.contracts.sourceright.rules import RULES as ALL
from sourceright_lint.rule import Rule
from sourceright_lint.rule_pages import Example, page_of
from tests.sourceright.history.support import RULES, view_of

BY_CODE = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


def codes(example: Example) -> list[str]:
    """What every rule about change says of an example with a folder for each of its two states."""
    sides = [
        view_of(
            {
                name.removeprefix(side): text.encode()
                for name, text in example.files.items()
                if name.startswith(side)
            }
        )
        for side in ("before/", "after/")
    ]
    assert all(sides), example.files
    change = Change(sides[:1], sides[1])
    return [rule.code for rule in RULES for _ in rule.check(change)]


@BY_CODE
def test_the_bad_example_has_the_fault_and_no_other(rule: Rule) -> None:
    assert codes(page_of(rule).bad) == [rule.code]


@BY_CODE
def test_the_good_example_is_clean(rule: Rule) -> None:
    assert codes(page_of(rule).good) == []


@BY_CODE
def test_the_page_is_complete(rule: Rule) -> None:
    page = page_of(rule)
    assert page.summary.endswith(".")
    assert page.explanation
    assert page.fix.startswith("none.")
    assert rule.fix == "none"
    assert rule.scope == "change"
    assert rule.code.startswith("history.")


def test_the_short_list_is_the_same_as_in_the_long_one() -> None:
    assert tuple(rule for rule in ALL if rule.scope == "change") == tuple(RULES)
