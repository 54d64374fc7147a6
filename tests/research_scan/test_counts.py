"""Counts that do not agree, values that readers convert, scores and ids that are told where they matter."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.finding import Pointer
from tests.research_scan.a_run import CIDS, EVIDENCE, MANIFEST, POOL, SCREEN, candidate, cid, valid_run
from tests.research_scan.support import DELETE, changed, codes, problems, where

COUNTS: list[tuple[str, Pointer, Any]] = [
    (MANIFEST, ("counts", "retrieved"), 10),
    (MANIFEST, ("retrieval", "deduped_remaining"), 8),
    (MANIFEST, ("counts", "expanded"), 2),
    (MANIFEST, ("counts", "screened_ge2"), 5),
    (MANIFEST, ("counts", "shortlisted"), 7),
    (MANIFEST, ("counts", "ranked"), 5),
    (MANIFEST, ("counts", "verified"), 3),
    (MANIFEST, ("counts", "emitted"), 4),
    (MANIFEST, ("expansion", "seeds"), 3),
    (MANIFEST, ("expansion", "added_outside_window"), 0),
    (MANIFEST, ("expansion_round2", "dropped", "cap"), 0),
    (MANIFEST, ("verification", "unverified"), 1),
    (MANIFEST, ("verification", "dropped_retracted"), 1),
    (MANIFEST, ("emit", "alternates"), 5),
    ("coverage.json", ("rounds", 1, "screened"), 9),
    ("coverage.json", ("rounds", 1, "ge2"), 7),
    ("coverage.json", ("rounds", 1, "unattributed_ge2"), 1),
    ("coverage.json", ("rounds", 1, "criteria", 0, "hits"), 7),
    ("coverage.json", ("rounds", 1, "criteria", 0, "by_source"), {"s2": 5}),
    ("coverage.json", ("rounds", 1, "criteria", 1, "thin"), False),
    ("coverage.json", ("rounds", 1, "queries", 2, "pool"), 3),
    ("coverage.json", ("rounds", 1, "seeds", 0, "precision"), 0.25),
]


@pytest.mark.parametrize(
    ("file", "pointer", "value"), COUNTS, ids=lambda v: str(v) if isinstance(v, tuple) else ""
)
def test_wrong_count(file: str, pointer: Pointer, value: Any) -> None:
    code = "research_scan.manifest.counts" if file == MANIFEST else "research_scan.coverage.counts"
    assert where(problems(changed((file, pointer, value)))) == [(code, file, pointer)]


@pytest.mark.parametrize(
    ("file", "pointer", "value"),
    [
        ("coverage.json", ("rounds", 0, "screened"), 1),
        (MANIFEST, ("counts", "retrieved"), 14),
        (MANIFEST, ("counts", "expanded"), 4),
        (MANIFEST, ("retrieval", "abstracts_present"), 0),
        (MANIFEST, ("emit", "top"), 20),
    ],
    ids=[
        "coverage-of-an-earlier-round",
        "gap-retrieval-repeated",
        "gap-expansion-repeated",
        "abstracts",
        "top",
    ],
)
def test_count_that_is_not_judged(file: str, pointer: Pointer, value: Any) -> None:
    assert problems(changed((file, pointer, value))) == []


@pytest.mark.parametrize(
    ("file", "pointer", "value"),
    [
        ("coverage.json", ("rounds", 1, "criteria", 0, "hits"), "6"),
        ("coverage.json", ("rounds", 1, "criteria", 0, "by_source", "s2"), "6"),
        ("coverage.json", ("rounds", 1, "criteria", 1, "thin"), 1),
        (MANIFEST, ("counts", "emitted"), 3.0),
        (EVIDENCE, ("packets", 0, "rank"), "1"),
        (EVIDENCE, ("packets", 0, "citation_count"), " 0 "),
        (POOL, ("candidates", 3, "cid"), f" {CIDS[3]}"),
        ("queries.json", ("window",), {"from_": "2023-01"}),
    ],
)
def test_a_value_that_readers_convert_is_a_warning_and_no_more(
    file: str, pointer: Pointer, value: Any
) -> None:
    found = [(code, severity) for code, severity, _ in problems(changed((file, pointer, value)))]
    assert found == [("research_scan.coerced", "warning")]


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        (("packets", 0, "is_retracted"), "yes", "research_scan.evidence.retracted"),
        (("packets", 0, "verification"), {"verified": 1, "verified_on": "x"}, "research_scan.verification"),
    ],
)
def test_a_converted_value_counts(pointer: Pointer, value: Any, code: str) -> None:
    assert codes(changed((EVIDENCE, pointer, value))) == ["research_scan.coerced", code]


def test_ranking_written_again_has_no_verification_yet() -> None:
    changes = [("ranked.json", (index, "verification"), None) for index in range(4)]
    assert problems(changed(*changes)) == []


def test_one_changed_score_is_told_where_it_matters() -> None:
    found = where(problems(changed((SCREEN, ("scores", 9, "score"), 1))))
    assert [(code, file) for code, file, _ in found] == [
        ("research_scan.coverage.counts", "coverage.json"),
        ("research_scan.shortlist.score", "shortlist.json"),
    ]


@pytest.mark.parametrize(
    ("year", "severity"), [(None, "warning"), (1998, "error")], ids=["equal", "different"]
)
def test_doubled_cid(year: int | None, severity: str) -> None:
    twin = candidate(3)
    if year is not None:
        twin["year"] = year
    files = changed((POOL, ("candidates", 10), twin), ("coverage.json", (), DELETE))
    assert [(code, level) for code, level, _ in problems(files)] == [("research_scan.cid.doubled", severity)]


@pytest.mark.parametrize(
    ("title", "year", "expected"),
    [
        ("Tidal Gates, and Glass-Eels!", 2024, cid_ := "f877199c7d4e"),
        ("tidal gates  and glass eels", 2024, cid_),
        ("Tidal gates and glass eels", 2023, None),
        ("Tidal gates and glass eéls", 2024, cid_),
    ],
)
def test_cid_from_a_title(title: str, year: int, expected: str | None) -> None:
    work = {"cid": cid_, "title": title, "year": year, "ids": {"s2": "x"}}
    found = codes({"brief.md": "b", POOL: {**valid_run()[POOL], "candidates": [work]}})
    assert found == ([] if expected else ["research_scan.cid"])


def test_cid_of_an_identifier_as_it_is_written() -> None:
    work = {"cid": cid("10.5555/EEL.7"), "title": "Eels", "ids": {"doi": "10.5555/EEL.7"}}
    assert codes({"brief.md": "b", POOL: {**valid_run()[POOL], "candidates": [work]}}) == []


def test_screening_under_way_is_one_line() -> None:
    files = changed(
        (SCREEN, ("scores",), valid_run()[SCREEN]["scores"][:4]),
        *[
            (name, (), DELETE)
            for name in ("shortlist.json", "ranked.json", EVIDENCE, "evidence.md", "evidence.bib")
        ],
        *[(name, (), DELETE) for name in ("coverage.json", MANIFEST)],
    )
    [(code, severity, problem)] = problems(files)
    assert (code, severity, problem.message) == (
        "research_scan.screen.unscored",
        "info",
        "6 of 10 candidates have no score yet",
    )
