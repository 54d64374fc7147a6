"""The rules about the baseline: their examples, and that they are rules like all others."""

from __future__ import annotations

import pytest

from sourceright_lint.baseline import rules
from sourceright_lint.catalogue import all_rules, load_contracts
from sourceright_lint.rule import Rule, collect
from sourceright_lint.rule_pages import page_of
from tests.baseline.support import BASELINE, CSL, Workplace

RULES = collect(rules)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_examples(place: Workplace, rule: Rule) -> None:
    page = page_of(rule)
    for example, expected in ((page.bad, True), (page.good, False)):
        place.repo.git("clean", "-fdq")
        for name, text in example.files.items():
            place.write(name, text.encode())
        assert not example.files or (rule.code in place.codes("--as-of", "2030-01-01")) == expected


def test_they_are_in_the_catalogue() -> None:
    assert {rule.code for rule in RULES} <= {rule.code for rule in all_rules(load_contracts())}


def test_they_can_be_ignored_and_graded(place: Workplace) -> None:
    place.put({"path": CSL, "rule": "baseline.unused"})
    assert "baseline.unused" in place.codes()
    assert "baseline.unused" not in place.codes("--ignore", "baseline")
    place.write(".sourceright-lint.toml", b'select = ["baseline"]\n[severity]\n"baseline.unused" = "error"\n')
    [finding] = place.report()["findings"]
    assert (finding["severity"], finding["path"], finding["pointer"]) == ("error", BASELINE, "/entries/0")
