"""Words of other programs for what CSL has a word of its own for: Crossref, DataCite, Zotero, BibTeX, RIS."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import SIDECAR_FIELDS, TYPES, VARIABLES
from sourceright_lint.contracts.sourceright.shape import bare, is_slip
from sourceright_lint.resemblance import nearest

_CLEAR_TYPES = {
    "article-journal": "journalarticle jour",
    "article-magazine": "magazinearticle mgzn",
    "article-newspaper": "newspaperarticle news",
    "article": "preprint",
    "book": "monograph editedbook referencebook mvbook",
    "broadcast": "tvbroadcast radiobroadcast",
    "chapter": "bookchapter booksection bookpart incollection inbook suppbook chap",
    "entry": "referenceentry inreference",
    "entry-dictionary": "dictionaryentry",
    "entry-encyclopedia": "encyclopediaarticle",
    "graphic": "artwork image",
    "legal_case": "case jurisdiction",
    "legislation": "statute",
    "manuscript": "unpublished",
    "motion_picture": "film movie video videorecording",
    "pamphlet": "booklet",
    "paper-conference": "proceedingsarticle conferencepaper inproceedings conference cpaper",
    "personal_communication": "email letter instantmessage",
    "post": "forumpost",
    "post-weblog": "blogpost",
    "report": "techreport rprt",
    "review": "peerreview",
    "software": "computerprogram comp",
    "song": "audiorecording music",
    "speech": "presentation",
    "thesis": "dissertation phdthesis mastersthesis masterthesis thes",
    "webpage": "online electronic www elec",
}
_OPEN_TYPES = {
    "journal": ("article-journal", "periodical"),
    "postedcontent": ("article", "post", "report"),
    "other": ("document", "article", "report"),
    "misc": ("document", "webpage", "report"),
    "generic": ("document", "report"),
    "text": ("document", "article", "report"),
    "proceedings": ("book", "collection"),
    "conferenceproceeding": ("book", "collection"),
    "conferenceproceedings": ("book", "collection"),
    "journalissue": ("periodical", "collection"),
    "journalvolume": ("periodical", "collection"),
    "bookseries": ("collection", "book"),
    "reportseries": ("collection", "report"),
    "reportcomponent": ("chapter", "report"),
    "component": ("figure", "dataset"),
    "database": ("dataset", "webpage"),
    "datapaper": ("article-journal", "article"),
    "manual": ("report", "book"),
    "podcast": ("broadcast", "song"),
    "audiovisual": ("motion_picture", "broadcast"),
    "grant": ("document", "report"),
}
_VARIABLES = {
    "abstract": "abstractnote",
    "author": "authors creator creators",
    "collection-title": "series seriestitle",
    "container-title": "journal journaltitle booktitle publicationtitle proceedingstitle",
    "container-title-short": "shortcontainertitle",
    "accessed": "accessdate urldate",
    "edition": "editionnumber",
    "editor": "editors",
    "event-title": "conferencename",
    "issued": "date year published publicationdate pubdate publicationyear",
    "keyword": "keywords tags subject subjects",
    "language": "lang",
    "note": "notes extra annotation",
    "number-of-pages": "numpages pagetotal",
    "page": "pages",
    "publisher-place": "place location address publisherlocation",
    "title-short": "shorttitle",
    "type": "itemtype entrytype",
    "URL": "link uri href",
}


def _by_word(table: dict[str, str]) -> dict[str, str]:
    return {word: name for name, words in table.items() for word in words.split()}


_TYPE_OF_WORD = {**_by_word(_CLEAR_TYPES), **{bare(name): name for name in TYPES}}
_OWN_WORDS = {bare(name): name for name in sorted((*VARIABLES, *SIDECAR_FIELDS, "id", "type"))}
_VARIABLE_OF_WORD = {**_OWN_WORDS, **_by_word(_VARIABLES)}


def clear_type(word: str) -> str | None:
    """The one CSL type that the word stands for, or None."""
    return _TYPE_OF_WORD.get(bare(word))


@lru_cache(maxsize=512)
def near_types(word: str) -> tuple[str, ...]:
    """CSL types that the word may stand for, best first; empty where none comes near."""
    letters = bare(word)
    if clear := _TYPE_OF_WORD.get(letters):
        return (clear,)
    if several := _OPEN_TYPES.get(letters):
        return several
    near = nearest(letters, sorted(_TYPE_OF_WORD), 0.75)
    return (_TYPE_OF_WORD[near],) if near else ()


@lru_cache(maxsize=2048)
def near_variable(key: str) -> str | None:
    """The variable or workflow field that an unknown key may be meant for."""
    letters = bare(key)
    if known := _VARIABLE_OF_WORD.get(letters):
        return known
    slip = next((word for word in _OWN_WORDS if is_slip(letters, word)), None)
    meant = slip or nearest(letters, sorted(_VARIABLE_OF_WORD), 0.85)
    return None if meant is None else _VARIABLE_OF_WORD[meant]


def is_item(value: Mapping[str, Any]) -> bool:
    """Whether an object is one item, in whatever words, and not something that holds items or anything else."""
    others = [member for key, member in value.items() if key not in VARIABLES]
    entries = [entry for member in others if isinstance(member, list) for entry in member]
    if any(isinstance(entry, Mapping) and _may_be_item(entry) for entry in entries):
        return False
    if any(_has_clear_type(layer) for layer in (value, value.get("data"), value.get("attributes"))):
        return True
    is_flat = not any(isinstance(part, Mapping) for part in (*others, *entries))
    return is_flat and "title" in value and not {"id", "DOI"}.isdisjoint(value)


def _may_be_item(entry: Mapping[str, Any]) -> bool:
    return _has_clear_type(entry) or ("title" in entry and "itemType" not in entry)


def _has_clear_type(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return False
    words = [value.get(key) for key in ("type", "itemType")]
    return isinstance(value.get("types"), Mapping) or any(
        isinstance(word, str) and clear_type(word) is not None for word in words
    )
