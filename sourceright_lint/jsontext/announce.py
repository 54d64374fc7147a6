"""Proof of a surgical edit: nothing differs in the new text but what the edits announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.finding import Insert, Remove, RenameKey, Replace, Unwrap
from sourceright_lint.jsontext.compare import node_difference
from sourceright_lint.jsontext.document import Document
from sourceright_lint.jsontext.node import Member, Node
from sourceright_lint.jsontext.plain import string_text
from sourceright_lint.jsontext.render import Style, value_text
from sourceright_lint.jsontext.scan import scan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.finding import Edit, Pointer


def unannounced(document: Document, edits: Sequence[Edit], new: bytes) -> str | None:
    """What differs in ``new`` although no edit says so: a description of the first difference, or None.

    A repair of broken syntax is judged by its result alone: it must be readable.
    """
    after = Document(document.path, new, document.kind, document.private)
    if not document.readable:
        return None if after.readable else "the repaired text cannot be read"
    found = node_difference(expected(document, edits), after.node())
    return "something else changed" if found and document.private else found


def expected(document: Document, edits: Sequence[Edit]) -> Node:
    """The document's value after the edits, worked out on values instead of text."""
    plan = _Plan(Document(document.path, document.data, document.kind))
    for edit in edits:
        plan.take(edit)
    return plan.result()


class _Plan:
    """Every edit is resolved against the value as it was; only then anything changes."""

    def __init__(self, document: Document) -> None:
        root = document.node()
        if root is None:
            raise ValueError("the document cannot be read")
        self.root = root
        self.replaced: dict[int, Node] = {}
        self.removed: set[int] = set()
        self.renamed: dict[int, str] = {}
        self.added: dict[int, list[tuple[str, Node]]] = {}

    def take(self, edit: Edit) -> None:
        """Note what an edit does."""
        if isinstance(edit, Replace):
            self.replaced[id(self._at(edit.pointer))] = _node_of(edit.value)
        elif isinstance(edit, Unwrap):
            self.replaced[id(self._at(edit.pointer))] = self._at(edit.inner)
        elif isinstance(edit, Remove):
            self.removed.add(id(self._at(edit.pointer)))
        elif isinstance(edit, RenameKey):
            self.renamed[id(self._at(edit.pointer))] = edit.name
        elif isinstance(edit, Insert):
            parent = self._at(edit.pointer[:-1])
            self.added.setdefault(id(parent), []).append((str(edit.pointer[-1]), _node_of(edit.value)))

    def result(self) -> Node:
        """The value after all edits."""
        return self._after(self.root)

    def _at(self, pointer: Pointer) -> Node:
        node = self.root.at(pointer)
        if node is None:
            raise ValueError("an edit's pointer leads nowhere")
        return node

    def _after(self, node: Node) -> Node:
        if id(node) in self.replaced:
            return self._after(self.replaced[id(node)])
        added = self.added.get(id(node), [])
        if node.kind == "object":
            after = Node("object", node.start, node.end)
            after.members = [
                self._member_after(member) for member in node.members if id(member.value) not in self.removed
            ]
            after.members += [Member(_node_of(name), value, name) for name, value in added]
            return after
        if node.kind == "array":
            after = Node("array", node.start, node.end)
            after.elements = [self._after(child) for child in node.elements if id(child) not in self.removed]
            after.elements += [value for _, value in added]
            return after
        return node

    def _member_after(self, member: Member) -> Member:
        name = self.renamed.get(id(member.value), member.name)
        return Member(member.key, self._after(member.value), name)


def _node_of(value: object) -> Node:
    return scan(string_text(value) if isinstance(value, str) else value_text(value, Style(), None))
