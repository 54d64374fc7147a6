"""Which identifier a candidate's content id stands for, and the id that follows from it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from hashlib import sha1
from typing import Any, NamedTuple

CID = re.compile(r"[0-9a-f]{12}\Z")

_RESOLVERS = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:)", re.IGNORECASE)
_ARXIV = re.compile(r"(?:(?:https?://)?arxiv\.org/abs/|arxiv:)", re.IGNORECASE)
_VERSION = re.compile(r"v[0-9]+\Z")


class Identity(NamedTuple):
    """The best identifier of a work. ``certain`` is false where its normal form depends on the program."""

    kind: str
    value: str
    certain: bool

    @property
    def cid(self) -> str:
        """The first 12 hex digits of the SHA-1 of ``kind:value``."""
        text = f"{self.kind}:{self.value}"
        return sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:12]


def identity_of(candidate: Mapping[str, Any]) -> Identity | None:
    """DOI, else arXiv id, else PubMed id, else title and year; None where one has a wrong type."""
    ids = candidate.get("ids", {})
    if not isinstance(ids, dict):
        return None
    for kind, plain in (("doi", _plain_doi), ("arxiv", _plain_arxiv), ("pmid", _plain_pmid)):
        value = ids.get(kind)
        if value is not None and not isinstance(value, str):
            return None
        if value and plain(value):
            return Identity(kind, plain(value), True)
    return _by_title(candidate.get("title"), candidate.get("year"))


def text_of(value: Any) -> str | None:
    """A string as the readers of a run take it, without white space around it; None for anything else."""
    return value.strip() if isinstance(value, str) else None


def cid_of(value: Any) -> str | None:
    """A content id where the value is one."""
    text = text_of(value)
    return text if text is not None and CID.match(text) else None


def plain_title(title: str) -> str:
    """A title without case, accents, punctuation and repeated white space."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", title) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w\s]", " ", letters.casefold()).split())


def _by_title(title: Any, year: Any) -> Identity | None:
    if not isinstance(title, str) or isinstance(year, bool) or not isinstance(year, (int, type(None))):
        return None
    # Outside ASCII the normal form hangs on the Unicode version of the program that made the id.
    return Identity("title", f"{plain_title(title)}|{'' if year is None else year}", title.isascii())


def _plain_doi(value: str) -> str:
    return _RESOLVERS.sub("", value.strip(), count=1).strip().lower() if value.strip() else ""


def _plain_arxiv(value: str) -> str:
    return _VERSION.sub("", _ARXIV.sub("", value.strip(), count=1).strip().lower())


def _plain_pmid(value: str) -> str:
    return value.strip().rstrip("/").rpartition("/")[2]
