"""Members of an item that are not quite CSL, as CSL: keys, types, names, dates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.csl_boundary import copies_exactly
from sourceright_lint.contracts.sourceright.csl_data import (
    DATE_KEYS,
    NAME_TEXTS,
    SIDECAR_FIELDS,
    TYPES,
    VARIABLES,
)
from sourceright_lint.contracts.sourceright.csl_readings import UNCLEAR, clear_name, clear_value
from sourceright_lint.contracts.sourceright.shape import bare
from sourceright_lint.contracts.sourceright.view import Item
from sourceright_lint.contracts.sourceright.whitespace import collapse
from sourceright_lint.escape import show
from sourceright_lint.finding import Edit, RenameKey, Replace

_BY_LETTERS = {bare(name): name for name in VARIABLES}
_CODES = {"names": "migrate.name.converted", "date": "migrate.date.converted"}


class Conversion(NamedTuple):
    """One member that becomes CSL: what to do, and what is said of it."""

    code: str
    message: str
    edit: Edit


def conversions(item: Item) -> Iterator[Conversion]:
    """What can be done for the members of an item, each on its own."""
    path = item.document.path
    for key, value in item.value.items():
        pointer = (*item.pointer, key)
        name = _meant(item, key)
        new = _clear(name, value)
        if new is UNCLEAR:
            continue
        if name != key:
            message = f"{show(key)} became {show(name)}"
            yield Conversion("migrate.variable.renamed", message, RenameKey(path, pointer, name))
        if new is value or not copies_exactly(item.document.raw(pointer)):
            continue
        code = "migrate.type.translated" if name == "type" else _CODES.get(str(VARIABLES.get(name)))
        message = f"{show(name)}: {_became(value, new)}"
        yield Conversion(code or "migrate.variable.converted", message, Replace(path, pointer, new))


def _became(old: Any, new: Any) -> str:
    """What changed, in a list only the first of the entries that did."""
    if not isinstance(old, list) or not isinstance(new, list) or len(old) != len(new):
        return f"{show(old)} became {show(new)}"
    changed = [(one, other) for one, other in zip(old, new, strict=True) if one is not other]
    first = " became ".join(map(show, changed[0]))
    return first if len(changed) == 1 else f"{first}, and {len(changed) - 1} more"


def _meant(item: Item, key: str) -> str:
    """The variable that a key is but for case and separators, where the item does not have it as well."""
    if key in VARIABLES or key in SIDECAR_FIELDS or key in ("id", "type"):
        return key
    name = _BY_LETTERS.get(bare(key))
    rivals = sum(_BY_LETTERS.get(bare(other)) == name for other in item.value)
    return name if name is not None and rivals == 1 else key


def _clear(name: str, value: Any) -> Any:
    """The value in CSL where it is none and has one reading, else itself."""
    kind = VARIABLES.get(name)
    if name == "type":
        is_right = isinstance(value, str) and (value in TYPES or not collapse(value))
    elif kind == "text":
        is_right = isinstance(value, str)
    elif kind == "number":
        is_right = isinstance(value, (str, int, float)) and not isinstance(value, bool)
    elif kind == "names":
        return _clear_names(value)
    elif kind == "date":
        is_right = isinstance(value, dict) and not _PARTS.intersection(value)
    else:
        return value
    return value if is_right else clear_value(name, value)


_PARTS = frozenset({"year", "month", "day"}) - DATE_KEYS


def _clear_names(value: Any) -> Any:
    """Names with CSL's keys; a name that has no reading stays as it is, and so does a list that is in order."""
    names = [value] if isinstance(value, dict) else value
    if not isinstance(names, list):
        return value
    new = [name if _is_named(name) else _or_itself(name) for name in names]
    return (
        value if names is value and all(one is other for one, other in zip(new, names, strict=True)) else new
    )


def _is_named(name: Any) -> bool:
    return not isinstance(name, dict) or any(key in name for key in NAME_TEXTS)


def _or_itself(name: Any) -> Any:
    clear = clear_name(name)
    return name if clear is UNCLEAR else clear
