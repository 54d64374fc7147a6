"""Schemas of the files up to the shortlist: plan, pool, batches, scores, expansion, coverage, and the manifest."""

from __future__ import annotations

from sourceright_lint.contracts.research_scan.schemas.build import (
    Schema,
    choice,
    count,
    flag,
    listing,
    mapping,
    maybe_count,
    maybe_text,
    model,
    nullable_ref,
    number,
    ref,
    tally,
    text,
)
from sourceright_lint.contracts.research_scan.schemas.parts import (
    DOMAINS,
    PROFILES,
    QUERY_TYPES,
)
from sourceright_lint.contracts.research_scan.schemas.parts import (
    PARTS as COMMON,
)

MANDATORY_TYPES = ("direct", "terminology", "contradictory", "review")

_AUTH = choice(("key", "anon"), "Whether a credential was sent.")

_RETRIEVAL = model(
    "What one round of retrieval did.",
    "",
    {
        "per_source": mapping(ref("source_stats")),
        "deduped_remaining": tally("Works left when doubles were merged, before filters and the cap."),
        "abstracts_present": tally(),
        "dropped": model(
            "Works that were dropped, by the reason.",
            "",
            {name: tally() for name in ("retracted", "must_not", "type", "window", "preprint", "cap")},
        ),
        "cost_estimate_usd": number(),
        "duration_s": number(),
    },
)
_EXPANSION = model(
    "What one round of citation-graph expansion did.",
    "",
    {
        "seeds": tally(),
        "added": tally(),
        "added_outside_window": tally(),
        "dropped": ref("expansion_dropped"),
        "auth": mapping(_AUTH),
        "duration_s": number(),
    },
)

PARTS: dict[str, Schema] = {
    "query": model(
        "One search, in the words of one research community.",
        "id type text",
        {
            "id": text("Q1 and so on."),
            "type": choice(QUERY_TYPES),
            "text": text("At most 30 words; exclusions go into must_not."),
            "mode": choice(("semantic", "keyword")),
            "target_criterion": maybe_text("The sub-criterion it is after; a gap query must have one."),
        },
    ),
    "anchor": model(
        "A paper that the brief names. It has a title or a DOI.",
        "",
        {"title": maybe_text(), "doi": maybe_text()},
    ),
    "batch_item": model(
        "A candidate as it is shown for screening.",
        "cid title",
        {
            "cid": ref("cid"),
            "title": text(),
            "abstract_600": maybe_text("The first 600 characters of the abstract."),
            "year": maybe_count(),
            "venue": maybe_text(),
            "origin_count": count(),
            "outside_window": flag(),
        },
    ),
    "screen_score": model(
        "The score of one candidate.",
        "cid score reason",
        {
            "cid": ref("cid"),
            "score": ref("score"),
            "reason": text("At most 20 words."),
            "criteria_hit": listing(text(), "Ids of the sub-criteria that it satisfies."),
        },
    ),
    "expansion_dropped": model(
        "Additions that were refused, by the reason.",
        "",
        {name: tally() for name in ("retracted", "must_not", "type", "cap")},
    ),
    "coverage_round": model(
        "What the pool held when the round was counted.",
        "round screened ge2",
        {
            "round": count("1 before the gap round, 2 after it.", 1, 2),
            "screened": count("Candidates with a score, each counted once."),
            "ge2": count("Candidates with a score of 2 or 3."),
            "unattributed_ge2": count("Those of them that hit no sub-criterion."),
            "criteria": listing(ref("criterion_coverage")),
            "queries": listing(ref("query_yield")),
            "seeds": listing(ref("seed_precision")),
        },
    ),
    "criterion_coverage": model(
        "How many kept papers satisfy one sub-criterion.",
        "id name hits thin",
        {
            "id": text(),
            "name": text(),
            "hits": count(),
            "by_query_type": mapping(tally()),
            "by_source": mapping(tally()),
            "thin": flag("Fewer than 5 hits."),
        },
    ),
    "query_yield": model(
        "What one query gave to the pool.",
        "query_id type pool ge2",
        {"query_id": text(), "type": choice(QUERY_TYPES), "pool": count(), "ge2": count()},
    ),
    "seed_precision": model(
        "How many of one seed's neighbours were kept.",
        "seed_id neighbours ge2 precision",
        {
            "seed_id": ref("cid"),
            "neighbours": count(),
            "ge2": count(),
            "precision": {**number(), "minimum": 0, "maximum": 1},
        },
    ),
    "source_stats": model(
        "Calls to one source.",
        "",
        {"queried": tally(), "hits": tally(), "failed": tally(), "unavailable": flag(), "auth": _AUTH},
    ),
}

ROOTS: dict[str, Schema] = {
    "queries": model(
        "The plan of a run. Written by the agent before retrieval.",
        "brief_summary domain sub_criteria queries",
        {
            "brief_summary": text("The project in the agent's words."),
            "domain": choice(DOMAINS),
            "window": nullable_ref({**COMMON["window"], "description": "In place of the run's own window."}),
            "sub_criteria": listing(ref("sub_criterion"), low=3, high=6),
            "must_not": listing(text(), "Phrases that exclude a paper."),
            "queries": listing(
                ref("query"), f"At least one each of {', '.join(MANDATORY_TYPES)}; no gap query.", 6, 8
            ),
            "anchors": listing(ref("anchor")),
            "round2": listing(ref("query"), "Queries of the gap round.", high=8),
        },
    ),
    "candidates": model(
        "Everything that retrieval and expansion found, without doubles and filtered.",
        "run candidates",
        {"run": ref("run"), "candidates": listing(ref("candidate"))},
    ),
    "batch": model(
        "Candidates handed out together for screening.",
        "batch sub_criteria items",
        {
            "batch": text("The name of the file, without .json."),
            "sub_criteria": listing(ref("sub_criterion"), "As in queries.json."),
            "items": listing(ref("batch_item")),
        },
    ),
    "screen": model("Exactly one score for each candidate.", "scores", {"scores": listing(ref("screen_score"))}),
    "expanded": model(
        "What one round of citation-graph expansion added.",
        "seeds added added_outside_window batches",
        {
            "seeds": listing(ref("cid"), "Anchors, and candidates with a score of 2 or 3."),
            "added": listing(ref("cid")),
            "added_outside_window": listing(ref("cid")),
            "dropped": ref("expansion_dropped"),
            "batches": listing(text(), "Names of the batches for screening what was added."),
        },
    ),
    "coverage": model(
        "How well the sub-criteria are covered, one snapshot per round.",
        "run",
        {
            "run": ref("run"),
            "rounds": listing(ref("coverage_round")),
            "gap_round": nullable_ref(
                model(
                    "Whether a gap round is worth its cost.",
                    "should_run profile",
                    {
                        "should_run": flag(),
                        "profile": choice(PROFILES),
                        "forced": flag(),
                        "reasons": listing(text()),
                    },
                )
            ),
        },
    ),
    "manifest": model(
        "The audit trail: each command writes its own section.",
        "run defaults tool_version",
        {
            "run": ref("run"),
            "defaults": ref("defaults"),
            "retrieval": nullable_ref(_RETRIEVAL),
            "retrieval_round2": nullable_ref(_RETRIEVAL),
            "expansion": nullable_ref(_EXPANSION),
            "expansion_round2": nullable_ref(_EXPANSION),
            "verification": nullable_ref(
                model(
                    "What verification found.",
                    "",
                    {
                        "verified": tally(),
                        "unverified": tally(),
                        "dropped_retracted": tally(),
                        "crossref_skipped": flag(),
                        "duration_s": number(),
                    },
                )
            ),
            "emit": nullable_ref(
                model(
                    "What was selected.",
                    "",
                    {
                        "top": tally(),
                        "foundational": tally(),
                        "contradicting": tally(),
                        "emitted": tally(),
                        "alternates": tally(),
                        "dropped_retracted": tally(),
                        "duration_s": number(),
                    },
                )
            ),
            "counts": model(
                "The run in numbers.",
                "",
                {
                    **{
                        name: tally()
                        for name in (
                            "retrieved", "deduped", "expanded", "screened_ge2", "shortlisted", "ranked", "verified",
                            "emitted",
                        )
                    },
                    "wall_clock_s": {**number(), "type": ["number", "null"]},
                },
            ),
            "tool_version": text(),
            "timestamps": mapping(text(), "Start and end of each stage."),
        },
    ),
}  # fmt: skip
