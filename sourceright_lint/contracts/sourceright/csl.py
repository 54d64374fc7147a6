"""Rules of the bibliography as a whole, and of the variables of an item that need no rule of their own.

The other ``csl.*`` rules are in the module that bears the next part of their code: ``csl.id.*`` in
``csl_id``, ``csl.date.*`` in ``csl_dates``, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import SIDECAR_FIELDS, VARIABLES
from sourceright_lint.contracts.sourceright.csl_foreign import is_item, near_variable
from sourceright_lint.contracts.sourceright.csl_missing import unknown_keys
from sourceright_lint.contracts.sourceright.view import CslFile, Item
from sourceright_lint.escape import show
from sourceright_lint.finding import Fix, Pointer, Replace, Severity, Unwrap
from sourceright_lint.rule import Problem, rule

_WANTED = {
    "text": "a string", "number": "a string or a whole number", "texts": "a list of strings",
    "object": "an object",
}  # fmt: skip
_UNREAD_BY_PROCESSORS = ("texts", "object")


@rule("csl.file.not_array", severity="error", scope="csl.file", fix="unsafe")
def not_array(file: CslFile) -> Iterator[Problem]:
    """The bibliography is not a JSON array of items.

    CSL JSON is an array at the top. Exporters often wrap it: Zotero's web API in `{"items": [...]}`,
    pandoc in `{"references": [...]}`, Crossref a single work in `{"message": {...}}`. Sourceright refuses
    such a file, and a tool that looks for items finds none. What lies in a known wrapper is checked as
    if it stood at the top, so that nothing else is reported because of the wrapper.

    Bad:
    ```json references.csl.json
    {"items": [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]}
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: puts the array in the place of the object that wraps it; unsafe, and only where the object has no
    other key.
    """
    value = file.value
    if isinstance(value, list):
        return
    start = "the bibliography must be an array of items"
    if not isinstance(value, dict):
        yield file.problem(f"{start}, not {show(value)}")
    elif file.wrapper is None:
        yield from _foreign_object(file, value, start)
    elif not isinstance(value[file.wrapper], list):
        yield file.problem(f"{start}; here a single item lies under {show(file.wrapper)}", help=_MIGRATE)
    elif len(value) > 1:
        others = ", ".join(show(key) for key in value if key != file.wrapper)
        help = (
            f"The other keys ({others}) would be lost by unwrapping: move what matters, then unwrap by hand."
        )
        yield file.problem(f"{start}; here they lie under {show(file.wrapper)}", help=help)
    else:
        yield file.problem(
            f"{start}; here they lie under {show(file.wrapper)}", fix=_unwrap(file, file.wrapper)
        )


_MIGRATE = "sourceright-lint migrate --diff shows what can be read of it"


def _foreign_object(file: CslFile, value: dict[str, Any], start: str) -> Iterator[Problem]:
    if is_item(value):
        yield file.problem(f"{start}; this is a single item without one")
        return
    lists = [key for key, inner in value.items() if isinstance(inner, list)]
    if len(lists) == 1:
        fix = _unwrap(file, lists[0]) if len(value) == 1 else None
        yield file.problem(f"{start}; is it the list under {show(lists[0])}?", fix=fix)
    else:
        yield file.problem(f"{start}, not an object", help=_MIGRATE)


def _unwrap(file: CslFile, key: str) -> Fix:
    edit = Unwrap(file.document.path, (), (key,))
    return Fix(f"put the items under {show(key)} at the top", (edit,), safe=False)


@rule("csl.item.not_object", severity="error", scope="csl.file")
def not_object(file: CslFile) -> Iterator[Problem]:
    """An entry of the bibliography is not an object.

    Each entry is one item, an object with at least `id`, `type` and `title`. Sourceright refuses the
    whole file for a stray `null` or string.

    Bad:
    ```json references.csl.json
    [null, {"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: none. What the entry stood for is not known.
    """
    prefix: Pointer = (file.wrapper,) if file.wrapper else ()
    entries = file.value[file.wrapper] if file.wrapper else file.value
    if isinstance(entries, list) and len(file.items) < len(entries):
        for index, entry in enumerate(entries):
            if not isinstance(entry, dict):
                yield file.problem(f"an item must be an object, not {show(entry)}", *prefix, index)


@rule("csl.variable.unknown", severity="info", scope="csl.item")
def unknown(item: Item) -> Iterator[Problem]:
    """An item has a key that CSL 1.0.2 does not know.

    Citation processors ignore the key, so what it holds appears nowhere; Sourceright keeps it. That may be
    intended (CSL's own place for such data is `custom`), or the key is misspelled: keys are
    case-sensitive, `doi` is not `DOI`. The message names the variable that comes nearest. Where that is `id`,
    `type` or `title`, and the item has none, the rule that misses it names the key instead.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "doi": "10.5555/weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "DOI": "10.5555/weirs"}]
    ```

    Fix: none. Whether the key is meant to be there is yours to say.
    """
    for key in unknown_keys(item.value):
        yield item.problem(f"{show(key)} is no CSL variable{_hint(item, key)}", key, key=True)


def _hint(item: Item, key: str) -> str:
    near = near_variable(key)
    if near is None:
        return ""
    if near in SIDECAR_FIELDS:
        return f"; the workflow field `{near}` that it resembles belongs in the sidecar"
    return f"; the item has `{near}` as well" if near in item.value else f"; did you mean `{near}`?"


@rule("csl.variable.wrong_type", severity="error", scope="csl.item", fix="unsafe")
def wrong_type(item: Item) -> Iterator[Problem]:
    """A variable holds a value of a type that CSL does not allow there.

    Titles, identifiers and other texts are strings; `volume`, `page` and other number variables are
    strings or numbers; `custom` is an object and `categories` a list of strings. Crossref's own JSON has
    arrays where CSL has strings (`"container-title": ["Weir Journal"]`). Pandoc refuses the whole file
    for one array or `null`, citeproc-py prints `['Weir Journal']` or `None`, and Sourceright refuses a
    `title` or `DOI` that is a number. A number with a fraction (`"version": 2.1`) is a warning: CSL allows
    it, pandoc refuses it.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "article-journal", "title": "Weirs", "container-title": ["Weir Journal"]}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "article-journal", "title": "Weirs", "container-title": "Weir Journal"}]
    ```

    Fix: takes the only element out of an array of one, and writes a whole number as a string; unsafe. An
    array of several values, or of none, is for you: joining or dropping them would lose something.
    """
    for key, value in item.value.items():
        if type(value) is float and value - value != 0:
            # A number beyond all readers is reported as that.
            continue
        if type(value) is str:
            if VARIABLES.get(key) not in _UNREAD_BY_PROCESSORS:
                continue
        elif key == "title" and value is None:
            continue
        kind = VARIABLES.get(key)
        severity = _fault(kind, value)
        if severity is not None:
            yield _wrong_type(item, key, value, str(kind), severity)


@rule("csl.variable.number", severity="info", scope="csl.file")
def bare_number(file: CslFile) -> Iterator[Problem]:
    """A variable such as `volume` holds a JSON number, not a string.

    CSL allows both. But citeproc-js (Zotero, citation.js) stops at a number where a style sorts by it, as
    APA does by `volume` and `part-number`, or takes it apart, as many do with the `number` of a legal case; and
    with it stops the whole bibliography. Each variable is reported once, at its first place.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "volume": 5}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs", "volume": "5"}]
    ```

    Fix: none. Either is right, and most readers take either.
    """
    first: dict[str, Item] = {}
    count: dict[str, int] = {}
    for item in file.workspace.odd_items:
        for key, value in item.value.items():
            if (
                type(value) in (int, float)
                and VARIABLES.get(key) == "number"
                and _fault("number", value) is None
            ):
                first.setdefault(key, item)
                count[key] = count.get(key, 0) + 1
    for key, item in first.items():
        more = f" (and in {count[key] - 1} more items)" if count[key] > 1 else ""
        shown = show(item.value[key])
        yield item.problem(f"`{key}` is the number {shown}{more}: a string is read by every processor", key)


def _fault(kind: str | None, value: Any) -> Severity | None:
    """How grave it is that a variable of this kind holds this value; None where it is right."""
    if kind == "text":
        return None if isinstance(value, str) else "error"
    if kind == "number":
        if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
            return None
        return "error" if not isinstance(value, float) else None if value.is_integer() else "warning"
    if kind == "object":
        return None if isinstance(value, dict) else "warning"
    if kind == "texts":
        fine = isinstance(value, list) and all(isinstance(entry, str) for entry in value)
        return None if fine else "warning"
    return None


def _wrong_type(item: Item, key: str, value: Any, kind: str, severity: Severity) -> Problem:
    message = f"`{key}` must be {_WANTED[kind]}, not {_described(value)}"
    pointer = (*item.pointer, key)
    path = item.document.path
    if kind in _UNREAD_BY_PROCESSORS:
        return item.problem(message, key, severity=severity)
    if isinstance(value, list) and len(value) == 1 and _fault(kind, value[0]) is None:
        fix = Fix(
            f"take the value of `{key}` out of its list", (Unwrap(path, pointer, (*pointer, 0)),), False
        )
        return item.problem(message, key, fix=fix, severity=severity)
    if kind == "text" and isinstance(value, int) and not isinstance(value, bool):
        fix = Fix(f"write `{key}` as a string", (Replace(path, pointer, str(value)),), False)
        return item.problem(message, key, fix=fix, severity=severity)
    return item.problem(message, key, help=_help(value), severity=severity)


def _described(value: Any) -> str:
    kind = {list: "the list ", dict: "the object ", int: "the number ", float: "the number "}
    return kind.get(type(value), "") + show(value)


def _help(value: Any) -> str:
    if value is None or value in ([], {}):
        return "Leave the variable out where there is nothing to say."
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return "Choose one value, or join them into one string."
    return ""
