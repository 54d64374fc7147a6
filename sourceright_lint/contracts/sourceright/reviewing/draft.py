"""A workspace with some records and items changed, not yet written."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.reviewing.queue_text import Turn, queue_after
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.reviewing.rewriting import Unit, rewritten
from sourceright_lint.contracts.sourceright.reviewing.usable import usable_sidecar
from sourceright_lint.contracts.sourceright.reviewing.values import edits_between, is_equal
from sourceright_lint.contracts.sourceright.view import Item, Record, Sidecar, Workspace
from sourceright_lint.escape import show, show_path
from sourceright_lint.jsontext import SORTED, Document, Form
from sourceright_lint.resemblance import nearest_few


class FileChange(NamedTuple):
    """A file before and after. ``old`` is None for a file that is made."""

    path: str
    old: bytes | None
    new: bytes


class Draft:
    """Moves on the records of a workspace, one after the other, and what they make of the files.

    Raises ReviewRefused where the workspace is in no state to be changed.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.sidecar = usable_sidecar(workspace)
        self._records: dict[str, dict[str, Any]] = {}
        self._items: dict[str, dict[str, Any]] = {}

    def record(self, id: str) -> dict[str, Any]:
        """The record as it is after the moves so far."""
        return self._records.get(id) or self.source(id).value

    def source(self, id: str) -> Record:
        """The record as it stands in the file."""
        record = self.sidecar.records.get(id)
        if record is None and id in self.sidecar.references:
            raise ReviewRefused(f"the record of {show(id)} is no object", "see sourceright-lint check")
        if record is None:
            raise unknown_id(id, self.sidecar)
        return record

    def item(self, id: str) -> dict[str, Any] | None:
        """The CSL item after the moves so far; None where there is none, or several with that id."""
        item = self._only_item(id)
        return self._items.get(id) or (item.value if item else None)

    def set_record(self, id: str, value: dict[str, Any]) -> None:
        """Put another value in the place of a record."""
        if value is not self.record(id):
            self._records[id] = value

    def set_item(self, id: str, value: dict[str, Any]) -> None:
        """Put another value in the place of a CSL item."""
        if self._only_item(id) is None:
            raise ReviewRefused(f"there is no CSL item {show(id)}, or more than one")
        self._items[id] = value

    @property
    def changed(self) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
        """The records that differ now, before and after, by id."""
        pairs = {id: (self.source(id).value, value) for id, value in self._records.items()}
        return {id: pair for id, pair in sorted(pairs.items()) if not is_equal(*pair)}

    def changes(self) -> tuple[FileChange, ...]:
        """What becomes of the files; those that stay as they are left out. Proven to change nothing else."""
        changed = self.changed
        new = [self._sidecar_after(changed), self._bibliography_after()]
        found = [change for change in new if change is not None]
        if found and found[0].path == self.sidecar.document.path:
            sidecar = Document(found[0].path, found[0].new)
            turns = {id: Turn(*pair) for id, pair in changed.items()}
            queue, path = queue_after(self.workspace, turns, sidecar), self.workspace.path_of("queue")
            if queue is not None and path is not None:
                old = self.workspace.queue.document.data if self.workspace.queue else None
                found.append(FileChange(path, old, queue))
        return tuple(change for change in found if change.old != change.new)

    def _sidecar_after(self, changed: Mapping[str, tuple[Any, Any]]) -> FileChange | None:
        document = self.sidecar.document
        form = _form(self.workspace, "sidecar").members["references"].any_member or SORTED
        units = []
        for id, (old, new) in changed.items():
            pointer = self.source(id).pointer
            units.append(Unit(pointer, form, tuple(edits_between(document.path, pointer, old, new))))
        return self._rewritten("sidecar", document, units)

    def _bibliography_after(self) -> FileChange | None:
        csl = self.workspace.csl
        if csl is None:
            return None
        form = _form(self.workspace, "csl").elements or SORTED
        units = []
        for id, new in self._items.items():
            item = self._only_item(id)
            assert item is not None
            edits = tuple(edits_between(csl.document.path, item.pointer, item.value, new))
            if edits:
                units.append(Unit(item.pointer, form, edits))
        return self._rewritten("csl", csl.document, units)

    def _rewritten(self, role: str, document: Document, units: list[Unit]) -> FileChange | None:
        if not units:
            return None
        is_canonical = document.is_canonical(_form(self.workspace, role))
        return FileChange(document.path, document.data, rewritten(document, units, is_canonical))

    def _only_item(self, id: str) -> Item | None:
        items = self.workspace.csl.by_id.get(id, []) if self.workspace.csl else []
        return items[0] if len(items) == 1 else None


def unknown_id(id: str, sidecar: Sidecar) -> ReviewRefused:
    """What is said of an id that no record has."""
    near = nearest_few(id, islice(sidecar.records, 20_000))
    where = show_path(sidecar.document.path)
    return ReviewRefused(
        f"no record {show(id)} in {where}", f"did you mean {', '.join(map(show, near))}?" if near else ""
    )


def _form(workspace: Workspace, role: str) -> Form:
    file = workspace.file(role)
    return file.form if file is not None and file.form is not None else SORTED
