"""Rules of the type of an item."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.sourceright.csl_data import CORE_TYPES, CSL_ONLY_TYPES, TYPES
from sourceright_lint.contracts.sourceright.csl_foreign import clear_type, near_types
from sourceright_lint.contracts.sourceright.csl_missing import missing_member
from sourceright_lint.contracts.sourceright.doi import lower_ascii
from sourceright_lint.contracts.sourceright.view import Item
from sourceright_lint.contracts.sourceright.whitespace import collapse
from sourceright_lint.escape import show
from sourceright_lint.finding import Fix, Replace
from sourceright_lint.rule import Problem, rule


@rule("csl.type.missing", severity="error", scope="csl.item")
def missing(item: Item) -> Iterator[Problem]:
    """An item has no `type`.

    The type decides how a citation style prints the item. Sourceright refuses the whole file for one item
    without it.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: none. What kind of work it is cannot be told from the rest.
    """
    if "type" not in item.value:
        yield missing_member(item, "type")


@rule("csl.type.wrong_type", severity="error", scope="csl.item")
def wrong_type(item: Item) -> Iterator[Problem]:
    """A `type` is not a string.

    Sourceright refuses the whole file, and so does pandoc for a `null`.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": null, "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: none. What kind of work it is cannot be told from the rest.
    """
    value = item.value.get("type", "")
    if not isinstance(value, str):
        yield item.problem(f"`type` must be a string, not {show(value)}", "type")


@rule("csl.type.empty", severity="error", scope="csl.item")
def empty(item: Item) -> Iterator[Problem]:
    """A `type` is empty, or nothing but white space.

    Citation processors print such an item by the style's fallback, which is seldom right.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: none. What kind of work it is cannot be told from the rest.
    """
    value = item.value.get("type")
    if isinstance(value, str) and value not in TYPES and not collapse(value):
        yield item.problem("`type` must not be empty", "type")


@rule("csl.type.not_canonical", severity="error", scope="csl.item", fix="safe")
def not_canonical(item: Item) -> Iterator[Problem]:
    """A `type` has capital letters or surplus white space.

    Types are compared letter by letter: to a citation processor `Book` is no type at all, and the item is
    printed by the style's fallback. Sourceright takes it for `book`, so the two disagree.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "Book", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: writes the type in lower case without surplus white space; safe.
    """
    value = item.value.get("type")
    if not isinstance(value, str) or value in TYPES:
        return
    canonical = _canonical(value)
    if canonical and canonical != value:
        edit = Replace(item.document.path, (*item.pointer, "type"), canonical)
        fix = Fix(f"write the type as {show(canonical)}", (edit,))
        yield item.problem(f"type {show(value)} must be written {show(canonical)}", "type", fix=fix)


@rule("csl.type.unsupported", severity="error", scope="csl.item", fix="unsafe")
def unsupported(item: Item) -> Iterator[Problem]:
    """A `type` is none of the 45 item types of CSL 1.0.2.

    Citation processors print such an item by the style's fallback: a journal article loses its volume and
    pages. Crossref, DataCite, Zotero and BibTeX have words of their own (`journal-article`, `bookSection`,
    `inproceedings`); the message names the CSL type that they stand for.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "journal-article", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "article-journal", "title": "Weirs"}]
    ```

    Fix: writes the CSL type where the foreign word stands for exactly one; unsafe. `posted-content`, `other`
    and `misc` may be several things and are for you.
    """
    value = item.value.get("type")
    if not isinstance(value, str) or value in TYPES:
        return
    canonical = _canonical(value)
    if not canonical or canonical in TYPES:
        return
    message = f"{show(canonical)} is no CSL item type"
    near = near_types(canonical)
    if clear := clear_type(canonical):
        edit = Replace(item.document.path, (*item.pointer, "type"), clear)
        fix = Fix(f"write the type as {show(clear)}", (edit,), safe=False)
        yield item.problem(f"{message}: CSL calls it {show(clear)}", "type", fix=fix)
    elif near:
        choice = " or ".join(show(name) for name in near)
        yield item.problem(f"{message}; did you mean {choice}?", "type")
    else:
        help = f"CSL 1.0.2 has: {', '.join(sorted(TYPES))}."
        yield item.problem(f"{message}, and none comes near", "type", help=help)


@rule("csl.type.unsupported.core", severity="info", scope="csl.item")
def unsupported_by_core(item: Item) -> Iterator[Problem]:
    """A `type` is valid CSL, but Sourceright itself does not map it.

    Sourceright's core calls eight types of CSL 1.0.2 unsupported: `classic`, `collection`, `document`,
    `event`, `hearing`, `performance`, `periodical` and `standard`. The item is right; this says only why
    Sourceright reports it. `core-types = false` in the configuration switches the message off.

    Bad:
    ```json references.csl.json
    [{"id": "iso-690", "type": "standard", "title": "Guidelines for references"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "iso-690", "type": "report", "title": "Guidelines for references"}]
    ```

    Fix: none. The type is right as it is.
    """
    value = item.value.get("type")
    if not isinstance(value, str) or value in CORE_TYPES or not item.workspace.settings.option("core-types"):
        return
    canonical = _canonical(value)
    if canonical in CSL_ONLY_TYPES:
        yield item.problem(f"{show(canonical)} is a CSL type that Sourceright itself does not map", "type")


def _canonical(value: str) -> str:
    return lower_ascii(collapse(value))
