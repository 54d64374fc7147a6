"""Lossless comparison: the exact value of every number, every character, every duplicate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.escape import show
from sourceright_lint.jsontext.arrange import member_form
from sourceright_lint.jsontext.compare_plain import plain_difference
from sourceright_lint.jsontext.content_digest import content_digest
from sourceright_lint.jsontext.document import Document
from sourceright_lint.jsontext.form import SORTED, Form
from sourceright_lint.jsontext.number import is_integer, same_value
from sourceright_lint.jsontext.proof import says_just
from sourceright_lint.jsontext.write import is_left_out, ordered_elements

if TYPE_CHECKING:
    from sourceright_lint.finding import Pointer
    from sourceright_lint.jsontext.document import Kind
    from sourceright_lint.jsontext.node import Node


_SMALL = 300_000
"""Bytes of a text that is compared value by value as it stands."""


def difference(old: bytes, new: bytes, kind: Kind, form: Form | None = None) -> str | None:
    """The first difference in content between two texts, or None.

    Layout, escapes, the spelling of numbers and the order of keys are no content. A ``form`` says what
    else is none: members that it leaves out, integers that it writes as floats, arrays that it sorts.
    """
    return document_difference(Document("", old, kind), Document("", new, kind), form)


def document_difference(before: Document, after: Document, form: Form | None = None) -> str | None:
    """As ``difference``, of texts that may have been read already. Of large ones it lets go of what was read."""
    if form is not None and after.is_large and _is_proven(before, after, form):
        return None
    form = form or SORTED
    is_large = min(len(before.data), len(after.data)) > _SMALL
    if is_large and _have_one_digest(before, after, form):
        return None
    if after.is_large:
        after.is_laid_out()
    for document, name in ((before, "old"), (after, "new")):
        if not document.readable:
            return f"the {name} text cannot be read"
    if is_large and before.is_plain and after.is_plain:
        found = plain_difference(before.value, after.value, form)
        return None if found is None else f"{path_text(found)} differs"
    return node_difference(before.node(), after.node(), form)


def _have_one_digest(before: Document, after: Document, form: Form) -> bool:
    """Whether both surely hold the same, told without the values of both in memory together."""
    digest = content_digest(before, form)
    if digest is None:
        return False
    before.forget()
    after.is_laid_out()
    return digest == content_digest(after, form)


def _is_proven(before: Document, after: Document, form: Form) -> bool:
    """Whether both surely hold the same, told from a text that hides nothing from its value."""
    if "jsonl" in (before.kind, after.kind) or not before.readable or not before.is_plain:
        return False
    return says_just(after.data, before.value, form)


def node_difference(
    old: Node | None, new: Node | None, form: Form = SORTED, where: Pointer = ()
) -> str | None:
    """The first difference in content between two values at the pointer ``where``, or None."""
    if old is None or new is None:
        return None if old is new else f"{path_text(where)} is missing"
    return _Comparison().compare(old, new, form, where)


def path_text(where: Pointer) -> str:
    """A pointer for a message: ``$[3].author[0]``."""
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{_step(step)}" for step in where)


class _Comparison:
    """Walks two values side by side. Nesting is limited, so recursion is safe."""

    def compare(self, old: Node, new: Node, form: Form, where: Pointer, as_float: bool = False) -> str | None:
        if old.kind != new.kind:
            return f"{path_text(where)}: {_shown(old)} became {_shown(new)}"
        if old.kind == "object":
            return self._objects(old, new, form, where)
        if old.kind == "array":
            return self._arrays(old, new, form, where)
        if _same_scalar(old, new, as_float):
            return None
        return f"{path_text(where)}: {_shown(old)} became {_shown(new)}"

    def _objects(self, old: Node, new: Node, form: Form, where: Pointer) -> str | None:
        before, after = _by_name(old, form), _by_name(new, form)
        for name in sorted({*before, *after}):
            olds, news = before.get(name, []), after.get(name, [])
            here = (*where, name)
            if len(olds) != len(news):
                return f"{path_text(here)}: {_count(len(olds))} became {_count(len(news))}"
            for one, other in zip(olds, news, strict=True):
                found = self.compare(one, other, member_form(form, name), here, name in form.floats)
                if found:
                    return found
        return None

    def _arrays(self, old: Node, new: Node, form: Form, where: Pointer) -> str | None:
        before, after = ordered_elements(old, form), ordered_elements(new, form)
        if len(before) != len(after):
            return f"{path_text(where)}: {len(before)} elements became {len(after)}"
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            found = self.compare(one, other, form.elements or SORTED, (*where, index))
            if found:
                return found
        return None


def _by_name(node: Node, form: Form) -> dict[str, list[Node]]:
    values: dict[str, list[Node]] = {}
    for member in node.members:
        if not is_left_out(member, form):
            values.setdefault(member.name, []).append(member.value)
    return values


def _same_scalar(old: Node, new: Node, as_float: bool) -> bool:
    if old.text == new.text:
        return True
    if old.kind == "number":
        same_kind = as_float or is_integer(old.text) == is_integer(new.text)
        return same_kind and same_value(old.text, new.text)
    return old.kind == "string" and bool(old.value() == new.value())


def _step(name: str) -> str:
    return name if name.isidentifier() else show(name)


def _shown(node: Node) -> str:
    return "an unreadable entry" if node.kind == "broken" else show(node.value())


def _count(number: int) -> str:
    return {0: "no member", 1: "one member"}.get(number, f"{number} members")
