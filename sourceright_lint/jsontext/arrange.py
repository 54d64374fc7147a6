"""Whether plain values are in canonical order, and what that order is.

On the path of every run: it imports nothing that is not loaded anyway.
"""

from __future__ import annotations

from sourceright_lint.jsontext.form import SORTED, Form
from sourceright_lint.jsontext.number import canonical_number, is_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from typing import Any

    Inspector = Callable[[Any], bool]
    _Look = tuple[str, Inspector | None, Any, bool]

_WIDEST_SHAPE = 64
"""Objects with more keys than this are rarely alike: their order is not remembered."""

_NEVER = object()


def arranged(value: Any, form: Form) -> Any:
    """A value whose objects all have sorted keys in canonical order, without what the form leaves out.

    What is in order already is shared with the value given.
    """
    kind = type(value)
    if kind is dict:
        return _arranged_object(value, form)
    if kind is not list:
        return value
    elements, inner = in_order(value, form), form.elements
    return elements if inner is None else [arranged(element, inner) for element in elements]


def in_order(elements: list[Any], form: Form) -> list[Any]:
    """The elements of an array in canonical order."""
    order = element_order(elements, form)
    return elements if type(order) is range else [elements[index] for index in order]


def element_order(elements: list[Any], form: Form) -> Sequence[int]:
    """The indexes of an array's elements in canonical order; a range where that is the order they have."""
    indexes = range(len(elements))
    if form.sort_by is None or len(elements) < 2:
        return indexes
    keys = [form.sort_by(element) for element in elements]
    if None in keys:
        return indexes
    order = sorted(indexes, key=keys.__getitem__)
    return indexes if order == list(indexes) else order


def member_form(form: Form, key: str) -> Form:
    """The form of the value under a key."""
    return form.members.get(key) or form.any_member or SORTED


def is_omitted(value: Any, omitted: Any) -> bool:
    """Whether a member's value is the one that the form leaves out."""
    return type(value) is type(omitted) and bool(value == omitted)


def all_sorted(values: Iterable[Any]) -> bool:
    """Whether the keys of all objects in the values are sorted, at every depth."""
    for value in values:
        kind = type(value)
        if kind is dict:
            if list(value) != sorted(value) or not all_sorted(value.values()):
                return False
        elif kind is list and not all_sorted(value):
            return False
    return True


def inspector(form: Form, plain: list[Any]) -> Inspector:
    """A function that says whether a value is in canonical order already.

    False may also mean that it takes a closer look to know. Parts of the default form are not looked at
    but put into ``plain``, for the caller to see whether their keys are sorted.
    """
    in_object, in_array = _object_inspector(form, plain), _array_inspector(form, plain)

    def passes(value: Any) -> bool:
        kind = type(value)
        return in_object(value) if kind is dict else in_array(value) if kind is list else True

    return passes


def _array_inspector(form: Form, plain: list[Any]) -> Inspector:
    sort_by = form.sort_by
    passes = None if form.elements is None else inspector(form.elements, plain)

    def in_array(value: list[Any]) -> bool:
        if sort_by is not None and len(value) > 1 and not _is_in_order(value, sort_by):
            return False
        if passes is None:
            plain.append(value)
            return True
        return all(map(passes, value))

    return in_array


def _object_inspector(form: Form, plain: list[Any]) -> Inspector:
    """Objects whose keys are the same are alike in most of what matters: that is worked out once a shape."""
    inspectors = {key: inspector(inner, plain) for key, inner in form.members.items()}
    any_inspector = None if form.any_member is None else inspector(form.any_member, plain)
    shapes: dict[tuple[str, ...], list[_Look]] = {}

    def learn(keys: tuple[str, ...]) -> list[_Look] | None:
        if list(keys) != in_front(sorted(keys), form.first):
            return None
        looks: list[_Look] = []
        for key in keys:
            inner = inspectors.get(key, any_inspector)
            looks.append((key, inner, form.omit.get(key, _NEVER), key in form.floats))
        if len(keys) <= _WIDEST_SHAPE:
            shapes[keys] = looks
        return looks

    def in_object(value: dict[str, Any]) -> bool:
        keys = tuple(value)
        looks = shapes.get(keys) or learn(keys)
        if looks is None:
            return False
        for key, inner, omitted, is_float in looks:
            member = value[key]
            kind = type(member)
            if kind is str:
                continue
            if kind is dict or kind is list:
                if not member and member == omitted:
                    return False
                if inner is None:
                    plain.append(member)
                elif not inner(member):
                    return False
            elif member is omitted or (kind is int and is_float):
                return False
        return True

    return in_object


def _is_in_order(elements: list[Any], sort_by: Callable[[Any], Any]) -> bool:
    keys = [sort_by(element) for element in elements]
    return None in keys or keys == sorted(keys)


def _arranged_object(value: dict[str, Any], form: Form) -> dict[str, Any]:
    if not value:
        return value
    result = {key: value[key] for key in form.first if key in value}
    result.update(value)
    for key, omitted in form.omit.items():
        if key in result and is_omitted(result[key], omitted):
            del result[key]
    for key in form.floats:
        if type(result.get(key)) is int:
            result[key] = as_float(result[key])
    for key, inner in form.members.items():
        if key in result:
            result[key] = arranged(result[key], inner)
    if form.any_member is not None:
        for key in result.keys() - form.members.keys():
            result[key] = arranged(result[key], form.any_member)
    return result


def as_float(value: int) -> int | float:
    """An integer as the float that equals it; an integer that no float equals stays as it is."""
    return value if is_integer(canonical_number(str(value), True)) else float(value)


def in_front(sorted_keys: Collection[str], first: tuple[str, ...]) -> Collection[str]:
    """Keys in canonical order: those that come first, then the others as they are given."""
    if not first:
        return sorted_keys
    front = [key for key in first if key in sorted_keys]
    return front + [key for key in sorted_keys if key not in first]


def in_outer_order(value: Any, form: Form) -> bool:
    """Whether the items of a container are in canonical order; what is in the items is not looked at."""
    if type(value) is list:
        return form.sort_by is None or len(value) < 2 or _is_in_order(value, form.sort_by)
    if type(value) is not dict:
        return True
    if any(key in value and is_omitted(value[key], omitted) for key, omitted in form.omit.items()):
        return False
    return list(value) == in_front(sorted(value), form.first)
