"""Rules about change: a bundle in a commit beside the same bundle in the commit's parents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle, Change, Contract, View
from sourceright_lint.engine import digest, finish, make_finding
from sourceright_lint.errors import ConfigError, SourceError
from sourceright_lint.finding import Finding
from sourceright_lint.git import changes, revisions
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.git.revisions import Commit
from sourceright_lint.jsontext import Document
from sourceright_lint.source.before import Before
from sourceright_lint.source.index import Index
from sourceright_lint.source.revision import Revision

_KEPT = 8
_KEPT_BYTES = 30_000_000
"""States of bundles that are kept: those of a commit are looked at again as the parents of the next.

Fewer where they are large, but two always.
"""

_TRIED = 20
"""So many changes back, a state is looked for that can be read."""

Stored = Revision | Index | Before


class Interest(NamedTuple):
    """What of history is asked about.

    ``named`` are files and folders, and whole bundles of such files; None stands for everything. ``includes``
    says of a contract and the role of a file whether findings in such files are wanted. ``settings_at`` gives
    the settings of a commit: what a change excludes it does not hide by that.
    """

    contracts: Sequence[Contract]
    settings_for: Callable[[str], Settings]
    named: Sequence[str] | None = None
    includes: Callable[[str, str], bool] = lambda contract, role: True
    settings_at: Callable[[Revision], Callable[[str], Settings]] | None = None


class Walk(NamedTuple):
    """What was found in a range: the number of commits that were looked at, and what is to be said about that."""

    findings: tuple[Finding, ...]
    commits: int
    notes: tuple[str, ...] = ()

    def without_repeated(self, told: Iterable[Finding], contracts: Iterable[Contract]) -> list[Finding]:
        """The findings of the files as they are, without those that a finding of the walk says more of."""
        more = {rule.code: rule.says_more_than for one in contracts for rule in one.change_rules()}
        said = {
            (code, finding.bundle, finding.record)
            for finding in self.findings
            for code in more.get(finding.code, ())
        }
        return [finding for finding in told if (finding.code, finding.bundle, finding.record) not in said]

    def beside(self, told: Iterable[Finding], contracts: Iterable[Contract]) -> tuple[Finding, ...]:
        """The findings, without the faults that ``told`` reports of the files that are staged.

        Those of commits stay: what their files said is judged for the last one at most.
        """
        if self.commits or not self.findings:
            return self.findings
        places = {(finding.code, finding.path, finding.pointer) for finding in told}
        yields = {rule.code: rule.yields_to for one in contracts for rule in one.change_rules()}
        return tuple(
            finding
            for finding in self.findings
            if not any(
                (code, finding.path, finding.pointer) in places for code in yields.get(finding.code, ())
            )
        )


class _Spot(NamedTuple):
    """A place where a bundle of a contract may be."""

    contract: Contract
    root: str


class _Parent(NamedTuple):
    """One side of a comparison: the commit, if any, and its files as seen from the later state."""

    oid: str | None
    source: Before


class _Step(NamedTuple):
    """A state and what it came from. See ``contract.Change`` for ``walked``, ``bases`` and ``judged``."""

    after: Revision | Index
    parents: Sequence[_Parent]
    touched: frozenset[str]
    walked: bool = True
    bases: Sequence[Before] = ()
    judged: Sequence[int] = ()


class _State(NamedTuple):
    """A bundle as it was at some time."""

    bundle: Bundle
    documents: Mapping[str, Document]
    view: View

    @property
    def is_readable(self) -> bool:
        return all(document.readable for document in self.documents.values())


class History:
    """Compares bundles across commits. What it has read last it keeps.

    ``known`` are documents, by path, of the last state that is asked about.
    """

    def __init__(
        self, repository: Repository, interest: Interest, known: Mapping[str, Document] | None = None
    ) -> None:
        self.repository = repository
        self.interest = interest
        self._known = known or {}
        self._documents: dict[tuple[str, str | None], Document] = {}
        self._states: dict[tuple[object, ...], _State] = {}
        self._claimed: dict[str, tuple[_Spot, ...]] = {}
        self._start: str | None = None
        self._named: tuple[frozenset[str], tuple[str, ...]] | None = None
        self._named_spots: frozenset[_Spot] = frozenset()

    def of_staged(self, staged: Sequence[changes.Change], index: Callable[[], Index]) -> tuple[Finding, ...]:
        """What is ``staged`` against the current commit, and in a merge against each commit that it joins.

        Faults that the current commit had before are not told again at a merge; those that come in with the
        other side are, as nobody may have judged its commits.
        """
        joined = revisions.merge_heads(self.repository)
        head = revisions.head(self.repository) if joined else None
        if not self._ours(staged) and not joined:
            return ()
        after = index()
        heads = [head, *joined] if head else [None]
        found = [staged, *(changes.staged(self.repository, oid) for oid in heads[1:])]
        walked = not revisions.is_squashing(self.repository)
        step = self._step(after, list(zip(heads, found, strict=True)), walked)
        return finish(list(self._judge(step._replace(judged=(0,)))))

    def of_range(self, base: str, tip: str) -> Walk:
        """Each commit that ``tip`` has and ``base`` has not; the two ends where those between are not known.

        Raises SourceError where a shallow clone does not even tell where the two parted: what ``base`` alone has
        would seem to be removed.
        """
        start, end = (revisions.resolve(self.repository, name) for name in (base, tip))
        if revisions.is_shallow(self.repository):
            start = revisions.merge_base(self.repository, base, tip)
        self._start = start
        try:
            commits = revisions.commits(self.repository, start, end)
        except revisions.CutOff as error:
            return self._of_ends(start, end, error)
        changed = changes.of_commits(self.repository, [commit.oid for commit in commits])
        findings: list[Finding] = []
        for commit in commits:
            if self._ours(changed.get(commit.oid, ())):
                findings.extend(_told_at(commit, self._of_commit(commit, changed[commit.oid])))
        notes = () if commits else (f"no commit is in {tip} and not in {base}",)
        return Walk(finish(findings), len(commits), notes)

    @cached_property
    def _settings_before(self) -> Callable[[str], Settings]:
        """The configuration by which the files were judged before the first change."""
        start = self._start or revisions.head(self.repository)
        if start is None or self.interest.settings_at is None:
            return self.interest.settings_for
        return self.interest.settings_at(Revision(self.repository, start))

    def _is_excluded(self, path: str) -> bool:
        if not self.interest.settings_for(path).excluded(path):
            return False
        try:
            return self._settings_before(path).excluded(path)
        except ConfigError:
            return True

    def _of_ends(self, start: str, end: str, why: SourceError) -> Walk:
        found = changes.between(self.repository, start, end)
        step = self._step(Revision(self.repository, end), [(start, found)], walked=False)
        findings = _told_at(revisions.commit(self.repository, end), self._judge(step))
        note = f"{why}: only the two ends were compared; {why.help}"
        return Walk(finish(findings), 1, (note,))

    def _of_commit(self, commit: Commit, known: Sequence[changes.Change]) -> Iterator[Finding]:
        sides = [(oid, changes.between(self.repository, oid, commit.oid)) for oid in commit.parents[1:]]
        if sides:
            known = changes.between(self.repository, commit.parents[0], commit.oid)
        sides.insert(0, (commit.parents[0], tuple(known)))
        step = self._step(Revision(self.repository, commit.oid), sides, not commit.squashed)
        return self._judge(step._replace(judged=range(len(sides))))

    def _step(
        self,
        after: Revision | Index,
        sides: Sequence[tuple[str | None, Sequence[changes.Change]]],
        walked: bool,
    ) -> _Step:
        touched = frozenset[str]()
        parents = []
        for oid, found in sides:
            found = self._with_renames(found, oid, after)
            touched |= self._ours(found)
            parents.append(_Parent(oid, self._before(after, found, oid or "HEAD")))
        bases: list[Before] = []
        heads = [oid for oid, _ in sides if oid is not None]
        if touched and len(sides) > 1:
            for base in revisions.merge_bases(self.repository, heads):
                found = self._with_renames(self._changes(base, after), base, after)
                bases.append(self._before(after, found, base))
        return _Step(after, parents, touched, walked, bases)

    def _before(self, after: Revision | Index, found: Sequence[changes.Change], label: str) -> Before:
        """A file that was taken out of its bundle, as the first of the bundle's files shows, is missed there."""
        new = {change.path for change in found if change.status in "AR"}

        def is_missed(change: changes.Change) -> bool:
            for spot in set(self._claims(change.old_path)) - set(self._claims(change.path)):
                settings = self.interest.settings_for(change.old_path)
                left = spot.contract.bundle(spot.root, after, settings)
                first = left.files[0] if left else None
                if first and spot.contract.roles[:1] == (first.role,) and first.path not in new:
                    return True
            return False

        return Before(after, found, self.repository, label, is_missed)

    def _changes(self, old: str, after: Revision | Index) -> tuple[changes.Change, ...]:
        if isinstance(after, Revision):
            return changes.between(self.repository, old, after.oid)
        return changes.staged(self.repository, old)

    def _with_renames(
        self, found: Sequence[changes.Change], old: str | None, after: Revision | Index
    ) -> tuple[changes.Change, ...]:
        """Files of ours may have been called anything before: a configuration can give them any name."""
        ours = self._ours(found)
        kinds = {_suffix(change.path) for change in found if change.status == "A" and change.path in ours}
        paths = ours | {c.path for c in found if c.status == "D" and _suffix(c.path) in kinds}
        new = after.oid if isinstance(after, Revision) else None
        return changes.with_renames(self.repository, found, old, new, paths)

    def _ours(self, found: Iterable[changes.Change]) -> frozenset[str]:
        return frozenset(path for path in changes.touched(found) if self._claims(path))

    def _claims(self, path: str) -> tuple[_Spot, ...]:
        if path not in self._claimed:
            settings = self.interest.settings_for(path)
            contracts = () if self._is_excluded(path) else self.interest.contracts
            roots = ((contract, contract.root_of(path, settings)) for contract in contracts)
            self._claimed[path] = tuple(_Spot(contract, root) for contract, root in roots if root is not None)
        return self._claimed[path]

    def _judge(self, step: _Step) -> Iterator[Finding]:
        spots = {spot for path in step.touched if self._is_named(path) for spot in self._claims(path)}
        for spot in sorted(spots, key=lambda spot: (spot.root, spot.contract.name)):
            yield from self._judge_spot(spot, step)

    def _is_named(self, path: str) -> bool:
        named = self.interest.named
        if named is None:
            return True
        if self._named is None:
            self._named = frozenset(named), tuple(f"{name}/" for name in named)
            self._named_spots = frozenset(spot for name in named for spot in self._claims(name))
        names, folders = self._named
        if "" in names or path in names or path.startswith(folders):
            return True
        return not self._named_spots.isdisjoint(self._claims(path))

    def _judge_spot(self, spot: _Spot, step: _Step) -> Iterator[Finding]:
        settings = self.interest.settings_for(f"{spot.root}/_" if spot.root else "_")
        rules = [rule for rule in spot.contract.change_rules() if settings.may_report(rule.code)]
        if not rules or any(spot in self._claims(path) for path in step.after.listing.unmerged):
            # Where a merge is unresolved there is no one state, and the check of the files says so.
            return
        after = self._state(spot, step.after, settings)
        befores, walked = [], step.walked
        for parent in step.parents:
            before = self._state(spot, parent.source, settings)
            if before is not None and not before.is_readable:
                before, walked = self._last_readable(spot, parent, before, settings), False
            befores.append(before)
        states = [state for state in (after, *befores) if state is not None]
        if not states:
            return
        bases = [_view(self._state(spot, base, settings)) for base in step.bases]
        change = Change([_view(state) for state in befores], _view(after), walked, bases, step.judged)
        roles = {file.path: file.role for state in reversed(states) for file in state.bundle.files}
        for rule in rules:
            for problem in rule.check(change):
                path = problem.place.document.path
                wanted = self.interest.includes(spot.contract.name, roles.get(path, ""))
                if wanted and settings.enabled(rule.code, path):
                    yield make_finding(rule, problem, states[0].bundle, settings)
        del change, befores, bases, after, states
        self._forget()

    def _last_readable(
        self, spot: _Spot, parent: _Parent, broken: _State, settings: Settings
    ) -> _State | None:
        """The state before the files became what cannot be read: a broken commit between must hide nothing."""
        paths = [file.path for file in broken.bundle.files]
        for commit in revisions.changing(self.repository, parent.oid or "HEAD", paths, _TRIED):
            if not commit.parents:
                break
            state = self._state(spot, Revision(self.repository, commit.parents[0]), settings)
            if state is None or state.is_readable:
                return state
        return None

    def _state(self, spot: _Spot, source: Stored, settings: Settings) -> _State | None:
        bundle = spot.contract.bundle(spot.root, source, settings)
        if bundle is None:
            return None
        paths = [file.path for file in bundle.files]
        key = (*spot, *((path, source.content_id(path)) for path in paths))
        state = self._states.pop(key, None)
        if state is None:
            documents = self._read(bundle, source)
            state = _State(bundle, documents, spot.contract.view(bundle, documents, settings))
        self._states[key] = state
        return state

    def _forget(self) -> None:
        """Let go of the states that were used longest ago; nothing may use them any more."""
        while len(self._states) > _KEPT or (len(self._states) > 2 and self._size() > _KEPT_BYTES):
            state = self._states.pop(next(iter(self._states)))
            # A view and its parts refer to each other, and a check runs with the collector off.
            getattr(state.view, "__dict__", {}).clear()
            kept = {id(document) for state in self._states.values() for document in state.documents.values()}
            for key, document in list(self._documents.items()):
                if id(document) not in kept:
                    del self._documents[key]
                    if document is not self._known.get(document.path):
                        document.forget()

    def _size(self) -> int:
        return sum(len(document.data) for document in self._documents.values())

    def _read(self, bundle: Bundle, source: Stored) -> dict[str, Document]:
        """The documents of a bundle; what has the same content as before is the same document."""
        source.prefetch(
            [f.path for f in bundle.files if (f.path, source.content_id(f.path)) not in self._documents]
        )
        documents = {}
        for file in bundle.files:
            key = file.path, source.content_id(file.path)
            if key not in self._documents:
                data = source.read(file.path)
                if data is None:
                    continue
                known = self._known.get(file.path)
                if known is None or known.data != data:
                    known = Document(file.path, data, file.kind, file.private)
                self._documents[key] = known
            documents[file.path] = self._documents[key]
        return documents


def _view(state: _State | None) -> View | None:
    return state.view if state else None


def _suffix(path: str) -> str:
    return path.rpartition(".")[2]


def _told_at(commit: Commit, findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a commit, each saying which commit it is about, and told apart from those of others.

    By the author's date, so that what is known about a finding stays known when the commits are rebased.
    """
    where = f" (commit {commit.oid[:12]} of {commit.author_date})"
    return [
        finding._replace(
            message=finding.message + where, fingerprint=digest(finding.fingerprint, commit.author_date)
        )
        for finding in findings
    ]
