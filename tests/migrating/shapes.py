"""Bibliographies in all the shapes that a migration reads, every text and number in them another one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from hypothesis import strategies as st

from sourceright_lint.contracts.sourceright.csl_data import DATES, NAMES, SIDECAR_FIELDS, TYPES, VARIABLES

TEXT, INTEGER, DECIMAL, YEAR, DATE, DOI = "text", "integer", "decimal", "year", "date", "doi"
_MAKE: dict[str, Any] = {
    TEXT: lambda n: f"text  {n}",
    INTEGER: lambda n: 100_000 + n,
    DECIMAL: lambda n: n + 0.5,
    YEAR: lambda n: 1000 + n,
    DATE: lambda n: f"{1000 + n}-0{1 + n % 9}-1{n % 10}",
    DOI: lambda n: f"https://doi.org/10.5555/X{n}",
}


class Leaf:
    """Stands for a value of a kind until all are numbered."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


def numbered(value: Any, numbers: Iterator[int] | None = None) -> Any:
    """The value with a value of its own for every leaf."""
    numbers = numbers or count(1)
    if isinstance(value, Leaf):
        return _MAKE[value.kind](next(numbers))
    if isinstance(value, dict):
        return {key: numbered(member, numbers) for key, member in value.items()}
    return [numbered(entry, numbers) for entry in value] if isinstance(value, list) else value


def leaf(*kinds: str) -> st.SearchStrategy[Any]:
    """A leaf of one of the kinds."""
    return st.sampled_from(kinds).map(Leaf)


def members(entries: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """An object with some of the members."""
    return st.fixed_dictionaries({}, optional=entries)


anything = st.recursive(
    st.none() | st.booleans() | st.just("") | leaf(TEXT, INTEGER, DECIMAL, YEAR, DATE, DOI),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["a", "name", "title", "key", "version"]), inner, max_size=2)
    ),
    max_leaves=4,
)
text = leaf(TEXT)
names = st.lists(
    members({
        key: text | st.none() if key != "affiliation" else anything
        for key in (
            "creatorType", "name", "nameType", "firstName", "lastName", "family", "given", "givenName",
            "familyName", "literal", "affiliation", "sequence", "fieldMode",
        )
    } | {"creatorType": st.sampled_from(["author", "editor", "castMember"])}),
    max_size=3,
)  # fmt: skip
_TYPED: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys((*NAMES, "creators"), names),
    **dict.fromkeys((*DATES, "date", "accessDate", "publicationYear"), leaf(DATE, YEAR, TEXT)),
    **dict.fromkeys(("DOI", "doi"), leaf(DOI, TEXT)),
    "titles": st.lists(members({"title": text, "lang": text, "titleType": text}), max_size=2),
    "publisher": text | members({"name": text, "lang": text}),
    "container": members({"title": text, "type": text, "volume": text}),
    "types": members({
        "citeproc": st.sampled_from(["dataset", "article-journal"]), "resourceTypeGeneral": text,
    }),
    "type": st.sampled_from(["book", "journal-article", "Book", "dois"]) | anything,
    "itemType": st.sampled_from(["book", "film", "journalArticle", "bookSection", "attachment"]),
    "custom": members({"mine": anything, "zotero": anything}),
    "review_status": st.sampled_from(["queued", "resolved"]),
    "extraction": members({"source": text, "span": text, "mine": anything}),
    "conflicts": st.lists(members({"field": text, "mine": anything}), max_size=2),
}  # fmt: skip
_SHARED = ("id", "type", "title", "DOI", "version", "custom", "key", "mine", "author", "issued", "language")
_ZOTERO = (
    "citationKey", "creators", "date", "accessDate", "url", "publicationTitle", "bookTitle", "publisher",
    "university", "extra", "shortTitle", "journalAbbreviation", "versionNumber", "tags", "library", "data",
)  # fmt: skip
_DATACITE = ("doi", "url", "titles", "creators", "publisher", "container", "publicationYear", "sizes")
_CSL = tuple(sorted(VARIABLES))
_WORKFLOW = tuple(sorted(SIDECAR_FIELDS))


def layer(*keys: str, **fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Some of the keys, mostly with what they should hold."""
    entries = {key: _TYPED.get(key, text) | anything for key in keys}
    return st.dictionaries(st.sampled_from(keys), st.none(), max_size=9).flatmap(
        lambda drawn: st.fixed_dictionaries({**{key: entries[key] for key in drawn}, **fixed})
    )


_ids = st.integers(1, 3).map(lambda number: f"id-{number}")
_csl = layer(*_SHARED, *_CSL, *_WORKFLOW, "doi", "Title", "containerTitle", id=_ids)
_zotero = layer(*_SHARED, *_ZOTERO, *_CSL, *_WORKFLOW, itemType=_TYPED["itemType"], key=_ids)
_datacite = layer(*_SHARED, *_DATACITE, *_CSL, *_WORKFLOW, types=_TYPED["types"])
_beside = (*_SHARED, "links", "meta", "relationships", *_WORKFLOW)
items = st.one_of(
    _csl,
    _zotero,
    st.builds(lambda outer, inner: {**outer, "data": inner}, layer(*_beside), _zotero),
    st.builds(lambda outer, inner: {**outer, "attributes": inner}, layer(*_beside, id=_ids), _datacite),
)
bibliographies = st.one_of(
    st.lists(items, max_size=3),
    items,
    st.sampled_from(["items", "references", "message", "data"]).flatmap(
        lambda key: (st.lists(items, max_size=2) | items).map(lambda inner: {key: inner})
    ),
).map(numbered)


def leaves(value: Any, key: str = "") -> Iterator[tuple[str, str | int | float]]:
    """Every text and number in a value, with the key that it stands under."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from leaves(member, name)
    elif isinstance(value, list):
        for entry in value:
            yield from leaves(entry, key)
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool) and value != "":
        yield key, value


def keys(value: Any) -> Iterator[str]:
    """Every key in a value."""
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from keys(inner)
    if isinstance(value, dict):
        yield from value


assert {"book", "dataset"} <= TYPES
