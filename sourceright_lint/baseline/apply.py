"""Hold findings against a baseline: which are accepted, and which entries have nothing left to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date

from sourceright_lint.baseline.entry import Baseline, Entry, Key
from sourceright_lint.baseline.identity import key_of
from sourceright_lint.baseline.rules import Judged
from sourceright_lint.engine import Checked
from sourceright_lint.finding import Finding


class Acceptance:
    """What a baseline accepts on a day (None: dates are not judged)."""

    def __init__(self, baseline: Baseline, today: date | None) -> None:
        self.baseline = baseline
        self.today = today
        self.room: Counter[Key] = Counter()
        for _, entry in baseline.entries:
            if not entry.is_expired(today):
                self.room[entry.key] += entry.number

    def hold(self, checked: Checked) -> Checked:
        """Take out of a bundle's findings those that are accepted, the first ones where there are too many."""
        known = {(key.path, key.rule) for key in self.room}
        left = Counter(self.room)
        kept, accepted = [], []
        for finding in sorted((*checked.findings, *checked.accepted), key=Finding.sort_key):
            key = None
            if (finding.path, finding.code) in known and can_be_accepted(finding, checked):
                key = key_of(finding, checked.documents.get(finding.path))
            if key is not None and left[key] > 0:
                left[key] -= 1
                accepted.append(finding)
            else:
                kept.append(finding)
        return checked._replace(findings=tuple(kept), accepted=tuple(accepted))

    def judged(self, met: Counter[Key], was_checked: Callable[[Entry], bool]) -> Iterator[Judged]:
        """The entries that the run had a look at, each with what it met."""
        left = Counter(met)
        for pointer, entry in self.baseline.entries:
            if was_checked(entry):
                taken = min(left[entry.key], entry.number)
                left[entry.key] -= taken
                document = self.baseline.document
                yield Judged(document, pointer, entry, taken, entry.is_expired(self.today))


def can_be_accepted(finding: Finding, checked: Checked) -> bool:
    """Whether a baseline may hold the finding: not one that keeps the rest of its file from being checked."""
    document = checked.documents.get(finding.path)
    return document is None or document.readable


def keys_of(checked: Checked) -> Iterator[Key]:
    """The key of each finding, accepted or not, that a baseline may hold."""
    for finding in (*checked.findings, *checked.accepted):
        if can_be_accepted(finding, checked):
            yield key_of(finding, checked.documents.get(finding.path))


def updated(
    old: Iterable[Entry],
    found: Counter[Key],
    was_checked: Callable[[Entry], bool],
    reason: str = "",
    expires: date | None = None,
) -> list[Entry]:
    """Entries for all that was found, known ones with their reason and date; those not looked at stay.

    ``reason`` and ``expires`` are for the new ones. A finding that only moved to another file is not new.
    """
    left = Counter(found)
    entries: dict[Key, Entry] = {}
    gone: dict[tuple[str, ...], Entry] = {}
    for entry in old:
        number = left.pop(entry.key, 0) if was_checked(entry) else entry.number
        if number:
            entries[entry.key] = entry._replace(number=number)
        elif entry.key not in entries:
            gone[entry.key[1:]] = entry
    for key, number in left.items():
        known = gone.get(key[1:], Entry(key, 1, reason, expires))
        entries[key] = known._replace(key=key, number=number)
    return list(entries.values())


def pruned(old: Iterable[Entry], found: Counter[Key], was_checked: Callable[[Entry], bool]) -> list[Entry]:
    """The entries without those that nothing is left of."""
    left = Counter(found)
    entries = []
    for entry in old:
        number = min(left[entry.key], entry.number) if was_checked(entry) else entry.number
        left[entry.key] -= number
        if number:
            entries.append(entry._replace(number=number))
    return entries
