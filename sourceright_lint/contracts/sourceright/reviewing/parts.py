"""The open records cut into parts, each of which holds all that a reviewer of it needs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sourceright_lint.contracts.sourceright.forms import CSL_FIRST, RECORD_FIRST, queue_form
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.reviewing.usable import require_readable_csl, usable_sidecar
from sourceright_lint.contracts.sourceright.view import Item, Record, Workspace
from sourceright_lint.escape import show_path
from sourceright_lint.jsontext import SORTED, Document, Form
from sourceright_lint.jsontext.odd_numbers import odd_numbers
from sourceright_lint.jsontext.plain import plain_text, string_text

_MEMBERS = (*RECORD_FIRST, "claim")


def part_lines(workspace: Workspace, statuses: Collection[str]) -> list[bytes]:
    """A line of JSON for each record with one of the statuses, by id: the record, and its CSL item as ``item``.

    Numbers and lone surrogates are kept as they are written in the files. Raises ReviewRefused where the
    sidecar or the bibliography cannot be read.
    """
    records = usable_sidecar(workspace).records
    require_readable_csl(workspace)
    wanted = [records[id] for id in sorted(records) if records[id].status in statuses]
    if not wanted:
        return []
    sources = (part.document for part in (workspace.sidecar, workspace.csl) if part is not None)
    line_of = _plain_line if all(map(_is_plain, sources)) else _exact_line
    path = wanted[0].document.path
    lines = Document(path, "".join(map(line_of, wanted)).encode(), "jsonl").canonical(_form())
    if lines is None:
        raise ReviewRefused(f"{show_path(path)} has a key twice", "see sourceright-lint check")
    return lines.splitlines(keepends=True)


def without_item(workspace: Workspace, statuses: Collection[str]) -> list[str]:
    """The ids of those records that have no CSL item, or more than one: their lines say null."""
    records = usable_sidecar(workspace).records
    return sorted(id for id, record in records.items() if record.status in statuses and _item(record) is None)


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


def _is_plain(document: Document) -> bool:
    """Whether reading values and writing them again keeps every number and every character."""
    return not document.faults and not odd_numbers(document.data)


def _plain_line(record: Record) -> str:
    item = _item(record)
    members = {name: record.value[name] for name in _MEMBERS if name in record.value}
    return plain_text({"id": record.key, "item": item.value if item else None, **members}, compact=True)


def _exact_line(record: Record) -> str:
    item = _item(record)
    pieces = [
        f'"id":{string_text(record.key)}',
        f'"item":{item.document.raw(item.pointer) if item else "null"}',
    ]
    pieces += [
        f'"{name}":{record.document.raw((*record.pointer, name))}'
        for name in _MEMBERS
        if name in record.value
    ]
    return ("{" + ",".join(pieces) + "}").replace("\n", " ").replace("\r", " ") + "\n"


def _item(record: Record) -> Item | None:
    items = record.workspace.csl.by_id.get(record.key, []) if record.workspace.csl else []
    return items[0] if len(items) == 1 else None


def _form() -> Form:
    entry = queue_form().elements or SORTED
    members = {**entry.members, "item": Form(first=CSL_FIRST)}
    return Form(elements=Form(first=("id", "item", *RECORD_FIRST), members=members, omit=entry.omit))
