"""The queue as it stands held against the queue that the sidecar derives."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.derive import (
    MEMBERS,
    is_open,
    normal_entry,
    plain_entry,
    queue_entry,
)
from sourceright_lint.contracts.sourceright.forms import STATUSES
from sourceright_lint.contracts.sourceright.ids import loose, matching_of
from sourceright_lint.contracts.sourceright.shape import same
from sourceright_lint.contracts.sourceright.view import Queue, Record, Sidecar, Subject, Workspace
from sourceright_lint.contracts.sourceright.whitespace import is_blank


class Differing(NamedTuple):
    """A line whose members are not those that its record derives."""

    line: Subject
    record: Record
    members: tuple[str, ...]


class Unknown(NamedTuple):
    """A line whose id the sidecar does not have; ``record`` is the open one that it surely belongs to."""

    line: Subject
    record: Record | None


class Comparison(NamedTuple):
    """Where the queue is stale. Each line and each record is in one of the lists at most."""

    differing: tuple[Differing, ...] = ()
    closed: tuple[tuple[Subject, Record], ...] = ()
    unknown: tuple[Unknown, ...] = ()
    unlisted: tuple[Record, ...] = ()


def comparison_of(workspace: Workspace) -> Comparison:
    """The lines held against the records, where both files can be read and the queue is tracked.

    A record without a CSL item has a finding of its own; its line is judged when that is settled.
    """
    return workspace.once(_compare_queue)


def _compare_queue(workspace: Workspace) -> Comparison:
    sidecar, queue = workspace.sidecar, workspace.queue
    if queue is None or sidecar is None or not is_comparable(workspace, sidecar):
        return Comparison()
    lines = _lines_by_key(workspace, queue, sidecar)
    orphans = {record.key for record in matching_of(workspace).orphans}
    differing: list[Differing] = []
    closed: list[tuple[Subject, Record]] = []
    for key, line in lines.items():
        record = sidecar.records.get(key)
        if record is None or record.status not in STATUSES or key in orphans:
            continue
        if not is_open(record.value):
            closed.append((line, record))
        elif members := differing_members(line.value, key, record.value, queue.document.engine.is_same):
            differing.append(Differing(line, record, members))
    strangers = [line for key, line in lines.items() if key not in sidecar.references]
    unlisted = [
        record
        for key, record in sidecar.records.items()
        if key not in lines and key not in orphans and is_open(record.value)
    ]
    unknown = _with_records(strangers, unlisted)
    meant = {pair.record.key for pair in unknown if pair.record}
    left = () if _has_unclear_lines(queue) else (record for record in unlisted if record.key not in meant)
    return Comparison(tuple(differing), tuple(closed), tuple(unknown), tuple(left))


def is_comparable(workspace: Workspace, sidecar: Sidecar) -> bool:
    """Whether the sidecar says what the queue should be."""
    tracked = workspace.settings.option("queue") == "tracked"
    return bool(tracked and sidecar.is_judged and isinstance(sidecar.get("references"), dict))


def has_usable_id(line: Subject) -> bool:
    """Whether a line says which record it is about; a number counts as its text."""
    return line.id is not None and not is_blank(line.id)


def repeated_ids(queue: Queue) -> Iterator[tuple[Subject, Subject]]:
    """Each line that repeats the id of an earlier one, and that earlier line."""
    first = _first_lines(queue)
    for line in queue.lines:
        if line.id is not None and first.get(line.id, line) is not line:
            yield line, first[line.id]


def differing_members(
    line: dict[str, Any], key: str, record: dict[str, Any], is_same: Callable[[Any, Any], bool]
) -> tuple[str, ...]:
    """Names of the contract's members in which a line differs from what the record derives, by value.

    ``is_same`` is the quick answer where there is one: whether two values surely are the same.
    """
    if is_same(line, plain_entry(key, record)):
        return ()
    normal, derived = normal_entry(line), queue_entry(key, record)
    return tuple(name for name in MEMBERS if not _same_member(normal, derived, name))


def _same_member(one: dict[str, Any], other: dict[str, Any], key: str) -> bool:
    """Whether a member is equal; null counts as left out, as the rule about its type has its say already."""
    return same(one.get(key), other.get(key))


def _first_lines(queue: Queue) -> dict[str, Subject]:
    lines: dict[str, Subject] = {}
    for line in queue.lines:
        if line.id is not None and has_usable_id(line):
            lines.setdefault(line.id, line)
    return lines


def _lines_by_key(workspace: Workspace, queue: Queue, sidecar: Sidecar) -> dict[str, Subject]:
    """The first line of each id, under the key of its record: that of the orphan where only the sidecar kept it."""
    lines = _first_lines(queue)
    for key, item in matching_of(workspace).renamed.items():
        if item.id in lines and item.id not in sidecar.references and key not in lines:
            lines[key] = lines.pop(item.id)
    return lines


def _has_unclear_lines(queue: Queue) -> bool:
    """Whether some line may be any record's: it could not be read, or has no usable id."""
    return not queue.is_whole or not all(map(has_usable_id, queue.lines))


def _with_records(strangers: list[Subject], unlisted: list[Record]) -> list[Unknown]:
    """Lines with unknown ids, with the open record each belongs to: by its id, by all the rest, or as the last one."""
    if not strangers:
        return []
    by_id = _only(unlisted, lambda record: loose(record.key))
    by_rest = _only(unlisted, lambda record: _rest(queue_entry(record.key, record.value)))
    found = [
        Unknown(line, by_id.get(loose(line.id or "")) or by_rest.get(_rest(line.value))) for line in strangers
    ]
    taken = {pair.record.key for pair in found if pair.record}
    alone = [pair.line for pair in found if pair.record is None]
    free = [record for record in unlisted if record.key not in taken]
    if len(alone) == len(free) == 1 and _are_bare(alone[0], free[0]):
        found = [pair if pair.record else Unknown(pair.line, free[0]) for pair in found]
    return found


def _are_bare(line: Subject, record: Record) -> bool:
    """Whether a line and a record say the same status and nothing else: the only two left belong together."""
    entry = queue_entry(record.key, record.value)
    is_same_status = line.value.get("review_status") == entry["review_status"]
    return is_same_status and not set(line.value) - {"id", "review_status"} and not _rest(entry)


def _only(records: Iterable[Record], key_of: Callable[[Record], Hashable]) -> dict[Hashable, Record]:
    """Records by a key that no other one has."""
    groups: dict[Hashable, list[Record]] = {}
    for record in records:
        groups.setdefault(key_of(record), []).append(record)
    return {key: group[0] for key, group in groups.items() if key and len(group) == 1}


def _rest(entry: dict[str, Any]) -> str:
    rest = {
        key: value for key, value in normal_entry(entry).items() if key in MEMBERS and key != "review_status"
    }
    return json.dumps(rest, sort_keys=True) if rest else ""
