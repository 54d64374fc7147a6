"""What no single case file can show: single items by table, duplicate keys, and any JSON at all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourceright_lint.contracts.sourceright.csl_data import (
    CSL_ONLY_TYPES,
    DATES,
    NAMES,
    NUMBERS,
    SIDECAR_FIELDS,
    TEXTS,
    TYPES,
    VARIABLES,
)
from sourceright_lint.contracts.sourceright.csl_plain import is_plain
from tests.sourceright.csl.support import CSL, Case, all_cases, findings_of, problems_of, run

ITEM = {"id": "a", "type": "book", "title": "A"}
SAMPLES = {"DOI": "10.5555/a", "URL": "https://a.example", "PMID": "1", "PMCID": "PMC1", "ISSN": "1234-5678"}


def codes(**members: Any) -> list[str]:
    return [finding.code for finding in findings_of([{**ITEM, **members}])]


@pytest.mark.parametrize("name", sorted(TYPES))
def test_every_type(name: str) -> None:
    assert codes(type=name) == (["csl.type.unsupported.core"] if name in CSL_ONLY_TYPES else [])


@pytest.mark.parametrize("name", TEXTS)
def test_every_text_variable(name: str) -> None:
    assert codes(**{name: SAMPLES.get(name, "1234567890")}) == []
    assert codes(**{name: ["x", "y"]}) == ["csl.variable.wrong_type"]


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_variable(name: str) -> None:
    assert codes(**{name: "7a"}) == []
    assert codes(**{name: 7}) == codes(**{name: 7.0}) == ["csl.variable.number"]
    assert codes(**{name: False}) == ["csl.variable.wrong_type"]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_variable(name: str) -> None:
    full = {
        "family": "Rook", "given": "Ida", "dropping-particle": "de", "non-dropping-particle": "van",
        "suffix": "Jr.", "comma-suffix": True, "static-ordering": 1, "parse-names": "true",
    }  # fmt: skip
    assert codes(**{name: [full, {"literal": "The Rooks"}]}) == []
    assert codes(**{name: [{}]}) == ["csl.name.empty"]


@pytest.mark.parametrize("name", DATES)
def test_every_date_variable(name: str) -> None:
    assert codes(**{name: {"date-parts": [[2020, 1, 2]], "circa": True, "season": "1", "raw": "x"}}) == []
    assert codes(**{name: "2020"}) == ["csl.date.wrong_type"]


@pytest.mark.parametrize("name", sorted(SIDECAR_FIELDS))
def test_every_field_of_the_boundary(name: str) -> None:
    assert codes(**{name: 1}) == ["csl.sidecar_field"]
    assert codes(custom={name: 1}) == []
    assert codes(**{name.upper(): 1}) == ["csl.variable.unknown"]


@pytest.mark.parametrize("name", ["status", "source", "note", "custom", "categories", "citation-key"])
def test_variables_that_look_like_workflow_fields(name: str) -> None:
    value: Any = {"custom": {}, "categories": []}.get(name, "in press")
    assert codes(**{name: value}) == []


def test_duplicate_keys_are_not_edited() -> None:
    text = (
        '[{"id": "a", "type": "book", "title": "A", "DOI": "10.5555/X", "DOI": "10.5555/Y"},'
        ' {"id": "b", "type": "book", "title": "B", "DOI": "10.5555/Z"}]'
    )
    fixed = run({CSL: text.encode()})
    assert [change.new.decode() for change in fixed.changes] == [text.replace("Z", "z")]


def test_an_item_entered_twice_is_one_finding() -> None:
    item = {**ITEM, "DOI": "10.5555/a"}
    assert [finding.code for finding in findings_of([item, item])] == ["csl.id.duplicate"]


def test_related_places() -> None:
    (finding,) = findings_of([ITEM, {**ITEM, "type": "report"}])
    assert [(related.path, related.span.line) for related in finding.related] == [(CSL, 1)]
    assert finding.record == "a"


def test_messages_are_one_safe_line() -> None:
    nasty = "\x1b[31m::error::\n\u202e" + "x" * 500
    value = [
        {**ITEM, "id": nasty, "type": nasty, nasty: 1, "DOI": nasty, "author": [{nasty: 1}], "issued": nasty}
    ]
    found = findings_of(value)
    assert len(found) >= 5
    for finding in found:
        for text in (finding.message, finding.help):
            assert text.isprintable()
            assert len(text) < 1500


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12), st.sampled_from(["10.5555/X", "doi:10.1/x", " a  b ", "journal-article", "2021a", "<i>"]),
)  # fmt: skip
KEYS = st.one_of(
    st.sampled_from(
        [*VARIABLES, *sorted(SIDECAR_FIELDS), "id", "type", "family", "name", "date-parts", "season"]
    ),
    st.text(max_size=4),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)
ITEMS = st.dictionaries(KEYS, VALUES, max_size=8)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(VALUES, st.lists(st.one_of(ITEMS, VALUES), max_size=4)))
def test_any_json_is_judged_and_fixed_once(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    for unsafe in (False, True):
        fixed = run({CSL: text}, unsafe)
        result = {CSL: text, **{change.path: change.new for change in fixed.changes}}
        again = run(result, unsafe)
        assert not again.changes
        assert not [f for f in again.before.findings if f.fix and (f.fix.safe or unsafe)]


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_plain_items_have_no_findings(case: Case) -> None:
    items = json.loads(case.files[CSL])
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict) and is_plain(item):
            assert problems_of(item) == []


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.builds(lambda extra, item: {**item, **extra}, ITEMS, st.just(ITEM)))
def test_any_plain_item_has_no_findings(item: dict[str, Any]) -> None:
    if is_plain(item):
        assert problems_of(item) == []


@pytest.mark.parametrize(
    "members",
    [
        {
            "author": [{"family": "Rook", "given": "Ida"}, {"literal": "The Rooks"}],
            "issued": {"date-parts": [[2020, 2, 29]]},
        },
        {"DOI": "10.5555/a", "URL": "https://a.example", "ISSN": "1234-567X", "page": "1-2", "volume": "3"},
        {"note": "Second edition.", "abstract": "x < y & z", "container-title": "Journal"},
    ],
    ids=["names-and-dates", "identifiers", "texts"],
)
def test_ordinary_items_are_plain(members: dict[str, Any]) -> None:
    item = {**ITEM, **members}
    assert is_plain(item)
    assert problems_of(item) == []
