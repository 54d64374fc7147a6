"""Rules of the title of an item. A title of another type is reported by ``csl.variable.wrong_type``."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.sourceright.csl_missing import missing_member
from sourceright_lint.contracts.sourceright.latex import advice, swallowed_command
from sourceright_lint.contracts.sourceright.view import Item
from sourceright_lint.contracts.sourceright.whitespace import collapse, collapse_ascii, is_blank, odd_spaces
from sourceright_lint.escape import show
from sourceright_lint.finding import Fix, Replace
from sourceright_lint.rule import Problem, rule


@rule("csl.title.empty", severity="error", scope="csl.item")
def empty(item: Item) -> Iterator[Problem]:
    """An item has no title, or an empty one.

    Sourceright matches a reference with what providers return by its title. It asks for one on every item,
    also where a citation style could do without.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": ""}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: none. A title is never made up.
    """
    if "title" not in item.value:
        yield missing_member(item, "title")
        return
    value = item.value["title"]
    if value is None:
        yield item.problem("`title` must not be null", "title")
    elif isinstance(value, str) and is_blank(value):
        yield item.problem("`title` must not be empty", "title")


@rule("csl.title.not_canonical", severity="error", scope="csl.item", fix="safe")
def not_canonical(item: Item) -> Iterator[Problem]:
    """A title has white space at its ends, runs of white space, or line breaks inside.

    They come from copied PDF text and wrapped XML. Sourceright compares titles in normalised form and
    reports every title that is not in it. No-break and other typographic spaces count as well; since they
    may be meant, they are a warning.

    A LaTeX command in a title, written with one backslash, is such white space too: JSON takes the `\\t` of
    `\\textit` for a tab. It is told as what it was, and not taken out.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs  and\\ntheir builders "}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs and their builders"}]
    ```

    Fix: trims the title and puts one space for each run of plain white space; safe. No-break and other
    typographic spaces are never replaced, nor is what is left of a LaTeX command.
    """
    value = item.value.get("title")
    if not isinstance(value, str):
        return
    canonical = collapse(value)
    if canonical == value or not canonical:
        return
    plain = collapse_ascii(value)
    if plain == value:
        message = f"title {show(value)} holds spaces that are no plain spaces ({odd_spaces(value)})"
        yield item.problem(message, "title", severity="warning")
    elif command := swallowed_command(value):
        message = f"title {show(value)} holds what JSON made of {command}"
        yield item.problem(message, "title", help=advice(command))
    else:
        edit = Replace(item.document.path, (*item.pointer, "title"), plain)
        fix = Fix("remove surplus white space from the title", (edit,))
        yield item.problem(f"title {show(value)} has surplus white space", "title", fix=fix)
