"""The canonical text of a large value, made part after part.

A part is small enough for its objects to stay in the processor's cache from the first look at them to the
last: that halves the time, and no buffer as large as the file is moved about.
"""

from __future__ import annotations

from sourceright_lint.jsontext.arrange import member_form
from sourceright_lint.jsontext.form import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Writer = Callable[[Any, Form], bytes]
    """Writes a value, which may be one that holds just a part of another, in canonical layout."""

_PART = 500
"""Containers with more items than this are written in parts."""

_STEP = 500
"""Items that are written at once."""

_END = len(b"\n}\n")
_INNER_END = len(b"\n  }\n}\n")


def text_parts(value: Any, form: Form, write: Writer) -> Iterator[bytes]:
    """The text of a value whose outermost container, and those right in it, have their final order.

    ``write`` gets objects and arrays that hold only some items of the whole, inside the containers they are
    in, and a form in which nothing is left to be done about the order of those containers.
    """
    if not has_parts(value):
        yield write(value, form)
        return
    outer = _of_part(form)
    opening, closing = (b"{", b"\n}\n") if type(value) is dict else (b"[", b"\n]\n")
    yield opening
    separator = b""
    for part in _parts(value):
        yield separator
        large = next((key for key in part if is_large(part[key])), None) if type(part) is dict else None
        if large is None:
            yield write(part, outer)[1:-_END]
        else:
            inner = _of_part(member_form(form, large))
            yield from _member(large, part[large], Form(members={large: inner}), write)
        separator = b","
    yield closing


def has_parts(value: Any) -> bool:
    """Whether a value is written in parts."""
    return is_large(value) or (type(value) is dict and any(map(is_large, value.values())))


def is_large(value: Any) -> bool:
    """Whether a value is a container of many items."""
    return (type(value) is list or type(value) is dict) and len(value) > _PART


def _of_part(form: Form) -> Form:
    return Form(form.first, form.members, form.any_member, form.elements, floats=form.floats)


def _member(key: str, value: Any, form: Form, write: Writer) -> Iterator[bytes]:
    """The text of a large member of the outermost object."""
    head = write({key: type(value)()}, form)[1 : -_END - 1]
    yield head
    separator = b""
    for part in _items(value):
        yield separator
        yield write({key: part}, form)[1 + len(head) : -_INNER_END]
        separator = b","
    yield b"\n  }" if type(value) is dict else b"\n  ]"


def _parts(value: Any) -> Iterator[Any]:
    """Parts of the outermost container; each large member of an object is a part of its own."""
    if type(value) is list:
        yield from _items(value)
        return
    small: dict[str, Any] = {}
    for key, member in value.items():
        if is_large(member) or len(small) == _STEP:
            if small:
                yield small
            small = {}
        if is_large(member):
            yield {key: member}
        else:
            small[key] = member
    if small:
        yield small


def _items(value: Any) -> Iterator[Any]:
    if type(value) is list:
        for start in range(0, len(value), _STEP):
            yield value[start : start + _STEP]
        return
    keys = list(value)
    for start in range(0, len(keys), _STEP):
        yield {key: value[key] for key in keys[start : start + _STEP]}
