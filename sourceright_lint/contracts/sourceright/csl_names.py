"""Rules of name variables: authors, editors and all others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.csl_data import NAME_FLAGS, NAME_KEYS, NAME_TEXTS, NAMES
from sourceright_lint.contracts.sourceright.shape import bare
from sourceright_lint.contracts.sourceright.view import Item
from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import show
from sourceright_lint.finding import Fix, RenameKey
from sourceright_lint.resemblance import nearest
from sourceright_lint.rule import Problem, rule

_NEAR = {
    "firstname": "given", "first": "given", "forename": "given", "givenname": "given", "initials": "given",
    "lastname": "family", "last": "family", "surname": "family", "familyname": "family",
    "fullname": "literal", "institution": "literal", "organization": "literal", "organisation": "literal",
    "prefix": "non-dropping-particle", "particle": "non-dropping-particle",
    "droppingparticle": "dropping-particle", "nondroppingparticle": "non-dropping-particle",
    "commasuffix": "comma-suffix", "staticordering": "static-ordering", "parsenames": "parse-names",
    **{key: key for key in ("family", "given", "literal", "suffix")},
}  # fmt: skip

_COMMA = re.compile(r"\w[^\w,]?, ?\w")


class _Name(NamedTuple):
    variable: str
    position: int
    value: Any


def _names(item: Item) -> Iterator[_Name]:
    """Every entry of every name variable that is a list."""
    members = item.value
    for variable in NAMES:
        if variable in members and isinstance(members[variable], list):
            for index, value in enumerate(members[variable]):
                yield _Name(variable, index, value)


def _objects(item: Item) -> Iterator[_Name]:
    for name in _names(item):
        if isinstance(name.value, dict):
            yield name


def _has_text(name: dict[str, Any]) -> bool:
    """Whether a part that can be printed says anything; a part of a wrong type is not taken for missing."""
    for key in NAME_TEXTS:
        part = name.get(key)
        if part is not None and not (isinstance(part, str) and is_blank(part)):
            return True
    return False


@rule("csl.names.wrong_type", severity="error", scope="csl.item.names")
def not_a_list(item: Item) -> Iterator[Problem]:
    """A name variable is not a list.

    `author`, `editor` and the other name variables hold a list of names, even for one name. Pandoc refuses
    the whole file for a string or a single object there, and citation.js prints the item without its author.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": "Quill, Ada"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"family": "Quill", "given": "Ada"}]}]
    ```

    Fix: none. How a string of names is to be divided is not known.
    """
    for variable in NAMES:
        if variable in item.value and not isinstance(item.value[variable], list):
            value = item.value[variable]
            yield item.problem(f"`{variable}` must be a list of names, not {show(value)}", variable)


@rule("csl.name.wrong_type", severity="error", scope="csl.item.names")
def wrong_type(item: Item) -> Iterator[Problem]:
    """A name is not an object, or one of its parts has the wrong type.

    A name is an object; its parts are strings (`family`, `given`, the particles, `suffix`, `literal`) or
    flags (`comma-suffix`, `static-ordering`, `parse-names`: true or false, a string or a number). Pandoc,
    citeproc-py and citation.js all stop at a `family` that is a number. A `null` part is a warning: readers
    take it as left out.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"family": ["Quill"]}]}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"family": "Quill"}]}]
    ```

    Fix: none. How the name is to be divided is not known.
    """
    for variable, index, value in _names(item):
        if not isinstance(value, dict):
            yield item.problem(f"a name must be an object, not {show(value)}", variable, index)
            continue
        for key, part in value.items():
            if type(part) is not str and key in NAME_KEYS:
                yield from _wrong_part(item, (variable, index, key), value)


def _wrong_part(item: Item, at: tuple[str, int, str], name: dict[str, Any]) -> Iterator[Problem]:
    key = at[2]
    part = name[key]
    if part is None:
        if _has_text(name):
            yield item.problem(f"`{key}` of a name must not be null; leave it out", *at, severity="warning")
    elif key in NAME_FLAGS:
        if isinstance(part, (list, dict)):
            yield item.problem(f"`{key}` of a name must be true or false, not {show(part)}", *at)
    else:
        yield item.problem(f"`{key}` of a name must be a string, not {show(part)}", *at)


@rule("csl.name.empty", severity="error", scope="csl.item.names")
def empty(item: Item) -> Iterator[Problem]:
    """A name says nothing: it has neither `family`, `given` nor `literal`.

    Citation processors drop it, so the item appears with one author fewer, or with none. It is often the
    trace of a program that removed keys it did not know.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{}]}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"literal": "The Weir Group"}]}]
    ```

    Fix: none. Whom the name stood for must be looked up.
    """
    for variable, index, value in _objects(item):
        if not _has_text(value) and "name" not in value:
            message = "empty name: it has neither `family`, `given` nor `literal`"
            others = [_described(key) for key in value if key not in NAME_KEYS]
            if others:
                message += f", but {', '.join(others)}"
            yield item.problem(message, variable, index)


@lru_cache(maxsize=512)
def _near(key: str) -> str | None:
    """The name part that an unknown key may be meant for."""
    near = nearest(bare(key), sorted(_NEAR), 0.85)
    return _NEAR[near] if near else None


@rule("csl.name.unsupported", severity="error", scope="csl.item.names", fix="unsafe")
def name_key(item: Item) -> Iterator[Problem]:
    """A name is given under `name`, which CSL does not know.

    Crossref names a group of authors so: `{"name": "The Weir Group"}`. CSL's key for a name that is not
    divided is `literal`; with `name` alone, citation processors print no author at all.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"name": "The Weir Group"}]}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"literal": "The Weir Group"}]}]
    ```

    Fix: renames `name` to `literal` and keeps all other keys; unsafe, for it may be a person whose name is
    to be divided.
    """
    for variable, index, value in _objects(item):
        if "name" in value and not _has_text(value):
            at = (variable, index, "name")
            text = value["name"]
            message = "`name` is no CSL name part; an undivided name is a `literal`"
            can_rename = isinstance(text, str) and not is_blank(text) and "literal" not in value
            edit = RenameKey(item.document.path, (*item.pointer, *at), "literal")
            fix = Fix("rename `name` to `literal`", (edit,), safe=False) if can_rename else None
            yield item.problem(message, *at, key=True, fix=fix)


@rule("csl.name.undivided", severity="info", scope="csl.item.names")
def undivided(item: Item) -> Iterator[Problem]:
    """A whole name stands in `family`, with a comma between its parts.

    Citation processors take all of it for the family name: it is never abbreviated, and sorted and printed
    with its comma. A person's name is divided into `family` and `given`; that of a group stands in `literal`.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"family": "Quill, Ada"}]}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"family": "Quill", "given": "Ada"}]}]
    ```

    Fix: none. Whether it is a person, and what belongs to which part, is not known.
    """
    for variable, index, value in _objects(item):
        family = value.get("family")
        if isinstance(family, str) and value.get("given") is None and _COMMA.search(family):
            message = f"`family` is {show(family)}, and there is no `given`: is it a whole name?"
            yield item.problem(message, variable, index, "family")


@rule("csl.name.unknown_key", severity="info", scope="csl.item.names")
def unknown_key(item: Item) -> Iterator[Problem]:
    """A name has keys that CSL does not know.

    Citation processors ignore them. Crossref adds `sequence`, `affiliation` and `ORCID`, which do no harm;
    a misspelled `givn` does. There is one message per name variable, at the first such key.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"family": "Quill", "ORCID": "0000"}]}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "author": [{"family": "Quill"}]}]
    ```

    Fix: none. Whether the keys are meant to be there is yours to say.
    """
    found: dict[str, tuple[int, dict[str, None]]] = {}
    for variable, index, value in _objects(item):
        if value.keys() <= NAME_KEYS:
            continue
        if not _has_text(value):
            if "name" not in value:
                continue
            known = NAME_KEYS | {"name"}
        else:
            known = NAME_KEYS
        if keys := [key for key in value if key not in known]:
            found.setdefault(variable, (index, {}))[1].update(dict.fromkeys(keys))
    for variable, (index, unknown) in found.items():
        listed = ", ".join(_described(key) for key in unknown)
        first = next(iter(unknown))
        message = f"names in `{variable}` have keys that CSL does not know: {listed}"
        yield item.problem(message, variable, index, first, key=True)


def _described(key: str) -> str:
    near = _near(key)
    return f"{show(key)} (did you mean `{near}`?)" if near else show(key)
