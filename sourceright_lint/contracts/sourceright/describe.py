"""What the files of a workspace say, in lines, and what changed in them: items, records and the queue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from operator import itemgetter
from typing import Any, TypeVar

from sourceright_lint.contracts.sourceright.bibliographic import fingerprint
from sourceright_lint.contracts.sourceright.describe_values import (
    candidate_text,
    conflict_text,
    decision_text,
    line_text,
    member_text,
    variable_text,
)
from sourceright_lint.contracts.sourceright.entries import Entries
from sourceright_lint.contracts.sourceright.renamed import renamed_records
from sourceright_lint.contracts.sourceright.view import (
    BROKEN,
    CslFile,
    Queue,
    Record,
    Sidecar,
    Subject,
    Workspace,
)
from sourceright_lint.describing.facts import Difference, Fact, differences
from sourceright_lint.describing.words import brief, counted, mark
from sourceright_lint.jsontext import Document

_ABSENT: Any = object()

_NO_ID = "(no id)"

Entry = TypeVar("Entry", bound=Subject)

ITEM, RECORD, QUEUE, FILE = "item", "record", "queue", "file"

_ITEM_FIRST = ("type", "title", "author", "editor", "issued", "container-title", "DOI")
_IN_SUMMARY = frozenset({"type", "title"})
_RECORD = frozenset(
    {"review_status", "extraction", "provider_candidates", "conflicts", "review_decisions", "claim"}
)


def facts(workspace: Workspace, wanted: Container[str] | None = None) -> Iterator[Fact]:
    """Everything that the files say: file by file, by id, and of one id in a fixed order.

    With ``wanted``, of ids only these, where there are records and items of others too.
    """
    if workspace.csl:
        yield from _of_bibliography(workspace.csl, wanted)
    if workspace.sidecar:
        yield from _of_sidecar(workspace.sidecar, wanted)
    if workspace.queue:
        yield from _of_queue(workspace.queue, wanted)


def changes(before: Workspace | None, after: Workspace | None) -> list[Difference]:
    """What changed between two states. Of the queue, which follows from the sidecar, only how many lines did."""
    wanted = _differing(before, after) if before and after else None
    old, new = (facts(view, wanted) if view else () for view in (before, after))
    found = differences(old, new, _renamed(before, after) if before and after else {})
    lines = Counter(difference.kind for difference in found if difference.part == QUEUE)
    words = [
        f"{counted(lines[kind], 'line')} {kind}" for kind in ("added", "removed", "changed") if lines[kind]
    ]
    queue = Difference("changed", "", QUEUE, "queue", None, ", ".join(words))
    return [*(d for d in found if d.part != QUEUE), *([queue] if words else [])]


def role_of(document: Document) -> str | None:
    """The role that a file has by what it holds."""
    value = document.value
    if document.kind == "jsonl":
        is_line = isinstance(value, list) and value and all(isinstance(e, dict) and "id" in e for e in value)
        return "queue" if is_line and all("review_status" in entry for entry in value) else None
    if isinstance(value, dict) and isinstance(value.get("references"), dict):
        return "sidecar"
    is_list = isinstance(value, list) and all(isinstance(entry, dict) for entry in value)
    return "csl" if is_list and any("id" in entry and "type" in entry for entry in value) else None


def _differing(before: Workspace, after: Workspace) -> frozenset[str]:
    """Ids of which an item, a record or a queue line is not the same on both sides."""
    found: set[str] = set()
    for old, new in zip(_values(before), _values(after), strict=True):
        found.update(id for id in old.keys() | new.keys() if old.get(id, _ABSENT) != new.get(id, _ABSENT))
    return frozenset(found)


def _values(workspace: Workspace) -> Iterator[dict[str, Any]]:
    csl, sidecar, queue = workspace.csl, workspace.sidecar, workspace.queue
    yield {id: [item.value for item in items] for id, items in csl.by_id.items()} if csl else {}
    yield sidecar.references if sidecar else {}
    lines: dict[str, Any] = {}
    for line in queue.lines if queue else ():
        lines.setdefault(line.id or "", []).append(line.value)
    yield lines


def _of_bibliography(csl: CslFile, wanted: Container[str] | None) -> Iterator[Fact]:
    if csl.wrapper is not None:
        rest = {key: value for key, value in csl.value.items() if key != csl.wrapper}
        yield Fact("", FILE, f"items under {brief(csl.wrapper)}", brief(rest) if rest else "")
    for entry in csl.value if isinstance(csl.value, list) else ():
        if not isinstance(entry, dict):
            yield Fact("", FILE, "entry", brief(entry), key=brief(entry))
    for item in _by_subject(csl.items, wanted):
        subject = item.id if item.id is not None else _NO_ID
        for key in (*_ITEM_FIRST, *sorted(item.value.keys() - set(_ITEM_FIRST) - {"id"})):
            if key in item.value:
                text = variable_text(key, item.value[key])
                yield Fact(subject, ITEM, brief(key), text, main=key in _IN_SUMMARY)
        if len(item.value) == 1 or not isinstance(item.value.get("id"), str):
            yield Fact(subject, ITEM, "id", brief(item.value.get("id")))


def _by_subject(entries: Entries[Entry], wanted: Container[str] | None) -> Iterator[Entry]:
    """The entries by what they are called; of those that have an id, only the wanted ones."""
    named = [each for each in entries.with_id if wanted is None or each.id in wanted]
    named.sort(key=lambda each: each.id or "")
    yield from (each for each in named if (each.id or "") <= _NO_ID)
    yield from entries.without_id
    yield from (each for each in named if (each.id or "") > _NO_ID)


def _of_sidecar(sidecar: Sidecar, wanted: Container[str] | None) -> Iterator[Fact]:
    if isinstance(sidecar.value, dict):
        for key in sorted(sidecar.value.keys() - {"references"}):
            yield Fact("", FILE, brief(key), brief(sidecar.value[key]))
    for key, value in sorted(sidecar.references.items(), key=itemgetter(0)):
        if wanted is None or key in wanted:
            record = sidecar.records.get(key)
            yield from _of_record(record) if record else [Fact(key, RECORD, "record", brief(value))]


def _of_record(record: Record) -> Iterator[Fact]:
    value, subject = record.value, record.key
    yield Fact(subject, RECORD, "status", member_text(value, "review_status"), main=True)
    if "extraction" in value:
        yield from _of_extraction(subject, value["extraction"])
    yield from _listed(record, "provider_candidates", "candidate", candidate_text, ("confidence",))
    yield from _listed(record, "conflicts", "conflict", conflict_text, ("resolution",))
    yield from _listed(record, "review_decisions", "decision", decision_text, ())
    claim = value.get("claim")
    if isinstance(claim, dict) and claim.keys() == {"reviewer", "claimed_at"}:
        yield Fact(
            subject, RECORD, "claimed", f"by {brief(claim['reviewer'])} at {brief(claim['claimed_at'])}"
        )
    elif "claim" in value:
        yield Fact(subject, RECORD, "claimed", brief(claim))
    for key in sorted(value.keys() - _RECORD):
        yield Fact(subject, RECORD, brief(key), brief(value[key]))


def _of_extraction(subject: str, extraction: Any) -> Iterator[Fact]:
    if not isinstance(extraction, dict):
        yield Fact(subject, RECORD, "extraction", brief(extraction))
        return
    places = (("source", "from"), ("span", "at"))
    words = [f"{word} {brief(extraction[key])}" for key, word in places if extraction.get(key) is not None]
    yield Fact(subject, RECORD, "extracted", " ".join(words))
    if extraction.get("original_text") is not None:
        yield Fact(subject, RECORD, "original", brief(extraction["original_text"]))
    for key in sorted(extraction.keys() - {"source", "span", "original_text"}):
        yield Fact(subject, RECORD, f"extraction {brief(key)}", brief(extraction[key]))


def _listed(record: Record, name: str, label: str, text: Any, changing: tuple[str, ...]) -> Iterator[Fact]:
    """Entries of a list; an entry whose ``changing`` members differ is still the same one."""
    entries = record.value.get(name, [])
    if not isinstance(entries, list):
        yield Fact(record.key, RECORD, brief(name), brief(entries))
        return
    for entry in entries:
        shown = text(entry) if isinstance(entry, dict) else brief(entry)
        same = {k: v for k, v in entry.items() if k not in changing} if isinstance(entry, dict) else entry
        yield Fact(record.key, RECORD, label, shown, mark(same), main=True, noun=label)


def _of_queue(queue: Queue, wanted: Container[str] | None) -> Iterator[Fact]:
    for entry in queue.value:
        if not isinstance(entry, dict) and entry is not BROKEN:
            yield Fact("", QUEUE, "line", brief(entry), key=brief(entry))
    for line in _by_subject(queue.lines, wanted):
        yield Fact(line.id if line.id is not None else _NO_ID, QUEUE, "", line_text(line.value), main=True)


def _renamed(before: Workspace, after: Workspace) -> dict[str, str]:
    """New ids by old ones: of records, and of items that have none and are the same but for their id."""
    renamed = renamed_records(before, after)
    if before.csl is None or after.csl is None:
        return renamed
    gone = {
        id: items[0]
        for id, items in before.csl.by_id.items()
        if id not in after.csl.by_id and id not in renamed
    }
    come = {id: items[0] for id, items in after.csl.by_id.items() if id not in before.csl.by_id}
    prints = Counter(fingerprint(item.value) for side in (gone, come) for item in side.values())
    by_print = {fingerprint(item.value): id for id, item in come.items()}
    for id, item in gone.items():
        same = fingerprint(item.value)
        if same in by_print and prints[same] == 2:
            renamed.setdefault(id, by_print[same])
    return renamed
