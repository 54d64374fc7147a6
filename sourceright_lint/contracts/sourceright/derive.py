"""The review queue as the sidecar derives it.

A record is in the queue while its status is open. Its entry repeats the id, the extraction, the candidates,
the conflicts and the status; decisions and unknown members stay in the sidecar.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.sourceright.forms import OPEN_STATUSES, QUEUE_FIRST, queue_form
from sourceright_lint.jsontext import SORTED, Document
from sourceright_lint.jsontext.arrange import arranged
from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.odd_numbers import odd_numbers
from sourceright_lint.jsontext.plain import plain_text

MEMBERS = QUEUE_FIRST[1:]
"""Members of a record that its queue entry repeats."""

_ENTRY = queue_form().elements or SORTED


def is_open(record: Any) -> bool:
    """Whether a record belongs in the queue."""
    status = record.get("review_status") if isinstance(record, dict) else None
    return isinstance(status, str) and status in OPEN_STATUSES


def queue_entry(id: str, record: dict[str, Any]) -> dict[str, Any]:
    """The queue entry of a record as it is compared."""
    return normal_entry(plain_entry(id, record))


def plain_entry(id: str, record: dict[str, Any]) -> dict[str, Any]:
    """The queue entry of a record that is in canonical form itself: cheaper, and the same then."""
    return {"id": id, **{key: record[key] for key in MEMBERS if key in record}}


def normal_entry(entry: dict[str, Any]) -> dict[str, Any]:
    """A queue entry as it is compared: arrays in canonical order, without what canonical form leaves out."""
    normal: dict[str, Any] = arranged(entry, _ENTRY)
    return normal


def queue_entries(sidecar: Any) -> list[dict[str, Any]]:
    """The entries that a sidecar (a plain value) derives, by id. Empty where it has no readable records.

    Arrays are in canonical order and what canonical form leaves out is left out; keys are in no order.
    """
    references = sidecar.get("references") if isinstance(sidecar, dict) else None
    if not isinstance(references, dict):
        return []
    return [queue_entry(id, references[id]) for id in sorted(references) if is_open(references[id])]


def queue_bytes(sidecar: Document) -> bytes | None:
    """The derived queue, byte for byte, with nothing lost: numbers and lone surrogates are kept as written.

    None where the sidecar cannot be read or has a key twice.
    """
    if not sidecar.readable or sidecar.has_duplicates:
        return None
    if sidecar.is_large and sidecar.is_plain and not sidecar.faults:
        from sourceright_lint.jsontext import bulk

        # Without a text in between: its values would be there beside those of the sidecar.
        made = bulk.dump_with_parts(_open_entries(sidecar.value), queue_form(), True, _no_text)
        if made is not None:
            return made
    if sidecar.faults or odd_numbers(sidecar.data):
        text = "".join(f"{line}\n" for line in _lines_of_text(sidecar))
    else:
        text = "".join(plain_text(entry, compact=True) for entry in queue_entries(sidecar.value))
    queue = Document(sidecar.path, text.encode(), "jsonl")
    canonical = queue.canonical(queue_form())
    queue.forget()
    return canonical


def _open_entries(sidecar: Any) -> list[dict[str, Any]]:
    references = sidecar["references"] if isinstance(sidecar, dict) and "references" in sidecar else {}
    return [
        plain_entry(id, record)
        for id, record in (references.items() if isinstance(references, dict) else ())
        if is_open(record)
    ]


def _no_text(part: Any) -> bytes:
    raise TypeError(f"no plain value: {type(part)}")


def _lines_of_text(sidecar: Document) -> Iterator[str]:
    """A line for each open record, put together from the text of the sidecar."""
    references = sidecar.node(("references",))
    for member in references.members if references else ():
        members = {part.name: part.value for part in member.value.members}
        if "review_status" in members and is_open({"review_status": members["review_status"].value()}):
            yield line_of_text(sidecar.text, member.key.text, member.value)


def line_of_text(text: str, id: str, record: Node) -> str:
    """The queue line of a record as its texts stand in the sidecar; ``id`` is the raw token of its key."""
    members = {part.name: part.value for part in record.members}
    kept = [(name, members[name]) for name in MEMBERS if name in members]
    texts = [f'"{name}":{text[node.start : node.end]}' for name, node in kept]
    line = ",".join([f'"id":{id}', *texts])
    return f"{{{line}}}".replace("\n", " ").replace("\r", " ")
