"""The quick answer never hides a finding."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sourceright_lint.contracts.sourceright.view import Record
from sourceright_lint.rule import Problem
from tests.sourceright.csl.support import Case
from tests.sourceright.sidecar.support import OURS, all_cases, bundle_of, workspace

SCOPES = {
    "sidecar.record": lambda record: (record,),
    "sidecar.candidate": lambda record: record.parts("provider_candidates"),
    "sidecar.conflict": lambda record: record.parts("conflicts"),
    "sidecar.decision": lambda record: record.parts("review_decisions"),
}
CANDIDATE = {
    "provider": "p",
    "confidence": 0.5,
    "retrieved_at": "2026-05-09T14:30:00Z",
    "data": {"DOI": "10.5555/a", "title": "A"},
}
DECISION = {"decision": "d", "reviewer": "tm", "decided_at": "2026-05-09T14:30:00Z"}
PLAIN = {
    "extraction": {"source": "s"},
    "provider_candidates": [CANDIDATE, {**CANDIDATE, "provider": "q"}],
    "review_status": "resolved",
    "review_decisions": [DECISION],
}
ITEM = {"id": "a", "type": "book", "title": "a.", "DOI": "10.5555/a"}
VALUES: list[Any] = [
    None,
    True,
    1,
    2.5,
    "",
    " ",
    "x",
    "10.5555/b",
    "2026-05-09",
    "2026-05-12T00:00:00Z",
    [],
    {},
    ["x"],
]


def problems(record: Record) -> list[Problem]:
    return [
        problem
        for rule in OURS
        if rule.scope in SCOPES
        for subject in SCOPES[rule.scope](record)
        for problem in rule.check(subject)
    ]


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_nothing_is_hidden_in_the_cases(case: Case) -> None:
    options = {key: value for key, value in case.options.items() if key != "as-of"}
    view = workspace(case.files, **options)
    records = view.sidecar.records.values() if view.sidecar and view.sidecar.is_judged else ()
    assert [
        problem for record in records if record not in view.odd_records for problem in problems(record)
    ] == []


def test_a_plain_record_is_plain() -> None:
    assert workspace(bundle_of({"a": PLAIN}, [ITEM])).odd_records == ()


def variants() -> list[tuple[str, Any]]:
    """The plain record with one member of it, at any depth, left out or given another value."""
    found: list[tuple[str, Any]] = []

    def vary(path: str, value: Any, rebuild: Any) -> None:
        found.extend((f"{path}={other!r}", rebuild(other)) for other in VALUES)
        if isinstance(value, dict):
            for key, member in value.items():
                found.append(
                    (f"{path}.{key} left out", rebuild({k: v for k, v in value.items() if k != key}))
                )
                vary(f"{path}.{key}", member, lambda new, key=key: rebuild({**value, key: new}))
            found.append((f"{path}.extra", rebuild({**value, "extra": 1})))
        if isinstance(value, list):
            for index, entry in enumerate(value):
                vary(
                    f"{path}[{index}]",
                    entry,
                    lambda new, index=index: rebuild([*value[:index], new, *value[index + 1 :]]),
                )
            found.append((f"{path} doubled", rebuild([*value, *value])))

    vary("", PLAIN, lambda record: record)
    return [(name, record) for name, record in found if isinstance(record, dict)]


@pytest.mark.parametrize(
    "options", [{}, {"known-providers": ["p", "q"]}, {"as-of": "2026-05-12T18:00:00+14:00"}]
)
def test_nothing_is_hidden_in_variants(options: dict[str, Any]) -> None:
    names = dict(variants())
    view = workspace(bundle_of(names, [{**ITEM, "id": name} for name in names]), **options)
    assert view.sidecar
    hidden = [r.key for r in view.sidecar.records.values() if r not in view.odd_records and problems(r)]
    assert hidden == []
    assert 0 < len(view.odd_records) < len(names)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=6), st.text(max_size=6))
def test_titles_that_count_as_alike_do_not_contradict(ours: str, theirs: str) -> None:
    assume(theirs.strip())
    record = {"provider_candidates": [{**CANDIDATE, "data": {"DOI": "10.5555/a", "title": theirs}}]}
    files = bundle_of({"a": {**record, "review_status": "not_required"}}, [{**ITEM, "title": ours}])
    view = workspace(files)
    assert view.sidecar
    assert view.odd_records or problems(view.sidecar.records["a"]) == []
