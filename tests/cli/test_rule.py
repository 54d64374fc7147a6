"""``rule`` with a name that is none: what is meant is offered."""

from __future__ import annotations

import pytest

from sourceright_lint.catalogue import all_rules, load_contracts
from sourceright_lint.rule import near_codes


@pytest.mark.parametrize(
    ("code", "near"),
    [
        ("csl.do", "csl.doi"),
        ("csl.dio", "csl.doi"),
        ("doi", "csl.doi"),
        ("cs", "csl"),
        ("csl.doi.not_canonicl", "csl.doi.not_canonical"),
        ("csl.note.doii", "csl.note.doi"),
        ("zzz", None),
        ("", None),
    ],
)
def test_the_rule_that_is_meant_comes_first(code: str, near: str | None) -> None:
    found = near_codes(code, all_rules(load_contracts()))
    assert (found[0] if found else None) == near
    assert len(found) <= 3
