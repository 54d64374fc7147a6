"""An invented run with a gap round, file by file."""

from __future__ import annotations

import copy
import json
from hashlib import sha1
from typing import Any

ROOT = "research/scans/2026-01-05-demo"
POOL, SCREEN, EVIDENCE, MANIFEST = "candidates.json", "screen.json", "evidence.json", "manifest.json"

Files = dict[str, Any]


def cid(doi: str) -> str:
    return sha1(f"doi:{doi}".encode()).hexdigest()[:12]


CIDS = [cid(f"10.5555/eel.{number}") for number in range(10)]
"""0 to 3 retrieved, 4 and 5 added in the window, 6 outside it, 7 and 8 from the gap round, 9 added to it."""

CRITERIA = [
    {"id": "C1", "name": "passage", "text": "Measures passage."},
    {"id": "C2", "name": "weirs", "text": "Is about low weirs."},
    {"id": "C3", "name": "eels", "text": "Is about eels of any age."},
]
_TYPES = ("direct", "terminology", "contradictory", "review", "method", "mechanism")
_SCORES = (3, 2, 1, 0, 2, 1, 3, 2, 1, 2)
_TITLES = (
    "Eel passes", "Elver ladders", "Dam removal", "Trout farms", "Bristle mats", "Fish counters", "Old weirs",
    "Climbing speed", "Night flow", "Studded ramps",
)  # fmt: skip


def _origin(index: int) -> list[dict[str, Any]]:
    def origin(
        relation: str, query: str | None = None, seed: str | None = None, rank: int = 0
    ) -> dict[str, Any]:
        return {"source": "s2", "relation": relation, "query_id": query, "seed_id": seed, "rank": rank}

    if index < 4:
        return [origin("query", f"Q{index + 1}", rank=index), origin("query", "Q5")]
    if index < 6:
        return [origin("citations", seed=CIDS[0], rank=index)]
    if index == 6:
        return [origin("references", seed=CIDS[1])]
    return [origin("query", "G1")] if index < 9 else [origin("recommendations", seed=None)]


def candidate(index: int) -> dict[str, Any]:
    return {
        "cid": CIDS[index],
        "title": _TITLES[index],
        "abstract": f"About {_TITLES[index].lower()}." if index % 2 else None,
        "tldr": None,
        "authors": [{"name": "T. M.", "s2_id": None, "openalex_id": f"A{index}"}],
        "year": 1999 if index == 6 else 2024,
        "publication_date": None,
        "venue": "Weir Letters",
        "type": "article",
        "raw_type": "article",
        "ids": {"doi": f"10.5555/eel.{index}", "arxiv": None, "pmid": None, "openalex": None, "s2": None},
        "citation_count": index,
        "influential_citation_count": None,
        "is_retracted": False,
        "oa_url": None,
        "origins": _origin(index),
        "outside_window": index == 6,
    }


def ranked(index: int) -> dict[str, Any]:
    return {
        "cid": CIDS[index],
        "criteria": {"C1": 3, "C2": 2, "C3": 1},
        "overall": 3,
        "evidence_level": "experimental",
        "relation": "closely-related",
        "flags": {"review": False, "contradicts": False, "methods_paper": True},
        "key_finding": "Passage rises.",
        "methodology": "abstract-only",
        "why_it_matters": "Sets the slope.",
        "limitations": ["one river"],
        "relevance_reason": "Measures C1.",
        "verification": {
            "verified": True,
            "verified_by": ["crossref", "openalex"],
            "verified_on": "2026-01-05",
            "title_match_ratio": 100.0,
            "mismatches": [],
        },
    }


def _packet(index: int, rank: int, reason: str = "score") -> dict[str, Any]:
    extra = {"rank": rank, "selection_reason": reason, "url": f"https://doi.org/10.5555/eel.{index}"}
    return {**ranked(index), **candidate(index), **extra}


def _run() -> dict[str, Any]:
    return {"run_dir": ROOT, "slug": "demo", "date": "2026-01-05", "brief_path": f"{ROOT}/brief.md"} | {
        "defaults": _defaults()
    }


def _defaults() -> dict[str, Any]:
    return {
        "window": {"from": "2023-01", "to": None},
        "top": 3,
        "foundational": 1,
        "domain": "general",
        "sources": ["openalex", "s2"],
        "profile": "standard",
    }


def _batch(name: str, *indexes: int) -> dict[str, Any]:
    items = []
    for index in indexes:
        work = candidate(index)
        items.append(
            {
                "cid": work["cid"],
                "title": work["title"],
                "abstract_600": work["abstract"],
                "year": work["year"],
                "venue": work["venue"],
                "origin_count": len(work["origins"]),
                "outside_window": work["outside_window"],
            }
        )
    return {"batch": name, "sub_criteria": copy.deepcopy(CRITERIA), "items": items}


def _dropped(**more: int) -> dict[str, int]:
    return {"retracted": 0, "must_not": 0, "type": 0, "cap": 0} | more


def _expanded(seeds: list[int], added: list[int], outside: list[int], batches: list[str]) -> dict[str, Any]:
    return {
        "seeds": [CIDS[i] for i in seeds],
        "added": [CIDS[i] for i in added],
        "added_outside_window": [CIDS[i] for i in outside],
        "dropped": _dropped(cap=2),
        "batches": batches,
    }


def _round(number: int, **counts: Any) -> dict[str, Any]:
    return {"round": number, "screened": 7, "ge2": 4, "unattributed_ge2": 0, **counts}


def _coverage() -> dict[str, Any]:
    hits = {
        "direct": 1,
        "terminology": 1,
        "method": 2,
        "citations": 1,
        "references": 1,
        "gap": 1,
        "recommendations": 1,
    }
    by_type = dict(sorted(hits.items()))

    def criterion(index: int, found: int) -> dict[str, Any]:
        kinds, sources = (by_type, {"s2": 6}) if found else ({}, {})
        return {**{k: CRITERIA[index][k] for k in ("id", "name")}, "hits": found} | {
            "by_query_type": kinds, "by_source": sources, "thin": found < 5,
        }  # fmt: skip

    yields = [
        ("Q1", 1, 1),
        ("Q2", 1, 1),
        ("Q3", 1, 0),
        ("Q4", 1, 0),
        ("Q5", 4, 2),
        ("Q6", 0, 0),
        ("G1", 2, 1),
    ]
    types = dict(zip(("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "G1"), (*_TYPES, "gap"), strict=True))
    seeds = [
        {"seed_id": CIDS[0], "neighbours": 2, "ge2": 1, "precision": 0.5},
        {"seed_id": CIDS[1], "neighbours": 1, "ge2": 1, "precision": 1.0},
    ]
    second = _round(
        2,
        screened=10,
        ge2=6,
        criteria=[criterion(0, 6), criterion(1, 0), criterion(2, 0)],
        queries=[{"query_id": q, "type": types[q], "pool": p, "ge2": g} for q, p, g in yields],
        seeds=sorted(seeds, key=lambda row: row["seed_id"]),
    )
    first = _round(1, criteria=[], queries=[], seeds=[])
    advice = {"should_run": True, "profile": "standard", "forced": False, "reasons": ["C2 is thin"]}
    return {"run": _run(), "rounds": [first, second], "gap_round": advice}


def _retrieval(hits: int, remaining: int, cap: int) -> dict[str, Any]:
    stats = {"queried": 6, "hits": hits, "failed": 0, "unavailable": False, "auth": "key"}
    return {
        "per_source": {"openalex": {**stats, "hits": 0}, "s2": stats},
        "deduped_remaining": remaining,
        "abstracts_present": 2,
        "dropped": {**_dropped(cap=cap), "window": 0, "preprint": 0},
        "cost_estimate_usd": 0.01,
        "duration_s": 1.5,
    }


def _expansion(seeds: int, added: int, outside: int) -> dict[str, Any]:
    return {
        "seeds": seeds,
        "added": added,
        "added_outside_window": outside,
        "dropped": _dropped(cap=2),
        "auth": {"s2": "key"},
        "duration_s": 2.5,
    }


def _manifest() -> dict[str, Any]:
    counts = {"retrieved": 11, "deduped": 9, "expanded": 3, "screened_ge2": 6, "shortlisted": 6, "ranked": 4}
    return {
        "run": _run(),
        "defaults": _defaults(),
        "retrieval": _retrieval(8, 7, 3),
        "retrieval_round2": _retrieval(3, 3, 0),
        "expansion": _expansion(2, 2, 1),
        "expansion_round2": _expansion(1, 1, 0),
        "verification": {
            "verified": 4,
            "unverified": 0,
            "dropped_retracted": 0,
            "crossref_skipped": False,
            "duration_s": 1.0,
        },
        "emit": {
            "top": 3,
            "foundational": 1,
            "contradicting": 1,
            "emitted": 3,
            "alternates": 1,
            "dropped_retracted": 0,
            "duration_s": 0.0,
        },
        "counts": {**counts, "verified": 4, "emitted": 3, "wall_clock_s": 99.5},
        "tool_version": "0.6.1",
        "timestamps": {"init.started_at": "2026-01-05T10:00:00+00:00"},
    }


def valid_run() -> Files:
    """A whole run: two rounds of retrieval and expansion, three packets and an alternate."""
    shortlisted = [{**candidate(i), "score": _SCORES[i]} for i in (0, 1, 4, 7, 9, 6)]
    page = [
        f"## {rank}. {_TITLES[i]}\n\n**Key finding.** Passage rises.\n"
        for rank, i in ((1, 0), (2, 1), (3, 6))
    ]
    entries = [f"@article{{tm{i},\n  title = {{{_TITLES[i]}}},\n  year = {{2024}}\n}}\n" for i in (0, 1, 6)]
    line = {"ts": "2026-01-05T10:00:00+00:00", "stage": "verify", "event": "enter"}
    return {
        "brief.md": "# Eels\n\nDo eel passes work at low weirs?\n",
        "queries.json": {
            "brief_summary": "Do eel passes work at low weirs?",
            "domain": "general",
            "window": {"from": "2023-01", "to": None},
            "sub_criteria": copy.deepcopy(CRITERIA),
            "must_not": ["trout"],
            "queries": [
                {
                    "id": f"Q{n}",
                    "type": kind,
                    "text": f"eel pass {kind}",
                    "mode": "semantic",
                    "target_criterion": None,
                }
                for n, kind in enumerate(_TYPES, 1)
            ],
            "anchors": [],
            "round2": [
                {"id": "G1", "type": "gap", "text": "weir", "mode": "keyword", "target_criterion": "C2"},
            ],
        },
        "candidates.json": {"run": _run(), "candidates": [candidate(i) for i in range(10)]},
        "screen-batches/01.json": _batch("01", 0, 1, 2, 3),
        "screen-batches/x01.json": _batch("x01", 4, 5, 6),
        "screen-batches/r01.json": _batch("r01", 7, 8),
        "screen-batches/xr01.json": _batch("xr01", 9),
        "screen.json": {
            "scores": [
                {"cid": CIDS[i], "score": s, "reason": "so it is", "criteria_hit": ["C1"] if s > 1 else []}
                for i, s in enumerate(_SCORES)
            ]
        },
        "expanded.json": _expanded([0, 1], [4, 5], [6], ["x01"]),
        "expanded-round2.json": _expanded([7], [9], [], ["xr01"]),
        "coverage.json": _coverage(),
        "shortlist.json": {"in_window": shortlisted[:-1], "outside_window": shortlisted[-1:]},
        "ranked.json": [ranked(i) for i in (0, 1, 4, 6)],
        "evidence.json": {
            "run": _run(),
            "packets": [_packet(0, 1), _packet(1, 2), _packet(6, 3, "foundational")],
            "alternates": [_packet(4, 4)],
        },
        "evidence.md": "# Evidence scan\n\n" + "\n".join(page) + "\n## Alternates\n\n- Bristle mats\n",
        "evidence.bib": "\n".join(entries),
        "manifest.json": _manifest(),
        "retrieval.log.jsonl": json.dumps(line) + "\n",
        "expansion-r2.log.jsonl": json.dumps(line) + "\n\n",
        "verify.log.jsonl": json.dumps(line) + "\n",
    }
