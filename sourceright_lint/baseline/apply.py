"""Hold findings against a baseline: which are accepted, and which entries have nothing left to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date

from sourceright_lint.baseline.entry import Baseline, Entry, Key
from sourceright_lint.baseline.identity import key_of
from sourceright_lint.baseline.rules import Judged
from sourceright_lint.engine import Sieve
from sourceright_lint.errors import UsageError
from sourceright_lint.escape import show_path
from sourceright_lint.finding import Finding
from sourceright_lint.jsontext import Document

_FINDINGS, _BYTES_PER_FINDING = 5_000, 50
"""How many findings of a bundle may be accepted: so many in any case, and one for each so many bytes."""


class Acceptance:
    """What a baseline accepts on a day (None: dates are not judged)."""

    def __init__(self, baseline: Baseline, today: date | None) -> None:
        self.baseline = baseline
        self.today = today
        self.by_path: dict[str, list[Entry]] = {}
        for _, entry in baseline.entries:
            self.by_path.setdefault(entry.key.path, []).append(entry)

    def sieve(self, paths: Iterable[str]) -> Sieve:
        """Takes out what is accepted of the findings about these files, the first ones where there are too many."""
        entries = [entry for path in paths for entry in self.by_path.get(path, ())]
        return _Accepted(entries, self.today)

    def judged(
        self, met: Mapping[tuple[str, ...], int], was_checked: Callable[[Entry], bool]
    ) -> Iterator[Judged]:
        """The entries that the run had a look at, each with what it met."""
        left = Counter(met)
        for pointer, entry in self.baseline.entries:
            if was_checked(entry):
                taken = min(left[entry.key], entry.number)
                left[entry.key] -= taken
                document = self.baseline.document
                yield Judged(document, pointer, entry, taken, entry.is_expired(self.today))


class _Accepted(Sieve):
    """Takes out what entries accept; of those whose day is over it only counts what is left."""

    def __init__(self, entries: Iterable[Entry], today: date | None) -> None:
        super().__init__()
        self._room: Counter[Key] = Counter()
        self._named: Counter[Key] = Counter()
        self._awaited: Counter[str] = Counter()
        for entry in entries:
            self._named[entry.key] += entry.number
            self._awaited[entry.key.rule] += entry.number
            if not entry.is_expired(today):
                self._room[entry.key] += entry.number

    def expects(self, code: str) -> bool:
        """Whether entries name the rule that have not met all their findings."""
        return self._awaited[code] > 0

    def takes(self, finding: Finding, document: Document | None) -> bool:
        """Whether an entry has room for it."""
        if not can_be_accepted(document):
            return False
        key = key_of(finding, document)
        if self.met[key] >= self._named[key]:
            return False
        self.met[key] += 1
        self._awaited[key.rule] -= 1
        is_accepted = self.met[key] <= self._room[key]
        self.accepted += is_accepted
        return is_accepted


class Everything(Sieve):
    """Takes out all that a baseline may hold: for those who write one.

    Raises UsageError for more findings in a bundle than a baseline is made for: one for each so many bytes.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self._room = _FINDINGS + size // _BYTES_PER_FINDING

    def expects(self, code: str) -> bool:
        """It wants to see all."""
        return True

    def takes(self, finding: Finding, document: Document | None) -> bool:
        """Whether a baseline may hold it."""
        if not can_be_accepted(document):
            return False
        self._room -= 1
        if self._room < 0:
            raise UsageError(
                f"{show_path(finding.path)}: too much is found here for a baseline",
                "mend first what is found most often: sourceright-lint check --statistics",
            )
        self.met[key_of(finding, document)] += 1
        return True


def can_be_accepted(document: Document | None) -> bool:
    """Whether a baseline may hold findings about the file: not one that keeps the rest of it from being checked."""
    return document is None or document.readable


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
