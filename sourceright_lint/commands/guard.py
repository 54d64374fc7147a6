"""A change that must not leave the workspace with more to report than it had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sourceright_lint.commands.workspaces import Place
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft, FileChange
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.engine import Sieve, check_documents, read_documents
from sourceright_lint.escape import one_line
from sourceright_lint.finding import Finding
from sourceright_lint.jsontext import Document

_SHOWN = 5


class Guarded:
    """A draft whose changes are refused where a rule would find something new in the result."""

    def __init__(self, place: Place, draft: Draft) -> None:
        self.place = place
        self.draft = draft

    def changes(self) -> tuple[FileChange, ...]:
        """The draft's changes. Raises ReviewRefused with what would be found."""
        changes = self.draft.changes()
        found = self._new_findings(changes) if changes else []
        if found:
            lines = [f"{finding.code}: {one_line(finding.message)}" for finding in found[:_SHOWN]]
            many = "findings that are" if len(found) > 1 else "a finding that is"
            raise ReviewRefused(
                f"the result would have {many} not there now", "\n".join(lines), found[0].record
            )
        return changes

    def _new_findings(self, changes: Iterable[FileChange]) -> list[Finding]:
        workspace = self.draft.workspace
        bundle, settings = workspace.bundle, self.place.settings
        before = _Kinds()
        check_documents(bundle, workspace.documents, settings, before)
        contents = {path: document.data for path, document in workspace.documents.items()}
        contents.update({change.path: change.new for change in changes})
        after = read_documents(bundle, contents)
        return list(check_documents(bundle, after, settings, _Known(before.met)).findings)


class _Kinds(Sieve):
    """Takes out everything, and counts it by kind: also what a report has no room for."""

    def expects(self, code: str) -> bool:
        """It wants to see all."""
        return True

    def takes(self, finding: Finding, document: Document | None) -> bool:
        """Always."""
        self.met[_kind(finding)] += 1
        return True


class _Known(_Kinds):
    """Takes out what there was before: of each kind so many."""

    def __init__(self, before: Counter[tuple[str, ...]]) -> None:
        super().__init__()
        self._before = before

    def takes(self, finding: Finding, document: Document | None) -> bool:
        """Whether there were as many of its kind."""
        super().takes(finding, document)
        return self.met[_kind(finding)] <= self._before[_kind(finding)]


def _kind(finding: Finding) -> tuple[str, ...]:
    return (finding.code, finding.path, *([] if finding.record is None else [finding.record]))
