"""Rules about change: a bundle in a commit beside the same bundle in the commit's parents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle, Change, Contract, View
from sourceright_lint.discovery import read_contents
from sourceright_lint.engine import finish, make_finding, read_documents
from sourceright_lint.errors import SourceError
from sourceright_lint.finding import Finding
from sourceright_lint.git import changes, revisions
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.git.revisions import Commit
from sourceright_lint.source import Source
from sourceright_lint.source.index import Index
from sourceright_lint.source.revision import Revision

SettingsFor = Callable[[str], Settings]


class Spot(NamedTuple):
    """A place where a bundle of a contract may be."""

    contract: Contract
    root: str


class Walked(NamedTuple):
    """Findings about one commit."""

    commit: Commit
    findings: tuple[Finding, ...]


class History:
    """Compares bundles across commits; what it has read once it keeps."""

    def __init__(
        self, repository: Repository, contracts: Sequence[Contract], settings_for: SettingsFor
    ) -> None:
        self.repository = repository
        self.contracts = contracts
        self.settings_for = settings_for
        self._sources: dict[str, Source] = {}

    def of_staged(self, index: Index) -> tuple[Finding, ...]:
        """What is staged against the current commit, and in a merge against each commit that it joins."""
        head = revisions.head(self.repository)
        if head is None:
            return ()
        bases = (head, *revisions.merge_heads(self.repository))
        touched = {path for base in bases for path in changes.touched(changes.staged(self.repository, base))}
        return self._compare(touched, [self._source(base) for base in bases], index)

    def of_range(self, base: str, tip: str) -> list[Walked]:
        """Each commit that ``tip`` has and ``base`` has not; the two ends where those between are not known."""
        try:
            commits = revisions.commits(self.repository, base, tip)
        except SourceError:
            ends = revisions.resolve(self.repository, base), revisions.resolve(self.repository, tip)
            return [self._ends(*ends)]
        return [Walked(commit, self._of_commit(commit)) for commit in commits]

    def _ends(self, base: str, tip: str) -> Walked:
        touched = changes.touched(changes.between(self.repository, base, tip))
        findings = self._compare(touched, [self._source(base)], self._source(tip), walked=False)
        return Walked(revisions.commit(self.repository, tip), findings)

    def _of_commit(self, commit: Commit) -> tuple[Finding, ...]:
        touched = {
            path
            for parent in commit.parents
            for path in changes.touched(changes.between(self.repository, parent, commit.oid))
        }
        parents = [self._source(parent) for parent in commit.parents]
        return self._compare(touched, parents, self._source(commit.oid))

    def _compare(
        self, touched: set[str] | frozenset[str], parents: list[Source], after: Source, walked: bool = True
    ) -> tuple[Finding, ...]:
        findings: list[Finding] = []
        for spot in sorted(self._spots(touched), key=lambda spot: (spot.root, spot.contract.name)):
            findings.extend(self._compare_spot(spot, parents, after, walked))
        return finish(findings)

    def _spots(self, touched: set[str] | frozenset[str]) -> set[Spot]:
        spots = set()
        for path in touched:
            settings = self.settings_for(path)
            if settings.excluded(path):
                continue
            for contract in self.contracts:
                root = contract.root_of(path, settings)
                if root is not None:
                    spots.add(Spot(contract, root))
        return spots

    def _compare_spot(
        self, spot: Spot, parents: list[Source], after: Source, walked: bool
    ) -> Iterator[Finding]:
        settings = self.settings_for(f"{spot.root}/_" if spot.root else "_")
        rules = [r for r in spot.contract.rules() if r.scope == "change" and settings.may_report(r.code)]
        if not rules:
            return
        bundle, view = _view(spot, after, settings)
        befores = [_view(spot, parent, settings) for parent in parents]
        named = bundle or next((b for b, _ in befores if b is not None), None)
        if named is None:
            return
        change = Change([before for _, before in befores], view, walked)
        for rule in rules:
            for problem in rule.check(change):
                if settings.enabled(rule.code, problem.place.document.path):
                    yield make_finding(rule, problem, named, settings)

    def _source(self, oid: str) -> Source:
        if oid not in self._sources:
            self._sources[oid] = Revision(self.repository, oid)
        return self._sources[oid]


def _view(spot: Spot, source: Source, settings: Settings) -> tuple[Bundle | None, View | None]:
    bundle = spot.contract.bundle(spot.root, source, settings)
    if bundle is None:
        return None, None
    documents = read_documents(bundle, read_contents(bundle, source))
    return bundle, spot.contract.view(bundle, documents, settings)


def told_at(walked: Walked) -> tuple[Finding, ...]:
    """The findings of a commit, each saying which commit it is about."""
    commit = walked.commit
    where = f" (commit {commit.oid[:12]} of {commit.author_date})"
    return tuple(finding._replace(message=finding.message + where) for finding in walked.findings)
