"""Rules of what stands inside texts: markup, character references, notes, identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import IDENTIFIERS, NAMES, TITLES
from sourceright_lint.contracts.sourceright.view import Item
from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import show
from sourceright_lint.rule import Problem, rule

_TAG = re.compile(r"<(/?)(i|b|sup|sub|sc|span)(?:\s[^<>]*)?>")
_REFERENCE = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|ndash|mdash|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
_ACCENT = r"""["'`^~=.]"""
_LATEX = re.compile(
    rf"\{{\\(?:{_ACCENT}|[uvHtcdbrk] ?)\{{?\\?[A-Za-z]\}}?\}}|\\(?:{_ACCENT}|[vHc])\{{\\?[A-Za-z]\}}"
    r"|\{\\(?:ss|[oOlLij]|aa|AA|ae|AE|oe|OE)\}|\\&"
    r"|\\(?:text(?:it|bf|sc|tt|rm|sl|superscript|subscript)|emph|mkbibquote)\{"
)
_FORMULA = re.compile(r"(?<!\\)\$(?=\S)[^$]*(?<=[^\s\\])\$(?![0-9])")
_NOTE_DOI = re.compile(r"^[ \t]*(?:\{:)?DOI:[ \t]*(?P<doi>10\.[0-9.]+/[^\s}]+)", re.M | re.I)


@rule("csl.identifier.invalid", severity="warning", scope="csl.item.texts")
def identifier(item: Item) -> Iterator[Problem]:
    """An ISSN, ISBN, PMID, PMCID or URL does not look like one.

    Only the shape is checked, not the check digit: lists of several ISSNs or ISBNs are fine. Links that
    citation processors make from such a value lead nowhere, and providers cannot be asked by it.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "URL": "www.weirs.example"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "URL": "https://www.weirs.example"}]
    ```

    Fix: none. What was meant must be looked up.
    """
    for key, (pattern, wanted) in IDENTIFIERS.items():
        value = item.value.get(key)
        if isinstance(value, str) and not re.fullmatch(pattern, value):
            yield item.problem(f"`{key}` is {show(value)}: {wanted}", key)


@rule("csl.markup.unbalanced", severity="warning", scope="csl.item.texts")
def unbalanced(item: Item) -> Iterator[Problem]:
    """A title opens a tag that it does not close, or closes one that is not open.

    Citation processors understand `<i>`, `<b>`, `<sup>`, `<sub>`, `<sc>` and `<span>` in titles, in pairs. A
    single tag is printed as it is, or makes the rest of the bibliography italic.

    Bad:
    ```json references.csl.json
    [{"id": "eels-2019", "type": "book", "title": "The eel <i>Anguilla anguilla"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "eels-2019", "type": "book", "title": "The eel <i>Anguilla anguilla</i>"}]
    ```

    Fix: none. Where the tag was meant to end is not known.
    """
    for key in TITLES:
        value = item.value.get(key)
        if isinstance(value, str) and "<" in value and (tag := _unbalanced_tag(value)):
            yield item.problem(f"`{key}` has the tag {tag} without its counterpart", key)


def _unbalanced_tag(text: str) -> str | None:
    open_tags: list[str] = []
    outermost = ""
    for tag in _TAG.finditer(text):
        if not tag[1]:
            outermost = outermost if open_tags else tag[0]
            open_tags.append(tag[2])
        elif open_tags and open_tags[-1] == tag[2]:
            open_tags.pop()
        else:
            return show(tag[0])
    return show(outermost) if open_tags else None


@rule("csl.markup.character_reference", severity="warning", scope="csl.item.texts")
def character_reference(item: Item) -> Iterator[Problem]:
    """A title or the publisher has an HTML character reference such as `&amp;`.

    JSON has no need of it, and citation processors print it letter by letter.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs &amp; Sluices"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs & Sluices"}]
    ```

    Fix: none. A text about HTML may mean it.
    """
    for key in (*TITLES, "publisher"):
        value = item.value.get(key)
        if isinstance(value, str) and "&" in value and (found := _REFERENCE.search(value)):
            yield item.problem(f"`{key}` holds {show(found[0])}, which is printed as it stands", key)


@rule("csl.markup.latex", severity="warning", scope="csl.item.texts")
def latex(item: Item) -> Iterator[Problem]:
    """A title, the publisher or a name has LaTeX in it, such as `{\\"u}` or `\\emph{...}`.

    It comes from a BibTeX file that was not read as one. CSL has the letters themselves, and tags such as
    `<i>` for markup; citation processors print LaTeX letter by letter. Accents, `\\&` and commands for type are
    looked for, formulas are not. There is one message for each variable.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs of M{\\\\\\"u}hlbach"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs of Mühlbach"}]
    ```

    Fix: none. A program that reads BibTeX (pandoc, Zotero) knows what all of it means.
    """
    for key in (*TITLES, "publisher", *NAMES):
        if key in item.value and (found := next(_latex_in(item.value[key]), None)):
            yield item.problem(f"`{key}` holds LaTeX, which is printed as it stands: {show(found)}", key)


def _latex_in(value: Any) -> Iterator[str]:
    texts = [value] if isinstance(value, str) else []
    if isinstance(value, list):
        texts = [part for name in value if isinstance(name, dict) for part in name.values()]
    for text in texts:
        if isinstance(text, str) and "\\" in text and (found := _LATEX.search(_FORMULA.sub("$", text))):
            yield found[0]


@rule("csl.note.blank", severity="info", scope="csl.item.texts")
def blank_note(item: Item) -> Iterator[Problem]:
    """A note is empty, or nothing but white space and line breaks.

    Annotated bibliographies print an empty paragraph for it. Line breaks in other notes are data and are
    never touched.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "note": "\\n"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "note": "Second edition.\\nWith plates."}]
    ```

    Fix: none. Leave the note out where there is nothing to say.
    """
    note = item.value.get("note")
    if isinstance(note, str) and is_blank(note):
        yield item.problem("`note` holds nothing but white space", "note")


@rule("csl.note.doi", severity="info", scope="csl.item.texts")
def doi_in_note(item: Item) -> Iterator[Problem]:
    """A note has a `DOI:` line, and the item has no `DOI`.

    Reference managers keep fields that they do not know as lines in the note. There the DOI is seen neither
    by citation processors nor by the providers that Sourceright asks.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "note": "DOI: 10.5555/weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "DOI": "10.5555/weirs"}]
    ```

    Fix: none. Notes are never split into fields.
    """
    note = item.value.get("note")
    if isinstance(note, str) and "DOI" not in item.value and (found := _NOTE_DOI.search(note)):
        yield item.problem(f"the note names the DOI {show(found['doi'])}, and the item has no `DOI`", "note")
