"""Whether a large text in canonical layout says just what a value says, read stretch after stretch.

Each stretch is read, written and compared while it is in the processor's cache, and let go of: that takes half the
time of reading the text as a whole, and hardly any memory.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from sourceright_lint.jsontext.arrange import in_front, in_order, member_form
from sourceright_lint.jsontext.compare_plain import plain_difference, same_items
from sourceright_lint.jsontext.parts import is_large
from sourceright_lint.parallel import WORTH_TWO_CORES, answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sourceright_lint.jsontext.form import Form

_STRETCH = 1 << 16
"""Bytes of a stretch, at least."""

_PRETTY = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


class _Container(NamedTuple):
    """A large container in a text, or a part of one: its items lie from ``start`` to ``end``, at a depth of 1 or 2."""

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
        if container is None or container.form.floats:
            return False
        parts = _halves(text, container)
        return all(answers([partial(_holds_just, text, part) for part in parts], True))
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
    # Where the key is the last one, the end is near that of the text. A wrong guess proves nothing.
    find_end = text.rfind if [key] == list(in_front(sorted(value), form.first))[-1:] else text.find
    end = find_end(b"\n  " + closing, start)
    if start < len(head) or end < 0:
        return None
    around = text[:start] + text[end + len(b"\n  ") :]
    found = orjson.loads(around)
    if orjson.dumps(found, option=_PRETTY) != around:
        return None
    differs = plain_difference({**value, key: type(inner)()}, found, form) is not None
    return None if differs else _Container(inner, member_form(form, key), start, end, 2)


def _halves(text: bytes, container: _Container) -> list[_Container]:
    """A container of members as two, the keys of the second after those of the first; others as they are.

    No member is in both, so what each half holds just, they hold just together.
    """
    value, form, start, end, depth = container
    if type(value) is not dict or end - start < WORTH_TWO_CORES:
        return [container]
    line = b",\n" + b"  " * depth + b'"'
    cut = text.find(line, (start + end) // 2, end)
    if cut < 0:
        return [container]
    first = orjson.loads(text[cut + len(line) - 1 : text.find(b'": ', cut + len(line)) + 1])
    before = {key: member for key, member in value.items() if key < first}
    after = {key: member for key, member in value.items() if key >= first}
    return [_Container(before, form, start, cut, depth), _Container(after, form, cut + 1, end, depth)]


def _holds_just(text: bytes, container: _Container) -> bool:
    value, form, depth = container.value, container.form, container.depth
    is_object = type(value) is dict
    take = _members_of(value) if is_object else _elements_of(in_order(value, form))
    names: set[str] = set()
    seen = 0
    for stretch in _stretches(text, container):
        found = _read(stretch, is_object, depth)
        seen += len(found or ())
        if not found or seen > len(value) or not same_items(take(found), found, form):
            return False
        if is_object:
            names.update(found)
    return seen == len(value) and (not is_object or len(names) == seen)


def _members_of(value: dict[str, Any]) -> Callable[[Any], Any]:
    """A function that gives what should be equal to the members found."""
    return lambda found: {key: value[key] for key in found if key in value}


def _elements_of(value: Sequence[Any]) -> Callable[[Any], Any]:
    """A function that gives what should be equal to the elements found next."""
    elements = iter(value)
    return lambda found: list(islice(elements, len(found)))


def _stretches(text: bytes, container: _Container) -> Iterator[bytes]:
    # A line that is indented just so begins an item; what an item holds is indented deeper.
    line = re.compile(b",\n" + b"  " * container.depth + b"[^ ]")
    start = container.start
    while start < container.end:
        found = line.search(text, start + _STRETCH, container.end)
        cut = found.start() if found else container.end
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
