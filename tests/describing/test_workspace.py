"""What is said of a Sourceright workspace: every fact, each in one line, and nothing that did not change."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.config.settings import default_settings
from sourceright_lint.contracts.sourceright import CSL, QUEUE, SIDECAR
from sourceright_lint.describing.one_file import lines_of
from tests.sourceright.history.support import (
    CONTRACT,
    VERSION,
    candidate,
    decision,
    item,
    record,
    state,
    view_of,
)

CONTRACTS = load_contracts()
SETTINGS = default_settings(CONTRACTS)


def said(name: str, value: Any) -> list[str] | None:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    lines = lines_of(name, data, CONTRACTS, SETTINGS)
    return None if lines is None else list(lines)


ITEM = {
    "id": "reed-2021",
    "type": "article-journal",
    "title": "Reed beds at the weir",
    "author": [{"family": "Reed", "given": "A."}, {"literal": "Rush Foundation"}, {"family": "Sedge"}],
    "issued": {"date-parts": [[2021, 4]]},
    "container-title": "Banks",
    "DOI": "10.5555/reed",
    "volume": 12,
    "page": "3-9",
    "x-note": {"seen": "twice"},
}
ITEM_LINES = """\
reed-2021: type article-journal
reed-2021: title "Reed beds at the weir"
reed-2021: author Reed, A.; {Rush Foundation}; Sedge
reed-2021: issued 2021-04
reed-2021: container-title "Banks"
reed-2021: DOI 10.5555/reed
reed-2021: page 3-9
reed-2021: volume 12
reed-2021: x-note {"seen": "twice"}
"""
RECORD = {
    "extraction": {
        "source": "input.docx",
        "original_text": "Reed A. Reed beds. 2021.",
        "span": "paragraph:12",
    },
    "provider_candidates": [
        {
            "provider": "crossref",
            "confidence": 0.86,
            "retrieved_at": "2026-05-09T00:00:00Z",
            "data": {"DOI": "10.5555/reed", "title": "Reed beds"},
        },
        {
            "provider": "openalex",
            "confidence": 0.5,
            "retrieved_at": "2026-05-10T00:00:00Z",
            "data": {"id": "W1", "title": "Reed beds", "year": 2021},
        },
    ],
    "conflicts": [
        {
            "field": "issued",
            "canonical": {"date-parts": [[2021]]},
            "candidate": {"date-parts": [[2020]]},
            "provider": "crossref",
            "severity": "review",
        }
    ],
    "review_status": "resolved",
    "review_decisions": [
        {"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-12T09:00:00Z", "notes": "seen the page"}
    ],
    "claim": {"reviewer": "tm", "claimed_at": "2026-05-11T08:00:00Z"},
    "x-priority": 2,
}
RECORD_LINES = """\
schema_version sourceright.verification.v1
reed-2021: status resolved
reed-2021: extracted from input.docx at paragraph:12
reed-2021: original "Reed A. Reed beds. 2021."
reed-2021: candidate crossref 0.86 2026-05-09T00:00:00Z: 10.5555/reed "Reed beds"
reed-2021: candidate openalex 0.5 2026-05-10T00:00:00Z: "Reed beds" [MARK]
reed-2021: conflict issued (crossref, severity review): 2021 here, 2020 there
reed-2021: decision keep by tm at 2026-05-12T09:00:00Z: "seen the page"
reed-2021: claimed by tm at 2026-05-11T08:00:00Z
reed-2021: x-priority 2
"""
LINE = {
    "id": "reed-2021",
    **{key: RECORD[key] for key in ("extraction", "provider_candidates", "conflicts")},
    "review_status": "queued",
}


def unmarked(lines: list[str] | None) -> str:
    import re

    assert lines is not None
    return "".join(re.sub(r"\[[0-9a-f]{6}\]$", "[MARK]", line) + "\n" for line in lines)


def sidecar(**records: Any) -> dict[str, Any]:
    return {"schema_version": VERSION, "references": records}


def test_an_item() -> None:
    assert unmarked(said(CSL, [ITEM])) == ITEM_LINES


def test_a_record() -> None:
    assert unmarked(said(SIDECAR, sidecar(**{"reed-2021": RECORD}))) == RECORD_LINES


def test_a_queue_line() -> None:
    assert unmarked(said(QUEUE, LINE)) == "reed-2021: queued, 2 candidates, 1 conflict [MARK]\n"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, (dict, list)) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from leaves(inner, (*path, key))
    yield path


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    value = copy.deepcopy(value)
    if not path:
        return new
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = new
    return value


FILES = {CSL: [ITEM, item("b")], SIDECAR: sidecar(**{"reed-2021": RECORD, "b": record()}), QUEUE: LINE}
PLACES = [(name, path) for name, value in FILES.items() for path in leaves(value)]


@pytest.mark.parametrize(("name", "path"), PLACES, ids=[f"{n} {'/'.join(map(str, p))}" for n, p in PLACES])
def test_whatever_changes_changes_a_line(name: str, path: tuple[Any, ...]) -> None:
    before = said(name, FILES[name])
    for new in ("other", "2021", 3, {"k": "v"}, ["x"], True):
        assert said(name, put(FILES[name], path, new)) != before
    if path and isinstance(path[-1], str):
        value = copy.deepcopy(FILES[name])
        holder = value
        for key in path[:-1]:
            holder = holder[key]
        del holder[path[-1]]
        assert said(name, value) != before


def test_layout_and_order_change_nothing() -> None:
    for name, value in FILES.items():
        turned = json.dumps(value, indent=7, sort_keys=True)
        if name != QUEUE:
            assert said(name, turned.encode()) == said(name, value)
    assert said(CSL, [item("b"), ITEM]) == said(CSL, FILES[CSL])
    assert said(QUEUE, json.dumps(LINE, sort_keys=True).encode()) == said(QUEUE, LINE)


NAMES = [
    pytest.param(CSL, [ITEM], True, id="bibliography"),
    pytest.param(f"AbC123_{CSL}", [ITEM], True, id="git's temporary name"),
    pytest.param("refs.json", [ITEM], True, id="configured bibliography"),
    pytest.param("checks.json", sidecar(a=record()), True, id="configured sidecar"),
    pytest.param("queue.jsonl", LINE, True, id="configured queue"),
    pytest.param("package.json", {"name": "x"}, False, id="foreign"),
    pytest.param("list.json", [1, 2], False, id="foreign list"),
    pytest.param("note.txt", b"plain text\n", False, id="text"),
    pytest.param(CSL, b"[{]", False, id="broken"),
    pytest.param(CSL, b"", False, id="empty"),
    pytest.param(CSL, b'[{"id": "a", "id": "b", "type": "book"}]', False, id="a key twice"),
    pytest.param(CSL, b"\xff\xfe[]", False, id="no UTF-8"),
    pytest.param(CSL, [], False, id="nothing in it"),
    pytest.param(CSL, {"name": "x"}, False, id="no list"),
    pytest.param(QUEUE, b'{"id": "a", "review_status": "queued"}\n{"id"\n', False, id="a broken line"),
]


@pytest.mark.parametrize(("name", "value", "told"), NAMES)
def test_what_is_recognised(name: str, value: Any, told: bool) -> None:
    lines = said(name, value)
    assert (lines is not None) == told


@pytest.mark.parametrize(
    "value", [None, 3, "x", [], {}, [1], [[]], [None], {"references": 3}, {"references": {"a": 3}}]
)
def test_any_value_is_survived(value: Any) -> None:
    for name in (CSL, SIDECAR, QUEUE):
        said(name, value)
    for key in RECORD:
        assert said(SIDECAR, sidecar(a={**RECORD, key: value}))
        for entry in ("provider_candidates", "conflicts", "review_decisions"):
            assert said(SIDECAR, sidecar(a={**RECORD, entry: [value]}))
    for key in ITEM:
        assert said(CSL, [{**ITEM, key: value}])


def lines_between(before: dict[str, bytes] | None, after: dict[str, bytes] | None) -> list[str]:
    signs = {"added": "+", "removed": "-", "changed": "~", "renamed": ">"}
    found = CONTRACT.describe_change(view_of(before), view_of(after))
    return [f"{signs[each.kind]} {each.line}" for each in found]


A = state({"a": record("queued", provider_candidates=[candidate()])})
CHANGES = [
    pytest.param(A, A, [], id="nothing"),
    pytest.param(
        A,
        state({"a": record("resolved", decision(), provider_candidates=[candidate()])}),
        ["~ a: status queued -> resolved", "+ a: decision keep by tm at 2026-05-12T09:00:00Z"],
        id="decided",
    ),
    pytest.param(
        A,
        state({"a": record("queued", provider_candidates=[{**candidate(), "confidence": 0.9}])}),
        [
            "~ a: candidate crossref 0.8 2026-05-09T00:00:00Z: 10.5555/x -> "
            "crossref 0.9 2026-05-09T00:00:00Z: 10.5555/x"
        ],
        id="confidence",
    ),
    pytest.param(
        A,
        state({"a": record("queued", provider_candidates=[candidate(day=20)])}),
        [
            "- a: candidate crossref 0.8 2026-05-09T00:00:00Z: 10.5555/x",
            "+ a: candidate crossref 0.8 2026-05-20T00:00:00Z: 10.5555/x",
        ],
        id="refreshed",
    ),
    pytest.param(
        A,
        state(
            {"a": record("queued", provider_candidates=[candidate()]), "b": record("unresolved", decision())}
        ),
        ['+ b: item added: book, "About b"', "+ b: record added: unresolved, 1 decision"],
        id="added",
    ),
    pytest.param(
        A,
        state({}),
        ['- a: item removed: book, "About a"', "- a: record removed: queued, 1 candidate"],
        id="removed",
    ),
    pytest.param(
        A,
        state({"z": record("queued", provider_candidates=[candidate()])}, [{**item("a"), "id": "z"}]),
        ["> z: was a"],
        id="renamed",
    ),
    pytest.param(
        state(None, [item("a")]),
        state(None, [{**item("a"), "id": "z", "volume": 3}]),
        ['- a: item removed: book, "About a"', '+ z: item added: book, "About a"'],
        id="another one",
    ),
    pytest.param(
        state(None, [item("a")]),
        state(None, [{**item("a"), "id": "z"}]),
        ["> z: was a"],
        id="renamed without a record",
    ),
    pytest.param(
        state(None, [item("a", DOI="10.5555/A")]),
        state(None, [item("a", DOI="10.5555/a", volume=3)]),
        ["~ a: DOI 10.5555/A -> 10.5555/a", "+ a: volume 3"],
        id="item",
    ),
    pytest.param(
        state({"a": record()}),
        state({"a": record()}, version="v2"),
        ["~ schema_version sourceright.verification.v1 -> v2"],
        id="version",
    ),
    pytest.param(
        None,
        A,
        [
            "+ schema_version sourceright.verification.v1",
            '+ a: item added: book, "About a"',
            "+ a: record added: queued, 1 candidate",
        ],
        id="new workspace",
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), CHANGES)
def test_changes(before: Any, after: Any, expected: list[str]) -> None:
    assert lines_between(before, after) == expected


def test_of_the_queue_only_numbers_are_told() -> None:
    def queue(*lines: dict[str, Any]) -> dict[str, bytes]:
        return {**A, QUEUE: "".join(json.dumps(line) + "\n" for line in lines).encode()}

    a, b, c = ({"id": id, "review_status": "queued"} for id in "abc")
    assert lines_between(queue(a, b), queue(a, b)) == []
    assert lines_between(queue(a, b), queue({**a, "x": 1}, c)) == [
        "~ queue: 1 line added, 1 line removed, 1 line changed"
    ]


def test_only_what_changed_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    from sourceright_lint.contracts.sourceright import describe

    seen = []
    monkeypatch.setattr(describe, "_of_record", lambda record: seen.append(record.key) or ())
    records = {f"r{number}": record() for number in range(50)}
    lines_between(state(records), state({**records, "r7": record("resolved")}))
    assert seen == ["r7", "r7"]
