"""A workspace beside an earlier state of it: which records stayed, moved and went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from sourceright_lint.contracts.sourceright.timestamps import Stamp, read
from sourceright_lint.contracts.sourceright.view import Part, Record, Workspace

NEXT: dict[str, tuple[str, ...]] = {
    "not_required": ("queued", "resolved", "unresolved"),
    "queued": ("in_progress", "resolved", "unresolved"),
    "in_progress": ("queued", "resolved", "unresolved"),
    "resolved": ("queued", "unresolved"),
    "unresolved": ("queued", "in_progress", "resolved"),
}
"""The steps that a review status may take."""


class Past:
    """``before`` and ``after`` of one parent. Both have a readable sidecar."""

    def __init__(self, before: Workspace, after: Workspace) -> None:
        self.before = before
        self.after = after

    @cached_property
    def kept(self) -> list[tuple[Record, Record]]:
        """Records on both sides, those that moved to a new id included."""
        assert self.before.sidecar
        assert self.after.sidecar
        pairs = []
        for key, old in self.before.sidecar.records.items():
            new = self.after.sidecar.records.get(self.moved.get(key, key))
            if new is not None and old.value is not new.value:
                pairs.append((old, new))
        return pairs

    @cached_property
    def lost(self) -> list[Record]:
        """Records that are not there any more under any id."""
        assert self.before.sidecar
        assert self.after.sidecar
        return [
            old
            for key, old in self.before.sidecar.records.items()
            if key not in self.after.sidecar.references and key not in self.moved
        ]

    @cached_property
    def moved(self) -> dict[str, str]:
        """New id by old id, where an item is the same but for its id and its record went with it."""
        if self.before.csl is None or self.after.csl is None:
            return {}
        assert self.before.sidecar
        assert self.after.sidecar
        gone = [id for id in self.before.sidecar.records if id not in self.after.sidecar.references]
        if not gone:
            return {}
        added = {
            _key(items[0].value): id
            for id, items in self.after.csl.by_id.items()
            if id not in self.before.csl.by_id and id in self.after.sidecar.records
        }
        moved = {}
        for id in gone:
            items = self.before.csl.by_id.get(id)
            if items and id not in self.after.csl.by_id:
                new = added.get(_key(items[0].value))
                if new is not None:
                    moved[id] = new
        return moved

    def lost_candidates(self, old: Record, new: Record) -> Iterator[Part]:
        """Candidates that are gone and were not followed by a later answer of their provider."""
        now = [part.value for part in new.objects("provider_candidates")]
        for part in old.objects("provider_candidates"):
            if part.value not in now and not _refreshed(part.value, now):
                yield part


def step_allowed(before: str, after: str) -> bool:
    """Whether one commit may make this step. Unknown statuses are for another rule."""
    return before == after or before not in NEXT or after not in NEXT or after in NEXT[before]


def reachable(before: str, after: str) -> bool:
    """Whether legal steps lead from one status to the other."""
    return before not in NEXT or after not in NEXT or bool(path_between(before, after))


def path_between(before: str, after: str) -> list[str]:
    """The shortest legal way, both ends included; empty where there is none."""
    ways = [[before]]
    seen = {before}
    while ways:
        way = ways.pop(0)
        if way[-1] == after:
            return way
        for step in NEXT[way[-1]]:
            if step not in seen:
                seen.add(step)
                ways.append([*way, step])
    return []


def is_subsequence(part: Sequence[Any], whole: Sequence[Any]) -> bool:
    """Whether ``part`` occurs in ``whole`` in its order, other entries between."""
    rest = iter(whole)
    return all(any(entry == other for other in rest) for entry in part)


def item_content(item: dict[str, Any]) -> dict[str, Any]:
    """A CSL item without its id: two items with the same content are one reference."""
    return {key: value for key, value in item.items() if key != "id"}


def _key(item: dict[str, Any]) -> str:
    import json

    return json.dumps(item_content(item), sort_keys=True)


def _refreshed(old: dict[str, Any], now: list[dict[str, Any]]) -> bool:
    asked = _stamp(old)
    return asked is not None and any(
        new.get("provider") == old.get("provider") and (again := _stamp(new)) is not None and asked.before(again)
        for new in now
    )


def _stamp(candidate: dict[str, Any]) -> Stamp | None:
    text = candidate.get("retrieved_at")
    return read(text).stamp if isinstance(text, str) else None
