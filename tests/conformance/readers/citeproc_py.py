"""Reads libraries with citeproc-py: one JSON text a line from standard input, one answer a line to standard output."""

from __future__ import annotations

import json
import sys
import warnings

from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON

STYLE = "harvard-cite-them-right"


def rendered(style: CitationStylesStyle, library: str) -> str:
    items = json.loads(library)
    bibliography = CitationStylesBibliography(style, CiteProcJSON(items), formatter.plain)
    for item in items:
        bibliography.register(Citation([CitationItem(str(item["id"]))]))
    return "\n".join(str(entry) for entry in bibliography.bibliography())


def main() -> None:
    warnings.simplefilter("ignore")
    style = CitationStylesStyle(STYLE, validate=False)
    for library in sys.stdin:
        try:
            answer = {"text": rendered(style, library)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
