"""Run the rules over bundles and say what they found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle, View
from sourceright_lint.finding import Finding, Fix, Pointer, Related, Severity, Span
from sourceright_lint.jsontext import Document
from sourceright_lint.rule import Place, Problem, Rule

EXCERPT_LIMIT, _BEFORE_SPAN, _STEP = 2_500, 1_000, 500
"""Characters of a source line that a finding carries, how many at least stand before its span where the line is long,
and in what steps that part is taken, so that findings that are near each other share it."""

_ROOM, _ROOM_PER_BYTE, _SIZE = 5_000_000, 5, 2_000
"""Bytes for the findings of a bundle: what there is in any case, what each byte of it that is no space adds, what a
finding takes."""
_SPACE = (b" ", b"\n", b"\r", b"\t")
_FINGERPRINT = 200
"""Bytes for the fingerprint of a finding that was taken out."""
_PASSED_OVER = 500
"""Problems of a rule that are looked at without room for them, before the rule is done with."""


class Sieve:
    """Takes findings of a bundle out before room is counted, as a baseline does. This one takes none.

    One sieve is for one check. ``met`` is how many findings there were of each kind that it knows, by its key for
    the kind; ``accepted`` is how many it took out.
    """

    def __init__(self) -> None:
        self.met: Counter[tuple[str, ...]] = Counter()
        self.accepted = 0

    def expects(self, code: str) -> bool:
        """Whether it has still to see the findings of a rule."""
        return False

    def takes(self, finding: Finding, document: Document | None) -> bool:
        """Whether it takes the finding out. ``document`` is the file that it is about."""
        return False


class Checked(NamedTuple):
    """A bundle after its check. ``view`` is None where the contract knew at a glance that all is well.

    ``sieve`` took some findings out, if there was one: they are not reported and not fixed.
    """

    bundle: Bundle
    findings: tuple[Finding, ...]
    documents: Mapping[str, Document]
    view: View | None
    sieve: Sieve | None = None


Check = Callable[[Bundle, Mapping[str, Document], Settings], Checked]
"""Finds what there is to say of a bundle whose files are these documents."""


def check_bundle(bundle: Bundle, contents: Mapping[str, bytes], settings: Settings) -> Checked:
    """All findings of one bundle whose files hold ``contents`` (a path that is not in it is missing)."""
    return check_documents(bundle, read_documents(bundle, contents), settings)


def check_documents(
    bundle: Bundle, documents: Mapping[str, Document], settings: Settings, sieve: Sieve | None = None
) -> Checked:
    """All findings of one bundle, at a glance where its contract can tell that there are none."""
    if bundle.contract.is_clean(bundle, documents, settings):
        return Checked(bundle, (), documents, None)
    return apply_rules(bundle, documents, settings, sieve)


def apply_rules(
    bundle: Bundle, documents: Mapping[str, Document], settings: Settings, sieve: Sieve | None = None
) -> Checked:
    """All findings of one bundle, by its rules one by one, but for those that the sieve takes out."""
    view = bundle.contract.view(bundle, documents, settings)
    rules = [*text_rules(), *bundle.contract.rules()]
    telling = _Telling(bundle, documents, settings, sieve or Sieve())
    for rule, problem in _run(
        rules, _Subjects(bundle, documents, view, settings), settings, telling.done_with
    ):
        telling.add(rule, problem)
    return Checked(bundle, finish(telling.findings, telling.taken_out), documents, view, sieve)


class _Telling:
    """As many findings as there is room for: what is told of a file must not take many times its own memory.

    The first of each code and severity is told even then, so that no flood hides what else is wrong. A rule that
    goes on and on comes into ``done_with``. What the sieve takes out takes no room; ``taken_out`` counts its
    fingerprints.
    """

    def __init__(
        self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings, sieve: Sieve
    ) -> None:
        self.bundle, self.documents, self.settings, self.sieve = bundle, documents, settings, sieve
        self.findings: list[Finding] = []
        self.done_with: set[str] = set()
        self.taken_out: Counter[str] = Counter()
        self._spent = 0
        self._room: int | None = None
        self._told: set[tuple[str, str]] = set()
        self._passed_over: Counter[str] = Counter()
        self._ambiguous: Mapping[str, Document] | None = None

    def add(self, rule: Rule, problem: Problem) -> None:
        """Take in what a rule found."""
        is_expected = self.sieve.expects(rule.code)
        finding = self._finding(rule, problem) if is_expected else None
        if finding and self._is_taken_out(finding):
            return
        if self._is_full() and (rule.code, _severity(rule, problem, self.settings)) in self._told:
            self._passed_over[rule.code] += 1
            if self._passed_over[rule.code] >= _PASSED_OVER and not is_expected:
                self.done_with.add(rule.code)
            return
        self._tell(finding or self._finding(rule, problem))

    def _is_taken_out(self, finding: Finding) -> bool:
        if not self.sieve.takes(finding, self.documents.get(finding.path)):
            return False
        if self._has_room_for(len(self.taken_out) * _FINGERPRINT):
            self.taken_out[finding.fingerprint] += 1
        return True

    def _tell(self, finding: Finding) -> None:
        was_full = self._is_full()
        self._told.add((finding.code, finding.severity))
        self._spent += _SIZE + len(finding.message) + len(finding.excerpt)
        if self._is_full() and not was_full:
            finding = finding._replace(message=f"{finding.message} (and so much more that it is left out)")
        self.findings.append(finding)

    def _is_full(self) -> bool:
        return not self._has_room_for(self._spent)

    def _has_room_for(self, size: int) -> bool:
        """Whether there is so much room in all. It is the same however the files are laid out."""
        if size <= _ROOM:
            return True
        if self._room is None:
            texts = [document.data for document in self.documents.values()]
            without_space = sum(len(text) - sum(map(text.count, _SPACE)) for text in texts)
            self._room = _ROOM + _ROOM_PER_BYTE * without_space
        return size <= self._room

    def _finding(self, rule: Rule, problem: Problem) -> Finding:
        """The problem as a finding, without a fix that a key which stands twice is in the way of."""
        finding = make_finding(rule, problem, self.bundle, self.settings)
        if finding.fix is None:
            return finding
        if self._ambiguous is None:
            self._ambiguous = {
                p: document for p, document in self.documents.items() if document.has_duplicates
            }
        return finding._replace(fix=None) if _is_refused(finding.fix, self._ambiguous) else finding


def read_documents(bundle: Bundle, contents: Mapping[str, bytes]) -> dict[str, Document]:
    """The bundle's files as documents, by path."""
    return {
        file.path: Document(file.path, contents[file.path], file.kind, file.private)
        for file in bundle.files
        if file.path in contents
    }


def text_rules() -> Sequence[Rule]:
    """The rules that hold whatever the contract is."""
    from sourceright_lint.rule import collect
    from sourceright_lint.text_rules import MODULES

    return collect(*MODULES)


def run_rules(
    rules: Iterable[Rule], view: View, bundle: Bundle, documents: Mapping[str, Document], settings: Settings
) -> tuple[Finding, ...]:
    """Findings of the rules whose scopes the view has subjects for, as many as these documents give room for."""
    telling = _Telling(bundle, documents, settings, Sieve())
    for rule, problem in _run(rules, view, settings, telling.done_with):
        telling.add(rule, problem)
    return finish(telling.findings)


class _Subjects(View):
    """The contract's own subjects, and the documents for the rules about text."""

    def __init__(
        self, bundle: Bundle, documents: Mapping[str, Document], view: View, settings: Settings
    ) -> None:
        self.bundle, self.documents, self.view, self.settings = bundle, documents, view, settings

    def expect(self, scopes: Collection[str]) -> None:
        self.view.expect(scopes)

    def subjects(self, scope: str) -> Iterable[object]:
        if scope != "text":
            return self.view.subjects(scope)
        from sourceright_lint.text_rules import Text

        name = self.bundle.contract.name
        return [
            Text(
                self.documents[file.path],
                file.form if self.settings.formats(file.path, name) else None,
                file.form is not None,
            )
            for file in self.bundle.files
            if file.path in self.documents
        ]


def _run(
    rules: Iterable[Rule], view: View, settings: Settings, done_with: Container[str] = ()
) -> Iterator[tuple[Rule, Problem]]:
    """What the rules find; nothing more of those whose codes come into ``done_with`` meanwhile."""
    by_scope: dict[str, list[Rule]] = {}
    for rule in rules:
        if settings.may_report(rule.code):
            by_scope.setdefault(rule.scope, []).append(rule)
    view.expect(by_scope)
    for scope, scoped in by_scope.items():
        for subject in view.subjects(scope):
            for rule in scoped:
                if rule.code in done_with:
                    continue
                for problem in rule.check(subject):
                    if settings.enabled(rule.code, problem.place.document.path):
                        yield rule, problem
                        if rule.code in done_with:
                            break


def make_finding(rule: Rule, problem: Problem, bundle: Bundle, settings: Settings) -> Finding:
    """The problem with its severity, its place resolved, and what identifies it."""
    place = problem.place
    span = place_span(place)
    excerpt_start = max(0, span.column - _BEFORE_SPAN) // _STEP * _STEP
    return Finding(
        code=rule.code,
        severity=_severity(rule, problem, settings),
        message=problem.message,
        path=place.document.path,
        pointer=place.pointer,
        span=span,
        record=problem.record,
        bundle=bundle.root,
        related=tuple(
            Related(note.place.document.path, place_span(note.place), note.message) for note in problem.notes
        ),
        fix=problem.fix if problem.fix and _may_change(problem.fix, bundle) else None,
        fingerprint=_fingerprint(rule.code, place, problem.record),
        help=problem.help,
        excerpt=_excerpt(place.document, span.line, excerpt_start),
        excerpt_start=excerpt_start,
        by_text=place.span is not None,
    )


def _severity(rule: Rule, problem: Problem, settings: Settings) -> Severity:
    return settings.severity_of(rule.code, problem.severity or rule.severity)


def _may_change(fix: Fix, bundle: Bundle) -> bool:
    """Whether none of the files that the fix edits is one that is never rewritten."""
    never = {file.path for file in bundle.files if file.form is None}
    return not any(edit.path in never for edit in fix.edits)


def _is_refused(fix: Fix, ambiguous: Mapping[str, Document]) -> bool:
    from sourceright_lint.jsontext import refusal

    return any(
        refusal(ambiguous[path], [edit for edit in fix.edits if edit.path == path]) is not None
        for path in {edit.path for edit in fix.edits}
        if path in ambiguous
    )


def place_span(place: Place) -> Span:
    """Lines and columns of a place."""
    return place.span or place.document.span(place.pointer, key=place.key)


def finish(
    findings: list[Finding], taken_out: Mapping[str, int] = MappingProxyType({})
) -> tuple[Finding, ...]:
    """In the order of every report, with fingerprints that are told apart, from those taken out too."""
    findings.sort(key=Finding.sort_key)
    seen = dict(taken_out)
    finished = []
    for finding in findings:
        count = seen[finding.fingerprint] = seen.get(finding.fingerprint, 0) + 1
        if count > 1:
            finding = finding._replace(fingerprint=digest(finding.fingerprint, str(count)))
        finished.append(finding)
    return tuple(finished)


def _excerpt(document: Document, line: int, start: int) -> str:
    return "" if document.private else document.line_text(line, start, EXCERPT_LIMIT)


def _fingerprint(code: str, place: Place, record: str | None) -> str:
    """Stays the same when lines move or entries are added: positions in the outermost array do not count."""
    pointer: Pointer = place.pointer
    if record is not None and pointer and isinstance(pointer[0], int):
        pointer = (record, *pointer[1:])
    where = "\0".join(map(str, pointer))
    if place.span is not None:
        where = "text" if place.document.private else place.document.line_text(place.span.line, 0, 200)
    return digest(code, place.document.path, record or "", where)


def digest(*parts: str) -> str:
    """A short text that stands for these texts."""
    from hashlib import sha256

    text = "\0".join(parts)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
