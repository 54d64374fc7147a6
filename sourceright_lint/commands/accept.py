"""Hold what was found against the baselines of a session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timezone

from sourceright_lint.baseline.apply import Acceptance
from sourceright_lint.baseline.entry import Entry
from sourceright_lint.baseline.read import read_baseline
from sourceright_lint.baseline.rules import Judged
from sourceright_lint.commands.session import Session
from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle, NoFiles, View
from sourceright_lint.engine import Checked, Sieve, apply_rules, run_rules
from sourceright_lint.finding import Finding
from sourceright_lint.jsontext import Document


class Accepting:
    """The baselines of a session by their path, read from where the checked content comes from."""

    def __init__(self, session: Session, paths: Iterable[str]) -> None:
        self.session = session
        today = _day(session.settings)
        self.by_path: dict[str, Acceptance] = {}
        for path in paths:
            data = session.source.read(path)
            if data is not None:
                self.by_path[path] = Acceptance(read_baseline(path, data), today)

    def check(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> Checked:
        """What the rules find in a bundle, without that which its baseline accepts."""
        return apply_rules(bundle, documents, settings, self._sieve(bundle))

    def _sieve(self, bundle: Bundle) -> Sieve | None:
        paths = [file.path for file in bundle.files]
        acceptance = self.by_path.get(self.session.settings_for(paths[0]).baseline)
        return acceptance.sieve(paths) if acceptance else None

    def findings(self, checked: Sequence[Checked], wanted: frozenset[str] | None) -> Iterator[Finding]:
        """What is to be said of the baselines themselves. ``wanted`` are the only files that were looked at."""
        from sourceright_lint.baseline import rules
        from sourceright_lint.rule import collect

        met: Counter[tuple[str, ...]] = Counter()
        for each in checked:
            met.update(each.sieve.met if each.sieve else ())
        was_checked = coverage(self.session, checked, wanted)
        for path, acceptance in self.by_path.items():
            view = _Entries(acceptance.judged(met, was_checked))
            bundle, document = Bundle(NoFiles(), "", ()), acceptance.baseline.document
            settings = self.session.settings_for(path)
            yield from run_rules(collect(rules), view, bundle, {document.path: document}, settings)


class _Entries(View):
    """The entries of a baseline as subjects of its rules."""

    def __init__(self, judged: Iterable[Judged]) -> None:
        self.judged = judged

    def subjects(self, scope: str) -> Iterable[Judged]:
        return self.judged


def coverage(
    session: Session, checked: Sequence[Checked], wanted: frozenset[str] | None = None
) -> Callable[[Entry], bool]:
    """Whether a run that checked these bundles would have found again what an entry accepts.

    It would not where the entry's bundle was left out, or its rule is not reported. A file that belongs to no
    bundle any more counts as looked at: nothing can be found there.
    """
    places = {(each.bundle.contract.name, each.bundle.root) for each in checked}
    known: dict[str, bool] = {}

    def looked_at(path: str) -> bool:
        if wanted is not None:
            return path in wanted
        bundles = [bundle for bundle, _ in session.find([path]).bundles]
        if not bundles:
            return not session.args.contract
        return any((bundle.contract.name, bundle.root) in places for bundle in bundles)

    def was_checked(entry: Entry) -> bool:
        path, rule = entry.key.path, entry.key.rule
        if path not in known:
            known[path] = looked_at(path)
        return known[path] and session.settings_for(path).enabled(rule, path)

    return was_checked


def _day(settings: Settings) -> date | None:
    if settings.as_of is None:
        return None
    moment = settings.as_of
    return (moment.astimezone(timezone.utc) if moment.tzinfo else moment).date()
