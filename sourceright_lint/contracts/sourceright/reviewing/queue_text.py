"""The review queue with the lines of some records brought up to date, all others as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.compare import comparison_of
from sourceright_lint.contracts.sourceright.derive import is_open, line_of_text, queue_bytes
from sourceright_lint.contracts.sourceright.forms import queue_form
from sourceright_lint.contracts.sourceright.regenerate import lost_members
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.view import Queue, Subject, Workspace
from sourceright_lint.escape import show, show_path
from sourceright_lint.jsontext import Document
from sourceright_lint.jsontext.cut import cut_lines
from sourceright_lint.jsontext.decode import BOM
from sourceright_lint.jsontext.edit import Change, spliced
from sourceright_lint.jsontext.plain import string_text


class Turn(NamedTuple):
    """A record before and after; None where it is not there under that id."""

    before: dict[str, Any] | None
    after: dict[str, Any] | None


def queue_after(workspace: Workspace, turns: Mapping[str, Turn], sidecar: Document) -> bytes | None:
    """The queue's bytes after the records' turns, or None where it stays as it is, or is not kept.

    ``sidecar`` is the sidecar after them. Raises ReviewRefused where a line holds what the sidecar does not.
    """
    if workspace.settings.option("queue") != "tracked" or workspace.path_of("queue") is None:
        return None
    if not workspace.has("queue"):
        return queue_bytes(sidecar) or None
    queue = workspace.queue
    if queue is None or not queue.is_whole or queue.document.has_duplicates:
        raise ReviewRefused(
            f"{show_path(workspace.path_of('queue') or '')} cannot be read in all its lines",
            "see sourceright-lint check",
        )
    return _Lines(workspace, queue, sidecar).after(turns)


class _Lines:
    def __init__(self, workspace: Workspace, queue: Queue, sidecar: Document) -> None:
        self.workspace = workspace
        self.queue = queue
        self.document = queue.document
        self.sidecar = sidecar
        self.text = queue.document.text
        self.items = cut_lines(self.text).items
        self.by_id: dict[str, list[Subject]] = {}
        for line in queue.lines:
            if line.id is not None:
                self.by_id.setdefault(line.id, []).append(line)

    def after(self, turns: Mapping[str, Turn]) -> bytes | None:
        changes, added = [], []
        for id, turn in turns.items():
            line = self._line(id, turn)
            wanted = self._wanted(id) if is_open(turn.after) else None
            if line is None:
                added += [] if wanted is None else [(id, wanted)]
            elif wanted is None:
                self._require_no_loss(id, line, turn)
                changes.append(self._removed(line))
            else:
                changes += self._replaced(id, line, turn, wanted)
        if not changes and not added:
            return None
        changes += insertions(self.queue, added)
        changes.sort(key=lambda change: change[:2])
        data = spliced(self.document, changes).encode()
        return BOM + data if self.document.has_bom else data

    def _line(self, id: str, turn: Turn) -> Subject | None:
        lines = self.by_id.get(id, [])
        meant = [
            pair
            for pair in (comparison_of(self.workspace).unknown if not lines else ())
            if pair.record is not None and pair.record.key == id
        ]
        if len(lines) > 1 or meant:
            found = f"{len(lines)} lines" if lines else "a line under another id"
            raise ReviewRefused(f"the queue has {found} for {show(id)}", "see sourceright-lint check", id)
        return lines[0] if lines else None

    def _wanted(self, id: str) -> str:
        """The line that the sidecar derives for an open record."""
        record = self.sidecar.node(("references", id))
        assert record is not None
        line = line_of_text(self.sidecar.text, string_text(id), record)
        derived = Document(self.document.path, line.encode(), "jsonl").canonical(queue_form())
        if derived is None:
            raise ReviewRefused(f"the record of {show(id)} has a key twice", "see sourceright-lint check", id)
        return derived.decode().rstrip("\n")

    def _replaced(self, id: str, line: Subject, turn: Turn, wanted: str) -> list[Change]:
        self._require_no_loss(id, line, turn)
        item = self.items[int(line.pointer[0])]
        now = self.text[item.start : item.end]
        return [] if now == wanted else [Change(item.start, item.end, wanted)]

    def _require_no_loss(self, id: str, line: Subject, turn: Turn) -> None:
        lost = sorted(set(lost_members(line.value, turn.before or {})))
        if lost:
            raise ReviewRefused(
                f"the queue line of {show(id)} holds what only it holds: {', '.join(lost)}",
                "put that into the record first; then the line can follow it",
                id,
            )

    def _removed(self, line: Subject) -> Change:
        item = self.items[int(line.pointer[0])]
        start = self.text.rfind("\n", 0, item.start) + 1
        end = self.text.find("\n", item.end) + 1
        return Change(start, end or len(self.text), "")


def insertions(queue: Queue, added: Sequence[tuple[str, str]]) -> list[Change]:
    """New lines, given by id and text: where they belong in a sorted queue, else at the end."""
    text = queue.document.text
    items, end = cut_lines(text).items, len(text)
    is_ended = not text or text.endswith("\n")
    newline = "\r\n" if text.endswith("\r\n") else "\n"
    is_canonical = queue.document.is_canonical(queue_form())
    changes = []
    for index, (id, line) in enumerate(sorted(added)):
        following = next((other for other in queue.lines if str(other.id) > id), None)
        if is_canonical and following is not None:
            start = items[int(following.pointer[0])].start
            changes.append(Change(start, start, f"{line}\n"))
        else:
            before = "" if is_ended or index else newline
            changes.append(Change(end, end, f"{before}{line}{newline}"))
    return _joined(changes)


def _joined(changes: list[Change]) -> list[Change]:
    """Insertions at one place as one."""
    by_place: dict[int, str] = {}
    for change in changes:
        by_place[change.start] = by_place.get(change.start, "") + change.text
    return [Change(place, place, text) for place, text in by_place.items()]
