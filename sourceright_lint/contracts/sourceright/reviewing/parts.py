"""The open records cut into parts, each of which holds all that a reviewer of it needs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sourceright_lint.contracts.sourceright.forms import CSL_FIRST, RECORD_FIRST, queue_form
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.view import Record, Workspace
from sourceright_lint.escape import show
from sourceright_lint.jsontext import SORTED, Document, Form
from sourceright_lint.jsontext.plain import string_text

_MEMBERS = (*RECORD_FIRST, "claim")


def part_lines(workspace: Workspace, statuses: Collection[str]) -> list[bytes]:
    """A line of JSON for each record with one of the statuses, by id: the record, and its CSL item as ``item``.

    Numbers and lone surrogates are kept as they are written in the files.
    """
    records = workspace.sidecar.records if workspace.sidecar else {}
    return [_line(records[id]) for id in sorted(records) if records[id].status in statuses]


def cut(lines: Sequence[bytes], size: int | None, parts: int | None) -> list[bytes]:
    """The lines as contiguous parts of ``size`` lines, or as ``parts`` parts of nearly equal length."""
    if size is not None:
        return [b"".join(lines[start : start + size]) for start in range(0, len(lines), size)]
    count = min(parts or 1, len(lines))
    small, longer = divmod(len(lines), count or 1)
    pieces, start = [], 0
    for index in range(count):
        end = start + small + (index < longer)
        pieces.append(b"".join(lines[start:end]))
        start = end
    return pieces


def _line(record: Record) -> bytes:
    pieces = [f'"id":{string_text(record.key)}', f'"item":{_item_text(record)}']
    pieces += [
        f'"{name}":{record.document.raw((*record.pointer, name))}'
        for name in _MEMBERS
        if name in record.value
    ]
    text = ("{" + ",".join(pieces) + "}").replace("\n", " ").replace("\r", " ")
    line = Document(record.document.path, text.encode(), "jsonl").canonical(_form())
    if line is None:
        raise ReviewRefused(f"{show(record.key)} has a key twice", "see sourceright-lint check")
    return line


def _item_text(record: Record) -> str:
    items = record.workspace.csl.by_id.get(record.key, []) if record.workspace.csl else []
    return items[0].document.raw(items[0].pointer) if len(items) == 1 else "null"


def _form() -> Form:
    entry = queue_form().elements or SORTED
    members = {**entry.members, "item": Form(first=CSL_FIRST)}
    return Form(elements=Form(first=("id", "item", *RECORD_FIRST), members=members, omit=entry.omit))
