"""What the server knows of the files that an editor has open, and what it answers about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lsprotocol import types

from sourceright_lint.errors import LintError, WriteRefused
from sourceright_lint.finding import Finding
from sourceright_lint.fixing.plan import Change, fix_bundle, fix_finding, reformatted
from sourceright_lint.rule import Rule
from sourceright_lint.server import translate
from sourceright_lint.server.analysis import Analysis, Looked, as_in_editor
from sourceright_lint.server.places import Places

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.sourceright-lint"


class Touched(NamedTuple):
    """A finding that touches what was asked about."""

    looked: Looked
    finding: Finding


class State:
    """Open texts by absolute path, and what was last found in their bundles."""

    def __init__(self) -> None:
        self.encoding = "utf-16"
        self._analysis = Analysis()
        self._looked: dict[str, list[Looked]] = {}
        self._stale: set[str] = set()
        self._told: dict[str, set[str]] = {}
        self._places: dict[str, Places] = {}
        self._rules: dict[str, Rule] = {}

    @property
    def open_places(self) -> list[str]:
        """The absolute paths of the open files."""
        return list(self._analysis.texts)

    def put(self, place: str, text: str) -> None:
        """Take the text of an open file."""
        self._analysis.texts[place] = text
        self._stale = {place, *self._looked}
        self._places.clear()

    def drop(self, place: str) -> None:
        """Forget an open file: what is on disk counts again."""
        self._analysis.texts.pop(place, None)
        self._stale = set(self._looked)
        self._places.clear()

    def check(self, place: str) -> dict[str, list[types.Diagnostic]]:
        """Check the bundles of a file: what to show in each of their files, also where there is nothing any more."""
        self._places.clear()
        told: dict[str, list[types.Diagnostic]] = {path: [] for path in (place, *self._told.get(place, ()))}
        try:
            self._looked[place] = self._analysis.look_at(place)
        except LintError as error:
            self._looked[place] = []
            told[place].append(translate.failure(str(error), error.help))
        self._stale.discard(place)
        for looked in self._looked[place]:
            for finding in looked.checked.findings:
                shown = translate.diagnostic(finding, looked, self.places_of)
                told.setdefault(looked.place(finding.path), []).append(shown)
        self._told[place] = {path for path, diagnostics in told.items() if diagnostics}
        return told

    def touched(self, place: str, asked: types.Range) -> Iterator[Touched]:
        """The findings of a file that touch a range."""
        self._refresh(place)
        places = self.places_of(place)
        first, last = (places.offset(translate.spot(position)) for position in (asked.start, asked.end))
        for looked in self._looked.get(place, ()):
            path = looked.path_of(place)
            for finding in looked.checked.findings:
                if finding.path == path:
                    begin, end = (places.offset(spot) for spot in places.range_of(finding.span))
                    if begin <= last and first <= end:
                        yield Touched(looked, finding)

    def by_fingerprint(self, place: str, fingerprint: str) -> Touched | None:
        """A finding of the file's bundles that is still there."""
        self._refresh(place)
        for looked in self._looked.get(place, ()):
            for finding in looked.checked.findings:
                if finding.fingerprint == fingerprint:
                    return Touched(looked, finding)
        return None

    def edit_of(self, touched: Touched) -> types.WorkspaceEdit | None:
        """What the fix of one finding changes; None where it cannot be made."""
        try:
            return self._edit(fix_finding(touched.looked.checked, touched.finding), touched.looked)
        except WriteRefused:
            return None

    def edit_of_all(self, place: str) -> types.WorkspaceEdit | None:
        """What all safe fixes in the bundles of a file change."""
        self._refresh(place)
        edits: list[object] = []
        for looked in self._looked.get(place, ()):
            checked = looked.checked
            fixed = fix_bundle(
                checked.bundle, looked.source, looked.settings, False, looked.check, checked.documents
            )
            edits.extend(self._edit(fixed.changes, looked).document_changes or ())
        return types.WorkspaceEdit(document_changes=list(edits)) if edits else None  # type: ignore[arg-type]

    def formatted(self, place: str) -> list[types.TextEdit] | None:
        """The edits that bring a file into canonical form; None where it is not kept in one, or cannot be."""
        self._refresh(place)
        for looked in self._looked.get(place, ()):
            path = looked.path_of(place)
            bundle = looked.checked.bundle
            for file in bundle.files:
                document = looked.checked.documents.get(file.path)
                if file.path != path or document is None or file.form is None:
                    continue
                if not looked.settings.formats(file.path, bundle.contract.name):
                    continue
                try:
                    new = reformatted(document, file.form)
                except WriteRefused:
                    return None
                places = self.places_of(place)
                return translate.text_edits(places.text, as_in_editor(new, places.text), places)
        return None

    def explain(self, touched: Touched) -> str:
        """The page of the rule that found something."""
        return translate.hover_text(touched.finding, self._rule(touched.finding.code))

    def places_of(self, place: str) -> Places:
        """Positions in a file: as it is open, else as it was checked."""
        if place not in self._places:
            self._places[place] = Places(self._text(place), self.encoding)
        return self._places[place]

    def _edit(self, changes: tuple[Change, ...], looked: Looked) -> types.WorkspaceEdit:
        return translate.workspace_edit(changes, looked, self._analysis.texts, self.places_of)

    def _refresh(self, place: str) -> None:
        if place in self._stale or place not in self._looked:
            self.check(place)

    def _text(self, place: str) -> str:
        if place in self._analysis.texts:
            return self._analysis.texts[place]
        for looked in (looked for many in self._looked.values() for looked in many):
            document = looked.checked.documents.get(looked.path_of(place) or "")
            if document is not None:
                return document.text
        return ""

    def _rule(self, code: str) -> Rule | None:
        if code not in self._rules:
            from sourceright_lint.catalogue import all_rules

            bundles = [looked.checked.bundle for many in self._looked.values() for looked in many]
            contracts = {bundle.contract.name: bundle.contract for bundle in bundles}
            self._rules.update((rule.code, rule) for rule in all_rules(tuple(contracts.values())))
        return self._rules.get(code)
