"""A file with some of its records changed and all other bytes as they were."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sourceright_lint.errors import WriteRefused
from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document, Form
from sourceright_lint.jsontext.compare import node_difference
from sourceright_lint.jsontext.decode import BOM
from sourceright_lint.jsontext.edit import Change, spliced, text_changes
from sourceright_lint.jsontext.expect import ValueEdit, expected
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import scan
from sourceright_lint.jsontext.write import canonical_text


class Unit(NamedTuple):
    """A record or an item that changes: where it is, its form, and the edits inside it."""

    pointer: Pointer
    form: Form
    edits: tuple[ValueEdit, ...]


def rewritten(document: Document, units: Iterable[Unit], is_canonical: bool) -> bytes:
    """The document's bytes with the units changed; ``is_canonical``: each is written in its canonical form.

    Raises WriteRefused where an edit cannot be made, or would change more than it says.
    """
    units = list(units)
    # All together: what leads to a record is looked through once, not for each of them.
    inside = text_changes(document, [edit for unit in units for edit in unit.edits])
    changes = [_change(document, unit, inside, is_canonical) for unit in units]
    changes.sort(key=lambda change: change.start)
    data = spliced(document, changes).encode()
    return BOM + data if document.has_bom else data


def _change(document: Document, unit: Unit, changes: Sequence[Change], is_canonical: bool) -> Change:
    """The change of a unit as a whole. Of ``changes``, in the order of the text, those that lie in it are its own."""
    node = document.node(unit.pointer)
    if node is None:
        raise WriteRefused(f"{document.path}: the record to change is not there")
    old = document.text[node.start : node.end]
    first = bisect_left(changes, (node.start,))
    last = bisect_left(changes, (node.end,), first)
    new = _patched(old, node.start, changes[first:last])
    if is_canonical:
        new = canonical_text(scan(new), unit.form, len(unit.pointer))
    _prove(document.path, node, new, unit)
    return Change(node.start, node.end, new)


def _patched(text: str, start: int, changes: Sequence[Change]) -> str:
    """The text of a unit that begins at ``start``, after changes inside it."""
    pieces, position = [], 0
    for change in changes:
        if change.start < start + position or change.end > start + len(text):
            raise WriteRefused("an edit leads out of the record that it is to change")
        pieces += [text[position : change.start - start], change.text]
        position = change.end - start
    return "".join([*pieces, text[position:]])


def _prove(path: str, old: Node, new: str, unit: Unit) -> None:
    lost = node_difference(expected(old, unit.pointer, unit.edits), scan(new), unit.form)
    if lost is not None:
        raise WriteRefused(f"{path}: the change would do more than it says: {lost}")
