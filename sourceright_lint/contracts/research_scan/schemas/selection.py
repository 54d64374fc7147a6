"""Schemas of the files from the shortlist on: shortlist, ranking, evidence."""

from __future__ import annotations

from sourceright_lint.contracts.research_scan.schemas.build import (
    Schema,
    choice,
    count,
    flag,
    listing,
    mapping,
    maybe_text,
    model,
    nullable_ref,
    number,
    ref,
    text,
)
from sourceright_lint.contracts.research_scan.schemas.parts import CANDIDATE_FIELDS, CANDIDATE_REQUIRED

EVIDENCE_LEVELS = (
    "systematic-review", "meta-analysis", "rct", "prospective", "observational", "experimental", "computational",
    "qualitative", "other",
)  # fmt: skip
RELATIONS = ("design-changing", "plan-influencing", "closely-related", "contradicting", "foundational")
REASONS = ("score", "foundational", "review", "contradicting", "diversity", "backfill")
VERIFIERS = ("crossref", "openalex", "arxiv", "s2")
MISMATCHES = ("doi_unresolved", "title", "year", "author", "retracted", "no_record")

_VERIFICATION = model(
    "What live records say of the work. Written by the CLI, never by the agent.",
    "verified verified_on",
    {
        "verified": flag(),
        "verified_by": listing(choice(VERIFIERS)),
        "verified_on": text("YYYY-MM-DD"),
        "title_match_ratio": {**number(), "type": ["number", "null"], "minimum": 0, "maximum": 100},
        "mismatches": listing(choice(MISMATCHES)),
    },
)

RANKED_FIELDS: dict[str, Schema] = {
    "cid": ref("cid"),
    "criteria": mapping(ref("score"), "A score for each sub-criterion, by its id."),
    "overall": {**ref("score")},
    "evidence_level": choice(EVIDENCE_LEVELS),
    "relation": {
        "description": "How the paper stands to the brief (how it was found is another matter: see origins).",
        "type": ["string", "null"],
        "enum": [*RELATIONS, None],
    },
    "flags": model("", "", {"review": flag(), "contradicts": flag(), "methods_paper": flag()}),
    "key_finding": text("One sentence."),
    "methodology": text(),
    "why_it_matters": text("To this project."),
    "limitations": listing(text(), low=1),
    "relevance_reason": text(),
    "verification": nullable_ref(_VERIFICATION),
}
_RANKED_REQUIRED = (
    "cid criteria overall evidence_level key_finding methodology why_it_matters limitations relevance_reason"
)

PARTS: dict[str, Schema] = {
    "scored_candidate": model(
        "A candidate with its screening score.",
        f"{CANDIDATE_REQUIRED} score",
        {**CANDIDATE_FIELDS, "score": ref("score")},
    ),
    "packet": model(
        "A candidate, its ranking, its verification, and why it was selected.",
        f"{CANDIDATE_REQUIRED} {_RANKED_REQUIRED.removeprefix('cid ')} verification rank selection_reason",
        {
            **RANKED_FIELDS,
            **CANDIDATE_FIELDS,
            "verification": _VERIFICATION,
            "rank": count("Its place in the list, alternates included.", 1),
            "selection_reason": choice(REASONS),
            "url": maybe_text(),
        },
    ),
}

ROOTS: dict[str, Schema] = {
    "shortlist": model(
        "What goes to the ranking, in order.",
        "in_window",
        {
            "in_window": listing(ref("scored_candidate")),
            "outside_window": listing(ref("scored_candidate")),
        },
    ),
    "ranked": {
        "description": "The ranking of the shortlist. Written by the agent; the CLI adds verification.",
        **listing(model("One ranked paper.", _RANKED_REQUIRED, RANKED_FIELDS)),
    },
    "evidence": model(
        "The deliverable of a run.",
        "run packets",
        {"run": ref("run"), "packets": listing(ref("packet")), "alternates": listing(ref("packet"))},
    ),
}
