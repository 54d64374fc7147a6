"""Rules of the DOI of an item. A DOI that is no string is reported by ``csl.variable.wrong_type``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sourceright_lint.contracts.sourceright import doi
from sourceright_lint.contracts.sourceright.csl_id import item_problem, number_of
from sourceright_lint.contracts.sourceright.view import CslFile, Item
from sourceright_lint.contracts.sourceright.whitespace import collapse, is_blank
from sourceright_lint.escape import show
from sourceright_lint.finding import Fix, Replace, Severity
from sourceright_lint.rule import Problem, rule

_WHOLE = 200
"""Characters of a DOI that messages show: a DOI that is cut tells nobody where it differs."""

_SHORT_DOI = re.compile(r"10/[a-z0-9]+", re.I)


@rule("csl.doi.not_canonical", severity="error", scope="csl.item", fix="safe")
def not_canonical(item: Item) -> Iterator[Problem]:
    """A DOI is not in its bare, lower-case form.

    A citation processor puts `https://doi.org/` before what it finds, so a DOI that is an address already
    becomes a broken link. Sourceright asks providers by the bare DOI in lower case; two spellings of one DOI
    look like two works to it.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "DOI": "https://doi.org/10.5555/WEIRS"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "DOI": "10.5555/weirs"}]
    ```

    Fix: takes off white space and prefixes (`https://doi.org/`, `http://dx.doi.org/`, `doi:`, `info:doi/`,
    also doubled) and writes A to Z in lower case; safe, for DOIs do not depend on case. A value that
    Sourceright would normalise but that holds no DOI is reported without a fix.
    """
    value = item.value.get("DOI")
    if not isinstance(value, str) or not value:
        return
    canonical = doi.canonical(value)
    if canonical == value:
        return
    if canonical is not None:
        edit = Replace(item.document.path, (*item.pointer, "DOI"), canonical)
        fix = Fix(f"write the DOI as {show(canonical, _WHOLE)}", (edit,))
        message = f"DOI {show(value, _WHOLE)} must be written {show(canonical, _WHOLE)}"
        yield item.problem(message, "DOI", fix=fix)
    elif doi.core_form(value) not in ("", value):
        yield _invalid(item, value)


@rule("csl.doi.invalid", severity="error", scope="csl.item")
def invalid(item: Item) -> Iterator[Problem]:
    """What stands under `DOI` is no DOI.

    A DOI starts with `10.`, digits and a slash. Another address there makes a broken link in every
    bibliography; providers cannot be asked by it. A short DOI (`10/abc`) leads to the work but is none of
    its names: a warning, and so is an empty DOI.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "DOI": "http://weirs.example/10.5555/weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "DOI": "10.5555/weirs"}]
    ```

    Fix: none. Which DOI was meant must be looked up.
    """
    value = item.value.get("DOI")
    if isinstance(value, str) and doi.canonical(value) is None and doi.core_form(value) in ("", value):
        yield _invalid(item, value)


def _invalid(item: Item, value: str) -> Problem:
    severity: Severity = "error"
    help = "A DOI reads 10.<digits>/<name>. An address goes under `URL`."
    if is_blank(value):
        message, severity, help = "`DOI` is empty", "warning", "Leave `DOI` out where there is none."
    elif _SHORT_DOI.fullmatch(value):
        message, severity = f"{show(value)} is a short DOI", "warning"
        help = f"open https://doi.org/{value} and write the DOI that it stands for"
    elif "%" in value and "doi.org/" in value.lower():
        message = f"DOI {show(value, _WHOLE)} is an address with percent-encoded characters"
        help = "write the DOI itself, with these characters decoded"
    else:
        message = f"{show(value, _WHOLE)} is no DOI"
    return item.problem(message, "DOI", help=help, severity=severity)


@rule("csl.doi.duplicate", severity="warning", scope="csl.file")
def duplicate(file: CslFile) -> Iterator[Problem]:
    """Two items have one DOI.

    Mostly one work was entered twice, in two dresses (`10.5555/RB.2` and `https://doi.org/10.5555/rb.2`):
    DOIs are compared in canonical form. A chapter and its book may share a DOI on purpose; silence the
    rule for such a file. Items that share an id too are reported for that alone.

    Bad:
    ```json references.csl.json
    [
      {"id": "reeds", "type": "article-journal", "title": "Reed beds", "DOI": "10.5555/rb.2"},
      {"id": "reeds-2", "type": "article-journal", "title": "Reed beds", "DOI": "10.5555/rb.2"}
    ]
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "reeds", "type": "article-journal", "title": "Reed beds", "DOI": "10.5555/rb.2"},
      {"id": "eels", "type": "article-journal", "title": "Eels", "DOI": "10.5555/eels"}
    ]
    ```

    Fix: none. Items are never merged or removed.
    """
    last: dict[str, Item] = {}
    for item in file.items:
        value = item.value.get("DOI")
        canonical = doi.canonical(value) if isinstance(value, str) else None
        if canonical is None:
            continue
        earlier = last.get(canonical)
        last[canonical] = item
        if earlier is not None and not _same_id(item, earlier):
            other = number_of(earlier) if earlier.id is None else f"{number_of(earlier)}, {show(earlier.id)}"
            message = f"DOI {show(canonical, _WHOLE)} is also that of {other}"
            yield item_problem(item, message, earlier, "the same DOI", "DOI")


def _same_id(one: Item, other: Item) -> bool:
    """Whether the items are duplicates already by their ids, which is reported as that."""
    return one.id is not None and other.id is not None and collapse(one.id) == collapse(other.id)
