"""Run the rounds of a migration in memory: what the files would hold, and every step that leads there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sourceright_lint.commands.workspaces import Place
from sourceright_lint.contracts.sourceright.migrating.rounds import (
    ROUNDS,
    Options,
    Planned,
    follow_queue,
    formatted,
    refusal,
    without_record,
)
from sourceright_lint.contracts.sourceright.migrating.shapes import has_keys_beside
from sourceright_lint.contracts.sourceright.migrating.step import Step
from sourceright_lint.contracts.sourceright.reviewing.draft import FileChange
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.discovery import read_contents
from sourceright_lint.engine import check_documents, read_documents
from sourceright_lint.errors import WriteRefused
from sourceright_lint.finding import Edit, Finding, Rewrite
from sourceright_lint.fixing.overlay import Overlay
from sourceright_lint.fixing.plan import prove_edits, reformatted
from sourceright_lint.jsontext import apply_edits
from sourceright_lint.jsontext import refusal as refusal_of_edits

_ABOUT_COVERAGE = frozenset({"sidecar.missing", "sidecar.record.missing"})
_REPEATS = 4
"""A round may make place for more of itself: a candidate that was moved takes a confidence."""


class Remaining(NamedTuple):
    """What is not in order after a migration.

    ``left`` are errors and warnings that have no clear reading; then numbers: of what safe fixes mend, of infos,
    and of items for which a record may be started. ``has_keys_beside`` the items, which would be lost.
    """

    left: tuple[Finding, ...]
    fixable: int
    infos: int
    without_record: int
    has_keys_beside: bool


class Migration:
    """The migration of one workspace.

    ``refused`` says why the workspace stays as it is; empty where it does not.
    """

    def __init__(self, place: Place, workspace: Workspace, options: Options) -> None:
        self.place = place
        self.before = workspace
        self.workspace = workspace
        self.steps: list[Step] = []
        self._contents: dict[str, bytes] = {}
        self.refused = refusal(workspace)
        if not self.refused:
            self._migrate(options)

    def _migrate(self, options: Options) -> None:
        for each in ROUNDS:
            for _ in range(_REPEATS):
                if not self._take(list(each(self.workspace, options))):
                    break
        if self.steps:
            self._take(list(follow_queue(self.before, self.workspace)))
            self._bring_into_form()

    def changes(self) -> tuple[FileChange, ...]:
        """What becomes of the files."""
        old = {path: document.data for path, document in self.before.documents.items()}
        changes = (FileChange(path, old.get(path), new) for path, new in sorted(self._contents.items()))
        return tuple(change for change in changes if change.old != change.new)

    def remaining(self) -> Remaining:
        """What a check finds after the migration."""
        workspace = self.workspace
        found = check_documents(workspace.bundle, workspace.documents, self.place.settings).findings
        open_ = [finding for finding in found if finding.fix is None or not finding.fix.safe]
        infos = [each for each in open_ if each.severity == "info" and each.code not in _ABOUT_COVERAGE]
        left = [finding for finding in open_ if finding.severity != "info"]
        startable = len(without_record(workspace))
        beside = has_keys_beside(workspace)
        return Remaining(tuple(left), len(found) - len(open_), len(infos), startable, beside)

    def _take(self, planned: Sequence[Planned]) -> bool:
        """Make the steps that can be made; whether there was any."""
        possible = [each for each in planned if self._is_possible(each)]
        by_path: dict[str, list[Edit]] = {}
        for each in possible:
            for edit in each.edits:
                by_path.setdefault(edit.path, []).append(edit)
        if not possible:
            return False
        self._contents.update({path: self._edited(path, edits) for path, edits in by_path.items()})
        self.steps += [each.step for each in possible]
        self._look_again()
        return True

    def _is_possible(self, planned: Planned) -> bool:
        """Whether no key that stands twice is in the way."""
        for edit in planned.edits:
            document = self.workspace.documents.get(edit.path)
            if (
                document is not None
                and document.has_duplicates
                and refusal_of_edits(document, [edit]) is not None
            ):
                return False
        return True

    def _edited(self, path: str, edits: list[Edit]) -> bytes:
        for edit in edits:
            if isinstance(edit, Rewrite):
                return edit.data
        document = self.workspace.documents[path]
        new = apply_edits(document, edits)
        prove_edits(document, edits, new)
        return new

    def _bring_into_form(self) -> None:
        """The files that changed in canonical form, where the settings want that and nothing is in the way."""
        name = self.workspace.bundle.contract.name
        for file in self.workspace.bundle.files:
            if file.form is None or not self.place.settings.formats(file.path, name):
                continue
            document, old = self.workspace.documents[file.path], self.before.documents.get(file.path)
            is_touched = file.path in self._contents and document.readable
            if not is_touched or not file.form.is_for(document.value):
                continue
            try:
                new = reformatted(document, file.form)
            except WriteRefused:
                continue
            if new != document.data and old is not None and not old.is_canonical(file.form):
                self.steps.append(formatted(file.path))
            self._contents[file.path] = new
        self._look_again()

    def _look_again(self) -> None:
        source = Overlay(self.place.session.worktree, self._contents)
        bundle = self.before.bundle
        again = bundle.contract.bundle(bundle.root, source, self.place.settings) or bundle
        documents = read_documents(again, read_contents(again, source))
        self.workspace = Workspace(again, documents, self.place.settings)
