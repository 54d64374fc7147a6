"""What each rule says of a whole run with one fault in it, and that it says no more."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.finding import Pointer
from tests.research_scan.a_run import (
    CIDS,
    CRITERIA,
    EVIDENCE,
    MANIFEST,
    POOL,
    SCREEN,
    candidate,
    ranked,
    valid_run,
)
from tests.research_scan.support import DELETE, changed, problems, where

Change = tuple[str, Pointer, Any]
Expected = list[tuple[str, str, Pointer]]

OTHER = "0123456789ab"
SCORE = {"cid": CIDS[0], "score": 3, "reason": "again", "criteria_hit": ["C1"]}


def test_a_valid_run_is_clean() -> None:
    assert problems(valid_run()) == []


def fault(id: str, changes: list[Change], *expected: tuple[str, str, Pointer]) -> Any:
    return pytest.param(changes, sorted(expected, key=repr), id=id)


QUERIES = [
    fault(
        "words",
        [("queries.json", ("round2", 0, "text"), "w " * 31)],
        ("research_scan.queries.words", "queries.json", ("round2", 0, "text")),
    ),
    fault("thirty-words", [("queries.json", ("queries", 0, "text"), "w\u2003" * 30)]),
    fault(
        "double-id-across-rounds",
        [("queries.json", ("round2", 0, "id"), "Q1 "), ("coverage.json", (), DELETE), (POOL, (), DELETE)],
        ("research_scan.queries.duplicate_id", "queries.json", ("round2", 0, "id")),
    ),
    fault(
        "missing-type-and-misspelt-type",
        [("queries.json", ("queries", 2, "type"), "contradictary")],
        ("research_scan.schema.enum", "queries.json", ("queries", 2, "type")),
    ),
    fault(
        "several-hidden-faults-at-once",
        [
            ("queries.json", ("queries", 3, "type"), "adjacent"),
            ("queries.json", ("queries", 0, "target_criterion"), "C9"),
            ("queries.json", ("round2", 0, "target_criterion"), "  "),
            ("queries.json", ("anchors",), [{"title": " "}, {"doi": "10.5555/x"}]),
            ("queries.json", ("domain",), "auto"),
        ],
        ("research_scan.queries.anchor", "queries.json", ("anchors", 0)),
        ("research_scan.queries.gap_target", "queries.json", ("round2", 0, "target_criterion")),
        ("research_scan.queries.missing_type", "queries.json", ("queries",)),
        ("research_scan.queries.unknown_target", "queries.json", ("queries", 0, "target_criterion")),
        ("research_scan.schema.enum", "queries.json", ("domain",)),
    ),
]

SCREENING = [
    fault(
        "unscored",
        [(SCREEN, ("scores", 3), DELETE)],
        ("research_scan.screen.unscored", POOL, ("candidates", 3, "cid")),
    ),
    fault(
        "scored-twice",
        [(SCREEN, ("scores", 10), SCORE)],
        ("research_scan.screen.scored_twice", SCREEN, ("scores", 10, "cid")),
    ),
    fault(
        "unknown",
        [(SCREEN, ("scores", 10), {**SCORE, "cid": OTHER})],
        ("research_scan.screen.unknown_cid", SCREEN, ("scores", 10, "cid")),
    ),
    fault(
        "misspelt-cid-is-one-fault",
        [(SCREEN, ("scores", 3, "cid"), "x".join(CIDS[3].rsplit(CIDS[3][-1], 1)).replace("x", "0"))],
        ("research_scan.screen.unknown_cid", SCREEN, ("scores", 3, "cid")),
    ),
    fault(
        "cid-of-a-candidate-changed",
        [(POOL, ("candidates", 3, "cid"), OTHER)],
        ("research_scan.cid", POOL, ("candidates", 3, "cid")),
    ),
    fault(
        "criterion",
        [(SCREEN, ("scores", 0, "criteria_hit"), ["C1", "C8"])],
        ("research_scan.join.unknown_criterion", SCREEN, ("scores", 0, "criteria_hit", 1)),
    ),
]

BATCHES = [
    fault(
        "item-unknown",
        [("screen-batches/r01.json", ("items", 2), {"cid": OTHER, "title": "Not found"})],
        ("research_scan.batch.unknown_cid", "screen-batches/r01.json", ("items", 2, "cid")),
    ),
    fault(
        "item-with-another-cid",
        [("screen-batches/r01.json", ("items", 0, "cid"), OTHER)],
        ("research_scan.batch.unknown_cid", "screen-batches/r01.json", ("items", 0, "cid")),
    ),
    fault(
        "item-lost",
        [("screen-batches/r01.json", ("items", 0), DELETE)],
        ("research_scan.batch.unbatched", POOL, ("candidates", 7, "cid")),
    ),
    fault(
        "last-retrieval-batch-lost",
        [("screen-batches/01.json", (), DELETE)],
        ("research_scan.batch.unbatched", POOL, ("candidates", 0, "cid")),
    ),
    fault("no-gap-expansion", [("expanded-round2.json", (), DELETE)]),
    fault("no-candidates", [(POOL, (), DELETE)]),
    fault(
        "item-in-wrong-series",
        [
            ("screen-batches/x01.json", ("items", 3), {"cid": CIDS[7], "title": "Climbing speed"}),
            ("screen-batches/r01.json", ("items", 0), DELETE),
        ],
        ("research_scan.batch.series", "screen-batches/x01.json", ("items", 3, "cid")),
    ),
    fault(
        "listed-batch-is-not-there",
        [("screen-batches/x01.json", (), DELETE)],
        ("research_scan.batch.missing", "expanded.json", ("batches", 0)),
    ),
    fault(
        "name-and-id",
        [("screen-batches/y1.json", (), {"batch": "y1", "sub_criteria": CRITERIA, "items": []})],
        ("research_scan.batch.name", "screen-batches/y1.json", ()),
    ),
]

EXPANSION = [
    fault(
        "seed-with-low-score",
        [("expanded.json", ("seeds", 1), CIDS[3])],
        ("research_scan.expansion.seed", "expanded.json", ("seeds", 1)),
    ),
    fault(
        "anchor-may-be-a-seed",
        [
            ("expanded.json", ("seeds", 1), CIDS[3]),
            (POOL, ("candidates", 3, "origins", 2), {"source": "s2", "relation": "anchor", "rank": 0}),
            ("coverage.json", (), DELETE),
        ],
    ),
    fault(
        "addition-unknown",
        [("expanded-round2.json", ("added", 0), OTHER)],
        ("research_scan.expansion.unknown_cid", "expanded-round2.json", ("added", 0)),
    ),
    fault(
        "addition-twice",
        [("expanded.json", ("added", 2), CIDS[4]), (MANIFEST, (), DELETE)],
        ("research_scan.join.doubled", "expanded.json", ("added", 2)),
    ),
]

SELECTION = [
    fault(
        "shortlist-unknown",
        [
            ("shortlist.json", ("in_window", 5), {**candidate(3), "cid": OTHER, "score": 2}),
            (MANIFEST, (), DELETE),
        ],
        ("research_scan.join.not_in_candidates", "shortlist.json", ("in_window", 5, "cid")),
    ),
    fault(
        "shortlist-score-differs",
        [("shortlist.json", ("in_window", 0, "score"), 2)],
        ("research_scan.shortlist.score", "shortlist.json", ("in_window", 0, "score")),
    ),
    fault(
        "shortlist-window",
        [("shortlist.json", ("in_window", 0, "outside_window"), True)],
        ("research_scan.shortlist.window", "shortlist.json", ("in_window", 0, "outside_window")),
    ),
    fault(
        "ranked-not-on-the-shortlist",
        [("ranked.json", (0,), ranked(3))],
        ("research_scan.join.not_in_shortlist", "ranked.json", (0, "cid")),
    ),
    fault(
        "ranked-twice",
        [("ranked.json", (4,), ranked(1)), (MANIFEST, (), DELETE)],
        ("research_scan.join.doubled", "ranked.json", (4, "cid")),
    ),
    fault(
        "ranked-criterion",
        [("ranked.json", (0, "criteria", "C9"), 2)],
        ("research_scan.join.unknown_criterion", "ranked.json", (0, "criteria", "C9")),
    ),
]

PACKETS = [
    fault(
        "not-ranked",
        [("ranked.json", (3,), DELETE), (MANIFEST, (), DELETE)],
        ("research_scan.join.not_in_ranked", EVIDENCE, ("packets", 2, "cid")),
    ),
    fault(
        "rank-of-an-alternate",
        [(EVIDENCE, ("alternates", 0, "rank"), 1)],
        ("research_scan.evidence.rank", EVIDENCE, ("alternates", 0, "rank")),
    ),
    fault(
        "retracted",
        [(EVIDENCE, ("alternates", 0, "is_retracted"), True)],
        ("research_scan.evidence.retracted", EVIDENCE, ("alternates", 0, "is_retracted")),
    ),
    fault(
        "retracted-by-verification",
        [(EVIDENCE, ("packets", 0, "verification", "mismatches"), ["retracted"])],
        ("research_scan.evidence.retracted", EVIDENCE, ("packets", 0, "verification", "mismatches")),
    ),
    fault(
        "verified-with-mismatches",
        [
            ("ranked.json", (0, "verification", "mismatches"), ["year"]),
            (EVIDENCE, ("packets", 0, "verification", "mismatches"), ["year"]),
        ],
        ("research_scan.verification", "ranked.json", (0, "verification", "verified")),
    ),
    fault(
        "verified-by-nobody",
        [(EVIDENCE, ("packets", 0, "verification", "verified_by"), [])],
        ("research_scan.verification", EVIDENCE, ("packets", 0, "verification", "verified")),
    ),
    fault(
        "edited-by-hand",
        [(EVIDENCE, ("packets", 0, "key_finding"), "Passage falls.")],
        ("research_scan.evidence.differs", EVIDENCE, ("packets", 0, "key_finding")),
    ),
    fault(
        "title-edited-by-hand-is-one-fault",
        [(EVIDENCE, ("packets", 0, "title"), "Eel passes that work")],
        ("research_scan.evidence.differs", EVIDENCE, ("packets", 0, "title")),
    ),
    fault("no-bibliography", [("evidence.bib", (), DELETE)]),
    fault("no-page", [("evidence.md", (), DELETE)]),
]


@pytest.mark.parametrize(
    ("changes", "expected"), [*QUERIES, *SCREENING, *BATCHES, *EXPANSION, *SELECTION, *PACKETS]
)
def test_one_fault(changes: list[Change], expected: Expected) -> None:
    assert where(problems(changed(*changes))) == expected
