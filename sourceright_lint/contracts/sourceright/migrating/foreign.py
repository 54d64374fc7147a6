"""Whole items in the words of Zotero and DataCite as CSL items.

What CSL has no variable for is kept under ``custom``; empty fields, which these programs write for what there
is not, are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.csl_readings import UNCLEAR, clear_date, clear_name, clear_value

_ZOTERO = {
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
_DATACITE = {
    "doi": "DOI",
    "url": "URL",
    "language": "language",
    "version": "version",
    "publicationYear": "issued",
}


def converted(item: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The name of the program whose words the item is in, and the CSL item; None where it is in no such words.

    None too where the item's type has no one reading, or it has no id.
    """
    data = item.get("data")
    if isinstance(data, dict) and isinstance(data.get("itemType"), str):
        rest = {key: value for key, value in item.items() if key != "data"}
        return _checked("Zotero", _zotero(data, {**rest, **_envelope(data, rest)}))
    if isinstance(item.get("itemType"), str):
        return _checked("Zotero", _zotero(item, {}))
    if isinstance(item.get("attributes"), dict):
        rest = {key: value for key, value in item.items() if key != "attributes"}
        return _checked("DataCite", _datacite(item["attributes"], rest))
    return None


def _checked(program: str, item: dict[str, Any] | None) -> tuple[str, dict[str, Any]] | None:
    return None if item is None else (program, item)


def _envelope(data: Mapping[str, Any], rest: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in rest.items() if key not in data}


def _zotero(data: Mapping[str, Any], rest: Mapping[str, Any]) -> dict[str, Any] | None:
    kind = clear_value("type", data["itemType"])
    id = data.get("citationKey") or data.get("key") or rest.get("key")
    if kind is UNCLEAR or not isinstance(id, str):
        return None
    item: dict[str, Any] = {"id": id, "type": kind}
    left = {key: value for key, value in rest.items() if key not in ("key", *data)}
    used = "citationKey" if data.get("citationKey") else "key"
    for key, value in data.items():
        if _is_empty(value) or key in ("itemType", used):
            continue
        name = _ZOTERO.get(key)
        clear = UNCLEAR if name is None else clear_value(name, value)
        if key == "creators":
            left.update(_creators(item, value))
        elif name is None or clear is UNCLEAR or name in item:
            left[key] = value
        else:
            item[name] = clear
    return _with_custom(item, "zotero", left)


def _creators(item: dict[str, Any], creators: Any) -> dict[str, Any]:
    """Put creators where CSL has a variable for their part; what is left over, as a member of ``custom``."""
    over = []
    for creator in creators if isinstance(creators, list) else [creators]:
        parts = dict(creator) if isinstance(creator, dict) else {}
        variable = _CREATORS.get(str(parts.pop("creatorType", "")))
        name = clear_name({key: part for key, part in parts.items() if not _is_empty(part)})
        if variable is None or name is UNCLEAR:
            over.append(creator)
        else:
            item.setdefault(variable, []).append(name)
    return {"creators": over} if over else {}


def _datacite(attributes: Mapping[str, Any], rest: Mapping[str, Any]) -> dict[str, Any] | None:
    types, id = attributes.get("types"), rest.get("id")
    words = types if isinstance(types, dict) else {}
    kind = clear_value("type", words.get("citeproc") or words.get("resourceTypeGeneral"))
    if kind is UNCLEAR or not isinstance(id, str):
        return None
    item: dict[str, Any] = {"id": id, "type": kind}
    left = {key: value for key, value in rest.items() if key != "id"}
    for key, value in attributes.items():
        if _is_empty(value):
            continue
        name = _DATACITE.get(key)
        clear = UNCLEAR if name is None else clear_value(name, value)
        if key in _SPECIAL:
            name, clear = _SPECIAL[key](value)
        if name is None or clear is UNCLEAR or name in item:
            left[key] = value
        else:
            item[name] = clear
    return _with_custom(item, "datacite", left)


def _one_title(titles: Any) -> tuple[str, Any]:
    """The title where there is just one, and nothing is said of it."""
    only = titles[0] if isinstance(titles, list) and len(titles) == 1 else None
    is_plain = isinstance(only, dict) and only.keys() == {"title"} and isinstance(only["title"], str)
    return "title", only["title"] if is_plain and isinstance(only, dict) else UNCLEAR


def _authors(creators: Any) -> tuple[str, Any]:
    """The creators as names; affiliations and identifiers of persons stay with them."""
    if not isinstance(creators, list):
        return "author", UNCLEAR
    names = [_author(creator) for creator in creators]
    return "author", UNCLEAR if any(name is UNCLEAR for name in names) else names


def _author(creator: Any) -> Any:
    if not isinstance(creator, dict):
        return UNCLEAR
    parts = {key: part for key, part in creator.items() if not _is_empty(part) and key != "nameType"}
    if "familyName" in parts:
        parts.pop("name", None)
    return clear_name(parts)


def _publisher(publisher: Any) -> tuple[str, Any]:
    if isinstance(publisher, dict) and publisher.keys() == {"name"}:
        publisher = publisher["name"]
    return "publisher", publisher if isinstance(publisher, str) else UNCLEAR


def _container(container: Any) -> tuple[str, Any]:
    is_plain = isinstance(container, dict) and set(container) <= {"title", "type"}
    title = container.get("title") if is_plain else None
    return "container-title", title if isinstance(title, str) else UNCLEAR


_SPECIAL: dict[str, Any] = {
    "titles": _one_title,
    "creators": _authors,
    "publisher": _publisher,
    "container": _container,
    "publicationYear": lambda year: ("issued", clear_date(year)),
}


def _with_custom(item: dict[str, Any], program: str, left: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in left.items() if not _is_empty(value)}
    return {**item, "custom": {program: kept}} if kept else item


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", [], {})
