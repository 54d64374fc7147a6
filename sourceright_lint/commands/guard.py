"""A change that must not leave the workspace with more to report than it had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sourceright_lint.commands.workspaces import Place
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft, FileChange
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.engine import check_documents, read_documents
from sourceright_lint.escape import one_line
from sourceright_lint.finding import Finding

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
        before = check_documents(bundle, workspace.documents, settings).findings
        contents = {path: document.data for path, document in workspace.documents.items()}
        contents.update({change.path: change.new for change in changes})
        after = check_documents(bundle, read_documents(bundle, contents), settings).findings
        left = Counter(map(_kind, before))
        new = []
        for finding in after:
            left[_kind(finding)] -= 1
            if left[_kind(finding)] < 0:
                new.append(finding)
        return new


def _kind(finding: Finding) -> tuple[str, str, str | None]:
    return finding.code, finding.path, finding.record
