"""Nodes as canonical text, with nothing lost."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING

from sourceright_lint.jsontext.arrange import is_omitted, member_form
from sourceright_lint.jsontext.form import SORTED, Form
from sourceright_lint.jsontext.number import canonical_number
from sourceright_lint.jsontext.plain import escaped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.jsontext.node import Member, Node

_ESCAPES = re.compile(
    r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|\\u([0-9a-fA-F]{4})|\\(.)"
)
_MEANT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def canonical_text(node: Node, form: Form, depth: int = 0, compact: bool = False) -> str:
    """The canonical text of a value that stands inside ``depth`` containers; ``compact`` for JSON Lines."""
    written = StringIO()
    _Writer(written, compact).value(node, form, depth)
    return written.getvalue()


def canonical_document(root: Node, form: Form, lines: bool) -> bytes | None:
    """A whole file's canonical bytes; of JSON Lines None if an entry is broken."""
    if not lines:
        return (canonical_text(root, form) + "\n").encode()
    if any(entry.kind == "broken" for entry in root.elements):
        return None
    inner = form.elements or SORTED
    texts = [canonical_text(entry, inner, compact=True) + "\n" for entry in ordered_elements(root, form)]
    return "".join(texts).encode()


def canonical_string(token: str) -> str:
    """A string's raw token with the escapes of canonical form; lone surrogates keep their escape."""
    return token if "\\" not in token else _ESCAPES.sub(_canonical_escape, token)


def ordered_members(node: Node, form: Form) -> list[Member]:
    """The members of an object in canonical order, without those that the form leaves out."""
    ranks = {key: rank for rank, key in enumerate(form.first)}
    return sorted(
        (member for member in node.members if not is_left_out(member, form)),
        key=lambda member: (ranks.get(member.name, len(ranks)), member.name),
    )


def ordered_elements(node: Node, form: Form) -> Sequence[Node]:
    """The elements of an array in canonical order."""
    if form.sort_by is None:
        return node.elements
    keys = [form.sort_by(element.value()) for element in node.elements]
    if any(key is None for key in keys):
        return node.elements
    return [node.elements[index] for index in sorted(range(len(keys)), key=keys.__getitem__)]


def is_left_out(member: Member, form: Form) -> bool:
    """Whether a form leaves a member out."""
    return member.name in form.omit and is_omitted(member.value.value(), form.omit[member.name])


class _Writer:
    def __init__(self, file: StringIO, compact: bool) -> None:
        self.add = file.write
        self.colon = ":" if compact else ": "
        self.compact = compact

    def value(self, node: Node, form: Form, depth: int, as_float: bool = False) -> None:
        if node.kind == "object":
            self._object(node, form, depth)
        elif node.kind == "array":
            self._array(node, form, depth)
        elif node.kind == "string":
            self.add(canonical_string(node.text))
        elif node.kind == "number":
            self.add(canonical_number(node.text, as_float))
        else:
            self.add(node.text)

    def _object(self, node: Node, form: Form, depth: int) -> None:
        members = ordered_members(node, form)
        if not members:
            self.add("{}")
            return
        separator = "{"
        for member in members:
            self.add(separator)
            self._line(depth + 1)
            self.add(canonical_string(member.key.text))
            self.add(self.colon)
            self.value(member.value, member_form(form, member.name), depth + 1, member.name in form.floats)
            separator = ","
        self._line(depth)
        self.add("}")

    def _array(self, node: Node, form: Form, depth: int) -> None:
        elements = ordered_elements(node, form)
        if not elements:
            self.add("[]")
            return
        separator = "["
        for element in elements:
            self.add(separator)
            self._line(depth + 1)
            self.value(element, form.elements or SORTED, depth + 1)
            separator = ","
        self._line(depth)
        self.add("]")

    def _line(self, depth: int) -> None:
        if not self.compact:
            self.add("\n" + "  " * depth)


def _canonical_escape(match: re.Match[str]) -> str:
    high, low, lone, code, short = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if lone:
        return match[0]
    return escaped(chr(int(code, 16)) if code else _MEANT.get(short, short))
