"""The steps of a review, each from a record to what becomes of it. No step changes or drops what was decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.conflict_values import is_outdated
from sourceright_lint.contracts.sourceright.decisions import settles
from sourceright_lint.contracts.sourceright.forms import TERMINAL_STATUSES
from sourceright_lint.contracts.sourceright.reviewing.recorded import is_recorded, require_same_status
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.reviewing.texts import require_lines, require_text
from sourceright_lint.contracts.sourceright.timestamps import EXAMPLE, Stamp, read, stamp_of
from sourceright_lint.contracts.sourceright.transitions import NEXT, is_step, way
from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import one_line, shell_word, show

Record = dict[str, Any]

_COMMANDS = {
    "release": ("release", ""),
    "queued": ("reopen", "--reviewer NAME --reason TEXT"),
    "in_progress": ("claim", "--reviewer NAME"),
    "resolved": ("decide", "--status resolved --decision TEXT --reviewer NAME"),
    "unresolved": ("decide", "--status unresolved --decision TEXT --reviewer NAME"),
}
"""Of each status the command that leads to it, with its options; and that of a release."""


class Decision(NamedTuple):
    """What a reviewer decides about a record. ``status`` is ``resolved`` or ``unresolved``."""

    status: str
    decision: str
    reviewer: str
    decided_at: str
    notes: str | None = None

    def entry(self) -> dict[str, Any]:
        """The decision as the sidecar holds it."""
        entry = {"decision": self.decision, "reviewer": self.reviewer, "decided_at": self.decided_at}
        return entry if self.notes is None else {**entry, "notes": self.notes}


def claimed(id: str, record: Record, reviewer: str, at: str) -> Record:
    """The record as one that ``reviewer`` works on. One's own claim stays as it is."""
    require_text("the reviewer", reviewer)
    require_time("the time of the claim", at)
    status, owner = status_of(id, record), owner_of(record)
    if status == "in_progress" and owner == reviewer:
        return record
    if status not in TERMINAL_STATUSES:
        _require_own(id, owner, reviewer)
    if status != "in_progress":
        _require_step(id, status, "in_progress")
    return {**record, "review_status": "in_progress", "claim": {"reviewer": reviewer, "claimed_at": at}}


def released(id: str, record: Record, reviewer: str | None = None) -> Record:
    """The record as one that waits again. With a ``reviewer``, only where the claim is that reviewer's."""
    status = status_of(id, record)
    if status == "queued" and "claim" not in record:
        return record
    if status != "in_progress":
        raise ReviewRefused(f"{show(id)} is {status}: only a record that is in_progress can be released")
    if reviewer is not None:
        _require_own(id, owner_of(record), reviewer)
    return {**_without_claim(record), "review_status": "queued"}


def decided(id: str, record: Record, item: Mapping[str, Any] | None, decision: Decision) -> Record:
    """The record with one more decision, and the status that it leads to.

    A decision that is recorded already changes nothing; with another status it is refused. Conflicts whose item
    was corrected since are marked as settled by it.
    """
    _require_decision(decision)
    status, entries = status_of(id, record), entries_of(id, record, "review_decisions")
    if is_recorded(entries, decision.entry()):
        require_same_status(id, record, entries, decision.entry(), decision.status)
        return record
    if status == "in_progress":
        _require_own(id, owner_of(record), decision.reviewer)
    if status == decision.status:
        raise _closed_already(id, status, entries)
    _require_step(id, status, decision.status)
    require_order(id, entries, decision.decided_at)
    settled = _settle_outdated(id, record, item, "corrected", decision.decided_at)
    return {
        **_without_claim(settled),
        "review_status": decision.status,
        "review_decisions": [*entries, decision.entry()],
    }


def reopened(
    id: str, record: Record, item: Mapping[str, Any] | None, reviewer: str, reason: str, at: str
) -> Record:
    """The record as one that waits for review once more, with the reason recorded.

    Conflicts that its last decision had settled without a mark are marked now: what was decided about them
    stays decided.
    """
    require_text("the reviewer", reviewer)
    require_lines("the reason", reason)
    require_time("the time of the reopening", at)
    entry = {"decision": "reopen", "reviewer": reviewer, "decided_at": at, "notes": reason}
    status, entries = status_of(id, record), entries_of(id, record, "review_decisions")
    if status == "queued" and entries and is_recorded(entries[-1:], entry):
        return record
    if status in ("queued", "in_progress"):
        help = f"to put it back: {_command('release', id)}" if status == "in_progress" else ""
        raise ReviewRefused(f"{show(id)} is {status}: it is open already", help)
    require_order(id, entries, at)
    if entries and settles(entries[-1]):
        last = entries[-1]["decided_at"] if stamp_of(_member(entries[-1], "decided_at")) else at
        record = _settle_outdated(id, record, item, "corrected", last)
    return {
        **_without_claim(record),
        "review_status": "queued",
        "review_decisions": [*entries, entry],
    }


def status_of(id: str, record: Record) -> str:
    """The record's status. Raises ReviewRefused where it is none of the known ones."""
    status = record.get("review_status")
    if not isinstance(status, str) or status not in NEXT:
        raise ReviewRefused(
            f"the status of {show(id)} cannot be read: {show(status)}", "see sourceright-lint check"
        )
    return status


def owner_of(record: Record) -> str | None:
    """Who has claimed the record, as far as the claim says so."""
    owner = _member(record.get("claim"), "reviewer")
    return owner if isinstance(owner, str) and not is_blank(owner) else None


def entries_of(id: str, record: Record, list_name: str) -> list[Any]:
    """The entries of one of the record's lists; none where it is left out."""
    entries = record.get(list_name, [])
    if not isinstance(entries, list):
        raise ReviewRefused(f"{show(list_name)} of {show(id)} is no list", "see sourceright-lint check")
    return entries


def require_order(id: str, entries: list[Any], at: str) -> None:
    """Refuse a time before that of a decision that is there: decisions stand in the order they were taken."""
    new = stamp_of(at)
    for entry in entries:
        stamp: Stamp | None = stamp_of(_member(entry, "decided_at"))
        if new is not None and stamp is not None and new.before(stamp):
            raise ReviewRefused(
                f"{show(id)} has a decision of {one_line(entry['decided_at'])}, later than {one_line(at)}",
                "decisions are added in the order they are taken; give the time with --decided-at or --at",
            )


def require_time(what: str, text: str) -> None:
    """Refuse a text that is no RFC 3339 timestamp with its zone."""
    reading = read(text)
    if reading.stamp is None or reading.departures:
        why = reading.fault or f"{show(text)}: {'; '.join(reading.departures)}"
        raise ReviewRefused(f"{what}: {why}", f"write it as {EXAMPLE}")


def settled_conflict(conflict: Mapping[str, Any], status: str, at: str) -> dict[str, Any]:
    """The conflict with the mark that it was settled."""
    return {**conflict, "resolution": {"decided_at": at, "status": status}}


def _require_decision(decision: Decision) -> None:
    require_text("the reviewer", decision.reviewer)
    require_text("the decision", decision.decision)
    require_time("the time of the decision", decision.decided_at)
    if decision.notes is not None and not is_blank(decision.notes):
        require_lines("the notes", decision.notes)
    if decision.status not in TERMINAL_STATUSES:
        raise ReviewRefused(f"a decision makes a record resolved or unresolved, not {show(decision.status)}")
    if not settles(decision.entry()):
        raise ReviewRefused(
            f"{show(decision.decision)} names a step of the review and decides nothing",
            "say what was decided, for example keep_canonical or insufficient_evidence",
        )


def _require_own(id: str, owner: str | None, reviewer: str) -> None:
    if owner is not None and owner != reviewer:
        raise ReviewRefused(
            f"{show(id)} is claimed by {show(owner)}, not by {show(reviewer)}",
            f"to take it over: {_command('release', id)}",
        )


def _require_step(id: str, before: str, after: str) -> None:
    if is_step(before, after):
        return
    steps = way(before, after)
    commands = [_command(step, id) for step in steps[1:]]
    raise ReviewRefused(
        f"{show(id)} is {before}, and no step leads from there to {after}; the legal way: {' -> '.join(steps)}",
        "\n".join(commands),
    )


def _command(step: str, id: str) -> str:
    """A command as it is typed in a shell, without what is before ``review``."""
    name, options = _COMMANDS[step]
    words = [options, "--", shell_word(id)] if id.startswith("-") else [shell_word(id), options]
    return " ".join(filter(None, ["review", name, *words]))


def _closed_already(id: str, status: str, entries: list[Any]) -> ReviewRefused:
    by = _member(entries[-1], "reviewer") if entries else None
    when = _member(entries[-1], "decided_at") if entries else None
    said = f" (decided by {show(by)} at {show(when)})" if by is not None else ""
    return ReviewRefused(
        f"{show(id)} is {status} already{said}",
        f"to decide anew: {_command('queued', id)}",
    )


def _settle_outdated(id: str, record: Record, item: Mapping[str, Any] | None, status: str, at: str) -> Record:
    conflicts = entries_of(id, record, "conflicts")
    if item is None or not any(is_outdated(conflict, item) for conflict in conflicts):
        return record
    marked = [
        settled_conflict(conflict, status, at) if is_outdated(conflict, item) else conflict
        for conflict in conflicts
    ]
    return {**record, "conflicts": marked}


def _without_claim(record: Record) -> Record:
    return {key: value for key, value in record.items() if key != "claim"}


def _member(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None
