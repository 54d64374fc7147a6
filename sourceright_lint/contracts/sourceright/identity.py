"""What identifies a work in an item or in a provider's answer: its DOI, its title, other identifiers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.doi import canonical
from sourceright_lint.contracts.sourceright.whitespace import is_blank

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_IDENTIFIERS = frozenset(
    {"doi", "pmid", "pmcid", "arxiv", "eprint", "isbn", "url", "uri", "link", "handle", "id", "key", "title"}
)
"""Members of a provider's answer that lead back to the work, in lower case; names that end in ``id`` do too."""

_NOT_AN_ID = frozenset({"paid", "valid", "isvalid", "invalid"})
_NESTED = ("message", "ids", "externalIds", "identifiers")
"""Where providers put identifiers that are not at the top of their answer."""


def doi_of(data: Any) -> str | None:
    """The bare DOI of an item or of a provider's answer, in lower case."""
    if not isinstance(data, dict):
        return None
    text = data.get("DOI", data.get("doi"))
    return canonical(text) if isinstance(text, str) else None


def titles_of(data: Any) -> list[str]:
    """Comparable forms of the title: as it stands, and with its subtitle where that is kept apart."""
    if not isinstance(data, dict):
        return []
    title, subtitle = _first_text(data.get("title")), _first_text(data.get("subtitle"))
    if not title:
        return []
    texts = [title, f"{title} {subtitle}"] if subtitle else [title]
    return [key for key in map(title_key, texts) if key]


def title_key(title: str) -> str:
    """A title without case, punctuation, markup and white space."""
    plain = title
    if "<" in title or "&" in title:
        from html import unescape

        plain = unescape(_TAG.sub("", title))
    folded = unicodedata.normalize("NFKC", plain).casefold()
    return "".join(filter(str.isalnum, folded))


def has_identity(data: Any) -> bool:
    """Whether a provider's answer has an identifier or a title by which it could be found again."""
    if not isinstance(data, dict):
        return False
    return any(_says_something(value) for value in _identifying(data))


def _identifying(data: Mapping[str, Any]) -> Iterator[Any]:
    for key, value in data.items():
        name = key.casefold()
        if name in _IDENTIFIERS or (name.endswith("id") and name not in _NOT_AN_ID):
            yield value
    for key in _NESTED:
        inner = data.get(key)
        if isinstance(inner, dict):
            yield from _identifying({name: value for name, value in inner.items() if name not in _NESTED})


def _says_something(value: Any) -> bool:
    if isinstance(value, list):
        return any(_says_something(entry) for entry in value)
    if isinstance(value, str):
        return not is_blank(value)
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _first_text(value: Any) -> str:
    if isinstance(value, list) and value:
        value = value[0]
    return value if isinstance(value, str) else ""
