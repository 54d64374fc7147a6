"""Every rule has its page, and every page is what the rule says now."""

from __future__ import annotations

import pytest

from sourceright_lint.catalogue import all_rules, load_contracts
from sourceright_lint.rule import Rule
from sourceright_lint.rule_pages import page_of
from tests import rule_pages

RULES = all_rules(load_contracts())
PAGES = rule_pages.made()


def test_there_is_a_page_for_each_rule_and_no_other() -> None:
    assert {path.name for path in rule_pages.FOLDER.glob("*.md")} == set(PAGES)
    assert len(PAGES) == len(RULES) + 1


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_current(name: str) -> None:
    text = (rule_pages.FOLDER / name).read_text(encoding="utf-8")
    assert text == PAGES[name], "run: make rule-pages"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_page_explains_and_shows(rule: Rule) -> None:
    page = page_of(rule)
    assert page.summary.endswith(".")
    assert len(page.explanation) > 60
    assert bool(page.bad.files) == bool(page.good.files)
    assert page.fix or rule.fix == "none"


def test_the_index_has_every_rule_with_severity_and_fix() -> None:
    for rule in RULES:
        row = f"| [`{rule.code}`]({rule.code}.md) | {rule.severity} | {rule.fix} |"
        assert PAGES["index.md"].count(row) == 1


def test_codes_of_rules_can_be_file_names() -> None:
    assert not any(set(rule.code) - set("abcdefghijklmnopqrstuvwxyz0123456789._") for rule in RULES)
