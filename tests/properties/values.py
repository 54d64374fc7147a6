"""Plausible items, records and queue lines, with faults at random."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.properties.lossless import Number, Pairs

VERSION = "sourceright.verification.v1"
IDS = [
    "moss-1",
    "moss-2",
    "Moss-1",
    "moss  1",
    " fern",
    "fern",
    "78",
    "é",
    "e\u0301",
    "x\u00a0",
    "",
    "\ud83d",
]
NUMBERS = [
    "0", "1", "-0", "78", "78.0", "2021", "-44", "0.86", "1.50", "1E5", "1e16", "1e-7", "0.860000000000000001",
    "123456789012345678901", "1e400", "-0.0", "100e-2", "9007199254740993", "0.1e1", "2.2250738585072011e-308",
    "1e999999999999999999999",
]  # fmt: skip
TEXTS = [
    "", " ", "Moss", "moss ", "  Moss  and   fern ", "Moss\u00a0and fern", "MOSS", "a\tb", "\ud83d", "x\udc00y",
    "😀", "\u2028", "<i>Moss", "A &amp; B", "10.5555/MOSS", "https://doi.org/10.5555/moss", "doi:10.5555/moss",
    "10.5555/moss", "book", "Book ", "article-journal", "journal-article", "queued", "In Progress", "resolved",
    "UNRESOLVED", "not-required", "crossref", "2026-05-09T14:30:00Z", "2026-05-09", "\x00\x1f\x7f", "\\", '"', "/",
]  # fmt: skip
CSL_KEYS = [
    "id", "type", "title", "DOI", "author", "issued", "note", "URL", "volume", "issue", "page", "custom",
    "confidence", "review_status", "provider_candidates", "score", "x", "container-title", "\ud83d", "ISSN",
    "categories", "", "\x00", "\x01id",
]  # fmt: skip


def pairs(members: dict[str, Any]) -> Pairs:
    return Pairs(tuple(members.items()))


ids = st.sampled_from(IDS)
texts = st.sampled_from(TEXTS)
numbers = st.sampled_from(NUMBERS).map(Number)
scalars = st.one_of(texts, numbers, st.none(), st.booleans())
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(texts | st.sampled_from(CSL_KEYS), inner, max_size=3).map(pairs)
    ),
    max_leaves=4,
)


@st.composite
def objects(
    draw: st.DrawFn,
    members: dict[str, st.SearchStrategy[Any]],
    needed: tuple[str, ...] = (),
    more: tuple[int, int] = (0, 5),
) -> Pairs:
    """An object with plausible members; now and then one is of any type, missing, odd or there twice."""
    fewest, most = more
    names = [
        *needed,
        *draw(st.lists(st.sampled_from(sorted(members)), min_size=fewest, max_size=most, unique=True)),
    ]
    found = [(name, draw(members[name])) for name in dict.fromkeys(names)]
    fault = draw(st.integers(0, 11))
    if fault == 0 and found:
        found.pop(draw(st.integers(0, len(found) - 1)))
    elif fault == 1 and found:
        at = draw(st.integers(0, len(found) - 1))
        found[at] = (found[at][0], draw(anything))
    elif fault == 2:
        found.append((draw(texts), draw(anything)))
    elif fault == 3 and found:
        found.append((found[0][0], draw(anything)))
    return Pairs(tuple(draw(st.permutations(found))))


names = st.lists(
    objects({"family": texts, "given": texts, "literal": texts, "name": texts, "suffix": texts}), max_size=2
)
dates = objects(
    {
        "date-parts": st.lists(st.lists(numbers | texts, max_size=3), max_size=2),
        "raw": texts,
        "circa": scalars,
    }
)
data = objects({"DOI": texts, "title": texts, "type": texts, "x": anything}) | anything
candidate = objects(
    {"provider": texts, "confidence": numbers, "retrieved_at": texts, "data": data},
    ("provider", "confidence", "retrieved_at", "data"),
)
conflict = (
    objects(
        {
            "field": texts,
            "severity": texts,
            "provider": texts,
            "source": texts,
            "canonical": anything,
            "candidate": anything,
            "resolution": anything,
        },
        ("field", "severity"),
    )
    | anything
)
decision = objects(
    {"decision": texts, "reviewer": texts, "decided_at": texts, "notes": texts | st.none()}, ("decision",)
)
statuses = st.sampled_from(
    ["queued", "in_progress", "unresolved", "resolved", "not_required", "Queued", "in progress", "done"]
)
RECORD = {
    "review_status": statuses,
    "extraction": objects({"source": texts, "original_text": texts | st.none(), "span": texts | st.none()})
    | st.none(),
    "provider_candidates": st.lists(candidate, max_size=3),
    "conflicts": st.lists(conflict, max_size=3),
    "review_decisions": st.lists(decision, max_size=2),
}
record = objects({**RECORD, "claim": anything, "orphan": anything}, ("review_status",))
EMPTY: list[Any] = [[], [], None, Pairs(()), ""]
"""What a loss takes first, since it seems to say nothing."""

NESTED: list[Any] = [
    pairs({"a": [], "b": None}),
    pairs({"b": pairs({"": Number("1.50")})}),
    [pairs({}), [None]],
]
odd = st.sampled_from([*EMPTY, *NESTED, Number("0"), False])
counts = st.sampled_from(
    [*map(Number, ("78", "78", "78.0", "780e-1", "-0", "1E400")), "78-81", " 78", *EMPTY, NESTED[0]]
)
TYPED = {
    **dict.fromkeys(CSL_KEYS, odd | anything),
    **dict.fromkeys(("volume", "issue", "page", "confidence", "score"), counts),
    **dict.fromkeys(("note", "URL", "container-title", "ISSN"), texts | odd),
    "id": ids | numbers,
    "type": texts,
    "title": texts,
    "DOI": texts,
    "author": names | odd,
    "issued": dates | odd,
    "provider_candidates": st.lists(candidate, max_size=1) | odd,
    "review_status": statuses | odd,
}
item = objects(TYPED, ("id", "type", "title"), (5, 13))
items = st.lists(item, min_size=1, max_size=4)


@st.composite
def bibliographies(draw: st.DrawFn) -> Any:
    """Nearly always a list of items; now and then one in a wrapper, with what is no item, without any, or no list."""
    kind = draw(st.integers(0, 15))
    if kind == 0:
        return draw(anything)
    if kind == 1:
        return draw(st.lists(item | anything, max_size=3))
    found = draw(items)
    return pairs({"items": found}) if kind == 2 else found


@st.composite
def sidecars(draw: st.DrawFn) -> Any:
    records = draw(st.dictionaries(ids, record, max_size=3))
    members = {
        "schema_version": draw(st.just(VERSION) | st.just(VERSION) | anything),
        "references": pairs(records),
    }
    if draw(st.integers(0, 9)) == 0:
        members[draw(texts)] = draw(anything)
    found = Pairs(tuple(draw(st.permutations(list(members.items())))))
    return found if draw(st.integers(0, 19)) else draw(anything)


@st.composite
def workspaces(draw: st.DrawFn) -> dict[str, Any]:
    """Values by role: bibliography, sidecar, and a queue that is more or less what the sidecar derives."""
    csl = draw(bibliographies())
    sidecar = draw(sidecars())
    lines = [line for id, found in _records(sidecar) for line in draw(_lines(id, found))]
    lines += draw(st.lists(objects({"id": ids, **RECORD, "note": anything}, ("id",)) | anything, max_size=1))
    return {"csl": csl, "sidecar": sidecar, "queue": lines}


def _records(sidecar: Any) -> list[tuple[str, Pairs]]:
    references = dict(sidecar.members).get("references") if isinstance(sidecar, Pairs) else None
    records = references.members if isinstance(references, Pairs) else ()
    return [(id, found) for id, found in records if isinstance(found, Pairs)]


@st.composite
def _lines(draw: st.DrawFn, id: str, found: Pairs) -> list[Any]:
    choice = draw(st.integers(0, 5))
    if choice == 0:
        return []
    kept = [(key, value) for key, value in found.members if key in RECORD and key != "review_decisions"]
    if choice == 1 and kept:
        kept.pop()
    if choice == 2:
        kept.append(("note", draw(anything)))
    return [Pairs((("id", id), *kept))]
