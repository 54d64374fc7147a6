"""The canonical text of a large value, made part after part.

A part is small enough for its objects to stay in the processor's cache from the first look at them to the
last, and parts are made in the order in which the objects lie in memory: that halves the time, and no buffer as
large as the file is moved about.
"""

from __future__ import annotations

from sourceright_lint.jsontext.arrange import member_form
from sourceright_lint.jsontext.form import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    Writer = Callable[[Any, Form], bytes]
    """Writes a value, which may be one that holds just a part of another, in canonical layout."""

    Order = Callable[[Any, Form], Sequence[Any]]
    """The keys or indexes of a container's items in the order in which they are to be written."""

_PART = 500
"""Containers with more items than this are written in parts."""

_STEP = 50
"""Items that are written at once."""

_END = len(b"\n}\n")
_INNER_END = len(b"\n  }\n}\n")


def as_it_is(value: Any, form: Form) -> Sequence[Any]:
    """The order that a container has."""
    return list(value) if type(value) is dict else range(len(value))


def text_parts(value: Any, form: Form, write: Writer, order: Order = as_it_is) -> Iterator[bytes]:
    """The text of a value.

    ``write`` gets objects and arrays that hold only some items of the whole, inside the containers they are
    in, and a form in which nothing is left to be done about the order of those containers: that is the
    matter of ``order``.
    """
    if not has_parts(value):
        yield write(value, form)
        return
    outer = Form(form.first, form.members, form.any_member, form.elements, floats=form.floats)
    if type(value) is list:
        yield b"["
        yield from _bodies(value, order(value, form), lambda part: write(part, outer)[1:-_END], 1)
        yield b"\n]\n"
        return
    yield b"{"
    separator = b""
    for part in _stretches(value, order(value, form)):
        yield separator
        key = next(iter(part))
        if is_large(part[key]):
            yield from _member(key, part[key], member_form(form, key), write, order)
        else:
            yield write(part, outer)[1:-_END]
        separator = b","
    yield b"\n}\n" if separator else b"}\n"


def has_parts(value: Any) -> bool:
    """Whether a value is written in parts."""
    return is_large(value) or (type(value) is dict and any(map(is_large, value.values())))


def is_large(value: Any) -> bool:
    """Whether a value is a container of many items."""
    return (type(value) is list or type(value) is dict) and len(value) > _PART


def _member(key: str, value: Any, form: Form, write: Writer, order: Order) -> Iterator[bytes]:
    """The text of a large member of the outermost object."""
    inner = Form(form.first, form.members, form.any_member, form.elements, floats=form.floats)
    outer = Form(members={key: inner})
    head = write({key: type(value)()}, outer)[1 : -_END - 1]
    yield head
    start = 1 + len(head)
    steps = order(value, form)
    yield from _bodies(value, steps, lambda part: write({key: part}, outer)[start:-_INNER_END], 2)
    yield (b"\n  " if steps else b"") + (b"}" if type(value) is dict else b"]")


def _bodies(value: Any, steps: Sequence[Any], body: Callable[[Any], bytes], depth: int) -> Iterator[bytes]:
    """The texts of a container's items and the commas between them."""
    texts: Iterable[bytes]
    if steps == as_it_is(value, Form()):
        texts = (body(_some(value, steps[start : start + _STEP])) for start in range(0, len(steps), _STEP))
    else:
        texts = _bodies_by_step(value, steps, body, depth)
    separator = b""
    for text in texts:
        yield separator
        yield text
        separator = b","


def _bodies_by_step(
    value: Any, steps: Sequence[Any], body: Callable[[Any], bytes], depth: int
) -> list[bytes]:
    """The text of each item, made in the order in which the items lie in memory: many at once, and cut."""
    ranks = {step: rank for rank, step in enumerate(steps)}
    kept = [step for step in as_it_is(value, Form()) if step in ranks]
    texts: dict[Any, bytes] = {}
    for start in range(0, len(kept), _STEP):
        some = sorted(kept[start : start + _STEP], key=ranks.__getitem__)
        texts.update(zip(some, _cut(_some(value, some), body, depth), strict=True))
    return [texts[step] for step in steps]


def _cut(some: Any, body: Callable[[Any], bytes], depth: int) -> list[bytes]:
    """The text of each item. In canonical layout only an item begins a line with just so many spaces."""
    first = _first_byte(some)
    if first is not None:
        line = b"\n" + b"  " * depth + first
        texts = body(some)[len(line) :].split(b"," + line)
        if len(texts) == len(some):
            return [line + text for text in texts]
    return [body(_some(some, [step])) for step in as_it_is(some, Form())]


def _first_byte(some: Any) -> bytes | None:
    """With what the text of every item begins; None where they differ."""
    if type(some) is dict:
        return b'"'
    kinds = set(map(type, some))
    return b"{" if kinds == {dict} else b"[" if kinds == {list} else None


def _some(value: Any, steps: Sequence[Any]) -> Any:
    if type(value) is dict:
        return {step: value[step] for step in steps}
    return [value[step] for step in steps]


def _stretches(value: dict[str, Any], keys: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The members of the outermost object, some at once; each large one is a stretch of its own."""
    small: dict[str, Any] = {}
    for key in keys:
        large = is_large(value[key])
        if small and (large or len(small) == _STEP):
            yield small
            small = {}
        if large:
            yield {key: value[key]}
        else:
            small[key] = value[key]
    if small:
        yield small
