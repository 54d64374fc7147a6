"""No regular expression of the package takes more than linear time, whatever text a stranger gives it."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Sequence
from typing import Any

import pytest

from sourceright_lint.config.glob import Glob
from tests.hostile.patterns import ANYWHERE, Use, made_at_run_time, uses
from tests.hostile.pumping import attacks

LENGTHS = (18, 24, 48, 96, 192, 600, 4_000)
SLOW = 0.010
"""Seconds; a linear search of so long a text takes less than a tenth of that, one that is squared twice that."""

NOT_FOR_STRANGERS = {
    "sourceright_lint.rule_pages._BLOCK": "reads the docstrings of rules",
    "sourceright_lint.rule_pages._SECTION": "reads the docstrings of rules",
    "sourceright_lint.reporting.standing.charts._NOT_WANTED": "reads a drawing of numbers; in its labels < is escaped",
}
MADE_AT_RUN_TIME = {
    "config/glob.py": "tried below",
    "formatters/find.py": "a word",
    "formatters/hook_lists.py": "the patterns of another tool: tests/test_formatters.py has what is not tried",
    "contracts/sourceright/csl_plain.py": "the shapes of identifiers, which are tried",
    "contracts/sourceright/csl_text.py": "the shapes of identifiers, which are tried",
    "jsontext/cut.py": "a line end and spaces",
    "jsontext/marks.py": "a line end and spaces",
    "jsontext/proof.py": "a line end and spaces",
    "merging/layout.py": "a line end and spaces",
    "schema_check.py": "the patterns of our schemas",
}
ALL = uses()


def seconds(pattern: re.Pattern[Any], method: str, text: Any, limit: float) -> float:
    """The least time of up to three tries, so that a busy machine is not taken for a slow pattern."""
    least = 9.0
    for _ in range(3):
        start = time.process_time()
        found = getattr(pattern, method)(*([text[:0], text] if method in ("sub", "subn") else [text]))
        if method == "finditer":
            for _ in found:
                pass
        least = min(least, time.process_time() - start)
        if least < limit or least > 10 * limit:
            break
    return least


def _most_expensive(methods: frozenset[str]) -> list[str]:
    """One that searches stands for all that do, and for those that look at one place only."""
    return sorted(methods & ANYWHERE)[:1] or sorted(methods)


def slow_one(use: Use) -> tuple[str, str] | None:
    """A method and a text that takes long: of growing length, lest an exponent keep us for ever."""
    for method in _most_expensive(use.methods):
        for texts in zip(*(attacks(use.pattern, length) for length in LENGTHS), strict=True):
            for text in texts:
                if seconds(use.pattern, method, text, SLOW) > SLOW:
                    return method, repr(text[:40])
    return None


@pytest.mark.parametrize("use", ALL, ids=[use.place for use in ALL])
def test_takes_linear_time(use: Use) -> None:
    if use.place not in NOT_FOR_STRANGERS:
        assert slow_one(use) is None, use.pattern.pattern


def test_all_are_here() -> None:
    assert len(ALL) > 120
    assert set(made_at_run_time()) == set(MADE_AT_RUN_TIME)
    assert set(NOT_FOR_STRANGERS) <= {use.place for use in ALL}


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+$",
        r"^(?:[#;][^\n]*\r?\n)*\[",
        r"^## (.*?)[ \t]*(?:x)?[ \t]*$",
        r"/\*.*?\*/",
        r"[0-9]+\.?[0-9]*x",
    ],
)
def test_a_slow_one_is_noticed(pattern: str) -> None:
    """Or else the tests above could not fail."""
    compiled = re.compile(pattern)
    assert slow_one(Use("x", compiled, frozenset({"search"})))


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 40 + "b", "a" * 4000),
        ("**/a/" * 40 + "b", "a/" * 2000 + "a"),
        ("**/*a*a*b/" * 20 + "x", "aaaaaaaa/" * 400 + "x"),
        ("*?" * 40 + "[!a]", "a" * 4000),
    ],
)
def test_a_glob_takes_little_time(pattern: str, path: str) -> None:
    start = time.process_time()
    assert not Glob("", pattern).matches(path)
    assert time.process_time() - start < 2


def plainly(parts: Sequence[str], path: Sequence[str]) -> bool:
    """What a glob without classes means, spelt out: the pattern matches the path or a folder above it."""
    if not parts:
        return True
    if parts[0] == "**":
        return (
            len(path) > 0
            if len(parts) == 1
            else any(plainly(parts[1:], path[at:]) for at in range(len(path)))
        )
    return bool(path) and part_matches(parts[0], path[0]) and plainly(parts[1:], path[1:])


def part_matches(pattern: str, name: str) -> bool:
    if not pattern:
        return not name
    if pattern[0] == "*":
        return any(part_matches(pattern[1:], name[at:]) for at in range(len(name) + 1))
    return bool(name) and pattern[0] in ("?", name[0]) and part_matches(pattern[1:], name[1:])


def test_a_glob_means_what_it_meant() -> None:
    draw = random.Random(8)
    matched = 0
    for _ in range(4000):
        parts = [
            draw.choice(["**", "*", "a", "b", "a*", "*b*", "?", "*a*b*"]) for _ in range(draw.randint(1, 5))
        ]
        path = [draw.choice(["a", "b", "ab", "aab", "ba", "c"]) for _ in range(draw.randint(1, 6))]
        wanted = plainly(parts if len(parts) > 1 else ["**", *parts], path)
        assert Glob("", "/".join(parts)).matches("/".join(path)) == wanted, (parts, path)
        matched += wanted
    assert 500 < matched < 3500
