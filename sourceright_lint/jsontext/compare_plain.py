"""Comparison of plain values that hold everything their texts say, at the speed of C where it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from sourceright_lint.jsontext.arrange import in_order, is_omitted, member_form
from sourceright_lint.jsontext.form import SORTED
from sourceright_lint.jsontext.parts import is_large

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.finding import Pointer
    from sourceright_lint.jsontext.form import Form


_STEP = 500
"""Items of large containers that are compared at once."""


def plain_difference(old: Any, new: Any, form: Form, here: Pointer = ()) -> Pointer | None:
    """Where two values first differ in what is content under a form; None if nowhere."""
    if type(old) is not type(new):
        return here
    if is_large(old) and not form.floats:
        return _in_parts(old, new, form, here)
    if same_value(old, new):
        return None
    if isinstance(old, dict):
        return _objects(old, new, form, here)
    if isinstance(old, list):
        return _arrays(old, new, form, here)
    return here


def same_value(old: Any, new: Any) -> bool:
    """Whether two values are equal in type too, at every depth; the order of keys is no matter."""
    try:
        return orjson.dumps(old, option=orjson.OPT_SORT_KEYS) == orjson.dumps(
            new, option=orjson.OPT_SORT_KEYS
        )
    except orjson.JSONEncodeError:
        return _same_slowly(old, new)


def same_items(old: Any, new: Any, form: Form) -> bool:
    """Whether containers hold the same under a form, item by item in the order they have."""
    if same_value(old, new):
        return True
    if len(old) != len(new):
        return False
    steps = list(old) if isinstance(old, dict) else range(len(old))
    return all(plain_difference(old[step], new[step], _item_form(form, step)) is None for step in steps)


def _item_form(form: Form, step: str | int) -> Form:
    return member_form(form, step) if isinstance(step, str) else form.elements or SORTED


def _in_parts(old: Any, new: Any, form: Form, here: Pointer) -> Pointer | None:
    """The same for large containers: many items at once, and one by one only where they are not equal."""
    before: Any
    after: Any
    if isinstance(old, dict):
        before, after = _content(old, form), _content(new, form)
        if before.keys() != after.keys():
            return (*here, min(before.keys() ^ after.keys()))
        steps: Sequence[Any] = list(before)
    else:
        before, after = in_order(old, form), in_order(new, form)
        if len(before) != len(after):
            return here
        steps = range(len(before))
    for start in range(0, len(steps), _STEP):
        some = steps[start : start + _STEP]
        if same_value([before[step] for step in some], [after[step] for step in some]):
            continue
        for step in some:
            found = plain_difference(before[step], after[step], _item_form(form, step), (*here, step))
            if found is not None:
                return found
    return None


def _objects(old: dict[str, Any], new: dict[str, Any], form: Form, here: Pointer) -> Pointer | None:
    before, after = _content(old, form), _content(new, form)
    if before.keys() != after.keys():
        return (*here, min(before.keys() ^ after.keys()))
    for key in before.keys() & form.floats:
        if _same_number(before[key], after[key]):
            del before[key], after[key]
    for key in list(before):
        inner = form.members.get(key, form.any_member)
        if inner is not None:
            found = plain_difference(before.pop(key), after.pop(key), inner, (*here, key))
            if found is not None:
                return found
    if same_value(before, after):
        return None
    return (*here, next(key for key in before if not same_value(before[key], after[key])))


def _arrays(old: list[Any], new: list[Any], form: Form, here: Pointer) -> Pointer | None:
    before, after = in_order(old, form), in_order(new, form)
    if len(before) != len(after):
        return here
    for index, (one, other) in enumerate(zip(before, after, strict=True)):
        found = plain_difference(one, other, form.elements or SORTED, (*here, index))
        if found is not None:
            return found
    return None


def _content(value: dict[str, Any], form: Form) -> dict[str, Any]:
    omit = form.omit
    return {
        key: member for key, member in value.items() if key not in omit or not is_omitted(member, omit[key])
    }


def _same_number(old: Any, new: Any) -> bool:
    return type(old) in (int, float) and type(new) in (int, float) and bool(old == new)


def _same_slowly(old: Any, new: Any) -> bool:
    if type(old) is not type(new):
        return False
    if isinstance(old, dict):
        return old.keys() == new.keys() and all(_same_slowly(old[key], new[key]) for key in old)
    if isinstance(old, list):
        return len(old) == len(new) and all(map(_same_slowly, old, new))
    return bool(old == new)
