"""Large files by orjson: load and dump at the speed of C, and proofs that nothing was lost on the way.

Every function takes the bytes without a byte order mark and answers only where it is sure; what it is not
sure of is for the exact reader.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from io import BytesIO

import orjson

from sourceright_lint.jsontext.arrange import in_order, in_outer_order, inspector, member_form
from sourceright_lint.jsontext.form import SORTED
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.marking import MARK_TEXT, Marker
from sourceright_lint.jsontext.odd_numbers import odd_numbers
from sourceright_lint.jsontext.parts import has_parts, is_large, text_parts
from sourceright_lint.jsontext.sentinels import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from sourceright_lint.jsontext.form import Form

_PRETTY = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
_LINE = orjson.OPT_APPEND_NEWLINE
_SORTED = orjson.OPT_SORT_KEYS
_DEEPEST_DUMP = 254
"""So many containers in each other orjson writes at most; a test watches it."""

_DEEP_LINE = b"\n" + b"  " * MAX_DEPTH
_QUOTE, _HIDDEN_QUOTE = b'"', b"\\u0022"
_LINE_SPACE = b" \t\r\n"


@contextmanager
def collector_off() -> Iterator[None]:
    """The garbage collector makes large loads three times slower, and they make no garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@collector_off()
def load(body: bytes, lines: bool) -> Any:
    """The value (for JSON Lines the list of entries) as orjson reads it, or MISSING."""
    try:
        return _load_lines(body) if lines else orjson.loads(body)
    except orjson.JSONDecodeError:
        return MISSING


@collector_off()
def is_faultless(body: bytes, value: Any, lines: bool) -> bool:
    """Whether the text that ``value`` was loaded from surely has no fault and no other plain value."""
    return not may_have_duplicates(body, value, lines) and not odd_numbers(body)


@collector_off()
def is_in_order(value: Any, form: Form) -> bool:
    """Whether a value is surely in canonical order."""
    return _Inspection().passes(value, form)


@collector_off()
def is_canonical(body: bytes, value: Any, form: Form) -> bool:
    """Whether the text of one value is surely in canonical form. That also proves that it has no fault."""
    if not has_parts(value):
        return _has_layout(body, value, form, _pretty) and is_in_order(value, form)
    try:
        return _is_outside_in_order(value, form) and _has_layout(body, value, form, _Inspection().write)
    except _DisorderError:
        return False


def has_canonical_layout(body: bytes, value: Any, lines: bool) -> bool:
    """Whether the text is surely canonical but for the order of keys and elements."""
    if lines:
        return _written_lines(value) == body and not is_too_deep(value, True)
    return _has_layout(body, value, SORTED, _pretty)


def is_same(one: Any, other: Any) -> bool:
    """Whether two values surely are equal, in their types and the order of their keys too."""
    try:
        # What has no text in JSON, such as an infinity, is written as null.
        return bool(one == other) and orjson.dumps(one) == orjson.dumps(other)
    except orjson.JSONEncodeError:
        return repr(one) == repr(other)


@collector_off()
def canonical(body: bytes, value: Any, form: Form, lines: bool, quotes: int | None = None) -> bytes | None:
    """The canonical text, where surely nothing is lost by going through plain values.

    ``value`` is what was loaded from the text; it stays as it is. ``quotes`` are those of the text, where they have
    been counted.
    """
    quotes = quotes_of(body) if quotes is None else quotes
    if quotes < 0 or (lines and is_too_deep(value, True)):
        return None
    marker = Marker()
    text = _arranged_text(marker, value, form, lines)
    if text is None or text.count(_QUOTE) + marker.quotes_left_out != quotes:
        return None
    return None if not lines and _DEEP_LINE in text else text


def quotes_of(body: bytes) -> int:
    """How many quotes a text has; -1 where one may be hidden, or a number is changed by reading it."""
    return -1 if _HIDDEN_QUOTE in body or odd_numbers(body) else body.count(_QUOTE)


def is_too_deep(value: Any, lines: bool) -> bool:
    """Whether containers are nested beyond the limit."""
    return _wrapped_dump(value, lines) is None


def may_have_duplicates(body: bytes, value: Any, lines: bool) -> bool:
    """Whether some object of the text that ``value`` was loaded from may have a key twice, or is too deep.

    A member that was dropped for a later one of the same key takes at least two quotes with it, and nothing
    brings a quote in but its escape by number.
    """
    if _HIDDEN_QUOTE in body:
        return True
    compact = _wrapped_dump(value, lines)
    return compact is None or compact.count(_QUOTE) != body.count(_QUOTE)


@collector_off()
def dump_with_parts(value: Any, form: Form, lines: bool, text_of: Callable[[Any], bytes]) -> bytes | None:
    """The canonical text of a value in which parts of other types are written by ``text_of``; None if unsure."""

    def fragment(part: Any) -> orjson.Fragment:
        return orjson.Fragment(text_of(part))

    return _arranged_text(Marker(), value, form, lines, fragment)


def _arranged_text(
    marker: Marker, value: Any, form: Form, lines: bool, default: Callable[[Any], Any] | None = None
) -> bytes | None:
    """The value in canonical order; None where its own text has marks in it or orjson will not write it."""
    option = _SORTED | orjson.OPT_PASSTHROUGH_SUBCLASS | (_LINE if lines else _PRETTY)
    taken_out = 0

    def write(part: Any, form: Form) -> bytes:
        nonlocal taken_out
        text = orjson.dumps(marker.marked(part, form), default, option)
        clean = text.replace(MARK_TEXT, b"")
        taken_out += len(text) - len(clean)
        return clean

    try:
        if lines:
            inner = form.elements or SORTED
            # Each text on its own would keep the kilobyte that it was written in.
            written = bytearray()
            for entry in in_order(value, form):
                written += write(entry, inner)
            text = bytes(written)
        else:
            text = b"".join(text_parts(value, form, write, marker.order))
    except orjson.JSONEncodeError:
        return None
    return text if marker.is_sure and taken_out == marker.marks * len(MARK_TEXT) else None


class _DisorderError(Exception):
    """A part is not in canonical order."""


class _Inspection:
    """Looks whether values are in canonical order. Remembers what it knows about a form."""

    def __init__(self) -> None:
        self._plain: list[Any] = []
        self._inspectors: dict[Form, Callable[[Any], bool]] = {}

    def passes(self, value: Any, form: Form) -> bool:
        """Whether a value is in canonical order; false may also mean that it takes a closer look."""
        if form not in self._inspectors:
            self._inspectors[form] = inspector(form, self._plain)
        passed = self._inspectors[form](value)
        passed = passed and orjson.dumps(self._plain) == orjson.dumps(self._plain, option=_SORTED)
        self._plain.clear()
        return passed

    def write(self, part: Any, form: Form) -> bytes:
        """The part as pretty text. Raises _DisorderError if it is not in canonical order."""
        if not self.passes(part, form):
            raise _DisorderError
        return _pretty(part, form)


def _has_layout(body: bytes, value: Any, form: Form, write: Callable[[Any, Form], bytes]) -> bool:
    if type(value) in (list, dict) and value and body[1:2] != b"\n":
        # What is written on one line need not be written anew, many times as long, to tell.
        return False
    position = 0
    for part in text_parts(value, form, write):
        if not body.startswith(part, position):
            return False
        position += len(part)
    return position == len(body) and _DEEP_LINE not in body


def _is_outside_in_order(value: Any, form: Form) -> bool:
    if not in_outer_order(value, form):
        return False
    if type(value) is not dict:
        return True
    return all(
        in_outer_order(member, member_form(form, key)) for key, member in value.items() if is_large(member)
    )


def _pretty(value: Any, form: Form) -> bytes:
    return orjson.dumps(value, option=_PRETTY)


def _written_lines(value: list[Any]) -> bytes:
    written = bytearray()
    for entry in value:
        # Each text on its own keeps the kilobyte that it was written in.
        written += orjson.dumps(entry, option=_LINE)
    return bytes(written)


def _load_lines(body: bytes) -> list[Any]:
    return [orjson.loads(line) for line in BytesIO(body) if line.strip(_LINE_SPACE)]


def _wrapped_dump(value: Any, lines: bool) -> bytes | None:
    """The value in so many arrays that orjson writes it just if its nesting is within the limit."""
    for _ in range(_wrapping(lines)):
        value = [value]
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        return None


def _wrapping(lines: bool) -> int:
    return _DEEPEST_DUMP - MAX_DEPTH - (1 if lines else 0)
