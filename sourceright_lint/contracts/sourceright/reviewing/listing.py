"""The records that wait for review, with what one chooses them by."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timezone
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.reviewing.moves import owner_of
from sourceright_lint.contracts.sourceright.timestamps import Stamp, stamp_of
from sourceright_lint.contracts.sourceright.view import Record, Workspace

_DAY = 86_400


class Row(NamedTuple):
    """A record as a list shows it.

    ``conflicts`` are the fields of those that are not settled. ``since`` is the time of its last decision, else
    of the last look-up at a provider; ``days`` how long ago that is, None where it cannot be told.
    """

    id: str
    status: str
    title: str
    providers: tuple[str, ...]
    conflicts: tuple[str, ...]
    claimed_by: str | None
    since: str | None
    days: int | None


class Wanted(NamedTuple):
    """Which records a list is to show; an empty choice takes all."""

    statuses: Collection[str] = ()
    providers: Collection[str] = ()
    fields: Collection[str] = ()
    claimed_by: str | None = None
    older_than: int | None = None

    def takes(self, row: Row) -> bool:
        """Whether the list is to show the record."""
        return (
            (not self.statuses or row.status in self.statuses)
            and (not self.providers or not set(self.providers).isdisjoint(row.providers))
            and (not self.fields or not set(self.fields).isdisjoint(row.conflicts))
            and (self.claimed_by is None or row.claimed_by == self.claimed_by)
            and (self.older_than is None or (row.days is not None and row.days > self.older_than))
        )


def rows(workspace: Workspace, as_of: datetime | None) -> Iterator[Row]:
    """Every record of the sidecar, by id."""
    records = workspace.sidecar.records if workspace.sidecar else {}
    return (row_of(records[id], as_of) for id in sorted(records))


def row_of(record: Record, as_of: datetime | None) -> Row:
    """One record as a list shows it."""
    since, stamp = since_of(record)
    title = record.item.value.get("title") if record.item else None
    return Row(
        record.key,
        record.status or "",
        title if isinstance(title, str) else "",
        providers_of(record),
        tuple(dict.fromkeys(str(part.get("field")) for part in open_conflicts(record))),
        owner_of(record.value) if record.status == "in_progress" else None,
        since,
        days_between(stamp, as_of),
    )


def providers_of(record: Record) -> tuple[str, ...]:
    """The providers whose candidates the record holds, each once."""
    named = (part.get("provider") for part in record.objects("provider_candidates"))
    return tuple(sorted({name for name in named if isinstance(name, str)}))


def open_conflicts(record: Record) -> list[Any]:
    """The conflicts that wait for a decision: without a resolution, in a record that is not resolved."""
    if record.status == "resolved":
        return []
    return [part for part in record.objects("conflicts") if "resolution" not in part.value]


def since_of(record: Record) -> tuple[str | None, Stamp | None]:
    """Since when the record is as it is: its last decision, else the last time a provider was asked."""
    for list_name, key in (("review_decisions", "decided_at"), ("provider_candidates", "retrieved_at")):
        dated = [
            (stamp, part.get(key))
            for part in record.objects(list_name)
            if (stamp := stamp_of(part.get(key))) is not None
        ]
        if dated:
            stamp, text = max(dated, key=lambda pair: (pair[0].seconds, pair[0].fraction))
            return text, stamp
    return None, None


def days_between(stamp: Stamp | None, as_of: datetime | None) -> int | None:
    """Whole days from a moment to ``as_of``, none for one that is later; None where one of the two is not known."""
    if stamp is None or as_of is None or not stamp.zoned:
        return None
    utc = as_of.replace(tzinfo=timezone.utc) if as_of.tzinfo is None else as_of.astimezone(timezone.utc)
    now = utc.toordinal() * _DAY + utc.hour * 3600 + utc.minute * 60 + utc.second
    return max(0, now - stamp.seconds) // _DAY
