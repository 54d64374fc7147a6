"""JSON as it stands in the text: every value and key with its place, nothing merged or rounded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sourceright_lint.jsontext.number import number_value
from sourceright_lint.jsontext.sentinels import BROKEN

if TYPE_CHECKING:
    from sourceright_lint.finding import Pointer

Kind = Literal["object", "array", "string", "number", "literal", "broken"]

_LITERALS = {"true": True, "false": False, "null": None}


class Node:
    """A value in the text from ``start`` to ``end`` (offsets in characters, the end exclusive).

    ``text`` is the raw token of a scalar, ``members`` are those of an object in the order of the text,
    duplicates included, ``elements`` those of an array. Kind ``broken`` stands for an entry of a
    JSON Lines file that could not be read.
    """

    __slots__ = ("elements", "end", "kind", "members", "start", "text")

    def __init__(self, kind: Kind, start: int, end: int, text: str = "") -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.text = text
        self.members: list[Member] = [] if kind == "object" else _NO_MEMBERS
        self.elements: list[Node] = [] if kind == "array" else _NO_ELEMENTS

    def value(self) -> Any:
        """The plain value. Of a key's duplicates the last one counts, as readers have it."""
        if self.kind == "object":
            return {member.name: member.value.value() for member in self.members}
        if self.kind == "array":
            return [element.value() for element in self.elements]
        return scalar_value(self)

    def child(self, key: str | int) -> Node | None:
        """The value under a key (the last of duplicates) or at an index."""
        if self.kind == "object":
            for member in reversed(self.members):
                if member.name == key:
                    return member.value
        elif self.kind == "array" and isinstance(key, int) and 0 <= key < len(self.elements):
            return self.elements[key]
        return None

    def has_duplicates(self) -> bool:
        """Whether an object here or below has a key twice."""
        if self.kind == "object":
            names = {member.name for member in self.members}
            children = [member.value for member in self.members]
            return len(names) < len(children) or any(child.has_duplicates() for child in children)
        return any(element.has_duplicates() for element in self.elements)

    def at(self, pointer: Pointer) -> Node | None:
        """The value at a pointer that starts here."""
        node: Node | None = self
        for key in pointer:
            if node is None:
                return None
            node = node.child(key)
        return node

    def member(self, key: str | int) -> Member | None:
        """The member with a key (the last of duplicates)."""
        for member in reversed(self.members):
            if member.name == key:
                return member
        return None


class Member(NamedTuple):
    """A member of an object: its key and value in the text, and the key's plain value."""

    key: Node
    value: Node
    name: str


_NO_MEMBERS: list[Member] = []
_NO_ELEMENTS: list[Node] = []


def scalar_value(node: Node) -> Any:
    """The plain value of a node that is no container."""
    if node.kind == "string":
        return string_value(node.text)
    if node.kind == "number":
        return number_value(node.text)
    return BROKEN if node.kind == "broken" else _LITERALS[node.text]


def string_value(text: str) -> str:
    """The plain value of a string's raw token, quotes included. Lone surrogates stay."""
    if "\\" not in text:
        return text[1:-1]
    from sourceright_lint.jsontext.stdlib import scanstring

    return scanstring(text, 1)[0]
