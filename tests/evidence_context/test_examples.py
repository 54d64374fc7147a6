"""Every rule's page: its examples do what they say, and it has what a page needs."""

from __future__ import annotations

import pytest

from sourceright_lint.contract import Change
from sourceright_lint.rule import Rule
from sourceright_lint.rule_pages import page_of
from tests.evidence_context.support import CONTRACT, problems, view_of

RULES = CONTRACT.rules()
BY_CODE = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


def _codes(rule: Rule, files: dict[str, str]) -> list[str]:
    if rule.scope != "change":
        return [code for code, _ in problems({name: text.encode() for name, text in files.items()})]
    sides = [
        view_of(
            {name.removeprefix(side): text.encode() for name, text in files.items() if name.startswith(side)}
        )
        for side in ("before/", "after/")
    ]
    return [rule.code for _ in rule.check(Change(sides[:1], sides[1]))]


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
    assert rule.fix == "none", "machine-published files are never rewritten"


def test_codes_are_of_the_contract() -> None:
    prefixes = ("evidence_context.", "history.evidence_context.")
    assert all(rule.code.startswith(prefixes) for rule in RULES)
    assert [rule.code for rule in RULES] == sorted({rule.code for rule in RULES})


def test_only_hints_are_warnings() -> None:
    assert {rule.code for rule in RULES if rule.severity != "error"} == {
        "evidence_context.descriptor.missing",
        "evidence_context.evidence_refs.empty",
        "evidence_context.leak.credential",
        "evidence_context.leak.path",
    }
