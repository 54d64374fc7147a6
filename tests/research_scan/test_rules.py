"""What each rule says of a whole run with one fault in it, and that it says no more."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.finding import Pointer
from tests.research_scan.support import (
    CIDS,
    CRITERIA,
    DELETE,
    ROOT,
    as_bytes,
    candidate,
    changed,
    cid,
    codes,
    problems,
    ranked,
    valid_run,
    where,
)

Change = tuple[str, Pointer, Any]
Expected = list[tuple[str, str, Pointer]]

OTHER = "0123456789ab"
POOL, SCREEN, EVIDENCE, MANIFEST = "candidates.json", "screen.json", "evidence.json", "manifest.json"
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


PAGES = [
    ("evidence.md", "## 1. Eel passes", "## 1. Eel passages", "research_scan.evidence.markdown", 3),
    ("evidence.md", "## 2. Elver ladders", "## Elver ladders", "research_scan.evidence.markdown", 1),
    (
        "evidence.md",
        "## Alternates",
        "## 4. Trout farms\n\n## Alternates",
        "research_scan.evidence.markdown",
        15,
    ),
    ("evidence.bib", "{Old weirs}", "{Very old weirs}", "research_scan.evidence.bibtex", 11),
    (
        "evidence.bib",
        "@article{tm1",
        "@misc{x,\n  title = {X}\n}\n\n@article{tm1",
        "research_scan.evidence.bibtex",
        6,
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "code", "line"), PAGES)
def test_rendered_files_show_the_packets(file: str, old: str, new: str, code: str, line: int) -> None:
    files = valid_run()
    assert old in files[file]
    files[file] = files[file].replace(old, new)
    [(found, severity, problem)] = problems(files)
    place = problem.place
    assert (found, severity) == (code, "error")
    assert (place.span or place.document.span(place.pointer)).line == line


def test_titles_with_braces_and_accents_are_recognised() -> None:
    files = valid_run()
    title = "Ål {DNA} | weirs"
    for holder in (files[POOL]["candidates"][0], files[EVIDENCE]["packets"][0]):
        holder["title"] = title
    files["evidence.md"] = files["evidence.md"].replace("Eel passes", title)
    files["evidence.bib"] = files["evidence.bib"].replace("Eel passes", "Ål (DNA) | weirs")
    assert "research_scan.evidence" not in " ".join(codes(files))


LOGS = [
    pytest.param('{"a": 1}\n{"b', [("research_scan.log.truncated", 2)], id="half-a-line"),
    pytest.param('{"a": 1}\n\n', [], id="blank-line"),
    pytest.param('{"a": 1}', [], id="no-final-newline"),
    pytest.param("", [], id="empty"),
    pytest.param('{"a": 1}\r\n[1]\r\n{"b": 2}\r\n', [("research_scan.log.line", 2)], id="list"),
    pytest.param('{"a": 1}\n{"b\n{"c": 2}\n', [("research_scan.log.line", 2)], id="broken-in-the-middle"),
    pytest.param("[" * 9999 + "\n", [("research_scan.log.line", 1)], id="deep"),
    pytest.param('{"a": ' + "9" * 5000 + "}\n", [], id="long-number"),
]


@pytest.mark.parametrize(("text", "expected"), LOGS)
def test_logs(text: str, expected: list[tuple[str, int]]) -> None:
    found = problems({**valid_run(), "retrieval-r2.log.jsonl": text})
    assert [(code, p.place.span.line if p.place.span else 0) for code, _, p in found] == expected


def test_misspelt_fields_of_an_agent_are_all_listed() -> None:
    entry = {**ranked(0), "overall": 4, "relation": "references", "limitations": [], "why_it_maters": "x"}
    del entry["why_it_matters"]
    files = changed(
        ("ranked.json", (0,), entry),
        ("ranked.json", (1, "criteria", "C1"), "3"),
        ("ranked.json", (1, "evidence_level"), "RCT"),
        (SCREEN, ("scores", 0), {"cid": CIDS[0], "score": "2", "reason": "w " * 21, "criteria_hit": []}),
    )
    found = {(code, pointer) for code, _, pointer in where(problems(files)) if not code.endswith("differs")}
    assert found == {
        ("research_scan.schema.range", (0, "overall")),
        ("research_scan.schema.enum", (0, "relation")),
        ("research_scan.schema.length", (0, "limitations")),
        ("research_scan.schema.unknown_key", (0, "why_it_maters")),
        ("research_scan.schema.type", (1, "criteria", "C1")),
        ("research_scan.schema.enum", (1, "evidence_level")),
        ("research_scan.schema.type", ("scores", 0, "score")),
        ("research_scan.screen.reason_words", ("scores", 0, "reason")),
    }


def test_a_copied_run_is_no_error() -> None:
    files = {"README.md": "Only a copy.", **valid_run()}
    files[MANIFEST]["run"]["brief_path"] = ROOT.replace("/", "\\") + "\\brief.md"
    for name in ("expanded.json", "expanded-round2.json", "evidence.bib", "coverage.json"):
        del files[name]
    for name in [name for name in files if name.startswith("screen-batches")]:
        del files[name]
    found = [(code, severity) for code, severity, _ in problems(files, ROOT + "-copy")]
    assert found == [("research_scan.run.directory", "info"), ("research_scan.run.separators", "info")]


@pytest.mark.parametrize("name", [name for name in valid_run() if name.endswith(".json")])
@pytest.mark.parametrize("data", [b"", b'{"run": {', b"\xff\xfe", b"[[[[", b"null"], ids=repr)
def test_a_broken_file_starts_no_cascade(name: str, data: bytes) -> None:
    found = problems({**valid_run(), name: data})
    shape = [code for code, _, _ in found if code.startswith("research_scan.schema.")]
    assert [code for code, _, _ in found] == shape
    assert bool(shape) == (data == b"null" or (data == b"" and False))


def test_files_with_other_spellings_are_read_alike() -> None:
    files = {name: as_bytes(value) for name, value in valid_run().items()}
    for name in [n for n in files if n.endswith(".json")]:
        files[name] = json.dumps(json.loads(files[name]), ensure_ascii=True, separators=(",", ":")).encode()
    assert problems(files) == []
