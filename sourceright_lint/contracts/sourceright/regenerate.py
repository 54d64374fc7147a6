"""Writing the queue anew from the sidecar, and what that would lose."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.compare import comparison_of
from sourceright_lint.contracts.sourceright.derive import MEMBERS, queue_bytes
from sourceright_lint.contracts.sourceright.forms import OPEN_STATUSES, SCHEMA_VERSION, STATUSES
from sourceright_lint.contracts.sourceright.ids import matching_of
from sourceright_lint.contracts.sourceright.shape import is_confidence, same
from sourceright_lint.contracts.sourceright.timestamps import stamp_of
from sourceright_lint.contracts.sourceright.view import Queue, Sidecar, Subject, Workspace
from sourceright_lint.escape import show, show_path
from sourceright_lint.finding import Fix, Rewrite
from sourceright_lint.rule import Problem

_DERIVED_STATUSES = tuple(sorted(OPEN_STATUSES))
"""Statuses that a derived queue has. Any other in a queue line was written by hand."""

_NAMED = 5
"""So many ids are named in a message; of the others only the count."""


class Regeneration(NamedTuple):
    """The fix that writes the queue anew, None where that cannot be done; ``help`` says why, or what is lost."""

    fix: Fix | None
    help: str = ""


def regeneration_of(workspace: Workspace) -> Regeneration:
    """How to bring the queue in line with the sidecar, and whether that loses nothing."""
    return workspace.once(_regenerate)


def _regenerate(workspace: Workspace) -> Regeneration:
    sidecar, path = workspace.sidecar, workspace.path_of("queue")
    if sidecar is None or path is None:
        return Regeneration(None)
    if workspace.queue is None and workspace.has("queue"):
        return Regeneration(None, "the queue cannot be regenerated: it cannot be read")
    obstacle = _obstacle(sidecar, workspace.queue)
    data = None if obstacle else queue_bytes(sidecar.document)
    if data is None:
        return Regeneration(
            None, f"the queue cannot be regenerated: {obstacle or 'the sidecar is ambiguous'}"
        )
    if workspace.queue and data == workspace.queue.document.data:
        return Regeneration(None)
    lost = _listed(_losses(workspace, sidecar))
    edits = (Rewrite(path, data),)
    if not lost:
        return Regeneration(Fix(f"regenerate {show_path(path)} from the sidecar", edits))
    fix = Fix(
        f"regenerate {show_path(path)} from the sidecar and lose what only the queue holds", edits, safe=False
    )
    return Regeneration(fix, f"regenerating the queue would lose what only the queue holds: {lost}")


def with_regeneration(workspace: Workspace, problem: Problem) -> Problem:
    """A problem of the queue with the one fix that all of them share."""
    regeneration = regeneration_of(workspace)
    return problem._replace(fix=regeneration.fix, help=regeneration.help)


def lost_members(line: dict[str, Any], record: dict[str, Any]) -> Iterator[str]:
    """Names of what a queue line holds and its record does not."""
    for key, value in line.items():
        if key == "id" or (key == "review_status" and value in _DERIVED_STATUSES):
            continue
        if key == "extraction" and isinstance(value, dict) and isinstance(record.get(key), dict):
            kept = record[key]
            yield from (
                f"{key}.{name}"
                for name, text in value.items()
                if text is not None and not _holds(kept, name, text)
            )
        elif key in MEMBERS and isinstance(value, list):
            kept = record.get(key)
            entries = kept if isinstance(kept, list) else []
            if not all(any(_covers(one, entry) for one in entries) for entry in value):
                yield key
        elif value is not None and not _holds(record, key, value):
            yield key


def _obstacle(sidecar: Sidecar, queue: Queue | None) -> str:
    """Why the sidecar or the queue is in no state for it; empty where they are."""
    if sidecar.get("schema_version") != SCHEMA_VERSION:
        return "the sidecar's schema version is not supported"
    if sidecar.document.has_duplicates:
        return "the sidecar has a key twice"
    for key in sidecar.references:
        record = sidecar.records.get(key)
        if record is None or record.status not in STATUSES:
            return f"the status of {show(key)} in the sidecar cannot be read"
    if queue is not None and not queue.is_whole:
        return "a line of the queue cannot be read"
    if queue is not None and queue.document.has_duplicates:
        return "a line of the queue has a key twice"
    return ""


def _losses(workspace: Workspace, sidecar: Sidecar) -> Iterator[tuple[Subject, str]]:
    """Each line of the queue that holds anything of its own, and the names of that."""
    keys = {item.id: key for key, item in matching_of(workspace).renamed.items()}
    meant = {id(pair.line): pair.record for pair in comparison_of(workspace).unknown}
    for line in workspace.queue.lines if workspace.queue else ():
        record = sidecar.records.get(line.id or "") or meant.get(id(line))
        record = record or sidecar.records.get(keys.get(line.id, ""))
        if record is None:
            yield line, "the whole line"
        elif names := ", ".join(lost_members(line.value, record.value)):
            yield line, names


def _name(line: Subject) -> str:
    return (
        show(line.id) if line.id is not None else f"line {line.document.line_of_entry(int(line.pointer[0]))}"
    )


def _listed(losses: Iterator[tuple[Subject, str]]) -> str:
    named = [f"{_name(line)} ({what})" for line, what in islice(losses, _NAMED)]
    more = sum(1 for _ in losses)
    return ", ".join(named) + (f" and {more} more" if more else "")


def _holds(owner: dict[str, Any], key: str, value: Any) -> bool:
    return key in owner and same(owner[key], value)


def _covers(kept: Any, entry: Any) -> bool:
    """Whether an entry of the sidecar holds all that one of the queue says.

    Members may have been added to it since. A candidate may have been looked up again at the same provider, or
    its confidence judged anew; not where that is none that a contract knows: the good value may be the other one.
    """
    if not isinstance(kept, dict) or not isinstance(entry, dict):
        return same(kept, entry)
    if all(_holds(kept, key, value) for key, value in entry.items()):
        return True
    if "confidence" in kept and not is_confidence(kept["confidence"]):
        return False
    return _is_refreshed(kept, entry) or _is_judged_anew(kept, entry)


def _is_refreshed(kept: dict[str, Any], entry: dict[str, Any]) -> bool:
    provider = entry.get("provider")
    if "retrieved_at" not in entry or not isinstance(provider, str) or provider != kept.get("provider"):
        return False
    before, after = stamp_of(entry["retrieved_at"]), stamp_of(kept.get("retrieved_at"))
    return before is not None and after is not None and before.before(after)


def _is_judged_anew(kept: dict[str, Any], entry: dict[str, Any]) -> bool:
    rest = [key for key in entry if key != "confidence"]
    return "provider" in rest and "confidence" in kept and all(_holds(kept, key, entry[key]) for key in rest)
