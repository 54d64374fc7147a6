"""From a plain value before and after to the edits that lead from one to the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sourceright_lint.finding import Insert, Pointer, Remove, Replace
from sourceright_lint.jsontext.expect import ValueEdit


def edits_between(path: str, pointer: Pointer, old: Any, new: Any) -> Iterator[ValueEdit]:
    """Edits of the value at ``pointer``, as deep inside it as possible.

    A list that only grew at its end is added to; any other list that differs is replaced as a whole where its
    length changed.
    """
    if old is new or is_equal(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _objects(path, pointer, old, new)
    elif isinstance(old, list) and isinstance(new, list) and len(new) >= len(old):
        for index, (one, other) in enumerate(zip(old, new, strict=False)):
            yield from edits_between(path, (*pointer, index), one, other)
        for added in new[len(old) :]:
            yield Insert(path, (*pointer, -1), added)
    else:
        yield Replace(path, pointer, new)


def is_equal(one: Any, other: Any) -> bool:
    """Equality of JSON values, where 1 and true, or 1 and 1.0, are not the same."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (dict, list)):
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    return bool(one == other)


def _objects(path: str, pointer: Pointer, old: dict[str, Any], new: dict[str, Any]) -> Iterator[ValueEdit]:
    for key, value in old.items():
        if key not in new:
            yield Remove(path, (*pointer, key))
        else:
            yield from edits_between(path, (*pointer, key), value, new[key])
    for key, value in new.items():
        if key not in old:
            yield Insert(path, (*pointer, key), value)
