"""Where a bibliography stands: what was verified, what waits, what is disputed, and who decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.counts import columns
from sourceright_lint.contracts.sourceright.decisions import settles
from sourceright_lint.contracts.sourceright.forms import OPEN_STATUSES, STATUSES
from sourceright_lint.contracts.sourceright.reviewing.listing import (
    Row,
    open_conflicts,
    providers_of,
    row_of,
)
from sourceright_lint.contracts.sourceright.reviewing.usable import gaps, unreadable
from sourceright_lint.contracts.sourceright.view import Record, Workspace
from sourceright_lint.standing import Figure, Standing, Table, ranking

_NO_RECORD = "no record"
_UNREADABLE = "unreadable"
_BINS = 10
_OLDEST = 10
RECORDS_SHOWN = 2000
"""So many records a table holds: a page for 100,000 references must open at once."""

_COLUMNS = (
    "Reference",
    "Status",
    "Title",
    "Open conflicts",
    "Providers",
    "Confidence",
    "Waiting",
    "Decided by",
)


class _Count(NamedTuple):
    """What one pass over the records counts."""

    statuses: Counter[str]
    providers: Counter[str]
    fields: Counter[str]
    severities: Counter[str]
    confidences: Counter[int]
    reviewers: Counter[str]
    with_evidence: int


def standing(workspace: Workspace, name: str, as_of: datetime | None) -> Standing:
    """All that a report shows of a workspace. Without ``as_of`` no ages are told."""
    count = _count(workspace)
    references = _references(workspace)
    counts = {**columns(workspace), "with evidence": count.with_evidence}
    statuses = [(status, count.statuses[status]) for status in STATUSES]
    unread = unreadable(workspace.sidecar)
    without = max(0, references - sum(number for _, number in statuses) - unread)
    if unread:
        statuses.append((_UNREADABLE, unread))
    figures = (
        Figure("References by status", "parts", (*statuses, (_NO_RECORD, without))),
        ranking("Candidates by provider", count.providers),
        ranking("Open conflicts by field", count.fields),
        ranking("Open conflicts by severity", count.severities),
        Figure("Confidence of candidates", "distribution", tuple(_bins(count.confidences))),
        ranking("Decisions by reviewer", count.reviewers),
    )
    rows = [row_of(record, as_of) for record in _records(workspace)]
    tables = (_oldest(rows), _table(workspace, rows))
    return Standing(name, counts, figures, tables, gaps=tuple(gap.text for gap in gaps(workspace)))


def _count(workspace: Workspace) -> _Count:
    count = _Count(Counter(), Counter(), Counter(), Counter(), Counter(), Counter(), 0)
    evidence = 0
    for record in _records(workspace):
        count.statuses[record.status or ""] += 1
        candidates = list(record.objects("provider_candidates"))
        evidence += bool(candidates)
        count.providers.update(providers_of(record))
        count.confidences.update(_bin(part.get("confidence")) for part in candidates)
        disputed = open_conflicts(record)
        count.fields.update(_texts(part.get("field") for part in disputed))
        count.severities.update(_texts(part.get("severity") for part in disputed))
        decided = [part for part in record.objects("review_decisions") if settles(part.value)]
        count.reviewers.update(_texts(part.get("reviewer") for part in decided))
    del count.confidences[-1]
    return count._replace(with_evidence=evidence)


def _records(workspace: Workspace) -> Iterable[Record]:
    return workspace.sidecar.records.values() if workspace.sidecar else ()


def _references(workspace: Workspace) -> int:
    return len(workspace.csl.items) if workspace.csl else len(list(_records(workspace)))


def _bin(confidence: Any) -> int:
    """The tenth that a confidence lies in; -1 for what is none."""
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)) or not 0 <= confidence <= 1:
        return -1
    return min(int(confidence * _BINS + 1e-9), _BINS - 1)


def _bins(confidences: Mapping[int, int]) -> Iterator[tuple[str, int]]:
    for tenth in range(_BINS):
        yield f"{tenth / _BINS:.1f} to {(tenth + 1) / _BINS:.1f}", confidences.get(tenth, 0)


def _texts(values: Iterable[Any]) -> list[str]:
    return [value for value in values if isinstance(value, str)]


def _oldest(rows: Iterable[Row]) -> Table:
    waiting = [row for row in rows if row.status in OPEN_STATUSES and row.since is not None]
    waiting.sort(key=lambda row: (-(row.days or 0), str(row.since), row.id))
    shown = [(row.id, row.status, row.since or "", _age(row)) for row in waiting[:_OLDEST]]
    return Table(
        "Oldest open reviews", ("Reference", "Status", "Since", "Waiting"), tuple(shown), len(waiting)
    )


def _table(workspace: Workspace, rows: list[Row]) -> Table:
    """All records where they are few, else those that are open or disputed, as far as there is room."""
    wanted, note = rows, ""
    if len(rows) > RECORDS_SHOWN:
        wanted = [row for row in rows if row.status in OPEN_STATUSES or row.conflicts]
        note = "only records that are open or disputed"
        if len(wanted) > RECORDS_SHOWN:
            note = f"the first {RECORDS_SHOWN} of {len(wanted)} records that are open or disputed"
    records = workspace.sidecar.records if workspace.sidecar else {}
    shown = tuple(_cells(row, records[row.id]) for row in sorted(wanted)[:RECORDS_SHOWN])
    return Table("Records", _COLUMNS, shown, len(rows), note)


def _cells(row: Row, record: Record) -> tuple[str, ...]:
    confidences = [
        float(value)
        for part in record.objects("provider_candidates")
        if _bin(value := part.get("confidence")) >= 0
    ]
    reviewers = _texts(part.get("reviewer") for part in record.objects("review_decisions"))
    return (
        row.id,
        row.status,
        row.title,
        ", ".join(row.conflicts),
        ", ".join(row.providers),
        f"{max(confidences):.2f}" if confidences else "",
        _age(row) if row.status in OPEN_STATUSES else "",
        reviewers[-1] if reviewers else "",
    )


def _age(row: Row) -> str:
    if row.days is None:
        return ""
    return f"{row.days} day{'' if row.days == 1 else 's'}"
