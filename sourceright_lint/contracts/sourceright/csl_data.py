"""Facts of CSL 1.0.2: item types, variables and their types, parts of names and dates; and the boundary.

Sources: the CSL 1.0.2 specification (appendices III and IV) and its JSON schema of input data. Where only
one of the two lists a variable, or they differ in its type, what either allows is allowed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    VariableKind = Literal["text", "number", "names", "date", "texts", "object"]

CORE_TYPES = frozenset({
    "article", "article-journal", "article-magazine", "article-newspaper", "bill", "book", "broadcast",
    "chapter", "dataset", "entry", "entry-dictionary", "entry-encyclopedia", "figure", "graphic", "interview",
    "legal_case", "legislation", "manuscript", "map", "motion_picture", "musical_score", "pamphlet",
    "paper-conference", "patent", "personal_communication", "post", "post-weblog", "regulation", "report",
    "review", "review-book", "software", "song", "speech", "thesis", "treaty", "webpage",
})  # fmt: skip
"""Types that CSL 1.0.2 and Sourceright's core both know."""

CSL_ONLY_TYPES = frozenset({
    "classic", "collection", "document", "event", "hearing", "performance", "periodical", "standard",
})  # fmt: skip
"""Types of CSL 1.0.2 that Sourceright's core does not map."""

TYPES = CORE_TYPES | CSL_ONLY_TYPES

NAMES = (
    "author", "chair", "collection-editor", "compiler", "composer", "container-author", "contributor",
    "curator", "director", "editor", "editor-translator", "editorial-director", "executive-producer", "guest",
    "host", "illustrator", "interviewer", "narrator", "organizer", "original-author", "performer", "producer",
    "recipient", "reviewed-author", "script-writer", "series-creator", "translator",
)  # fmt: skip

DATES = ("issued", "accessed", "submitted", "original-date", "event-date", "available-date")

NUMBERS = (
    "chapter-number", "citation-number", "collection-number", "edition", "first-reference-note-number",
    "issue", "locator", "number", "number-of-pages", "number-of-volumes", "page", "page-first", "part",
    "part-number", "printing", "printing-number", "section", "supplement", "supplement-number", "version",
    "volume",
)  # fmt: skip
"""Variables that hold a number or a string."""

TITLES = (
    "title", "title-short", "shortTitle", "container-title", "container-title-short", "collection-title",
    "original-title", "part-title", "reviewed-title", "volume-title", "volume-title-short", "event-title",
)  # fmt: skip

TEXTS = (
    *TITLES, "abstract", "annote", "archive", "archive-place", "archive_collection", "archive_location",
    "authority", "call-number", "citation-key", "citation-label", "dimensions", "division", "DOI", "event",
    "event-place", "genre", "ISBN", "ISSN", "journalAbbreviation", "jurisdiction", "keyword", "language",
    "license", "medium", "note", "original-publisher", "original-publisher-place", "PMCID", "PMID",
    "publisher", "publisher-place", "references", "reviewed-genre", "scale", "source", "status", "URL",
    "year-suffix",
)  # fmt: skip

VARIABLES: dict[str, VariableKind] = {
    **dict.fromkeys(TEXTS, "text"),
    **dict.fromkeys(NUMBERS, "number"),
    **dict.fromkeys(NAMES, "names"),
    **dict.fromkeys(DATES, "date"),
    "categories": "texts",
    "custom": "object",
}
"""Every variable of an item but ``id`` and ``type``, with what it holds."""

NAME_TEXTS = ("family", "given", "dropping-particle", "non-dropping-particle", "suffix", "literal")
NAME_FLAGS = ("comma-suffix", "static-ordering", "parse-names")
NAME_KEYS = frozenset({*NAME_TEXTS, *NAME_FLAGS})

DATE_KEYS = frozenset({"date-parts", "season", "circa", "literal", "raw"})

CORE_SIDECAR_FIELDS = (
    "verification", "verification_status", "provider_matches", "provider_candidates", "confidence",
    "conflicts", "review_status", "review_decisions", "extraction", "provenance",
)  # fmt: skip
"""Keys that Sourceright's core refuses in an item."""

SIDECAR_FIELDS = frozenset({
    *CORE_SIDECAR_FIELDS,
    "score", "provider", "providers", "verified", "verified_by", "verified_on", "verification_state",
    "matched", "match_score", "reviewer", "reviewed_by", "reviewed_at", "review_notes", "review_queue",
    "retrieved_at", "candidates", "agent_notes", "source_span", "original_text",
})  # fmt: skip
"""Every key that belongs in the sidecar, not in an item."""

IDENTIFIERS = {
    "ISSN": (r"(?:[0-9]{4}-?[0-9]{3}[0-9Xx])(?:[,; ]+[0-9]{4}-?[0-9]{3}[0-9Xx])*", "an ISSN reads 1234-567X"),
    "ISBN": ("[0-9Xx,;\u2010-\u2013 -]{10,}", "an ISBN has 10 or 13 digits"),
    "PMID": (r"[0-9]{1,9}", "a PMID is digits only"),
    "PMCID": (r"PMC[0-9]{1,9}(?:\.[0-9]+)?", "a PMCID reads PMC1234567"),
    "URL": (r"[A-Za-z][A-Za-z0-9+.-]*:[^\s]+", "a URL starts like https:// and has no white space"),
}
"""Variables whose shape is checked: a regular expression for the whole value, and what it is in words."""

WITH_RULES = {
    "names": frozenset(NAMES),
    "dates": frozenset(DATES),
    "texts": frozenset((*TITLES, *NAMES, *IDENTIFIERS, "publisher", "note")),
}
"""Variables by the rules that look at them; an item that holds none of these need not be seen by them."""
