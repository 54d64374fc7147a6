"""Make, update and prune the baseline files that govern what a command looks at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sourceright_lint.baseline.apply import Everything, pruned, updated
from sourceright_lint.baseline.entry import Entry, Key
from sourceright_lint.baseline.read import read_baseline
from sourceright_lint.baseline.write import baseline_bytes
from sourceright_lint.commands import Args
from sourceright_lint.commands.accept import coverage
from sourceright_lint.commands.output import write_text
from sourceright_lint.commands.session import Session, open_sessions
from sourceright_lint.commands.writing import recover, write_worktree
from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle
from sourceright_lint.engine import Checked, apply_rules
from sourceright_lint.errors import UsageError
from sourceright_lint.escape import one_line, show_path
from sourceright_lint.fixing.plan import Change
from sourceright_lint.jsontext import Document


class Target(NamedTuple):
    """A baseline file: what it holds now (None: it is not there), and what was found in its bundles."""

    session: Session
    path: str
    data: bytes | None
    found: Counter[Key]
    was_checked: Callable[[Entry], bool]

    def entries(self) -> list[Entry]:
        """Its entries now. Raises UsageError if there is no such file."""
        if self.data is None:
            raise UsageError(
                f"there is no baseline {show_path(self.path)}", "sourceright-lint baseline write makes one"
            )
        return [entry for _, entry in read_baseline(self.path, self.data).entries]

    def put(self, entries: Iterable[Entry]) -> None:
        """Write the file."""
        new = baseline_bytes(self.path, entries)
        if new != self.data:
            write_worktree(self.session, [Change(self.path, self.data, new)])


def write_new(args: Args) -> int:
    """``baseline write``: one file for each baseline that the configuration names."""
    expires = _date(args.expires)
    targets = _targets(args)
    for target in targets:
        if target.data is not None and not args.force:
            raise UsageError(
                f"there is a baseline {show_path(target.path)} already",
                "baseline update brings it up to date and keeps its reasons; --force starts anew",
            )
    for target in targets:
        if not target.found and target.data is None:
            _say(f"Nothing was found, so there is nothing to accept: no {show_path(target.path)} was made.")
            continue
        entries = updated((), target.found, target.was_checked, args.reason or "", expires)
        target.put(entries)
        number = target.found.total()
        _say(f"Wrote {show_path(target.path)}: {_count(number, 'finding')} accepted.")
    return 0


def update_existing(args: Args) -> int:
    """``baseline update``."""
    expires = _date(args.expires)
    for target in _targets(args):
        old = target.entries()
        new = updated(old, target.found, target.was_checked, args.reason or "", expires)
        target.put(new)
        _say(f"{_changed(target.path, old, new)}.")
    return 0


def prune_existing(args: Args) -> int:
    """``baseline prune``."""
    for target in _targets(args):
        old = target.entries()
        new = pruned(old, target.found, target.was_checked)
        target.put(new)
        _say(f"{_changed(target.path, old, new)}.")
    return 0


def _targets(args: Args) -> list[Target]:
    from sourceright_lint.commands.check import COMMAND
    from sourceright_lint.commands.examine import check_all
    from sourceright_lint.commands.glance import glance

    defaults = {arg.dest: arg.default for arg in COMMAND.args}
    checking = Args({**defaults, **vars(args), "no_baseline": True, "no_cache": True})
    targets: list[Target] = []
    for session, named in open_sessions(checking):
        for note in recover(session):
            _say(note)
        seen = glance(session, named, checking)
        for error in seen.errors:
            raise error
        checked = list(check_all(seen, _check))
        _say_what_cannot_be_accepted(checked)
        targets.extend(_targets_of(session, checked))
    return targets


def _check(bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> Checked:
    from sourceright_lint.commands.examine import without_values

    size = sum(len(document.data) for document in documents.values())
    return without_values(apply_rules(bundle, documents, settings, Everything(size)))


def _targets_of(session: Session, checked: Sequence[Checked]) -> Iterator[Target]:
    by_path: dict[str, list[Checked]] = {} if checked else {session.settings.baseline: []}
    for each in checked:
        path = session.settings_for(each.bundle.files[0].path).baseline
        by_path.setdefault(path, []).append(each)
    was_checked = coverage(session, checked)
    for path, bundles in by_path.items():
        found: Counter[Key] = Counter()
        for each in bundles:
            found.update({Key(*key): number for key, number in each.sieve.met.items()} if each.sieve else ())
        yield Target(session, path, session.worktree.read(path), found, was_checked)


def _say_what_cannot_be_accepted(checked: Sequence[Checked]) -> None:
    for each in checked:
        for finding in each.findings:
            where = f"{show_path(finding.path)}:{finding.span.line}"
            _say(f"Not accepted: {where}: {finding.code}: nothing else in this file can be checked.")


def _changed(path: str, old: Sequence[Entry], new: Sequence[Entry]) -> str:
    before, after = _numbers(old), _numbers(new)
    added, removed = (after - before).total(), (before - after).total()
    if not added and not removed:
        return f"{show_path(path)} is up to date: {_count(after.total(), 'finding')} accepted"
    return f"{show_path(path)}: {added} added, {removed} removed, {after.total()} accepted now"


def _numbers(entries: Iterable[Entry]) -> Counter[Key]:
    numbers: Counter[Key] = Counter()
    for entry in entries:
        numbers[entry.key] += entry.number
    return numbers


def _date(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--expires {text!r}: expected a date such as 2026-12-31") from None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _say(message: str) -> None:
    write_text(one_line(message) + "\n")
