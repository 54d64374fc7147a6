"""Texts that are no JSON because they are in another format."""

from __future__ import annotations

import re

_LOOKED_AT = 200
_FORMATS = (
    (
        re.compile(r"@[a-z]{1,30}\s{0,9}[{(]", re.IGNORECASE | re.ASCII),
        "this looks like BibTeX: pandoc --from biblatex --to csljson makes CSL JSON of it",
    ),
    (re.compile(r"TY {1,2}- "), "this looks like RIS: pandoc --from ris --to csljson makes CSL JSON of it"),
    (
        re.compile(r"---\s|references:\s|- [\w-]{1,30}:\s", re.ASCII),
        "this looks like YAML, and JSON is due here",
    ),
    (
        re.compile(r"<(?:!doctype\s|html\b|\?xml\s)", re.IGNORECASE | re.ASCII),
        "this looks like a web page or XML, and JSON is due here",
    ),
)


def other_format(text: str) -> str:
    """What the text seems to be instead of JSON, as a help; empty where there is no sign of another format."""
    start = text[:_LOOKED_AT].lstrip()
    return next((help for pattern, help in _FORMATS if pattern.match(start)), "")
