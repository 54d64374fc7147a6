"""Parts that several files of a run have in common: the run itself, a candidate, a query's words."""

from __future__ import annotations

from sourceright_lint.contracts.research_scan.schemas.build import (
    Schema,
    choice,
    count,
    flag,
    listing,
    maybe_count,
    maybe_text,
    model,
    ref,
    text,
)

DOMAINS = ("behavioral", "cs", "biomed", "general")
PROFILES = ("quick", "standard", "deep")
SOURCES = ("openalex", "s2", "arxiv", "pubmed")
DISCOVERIES = ("query", "references", "citations", "recommendations", "anchor")
WORK_TYPES = ("article", "preprint", "review", "book-chapter", "other")
QUERY_TYPES = (
    "direct", "terminology", "mechanism", "method", "adjacent", "contradictory", "review", "emerging", "gap",
)  # fmt: skip

CID: Schema = {
    "description": "Content id: the start of the SHA-1 of the work's best identifier.",
    "type": "string",
    "pattern": "^[0-9a-f]{12}$",
    "title": "12 hex digits in lower case",
    "x-lax": True,
}
MONTH: Schema = {
    "type": ["string", "null"],
    "pattern": r"^\d{4}-(0[1-9]|1[0-2])$",
    "title": "a month, YYYY-MM",
    "x-lax": True,
}
SCORE: Schema = {"type": "integer", "minimum": 0, "maximum": 3}

_WINDOW = {
    **model(
        "Months between which a paper must have been published; null leaves an end open.",
        "",
        {"from": MONTH, "to": MONTH},
    ),
    "x-also": {"from_": "from"},
}

CANDIDATE_FIELDS: dict[str, Schema] = {
    "cid": ref("cid"),
    "title": text(),
    "abstract": maybe_text(),
    "tldr": maybe_text("One line about the work, written by its source."),
    "authors": listing(ref("author")),
    "year": maybe_count(),
    "publication_date": maybe_text("YYYY-MM-DD, where it is known to the day."),
    "venue": maybe_text(),
    "type": choice(WORK_TYPES),
    "raw_type": maybe_text("The type in the words of the source."),
    "ids": ref("ids"),
    "citation_count": count(),
    "influential_citation_count": maybe_count(),
    "is_retracted": flag(),
    "oa_url": maybe_text("Where the work can be read for free."),
    "origins": listing(ref("origin"), "Every way on which the work was found."),
    "outside_window": flag("Published before the window, and kept as a classic."),
}
CANDIDATE_REQUIRED = "cid title"

PARTS: dict[str, Schema] = {
    "cid": CID,
    "score": {"description": "0 off the topic, 1 near it, 2 relevant, 3 central.", **SCORE},
    "window": _WINDOW,
    "defaults": model(
        "Parameters with which the run was started.",
        "",
        {
            "window": ref("window"),
            "top": count("Papers to emit.", 1),
            "foundational": count("How many of them may be classics from before the window."),
            "domain": choice(DOMAINS),
            "sources": listing(choice(SOURCES)),
            "profile": choice(PROFILES, "How much is spent for recall."),
        },
    ),
    "run": model(
        "The run that the file belongs to.",
        "run_dir slug date brief_path defaults",
        {
            "run_dir": text("Path of the run's folder when it was made."),
            "slug": text(),
            "date": text("YYYY-MM-DD"),
            "brief_path": text(),
            "defaults": ref("defaults"),
        },
    ),
    "sub_criterion": model(
        "One dimension of the brief, against which papers are scored.",
        "id name text",
        {"id": text("C1 and so on."), "name": text(), "text": text("What a paper must do to satisfy it.")},
    ),
    "author": model("", "name", {"name": text(), "s2_id": maybe_text(), "openalex_id": maybe_text()}),
    "ids": model(
        "Identifiers of a work.",
        "",
        {
            "doi": maybe_text("Without a resolver before it, in lower case."),
            "arxiv": maybe_text("Without a version."),
            "pmid": maybe_text(),
            "openalex": maybe_text(),
            "s2": maybe_text(),
        },
    ),
    "origin": model(
        "One way on which a work was found.",
        "source relation rank",
        {
            "source": choice(SOURCES),
            "relation": choice(DISCOVERIES, "A query, or how the work is linked to a seed."),
            "query_id": maybe_text("The query, where one found it."),
            "seed_id": {**CID, "type": ["string", "null"], "description": "The seed that led to it."},
            "rank": {
                "description": "Place in the source's list of results; the first is 0.",
                "type": "integer",
                "minimum": 0,
            },
        },
    ),
    "candidate": model("One work, after its doubles were merged.", CANDIDATE_REQUIRED, CANDIDATE_FIELDS),
}
