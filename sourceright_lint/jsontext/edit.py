"""Surgical edits: only the characters change that must; layout, line ends and escapes stay."""

from __future__ import annotations

from functools import cached_property
from io import StringIO
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.errors import WriteRefused
from sourceright_lint.escape import show
from sourceright_lint.finding import (
    Insert,
    Reformat,
    Remove,
    RenameKey,
    Replace,
    Rewrite,
    Splice,
    StripBom,
    TidyLines,
    Unwrap,
)
from sourceright_lint.jsontext.container import ContainerEdits
from sourceright_lint.jsontext.decode import BOM
from sourceright_lint.jsontext.lines import tidy_edits
from sourceright_lint.jsontext.render import Style, changed_string, indentation, style_of, value_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.finding import Edit, Pointer
    from sourceright_lint.jsontext.document import Document
    from sourceright_lint.jsontext.items import Item


class Change(NamedTuple):
    """Put ``text`` in the place of the characters from ``start`` to ``end``."""

    start: int
    end: int
    text: str


def apply_edits(document: Document, edits: Sequence[Edit]) -> bytes:
    """The document's bytes after the edits, which all speak of the document as it is now.

    Raises WriteRefused where edits overlap, where a pointer leads nowhere or through a key that
    stands twice, and where the object that would change has a key that stands twice.
    """
    editor = _edited(document, edits)
    data = spliced(document, editor.changes()).encode()
    return BOM + data if document.has_bom and not editor.strip_bom else data


def text_changes(document: Document, edits: Sequence[Edit]) -> list[Change]:
    """What ``apply_edits`` would change in the text, in its order. Raises WriteRefused as that does."""
    return _edited(document, edits).changes()


def refusal(document: Document, edits: Sequence[Edit]) -> str | None:
    """Why ``apply_edits`` would refuse the edits; None where it would not. Edits of a whole file are not judged."""
    editor = _Editor(document)
    try:
        for edit in edits:
            if not isinstance(edit, (Rewrite, Reformat)):
                editor.take(edit)
        editor.changes()
    except WriteRefused as error:
        return str(error)
    return None


def spliced(document: Document, changes: list[Change]) -> str:
    """The document's text after changes given in the order of the text."""
    text, position = document.text, 0
    result = StringIO()
    for start, end, new in changes:
        result.write(text[position:start])
        result.write(new)
        position = end
    result.write(text[position:])
    return result.getvalue()


def _edited(document: Document, edits: Sequence[Edit]) -> _Editor:
    editor = _Editor(document)
    for edit in edits:
        editor.take(edit)
    return editor


class _Editor:
    """Turns edits into changes of the text; those inside one container are planned together."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.strip_bom = False
        self.direct: list[Change] = []
        self.unwraps: list[Unwrap] = []
        self.containers: dict[Pointer, ContainerEdits] = {}

    def take(self, edit: Edit) -> None:
        """Plan one edit."""
        if isinstance(edit, StripBom):
            self.strip_bom = True
        elif isinstance(edit, Splice):
            self.direct.append(Change(edit.start, edit.end, edit.text))
        elif isinstance(edit, TidyLines):
            for each in tidy_edits(self.document.text, edit):
                self.take(each)
        elif isinstance(edit, Insert):
            self._insert(edit)
        elif isinstance(edit, Remove):
            self._remove(edit)
        elif isinstance(edit, RenameKey):
            self._rename(edit)
        elif isinstance(edit, Replace):
            self._replace(edit)
        elif isinstance(edit, Unwrap):
            self._unwrap(edit)
        else:
            raise TypeError(f"{type(edit).__name__} is no edit of a text")

    def changes(self) -> list[Change]:
        """All changes, in the order of the text."""
        for edit in self.unwraps:
            self._check_unwrapped(edit)
        changes = list(self.direct)
        for container in self.containers.values():
            changes.extend(Change(*change) for change in container.changes())
        changes.sort(key=lambda change: change[:2])
        if any(change.end > following.start for change, following in pairwise(changes)):
            raise WriteRefused(f"{self.document.path}: two edits meet in one place")
        return changes

    def _insert(self, edit: Insert) -> None:
        container, key = self._changed_container(edit.pointer), edit.pointer[-1]
        if not isinstance(key, str) if container.items.kind == "object" else key != -1:
            raise self._refused(edit.pointer, "does not fit the container")
        container.added.append((str(key), edit.value))

    def _remove(self, edit: Remove) -> None:
        container = self._changed_container(edit.pointer)
        place = container.place(edit.pointer[-1])
        if place is None:
            raise self._refused(edit.pointer, "is not there")
        self._refuse_hidden_loss(edit.pointer)
        container.removed.add(place)

    def _rename(self, edit: RenameKey) -> None:
        container = self._changed_container(edit.pointer)
        item = self._item(edit.pointer)
        if container.items.kind != "object":
            raise self._refused(edit.pointer, "has no key")
        container.renamed[item.name] = edit.name
        token = self.document.text[item.start : item.key_end]
        self.direct.append(Change(item.start, item.key_end, changed_string(token, edit.name)))

    def _replace(self, edit: Replace) -> None:
        self._refuse_hidden_loss(edit.pointer)
        start, end = self._place(edit.pointer)
        text = self.document.text
        if isinstance(edit.value, str) and text[start] == '"':
            new = changed_string(text[start:end], edit.value)
        else:
            style = self._style(edit.pointer)
            one_line = style.one_line or "\n" not in text[start:end]
            new = value_text(edit.value, style, None if one_line else indentation(text, start))
        self.direct.append(Change(start, end, new))

    def _unwrap(self, edit: Unwrap) -> None:
        if edit.inner[: len(edit.pointer)] != edit.pointer or edit.inner == edit.pointer:
            raise self._refused(edit.inner, "does not lie inside the value that it is to replace")
        start, end = self._place(edit.pointer)
        inner_start, inner_end = self._place(edit.inner)
        self.unwraps.append(edit)
        self.direct += [Change(start, inner_start, ""), Change(inner_end, end, "")]

    def _check_unwrapped(self, edit: Unwrap) -> None:
        """The containers that go must not be edited too."""
        for length in range(len(edit.pointer), len(edit.inner)):
            container = self.containers.get(edit.inner[:length])
            if container is not None and container.is_edited:
                raise self._refused(edit.inner[:length], "is edited and taken away at once")

    def _place(self, pointer: Pointer) -> tuple[int, int]:
        """Where a value stands. An object around it that would change must not have duplicate keys."""
        if pointer:
            self._changed_container(pointer)
            item = self._item(pointer)
            return item.value_start, item.end
        node = self.document.node(())
        if node is None or self.document.kind == "jsonl":
            raise self._refused(pointer, "is no value that can be replaced")
        return node.start, node.end

    def _changed_container(self, pointer: Pointer) -> ContainerEdits:
        if not pointer:
            raise self._refused(pointer, "is in no object or array")
        container = self._container(pointer[:-1])
        if container.twice:
            raise self._refused(pointer[:-1], "has a key that stands twice")
        return container

    def _container(self, pointer: Pointer) -> ContainerEdits:
        """The container at a pointer, reached by keys that stand once."""
        known = self.containers.get(pointer)
        if known is None:
            if pointer:
                self._item(pointer)
            items = self.document.items(pointer)
            if items is None:
                raise self._refused(pointer, "is no object or array")
            known = ContainerEdits(self.document.text, items, self._style(pointer))
            self.containers[pointer] = known
        return known

    def _item(self, pointer: Pointer) -> Item:
        container, key = self._container(pointer[:-1]), pointer[-1]
        item = container.item(key)
        if item is None:
            raise self._refused(pointer, "is not there")
        if key in container.twice:
            raise self._refused(pointer, "stands there twice")
        return item

    def _refuse_hidden_loss(self, pointer: Pointer) -> None:
        """What is taken away must not hide a second value under a duplicate key."""
        if self.document.has_duplicates:
            node = self.document.node(pointer)
            if node is not None and node.has_duplicates():
                raise self._refused(pointer, "holds a key that stands twice")

    def _style(self, pointer: Pointer) -> Style:
        if self.document.kind != "jsonl":
            return self._document_style
        if not pointer:
            return Style(colon=":", comma=",")
        entry = self._item(pointer[:1])
        return style_of(self.document.text[entry.start : entry.end], one_line=True)

    @cached_property
    def _document_style(self) -> Style:
        return style_of(self.document.text)

    def _refused(self, pointer: Pointer, why: str) -> WriteRefused:
        where = "this place" if self.document.private else show(list(pointer))
        return WriteRefused(f"{self.document.path}: {where} {why}")
