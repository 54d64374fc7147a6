"""What a large document holds as a few bytes, so that two need not be in memory together to be compared."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson

from sourceright_lint.jsontext.arrange import arranged, in_order, is_omitted, member_form
from sourceright_lint.jsontext.form import SORTED
from sourceright_lint.jsontext.number import decimal, is_integer
from sourceright_lint.jsontext.parts import is_large
from sourceright_lint.jsontext.sentinels import MISSING
from sourceright_lint.jsontext.write import is_left_out, ordered_elements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sourceright_lint.jsontext.document import Document
    from sourceright_lint.jsontext.form import Form
    from sourceright_lint.jsontext.node import Node

_OPTION = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_SUBCLASS
_STEP = 500
"""Items of a large container that are written at once."""


def content_digest(document: Document, form: Form) -> bytes | None:
    """Equal for two documents only if they hold the same but for what is no content under a form.

    None where there is nothing to tell it from. Documents that are read in different ways have different ones.
    """
    if not document.readable:
        return None
    value = document.told_value(form)
    if value is MISSING:
        root = document.node()
        return None if root is None else _digest("exact", _told(root, form))
    try:
        return _digest("plain", _written(value, form))
    except orjson.JSONEncodeError:
        return None


def _digest(kind: str, pieces: Iterable[bytes]) -> bytes:
    digest = sha256(kind.encode())
    for piece in pieces:
        digest.update(piece)
    return digest.digest()


def _told(node: Node, form: Form, as_float: bool = False) -> Iterator[bytes]:
    """A value as it stands in the text. Nesting is limited, so recursion is safe."""
    if node.kind == "object":
        yield b"{"
        members = [member for member in node.members if not is_left_out(member, form)]
        for member in sorted(members, key=lambda member: member.name):
            yield from _sized([member.name])
            yield from _told(member.value, member_form(form, member.name), member.name in form.floats)
        yield b"}"
    elif node.kind == "array":
        yield b"["
        for element in ordered_elements(node, form):
            yield from _told(element, form.elements or SORTED)
        yield b"]"
    elif node.kind == "number":
        yield b"integer" if is_integer(node.text) and not as_float else b"float"
        yield from _sized(map(str, decimal(node.text)))
    else:
        yield from _sized((node.kind, node.value() if node.kind == "string" else node.text))


def _written(value: Any, form: Form) -> Iterator[bytes]:
    """A plain value in canonical order, some items at once; keys are sorted. How many items there are comes first."""
    if type(value) is list:
        yield b"[%d" % len(value)
        ordered, inner = in_order(value, form), form.elements or SORTED
        for start in range(0, len(ordered), _STEP):
            yield _dump([arranged(element, inner) for element in ordered[start : start + _STEP]])
    elif type(value) is dict:
        omit = form.omit
        keys = sorted(key for key in value if key not in omit or not is_omitted(value[key], omit[key]))
        yield b"{%d" % len(keys)
        for start in range(0, len(keys), _STEP):
            some = {key: value[key] for key in keys[start : start + _STEP]}
            yield _dump(arranged({key: member for key, member in some.items() if not is_large(member)}, form))
            for key in (key for key, member in some.items() if is_large(member)):
                yield _dump(key)
                yield from _written(value[key], member_form(form, key))
    else:
        yield _dump(value)


def _dump(value: Any) -> bytes:
    return orjson.dumps(value, _fragment, _OPTION)


def _fragment(part: Any) -> orjson.Fragment:
    """The text of what the plain value does not say all of."""
    return orjson.Fragment(part.text)


def _sized(texts: Iterable[str]) -> Iterator[bytes]:
    """Texts, each with its length before it, so that no two rows of them look alike."""
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        yield b"%d:" % len(data)
        yield data
