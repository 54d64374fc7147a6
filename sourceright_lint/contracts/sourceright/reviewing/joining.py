"""Several files of decisions taken into one workspace, in the order of time, each as a whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sourceright_lint.contracts.sourceright.reviewing.correcting import Correction, correct
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft, FileChange
from sourceright_lint.contracts.sourceright.reviewing.importing import (
    MOST_FAULTS,
    Batch,
    Entry,
    Fault,
    first_faults,
)
from sourceright_lint.contracts.sourceright.reviewing.moves import decided
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.timestamps import stamp_of
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.escape import show_path

Finish = Callable[[Draft, bool], tuple[FileChange, ...]]
"""From a draft to its changes; the flag says whether items are corrected. Raises ReviewRefused."""


class Joined(NamedTuple):
    """What becomes of the files of decisions, each by its place in the list of batches.

    ``recorded``: the ids that changed by each batch that is taken. ``faults``: what is in the way of the others.
    """

    changes: tuple[FileChange, ...]
    recorded: dict[int, list[str]]
    faults: dict[int, list[Fault]]


class _Failure(NamedTuple):
    """An entry that could not be taken; ``batch`` None: no single entry is known to be at fault."""

    batch: Batch | None
    entry: Entry | None
    refusal: ReviewRefused


class _Attempt(NamedTuple):
    changes: tuple[FileChange, ...]
    recorded: list[tuple[Batch, str]]
    failures: list[_Failure]


def join(workspace: Workspace, batches: Sequence[Batch], finish: Finish) -> Joined:
    """Take as many of the files as can be, the one with the earliest decision first.

    All decisions are taken in the order of their times, so the order of the files makes no difference.
    """
    numbers = {id(batch): number for number, batch in enumerate(batches)}
    good = sorted((batch for batch in batches if not batch.faults), key=_order)
    taken, attempt = _most(workspace, good, finish)
    recorded: dict[int, list[str]] = {numbers[id(batch)]: [] for batch in taken}
    for batch, record_id in attempt.recorded:
        recorded[numbers[id(batch)]].append(record_id)
    faults = {}
    for number, batch in enumerate(batches):
        if number not in recorded:
            tried = _attempt(workspace, [*taken, batch], None if batch.faults else finish)
            found = first_faults([*batch.faults, *(_fault(batch, failure) for failure in tried.failures)])
            faults[number] = sorted(found, key=lambda fault: fault.span)
    return Joined(attempt.changes, recorded, faults)


def _most(workspace: Workspace, batches: list[Batch], finish: Finish) -> tuple[list[Batch], _Attempt]:
    """The batches that can be taken together: all, else one after the other as long as one more can."""
    attempt = _attempt(workspace, batches, finish)
    if not attempt.failures:
        return batches, attempt
    taken: list[Batch] = []
    best = _Attempt((), [], [])
    rest, count = batches, -1
    while rest and count != len(taken):
        count, left = len(taken), []
        for batch in rest:
            attempt = _attempt(workspace, [*taken, batch], finish)
            if attempt.failures:
                left.append(batch)
            else:
                taken, best = [*taken, batch], attempt
        rest = left
    return taken, best


def _attempt(workspace: Workspace, batches: Sequence[Batch], finish: Finish | None) -> _Attempt:
    """Take all entries of the batches into a new draft; ``finish`` is left out where nothing will be written."""
    draft = Draft(workspace)
    recorded: list[tuple[Batch, str]] = []
    failures: list[_Failure] = []
    entries = [(batch, entry) for batch in sorted(batches, key=_order) for entry in batch.entries]
    for batch, entry in sorted(entries, key=lambda pair: _time(pair[1])):
        if len(failures) > MOST_FAULTS:
            break
        before = draft.record(entry.id) if entry.id in draft.sidecar.records else None
        try:
            _take(draft, entry)
        except ReviewRefused as refusal:
            failures.append(_Failure(batch, entry, refusal))
        else:
            if draft.record(entry.id) is not before:
                recorded.append((batch, entry.id))
    if failures or finish is None:
        return _Attempt((), recorded, failures)
    try:
        changes = finish(draft, any(batch.corrects for batch in batches))
    except ReviewRefused as refusal:
        return _Attempt((), recorded, [_Failure(None, None, refusal)])
    return _Attempt(changes, recorded, [])


def _take(draft: Draft, entry: Entry) -> None:
    if entry.candidate is not None:
        correct(draft, entry.id, Correction(entry.decision, entry.candidate, entry.fields))
    else:
        record = decided(entry.id, draft.record(entry.id), draft.item(entry.id), entry.decision)
        draft.set_record(entry.id, record)


def _fault(batch: Batch, failure: _Failure) -> Fault:
    """The failure as it concerns a batch: at its own entry, or at the one that gets in another's way."""
    refusal, message = failure.refusal, str(failure.refusal)
    if failure.batch is batch and failure.entry is not None:
        return batch.fault(failure.entry.pointer, failure.entry.id, message, refusal.help)
    about = failure.entry.id if failure.entry is not None else refusal.id
    mine = next((entry for entry in batch.entries if entry.id == about), None)
    mine = mine or next((entry for entry in batch.entries if entry.candidate is not None), batch.entries[0])
    if failure.batch is not None and failure.entry is not None:
        line = failure.batch.document.span(failure.entry.pointer).line
        message = f"{show_path(failure.batch.document.path)}:{line} cannot be imported with it: {message}"
    return batch.fault(mine.pointer, mine.id, message, refusal.help)


def _order(batch: Batch) -> tuple[tuple[int, str], bytes]:
    """An order of files that hangs on nothing but what is in them."""
    return min(map(_time, batch.entries), default=(0, "")), batch.document.data


def _time(entry: Entry) -> tuple[int, str]:
    stamp = stamp_of(entry.decision.decided_at)
    assert stamp is not None
    return stamp.seconds, stamp.fraction
