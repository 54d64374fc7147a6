"""What a container holds, as places in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.jsontext.node import Node


class Item(NamedTuple):
    """A member (from its key to its value) or an element. All numbers are offsets in characters.

    For an element the key is empty: ``key_end`` and ``value_start`` equal ``start``.
    """

    start: int
    end: int
    key_end: int
    value_start: int
    name: str


class Items(NamedTuple):
    """A container: its kind, its place, brackets included, and what is in it in the order of the text.

    Kind ``lines`` is the array of entries of JSON Lines, which has no brackets.
    """

    kind: Literal["object", "array", "lines"]
    start: int
    end: int
    items: Sequence[Item]

    @property
    def inner_start(self) -> int:
        """Offset behind the opening bracket."""
        return self.start if self.kind == "lines" else self.start + 1

    @property
    def inner_end(self) -> int:
        """Offset of the closing bracket."""
        return self.end if self.kind == "lines" else self.end - 1


def items_of(node: Node) -> Items | None:
    """What a container node holds; None for a scalar."""
    if node.kind == "object":
        members = [
            Item(key.start, value.end, key.end, value.start, name) for key, value, name in node.members
        ]
        return Items("object", node.start, node.end, members)
    if node.kind == "array":
        elements = [Item(child.start, child.end, child.start, child.start, "") for child in node.elements]
        return Items("array", node.start, node.end, elements)
    return None
