"""Facts, lines and differences, whatever the contract."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.describing.facts import Difference, Fact, differences
from sourceright_lint.describing.words import LIMIT, brief, exact, mark, name_of
from sourceright_lint.escape import one_line

VALUES = [
    pytest.param("crossref", "crossref", id="word"),
    pytest.param("2026-05-09T00:00:00Z", "2026-05-09T00:00:00Z", id="time"),
    pytest.param("10.5555/a(1)b", "10.5555/a(1)b", id="doi"),
    pytest.param("two words", '"two words"', id="words"),
    pytest.param("", '""', id="empty"),
    pytest.param("12", '"12"', id="digits"),
    pytest.param(12, "12", id="number"),
    pytest.param("1e5", '"1e5"', id="text like a number"),
    pytest.param("true", '"true"', id="text like true"),
    pytest.param(True, "true", id="true"),
    pytest.param(None, "null", id="null"),
    pytest.param("-", '"-"', id="dash"),
    pytest.param("::error::x", '"::error::x"', id="workflow command"),
    pytest.param("a\nb", '"a\\nb"', id="line break"),
    pytest.param("a\u202eb", '"a\\u202eb"', id="direction"),
    pytest.param("\ud800", '"\\ud800"', id="surrogate"),
    pytest.param({"b": 1, "a": [2]}, '{"a": [2], "b": 1}', id="object in order"),
]


@pytest.mark.parametrize(("value", "shown"), VALUES)
def test_values(value: Any, shown: str) -> None:
    assert brief(value) == shown


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)


def same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@given(JSON, JSON)
def test_different_values_read_differently(one: Any, other: Any) -> None:
    assert (brief(one) == brief(other)) == same(one, other)
    assert (exact(one) == exact(other)) == same(one, other)


@given(st.text(min_size=LIMIT), st.text(max_size=3), st.text(max_size=3))
def test_what_is_cut_off_makes_a_difference(start: str, one: str, other: str) -> None:
    assert (brief(start + one) == brief(start + other)) == (one == other)
    assert len(brief(start + one)) <= LIMIT + 12


@given(JSON)
def test_lines_are_lines(value: Any) -> None:
    line = Fact(str(value), "x", "label", brief(value)).line
    assert len(line.splitlines()) <= 1
    assert not line.startswith("::")
    line.encode()


def test_no_ci_system_finds_a_command() -> None:
    assert "##vso[" not in one_line("a ##vso[task.setvariable] b")
    assert "##[" not in Fact("##[error]x", "x", "status", "queued").line


@pytest.mark.parametrize("id", ["smith-2024", "10.5555/x", "Müller2020", "a:b"])
def test_usual_ids_stand_as_they_are(id: str) -> None:
    assert name_of(id) == id


@pytest.mark.parametrize("id", ["", "a b", "a: status", "\n", "x" * 1000])
def test_unusual_ids_are_quoted(id: str) -> None:
    assert name_of(id).startswith('"')


@pytest.mark.parametrize("value", [10**5000, [10**5000], 1e400], ids=["digits", "in a list", "infinite"])
def test_numbers_that_python_refuses_to_write(value: Any) -> None:
    assert brief(value)
    assert mark(value)


def fact(subject: str, label: str, shown: str, **more: Any) -> Fact:
    return Fact(subject, "record", label, shown, **more)


def lines(before: list[Fact], after: list[Fact], renamed: dict[str, str] | None = None) -> list[str]:
    signs = {"added": "+", "removed": "-", "changed": "~", "renamed": ">"}
    return [f"{signs[each.kind]} {each.line}" for each in differences(before, after, renamed)]


QUEUED = fact("a", "status", "queued", main=True)
DONE = fact("a", "status", "resolved", main=True)
ONE, TWO = (fact("a", "decision", word, key=word, main=True, noun="decision") for word in ("keep", "drop"))

CHANGES = [
    pytest.param([QUEUED], [QUEUED], [], id="nothing"),
    pytest.param([QUEUED], [DONE], ["~ a: status queued -> resolved"], id="changed"),
    pytest.param([QUEUED], [QUEUED, ONE], ["+ a: decision keep"], id="added"),
    pytest.param([QUEUED, ONE, ONE], [QUEUED, ONE], ["- a: decision keep"], id="one of two equal"),
    pytest.param([ONE, TWO], [TWO, ONE], ["~ a: decisions: in another order"], id="reordered"),
    pytest.param([], [QUEUED, ONE, TWO], ["+ a: record added: queued, 2 decisions"], id="new"),
    pytest.param([QUEUED, ONE], [], ["- a: record removed: queued, 1 decision"], id="gone"),
    pytest.param([], [fact("a", "note", "x")], ["+ a: record added"], id="nothing to say of it"),
    pytest.param(
        [fact("a", "text", "(not shown)", value=1)],
        [fact("a", "text", "(not shown)", value=2)],
        ["~ a: text changed"],
        id="hidden",
    ),
    pytest.param(
        [Fact("", "file", "version", "1")],
        [Fact("", "file", "version", "2"), Fact("", "file", "by", "x")],
        ["~ version 1 -> 2", "+ by x"],
        id="the file",
    ),
    pytest.param([], [Fact("", "file", "version", "1")], ["+ version 1"], id="a new file"),
]


@pytest.mark.parametrize(("before", "after", "expected"), CHANGES)
def test_differences(before: list[Fact], after: list[Fact], expected: list[str]) -> None:
    assert lines(before, after) == expected


def test_a_renamed_subject_is_compared_with_itself() -> None:
    after = [fact._replace(subject="b") for fact in (DONE, ONE)]
    assert lines([QUEUED, ONE], after, {"a": "b"}) == ["> b: was a", "~ b: status queued -> resolved"]


def test_the_file_comes_first_and_subjects_in_order() -> None:
    after = [fact("b", "s", "1"), fact("a", "s", "1"), Fact("", "file", "v", "1")]
    assert [each.subject for each in differences([], after)] == ["", "a", "b"]


def test_a_count() -> None:
    assert Difference("changed", "", "queue", "queue", None, "2 lines added").line == "queue: 2 lines added"


def test_a_hundred_thousand_facts_alike_take_no_hundred_thousand_looks_each() -> None:
    """Compared one by one with all before them they would take hours."""
    alike, other = Fact("", "file", "entry", "{}", key="{}"), Fact("", "file", "entry", "1", key="1")
    before, after = [alike] * 100_000, [other, *[alike] * 100_002]
    start = time.perf_counter()
    found = differences(before, after)
    assert time.perf_counter() - start < 10
    assert sorted(each.line for each in found) == ["entry 1", "entry {}", "entry {}"]
    assert [each.kind for each in differences(after, before)] == ["removed"] * 3


def test_of_facts_alike_those_with_a_partner_are_compared_with_it() -> None:
    def candidate(shown: str) -> Fact:
        return Fact("a", "record", "candidate", shown, key="k", noun="candidate")

    before, after = [candidate("1"), candidate("2")], [candidate("1"), candidate("3"), candidate("4")]
    assert [each.line for each in differences(before, after)] == [
        "a: candidate 2 -> 3",
        "a: candidate 4",
    ]
