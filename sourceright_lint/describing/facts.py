"""Facts, and what changed between two sets of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple

from sourceright_lint.describing.words import counted, name_of
from sourceright_lint.escape import one_line

Kind = Literal["added", "removed", "changed", "renamed"]


class Fact(NamedTuple):
    """One thing that a file says.

    ``subject`` is what it is about, by id (``""``: the file itself), ``part`` the thing of that subject that the
    fact belongs to (``item``, ``record``). ``label`` and ``shown`` are the words of its line, safe to print.
    ``key`` tells facts with one label apart, such as two candidates. ``value`` is compared too, and never shown:
    that of a private file, or what ``shown`` leaves out. ``main`` facts are named where the whole part is new or
    gone. ``noun`` is what to call several with this label.
    """

    subject: str
    part: str
    label: str
    shown: str
    key: Hashable = None
    value: Any = None
    main: bool = False
    noun: str = ""

    @property
    def line(self) -> str:
        """The fact as one line of text."""
        words = " ".join(word for word in (self.label, self.shown) if word)
        return one_line(f"{name_of(self.subject)}: {words}" if self.subject else words)


class Difference(NamedTuple):
    """One thing that changed. ``label`` is empty where it is a whole part, or the subject's id.

    A change of which only a count is told has no ``before``.
    """

    kind: Kind
    subject: str
    part: str
    label: str
    before: str | None
    after: str | None

    @property
    def line(self) -> str:
        """The difference in words, without a sign for its kind."""
        subject = f"{name_of(self.subject)}: " if self.subject else ""
        return one_line(subject + self._words())

    def _words(self) -> str:
        said = self.before if self.after is None else self.after
        if self.kind == "renamed":
            return f"was {self.before}"
        if self.kind != "changed":
            if not self.label:
                return f"{self.part} {self.kind}: {said}" if said else f"{self.part} {self.kind}"
            return f"{self.label} {said}" if said else self.label
        if self.before is None:
            return f"{self.label}: {self.after}"
        if self.before == self.after:
            return f"{self.label} changed"
        return f"{self.label} {self.before} -> {self.after}"


def differences(
    before: Iterable[Fact], after: Iterable[Fact], renamed: Mapping[str, str] | None = None
) -> list[Difference]:
    """What changed, by subject. ``renamed`` gives new ids by old ones, of what is still the same."""
    names = renamed or {}
    old = _by_part(fact._replace(subject=names.get(fact.subject, fact.subject)) for fact in before)
    new = _by_part(after)
    found = [
        Difference("renamed", now, "", "", name_of(was), name_of(now))
        for was, now in names.items()
        if any(subject == now for subject, _ in new)
    ]
    for subject, part in dict.fromkeys((*old, *new)):
        found.extend(_in_part(subject, part, old.get((subject, part), ()), new.get((subject, part), ())))
    return sorted(found, key=lambda difference: difference.subject)


def _by_part(facts: Iterable[Fact]) -> dict[tuple[str, str], list[Fact]]:
    """The facts by subject and part. Facts alike are kept once: a file may say one thing a hundred thousand times."""
    parts: dict[tuple[str, str], list[Fact]] = {}
    known: dict[Fact, Fact] = {}
    for fact in facts:
        parts.setdefault((fact.subject, fact.part), []).append(_kept_once(fact, known))
    return parts


def _kept_once(fact: Fact, known: dict[Fact, Fact]) -> Fact:
    try:
        return known.setdefault(fact, fact)
    except TypeError:  # its value is an object or an array
        return fact


def _in_part(subject: str, part: str, before: Sequence[Fact], after: Sequence[Fact]) -> list[Difference]:
    if subject and not before:
        return [Difference("added", subject, part, "", None, _summary(after))]
    if subject and not after:
        return [Difference("removed", subject, part, "", _summary(before), None)]
    old, new = _by_key(before), _by_key(after)
    found = [
        Difference("changed", subject, part, now.label, was.shown, now.shown)
        for key, facts in new.items()
        for was, now in zip(old.get(key, ()), facts, strict=False)
        if (was.shown, was.value) != (now.shown, now.value)
    ]
    gone, come = _without_partner(old, new), _without_partner(new, old)
    found += _told_once(gone, lambda fact: Difference("removed", *_what(fact), fact.shown, None))
    found += _told_once(come, lambda fact: Difference("added", *_what(fact), None, fact.shown))
    return found + _reordered(subject, part, before, after)


def _what(fact: Fact) -> tuple[str, str, str]:
    return fact.subject, fact.part, fact.label


def _told_once(facts: Iterable[Fact], tell: Callable[[Fact], Difference]) -> Iterator[Difference]:
    """A difference for each fact, and one and the same for facts that are kept once."""
    told: dict[int, Difference] = {}
    for fact in facts:
        if id(fact) not in told:
            told[id(fact)] = tell(fact)
        yield told[id(fact)]


def _without_partner(
    facts: Mapping[Hashable, Sequence[Fact]], others: Mapping[Hashable, Sequence[Fact]]
) -> Iterator[Fact]:
    """The facts for which the other side has none with their key; of several with one key the last ones."""
    for key, alike in facts.items():
        yield from islice(alike, len(others.get(key, ())), None)


def _reordered(subject: str, part: str, before: Sequence[Fact], after: Sequence[Fact]) -> list[Difference]:
    """Where facts with one label, which both sides have, stand in another order."""
    found = []
    for label in dict.fromkeys(fact.label for fact in after if fact.noun):
        was, now = ([fact.key for fact in side if fact.label == label] for side in (before, after))
        if _in_both(was, now) != _in_both(now, was):
            found.append(Difference("changed", subject, part, f"{label}s", None, "in another order"))
    return found


def _in_both(keys: Iterable[Hashable], others: Iterable[Hashable]) -> list[Hashable]:
    """The keys that the others have too, as often as they have them."""
    left = Counter(others)
    shared = []
    for key in keys:
        if left[key] > 0:
            left[key] -= 1
            shared.append(key)
    return shared


def _by_key(facts: Iterable[Fact]) -> dict[Hashable, list[Fact]]:
    found: dict[Hashable, list[Fact]] = {}
    for fact in facts:
        found.setdefault((fact.label, fact.key), []).append(fact)
    return found


def _summary(facts: Sequence[Fact]) -> str:
    """The main facts in one line; several with one label are counted."""
    labels: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.main:
            labels.setdefault(fact.label, []).append(fact)
    words = [
        counted(len(several), several[0].noun or label) if several[0].noun else several[0].shown
        for label, several in labels.items()
    ]
    return ", ".join(words)
