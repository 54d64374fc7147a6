"""A value as it should be after edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from sourceright_lint.finding import Insert, Remove, RenameKey, Replace, Unwrap
from sourceright_lint.jsontext.node import Member, Node
from sourceright_lint.jsontext.render import Style, value_text
from sourceright_lint.jsontext.scan import scan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.finding import Pointer

ValueEdit = Union[Insert, Remove, RenameKey, Replace, Unwrap]
"""An edit that changes a value, not only text."""


def expected(node: Node, here: Pointer, edits: Sequence[ValueEdit]) -> Node:
    """The value ``node``, which stands at the pointer ``here``, after edits that all lie in it."""
    plan = _Plan(node, here)
    for edit in edits:
        plan.take(edit)
    return plan.after(node)


def node_of(value: object) -> Node:
    """A plain value as if it had been read."""
    return scan(value_text(value, Style(), None))


class _Plan:
    """Every edit is resolved against the value as it was; only then anything changes."""

    def __init__(self, root: Node, here: Pointer) -> None:
        self.root = root
        self.here = here
        self.replaced: dict[int, Node] = {}
        self.removed: set[int] = set()
        self.renamed: dict[int, str] = {}
        self.added: dict[int, list[tuple[str, Node]]] = {}

    def take(self, edit: ValueEdit) -> None:
        """Note what an edit does."""
        if isinstance(edit, Replace):
            self.replaced[id(self._at(edit.pointer))] = node_of(edit.value)
        elif isinstance(edit, Unwrap):
            self.replaced[id(self._at(edit.pointer))] = self._at(edit.inner)
        elif isinstance(edit, Remove):
            self.removed.add(id(self._at(edit.pointer)))
        elif isinstance(edit, RenameKey):
            self.renamed[id(self._at(edit.pointer))] = edit.name
        else:
            parent = self._at(edit.pointer[:-1])
            self.added.setdefault(id(parent), []).append((str(edit.pointer[-1]), node_of(edit.value)))

    def after(self, node: Node) -> Node:
        """A value after all edits."""
        if id(node) in self.replaced:
            return self.after(self.replaced[id(node)])
        added = self.added.get(id(node), [])
        if node.kind == "object":
            after = Node("object", node.start, node.end)
            members = [member for member in node.members if id(member.value) not in self.removed]
            after.members = [self._member(member) for member in members]
            after.members += [Member(node_of(name), value, name) for name, value in added]
            return after
        if node.kind == "array":
            after = Node("array", node.start, node.end)
            after.elements = [self.after(child) for child in node.elements if id(child) not in self.removed]
            after.elements += [value for _, value in added]
            return after
        return node

    def _member(self, member: Member) -> Member:
        return Member(member.key, self.after(member.value), self.renamed.get(id(member.value), member.name))

    def _at(self, pointer: Pointer) -> Node:
        node = self.root.at(pointer[len(self.here) :])
        if node is None:
            raise ValueError("an edit's pointer leads nowhere")
        return node
