"""A workspace beside an earlier state of it: which records stayed, moved and went."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from sourceright_lint.contract import Change
from sourceright_lint.contracts.sourceright.bibliographic import changed_members, description
from sourceright_lint.contracts.sourceright.renamed import records_of, renamed_records
from sourceright_lint.contracts.sourceright.shape import bare, same
from sourceright_lint.contracts.sourceright.view import Part, Record, Workspace

Look = Callable[["Record | None"], Any]


class Past:
    """``before`` (with a sidecar) and ``after`` of one parent.

    ``others`` are the other parents of a merge whose own commits are judged for themselves, ``bases`` the
    common ancestors.
    """

    def __init__(
        self,
        before: Workspace,
        after: Workspace,
        bases: Sequence[Workspace] = (),
        others: Sequence[Workspace] = (),
    ) -> None:
        self.before = before
        self.after = after
        self.bases = bases
        self.others = others

    @cached_property
    def kept(self) -> list[tuple[Record, Record]]:
        """Records on both sides, those that were renamed included, where they or their items differ."""
        now = records_of(self.after)
        pairs = []
        for key, old in records_of(self.before).items():
            new = now.get(self.renamed.get(key, key))
            if new is not None and (_differ(old.value, new.value) or _differ(_item(old), _item(new))):
                pairs.append((old, new))
        return pairs

    @cached_property
    def lost(self) -> list[Record]:
        """Records that are not there any more under any id, and that no other side of a merge had dropped."""
        references = self.after.sidecar.references if self.after.sidecar else {}
        return [
            old
            for key, old in records_of(self.before).items()
            if key not in references and key not in self.renamed and not self._dropped_elsewhere(key)
        ]

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """New id by old id, for the records that went along with a reference that was renamed."""
        return renamed_records(self.before, self.after)

    def is_taken_over(self, old: Record, new: Record, look: Look) -> bool:
        """Whether another side of a merge made the change that ``look`` sees, and this side made none."""
        before, after = look(old), look(new)
        return any(look(find_record(base, old, new)) == before for base in self.bases) and any(
            look(find_record(other, new, old)) == after for other in self.others
        )

    def lost_candidates(self, old: Record, new: Record) -> Iterator[Part]:
        """Candidates that are gone and were not followed by a later answer of their provider."""
        left = [part.value for part in new.objects("provider_candidates")]
        elsewhere = self._candidates_dropped_elsewhere(old, new)
        for part in old.objects("provider_candidates"):
            match = next((entry for entry in left if _is_same_candidate(part.value, entry)), None)
            if match is not None:
                left.remove(match)
            elif part.value not in elsewhere and not _was_refreshed(part.value, new):
                yield part

    def changed_members(self, old: Record, new: Record) -> list[str]:
        """Members of the reference that describe another work now, or the same one differently."""
        if old.item is None or new.item is None:
            return []
        return [
            name
            for name in changed_members(old.item.value, new.item.value)
            if not self.is_taken_over(old, new, partial(_member, name))
        ]

    def _candidates_dropped_elsewhere(self, old: Record, new: Record) -> list[Any]:
        had = [entry for base in self.bases for entry in _candidates(find_record(base, old, new))]
        sides = [_candidates(find_record(other, new, old)) for other in self.others]
        return [entry for entry in had if any(entry not in side for side in sides)]

    def _dropped_elsewhere(self, key: str) -> bool:
        return any(key in records_of(base) for base in self.bases) and any(
            key not in records_of(other) for other in self.others
        )


def pasts(change: Change) -> tuple[Past, ...]:
    """What is to be compared: for each parent that had a sidecar, the two states. None where one is unclear."""
    if change.worked_out is None:
        change.worked_out = tuple(_pasts(change))
    found: tuple[Past, ...] = change.worked_out
    return found


def _pasts(change: Change) -> Iterator[Past]:
    after = change.after
    if not isinstance(after, Workspace) or not _is_clear(after):
        return
    bases = [base for base in change.bases if isinstance(base, Workspace) and _is_judged(base)]
    for place, before in enumerate(change.parents):
        if isinstance(before, Workspace) and _is_judged(before):
            others = [change.parents[other] for other in change.judged if other != place]
            yield Past(before, after, bases, [o for o in others if isinstance(o, Workspace) and _is_clear(o)])


def decisions(record: Record | None) -> list[Any]:
    """The review decisions as they are compared: ``notes`` of null and no notes are the same."""
    return [
        {key: value for key, value in entry.items() if key != "notes" or value is not None}
        if isinstance(entry, dict)
        else entry
        for entry in _entries(record, "review_decisions")
    ]


def is_subsequence(part: Sequence[Any], whole: Sequence[Any]) -> bool:
    """Whether ``part`` occurs in ``whole`` in its order, other entries between."""
    rest = iter(whole)
    return all(any(same(entry, other) for other in rest) for entry in part)


def beyond(entries: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """Those of ``entries`` that ``others`` have not, each as often as they have it less."""
    left = list(others)
    found = []
    for entry in entries:
        match = next((place for place, other in enumerate(left) if same(entry, other)), None)
        if match is None:
            found.append(entry)
        else:
            del left[match]
    return found


def _is_clear(view: Workspace) -> bool:
    """Whether it is known which records there are: in a sidecar that can be judged, or without one none."""
    return not view.has("sidecar") or _is_judged(view)


def _is_judged(view: Workspace) -> bool:
    return view.sidecar is not None and view.sidecar.is_judged


def _entries(record: Record | None, list_name: str) -> list[Any]:
    entries = record.value.get(list_name) if record else None
    return entries if isinstance(entries, list) else []


def _candidates(record: Record | None) -> list[Any]:
    return _entries(record, "provider_candidates")


def find_record(view: Workspace, *records: Record) -> Record | None:
    """The record that the view has under the id of the first of ``records``, or else of the next."""
    known = records_of(view)
    return next((known[record.key] for record in records if record.key in known), None)


def _differ(one: Any, other: Any) -> bool:
    return one is not other and bool(one != other)


def _item(record: Record) -> Any:
    return record.item.value if record.item else None


def _member(name: str, record: Record | None) -> Any:
    item = record.item if record else None
    return description(item.value).get(name) if item else None


def _is_same_candidate(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(same(one.get(key), other.get(key)) for key in ("provider", "retrieved_at", "data"))


def _was_refreshed(candidate: Mapping[str, Any], record: Record) -> bool:
    from sourceright_lint.contracts.sourceright.timestamps import stamp_of

    asked, provider = stamp_of(candidate.get("retrieved_at")), _provider(candidate)
    if asked is None or provider is None:
        return False
    return any(
        _provider(part.value) == provider
        and (again := stamp_of(part.get("retrieved_at"))) is not None
        and asked.before(again)
        for part in record.objects("provider_candidates")
    )


def _provider(candidate: Mapping[str, Any]) -> str | None:
    provider = candidate.get("provider")
    return bare(provider) or provider if isinstance(provider, str) else None
