"""DOIs: the bare lower-case form that providers are asked by, and what is no DOI at all."""

from __future__ import annotations

import re

from sourceright_lint.contracts.sourceright.whitespace import collapse

_PREFIX = re.compile(r"(?:(?:https?://)?(?:www\.|dx\.)?doi\.org/|info:doi/|doi(?::| (?=10\.))|/| )", re.I)
_CANONICAL = re.compile(r"10\.[0-9]+(?:\.[0-9]+)*/[^\sA-Z]+")
_DOI = re.compile(r"10\.[0-9]+(?:\.[0-9]+)*/\S+")
_CORE_PREFIXES = ("https://doi.org/", "http://doi.org/", "doi:")
_UPPER_TO_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_PERCENT = re.compile(r"%[0-9a-f]{2}", re.I)


def lower_ascii(text: str) -> str:
    """The text with A to Z in lower case, all other characters as they are."""
    return text.lower() if text.isascii() else text.translate(_UPPER_TO_LOWER)


def is_doi(text: str) -> bool:
    """Whether the text is a bare DOI, in upper or lower case."""
    return _DOI.fullmatch(text) is not None


def canonical(text: str) -> str | None:
    """The bare DOI in lower case, or None where the text holds none.

    Takes off white space at the ends and the prefixes that people paste (``https://doi.org/``,
    ``http://dx.doi.org/``, ``doi:``, ``info:doi/``), however many there are. An address with
    percent-encoded characters is not decoded: which of them belong to the DOI is not known.
    """
    if _CANONICAL.fullmatch(text):
        return text
    bare = collapse(text)
    start = 0
    while match := _PREFIX.match(bare, start):
        start = match.end()
    was_address = "doi.org/" in bare[:start].lower()
    bare = bare[start:]
    if not is_doi(bare) or (was_address and _PERCENT.search(bare)):
        return None
    return lower_ascii(bare)


def core_form(text: str) -> str:
    """What Sourceright's core makes of the text: it takes off one prefix at most."""
    bare = collapse(text)
    lower = lower_ascii(bare)
    for prefix in _CORE_PREFIXES:
        if lower.startswith(prefix):
            lower = lower[len(prefix) :]
            break
    return collapse(lower.lstrip("/"))
