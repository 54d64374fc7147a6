"""Whether a large text in canonical layout says just what a value says, read stretch after stretch.

Each stretch is read, written and compared while it is in the processor's cache, and let go of: that takes half the
time of reading the text as a whole, and hardly any memory.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from sourceright_lint.jsontext.arrange import in_order, member_form
from sourceright_lint.jsontext.compare_plain import plain_difference, same_items
from sourceright_lint.jsontext.parts import is_large

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sourceright_lint.jsontext.form import Form

_STRETCH = 1 << 16
"""Bytes of a stretch, at least."""

_PRETTY = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


class _Container(NamedTuple):
    """A large container in a text: what is in it lies from ``start`` to ``end``, at a depth of 1 or 2."""

    value: Any
    form: Form
    start: int
    end: int
    depth: int


def says_just(text: bytes, value: Any, form: Form) -> bool:
    """Whether the text surely holds the value, all of it and nothing else, but for what is no content under a form.

    That also proves that it has no fault. Of a text that is not in canonical layout, or of a value without one
    large container in it, the answer is no.
    """
    try:
        container = _find(text, value, form)
        return container is not None and not container.form.floats and _holds_just(text, container)
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        return False


def _find(text: bytes, value: Any, form: Form) -> _Container | None:
    """The large container, where what is around it says what the value says."""
    if is_large(value) and type(value) is list:
        end = len(text) - len(b"\n]\n")
        return _Container(value, form, 1, end, 1) if text[:1] + text[end:] == b"[\n]\n" else None
    keys = [key for key in value if is_large(value[key])] if type(value) is dict else []
    if len(keys) != 1:
        return None
    (key,) = keys
    inner = value[key]
    opening, closing = (b"{", b"}") if type(inner) is dict else (b"[", b"]")
    head = b"\n  " + orjson.dumps(key) + b": " + opening
    start = text.find(head) + len(head)
    end = text.find(b"\n  " + closing, start)
    if start < len(head) or end < 0:
        return None
    around = text[:start] + text[end + len(b"\n  ") :]
    found = orjson.loads(around)
    if orjson.dumps(found, option=_PRETTY) != around:
        return None
    differs = plain_difference({**value, key: type(inner)()}, found, form) is not None
    return None if differs else _Container(inner, member_form(form, key), start, end, 2)


def _holds_just(text: bytes, container: _Container) -> bool:
    take = _taker(container.value, container.form)
    is_object = type(container.value) is dict
    seen = 0
    for stretch in _stretches(text, container):
        found = _read(stretch, is_object, container.depth)
        seen += len(found or ())
        if not found or seen > len(container.value) or not same_items(take(found), found, container.form):
            return False
    return seen == len(container.value)


def _taker(value: Any, form: Form) -> Callable[[Any], Any]:
    """A function that takes out of a value what should be equal to the items found. No item is taken twice."""
    if type(value) is dict:
        members = value.copy()
        return lambda found: {key: members.pop(key) for key in found if key in members}
    elements = iter(in_order(value, form))
    return lambda found: list(islice(elements, len(found)))


def _stretches(text: bytes, container: _Container) -> Iterator[bytes]:
    first = b'"' if type(container.value) is dict else b"{"
    line = b",\n" + b"  " * container.depth + first
    start = container.start
    while start < container.end:
        cut = text.find(line, start + _STRETCH, container.end)
        cut = container.end if cut < 0 else cut
        yield text[start:cut]
        start = cut + 1


def _read(stretch: bytes, is_object: bool, depth: int) -> Any:
    """The items of a stretch as an object or an array; None where it is not in canonical layout."""
    opening, closing = (b"{", b"}") if is_object else (b"[", b"]")
    found = orjson.loads(opening + stretch + closing)
    whole = {"": found} if depth == 2 else found
    before, after = (
        (b'{\n  "": ', b"\n  " + closing + b"\n}\n") if depth == 2 else (b"", b"\n" + closing + b"\n")
    )
    return found if orjson.dumps(whole, option=_PRETTY) == before + opening + stretch + after else None
