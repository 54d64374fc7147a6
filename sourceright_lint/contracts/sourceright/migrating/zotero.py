"""What the fields of Zotero's own JSON are in CSL."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import VARIABLES
from sourceright_lint.contracts.sourceright.csl_readings import UNCLEAR, clear_name, clear_value
from sourceright_lint.contracts.sourceright.migrating.vocabulary import (
    Reading,
    Vocabulary,
    is_empty,
    read_word,
)
from sourceright_lint.contracts.sourceright.shape import bare

_WORDS = {
    "title": "title",
    "DOI": "DOI",
    "publicationTitle": "container-title",
    "bookTitle": "container-title",
    "proceedingsTitle": "container-title",
    "encyclopediaTitle": "container-title",
    "dictionaryTitle": "container-title",
    "blogTitle": "container-title",
    "websiteTitle": "container-title",
    "journalAbbreviation": "container-title-short",
    "volume": "volume",
    "issue": "issue",
    "pages": "page",
    "edition": "edition",
    "series": "collection-title",
    "seriesNumber": "collection-number",
    "publisher": "publisher",
    "university": "publisher",
    "institution": "publisher",
    "place": "publisher-place",
    "ISBN": "ISBN",
    "ISSN": "ISSN",
    "url": "URL",
    "language": "language",
    "abstractNote": "abstract",
    "shortTitle": "title-short",
    "callNumber": "call-number",
    "archive": "archive",
    "archiveLocation": "archive_location",
    "rights": "license",
    "numPages": "number-of-pages",
    "numberOfVolumes": "number-of-volumes",
    "conferenceName": "event-title",
    "reportNumber": "number",
    "thesisType": "genre",
    "reportType": "genre",
    "libraryCatalog": "source",
    "section": "section",
    "versionNumber": "version",
    "citationKey": "citation-key",
    "extra": "note",
    "date": "issued",
    "accessDate": "accessed",
}
_CREATORS = {
    "author": "author",
    "editor": "editor",
    "translator": "translator",
    "contributor": "contributor",
    "seriesEditor": "collection-editor",
    "bookAuthor": "container-author",
    "reviewedAuthor": "reviewed-author",
    "director": "director",
    "composer": "composer",
}
_LEAD_BACK = frozenset({
    "artwork", "audioRecording", "blogPost", "bookSection", "case", "computerProgram", "conferencePaper",
    "dictionaryEntry", "encyclopediaArticle", "forumPost", "journalArticle", "magazineArticle",
    "newspaperArticle", "preprint", "presentation", "statute",
})  # fmt: skip
"""Types that have a CSL type to themselves; a film and a video recording, for instance, share one."""


def _fields(item: Mapping[str, Any]) -> Mapping[str, Any] | None:
    data = item.get("data")
    if isinstance(data, dict) and isinstance(data.get("itemType"), str):
        return data
    return item if isinstance(item.get("itemType"), str) else None


def _kind(fields: Mapping[str, Any]) -> Any:
    return clear_value("type", fields["itemType"])


def _is_csl(key: str, value: Any, is_inner: bool) -> bool:
    """Whether a member is CSL's own; ``version`` as a whole number counts Zotero's own changes of the item."""
    is_count = key == "version" and isinstance(value, int)
    return key in VARIABLES and _WORDS.get(key, key) == key and not is_count


def _read(key: str, value: Any, item: Mapping[str, Any]) -> Reading:
    if key == "creators":
        return _creators(value, item)
    if key == "itemType":
        return Reading({}, None if _leads_back(value, item["type"]) else value)
    return read_word(_WORDS, key, value, item)


def _leads_back(word: Any, kind: str) -> bool:
    """Whether nothing more than the CSL type is in Zotero's word for it."""
    if not isinstance(word, str) or clear_value("type", word) != kind:
        return False
    return word in _LEAD_BACK or bare(word) == bare(kind)


def _creators(creators: Any, taken: Collection[str]) -> Reading:
    """Creators by the CSL variable for their part; the others as they are."""
    names: dict[str, list[Any]] = {}
    others = []
    for creator in creators if isinstance(creators, list) else [creators]:
        parts = dict(creator) if isinstance(creator, dict) else {}
        variable = _CREATORS.get(str(parts.pop("creatorType", "")))
        name = clear_name({key: part for key, part in parts.items() if not is_empty(part)})
        if variable is None or variable in taken or name is UNCLEAR:
            others.append(creator)
        else:
            names.setdefault(variable, []).append(name)
    return Reading(names, others)


ZOTERO = Vocabulary("Zotero", "data", ("citationKey", "key", "itemKey"), _fields, _kind, _is_csl, _read)
