"""What the attributes of DataCite's JSON are in CSL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import VARIABLES
from sourceright_lint.contracts.sourceright.csl_readings import UNCLEAR, clear_name, clear_value
from sourceright_lint.contracts.sourceright.migrating.vocabulary import (
    Reading,
    Vocabulary,
    is_empty,
    read_word,
)

_WORDS = {
    "doi": "DOI",
    "url": "URL",
    "language": "language",
    "version": "version",
    "publicationYear": "issued",
}


def _fields(item: Mapping[str, Any]) -> Mapping[str, Any] | None:
    attributes = item.get("attributes")
    return attributes if isinstance(attributes, dict) and isinstance(attributes.get("types"), dict) else None


def _kind(fields: Mapping[str, Any]) -> Any:
    types = fields["types"]
    return clear_value("type", types.get("citeproc") or types.get("resourceTypeGeneral"))


def _is_csl(key: str, value: Any, is_inner: bool) -> bool:
    """Whether a member is CSL's own; words of both have another meaning among the attributes."""
    return key in VARIABLES and not is_inner


def _read(key: str, value: Any, item: Mapping[str, Any]) -> Reading:
    if key not in _SPECIAL:
        return read_word(_WORDS, key, value, item)
    name, read = _SPECIAL[key]
    clear, rest = read(value)
    return Reading({}, value) if clear is UNCLEAR or name in item else Reading({name: clear}, rest)


def _one_title(titles: Any) -> tuple[Any, Any]:
    """The title where there is just one, and it is not said to be of a kind of its own."""
    only = titles[0] if isinstance(titles, list) and len(titles) == 1 else None
    if not isinstance(only, dict) or not is_empty(only.get("titleType")):
        return UNCLEAR, None
    title, rest = _text_of(only, "title")
    return title, [rest] if rest else None


def _authors(creators: Any) -> tuple[Any, Any]:
    """The creators as names; what DataCite says of them beyond that stays with them."""
    names = [_author(creator) for creator in creators] if isinstance(creators, list) else [UNCLEAR]
    return (UNCLEAR if any(name is UNCLEAR for name in names) else names), None


def _author(creator: Any) -> Any:
    if not isinstance(creator, dict):
        return UNCLEAR
    return clear_name({key: part for key, part in creator.items() if not is_empty(part)})


def _publisher(publisher: Any) -> tuple[Any, Any]:
    return (publisher, None) if isinstance(publisher, str) else _text_of(publisher, "name")


def _container(container: Any) -> tuple[Any, Any]:
    return _text_of(container, "title")


def _text_of(value: Any, key: str) -> tuple[Any, Any]:
    """The text under ``key``, and the other members."""
    text = value.get(key) if isinstance(value, dict) else None
    if not isinstance(text, str):
        return UNCLEAR, None
    return text, {other: part for other, part in value.items() if other != key}


_SPECIAL: dict[str, tuple[str, Any]] = {
    "titles": ("title", _one_title),
    "creators": ("author", _authors),
    "publisher": ("publisher", _publisher),
    "container": ("container-title", _container),
}

DATACITE = Vocabulary("DataCite", "attributes", (), _fields, _kind, _is_csl, _read)
