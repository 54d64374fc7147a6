"""The queue after a migration: it follows the records as far as it did before, and loses nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sourceright_lint.contracts.sourceright.compare import comparison_of, is_comparable, repeated_ids
from sourceright_lint.contracts.sourceright.derive import line_of_text, queue_bytes
from sourceright_lint.contracts.sourceright.forms import QUEUE_FIRST, queue_form
from sourceright_lint.contracts.sourceright.regenerate import lost_members
from sourceright_lint.contracts.sourceright.reviewing.queue_text import insertions
from sourceright_lint.contracts.sourceright.view import Queue, Record, Subject, Workspace
from sourceright_lint.contracts.sourceright.whitespace import collapse
from sourceright_lint.jsontext import Document
from sourceright_lint.jsontext.cut import cut_lines
from sourceright_lint.jsontext.decode import BOM
from sourceright_lint.jsontext.edit import Change, spliced
from sourceright_lint.jsontext.plain import string_text


def followed(before: Workspace, now: Workspace) -> bytes | None:
    """The queue as it should be now, or None where it stays as it is or is not kept.

    Lines that a migration took out of line with their records follow them, and records that have come into the
    queue get a line. What was stale before stays so; a line keeps the members that the contract does not name,
    and one that holds what its record does not is left.
    """
    sidecar, queue = now.sidecar, now.queue
    if sidecar is None or now.path_of("queue") is None or not is_comparable(now, sidecar):
        return None
    if not now.has("queue"):
        return queue_bytes(sidecar.document) or None
    if queue is None or not queue.is_whole or queue.document.has_duplicates:
        return None
    changes = [*_changed_lines(before, now, queue), *insertions(queue, list(_new_lines(before, now)))]
    if not changes:
        return None
    data = spliced(queue.document, sorted(changes)).encode()
    return BOM + data if queue.document.has_bom else data


def _changed_lines(before: Workspace, now: Workspace, queue: Queue) -> Iterator[Change]:
    """Changes of lines, which are all still where they were before."""
    stale = {pair.line.pointer for pair in comparison_of(before).differing}
    repeated = {line.id for line, _ in repeated_ids(queue)}
    items = cut_lines(queue.document.text).items
    for line, record, _ in comparison_of(now).differing:
        known = {key: value for key, value in line.value.items() if key in QUEUE_FIRST}
        is_clear = line.pointer not in stale and line.id not in repeated
        if is_clear and not any(lost_members(known, record.value)):
            text = _line(record, list(_others(line)))
            if text is not None:
                item = items[int(line.pointer[0])]
                yield Change(item.start, item.end, text)


def _new_lines(before: Workspace, now: Workspace) -> Iterator[tuple[str, str]]:
    """Id and line of the records that have come into the queue."""
    were_missing = {collapse(record.key) for record in comparison_of(before).unlisted}
    for record in comparison_of(now).unlisted:
        text = None if collapse(record.key) in were_missing else _line(record)
        if text is not None:
            yield record.key, text


def _line(record: Record, others: Sequence[str] = ()) -> str | None:
    """The line of a record, with members beside; None where a key stands twice."""
    node = record.document.node(record.pointer)
    if node is None:
        return None
    derived = line_of_text(record.document.text, string_text(record.key), node)
    text = ",".join([derived[:-1], *others]) + "}"
    canonical = Document(record.document.path, text.encode(), "jsonl").canonical(queue_form())
    return None if canonical is None else canonical.decode().rstrip("\n")


def _others(line: Subject) -> Iterator[str]:
    """The members of a line that the contract does not name, as they are written."""
    node, text = line.document.node(line.pointer), line.document.text
    for member in node.members if node else ():
        if member.name not in QUEUE_FIRST:
            yield f"{text[member.key.start : member.key.end]}:{text[member.value.start : member.value.end]}"
