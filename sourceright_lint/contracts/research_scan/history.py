"""Rules on what a commit may change: neither half of a run edits the other's files."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contract import Change
from sourceright_lint.contracts.research_scan import files
from sourceright_lint.contracts.research_scan.view import Run
from sourceright_lint.jsontext import MISSING, Document
from sourceright_lint.rule import Place, Problem, rule

_MANIFEST = "manifest.json"
_EVIDENCE = "evidence.json"


@rule("history.research_scan.edited_by_hand", severity="error", scope="change")
def edited_by_hand(change: Change) -> Iterator[Problem]:
    """A file of the CLI was changed, and the manifest was not.

    Each command of `research-scan` that writes a file also writes its section and its time into
    manifest.json. A commit that changes candidates, batches, shortlist, coverage or evidence and leaves
    the manifest as it was did not come from the tool: somebody edited evidence by hand. In a merge, a
    file that is as in one of the parents is not judged; nor are logs, which a command that failed leaves.

    Fix: none. Restore the file, or run the stage that writes it.
    """
    after, parents = _runs(change)
    if after is None:
        return
    for name, document in after.documents.items():
        if name == _MANIFEST or files.owner_of(name) != "cli":
            continue
        old = [parent for parent in parents if parent.has(name)]
        if any(parent.documents[name].data == document.data for parent in old):
            continue
        if any(_same(parent, after, _MANIFEST) for parent in old):
            message = (
                "changed, but manifest.json was not: this file is the CLI's, and no command leaves it so"
            )
            yield Problem(Place(document), message)


@rule("history.research_scan.changed_after_emit", severity="warning", scope="change")
def changed_after_emit(change: Change) -> Iterator[Problem]:
    """The agent's part of a run was changed after the evidence was emitted.

    evidence.json is made from the plan, the scores and the ranking. If one of these changes later and the
    evidence does not, the run no longer shows why its papers were selected. A change of layout alone is
    not reported.

    Fix: none. Restore the file, or run the stages from there on again.
    """
    after, parents = _runs(change)
    if after is None or not after.has(_EVIDENCE):
        return
    for name, document in after.documents.items():
        if files.owner_of(name) != "agent":
            continue
        old = [parent for parent in parents if parent.has(name)]
        if any(_equal(parent.documents[name], document) for parent in old):
            continue
        if any(_same(parent, after, _EVIDENCE) for parent in old):
            yield Problem(
                Place(document), "changed after evidence.json was emitted, which still shows the old state"
            )


def _runs(change: Change) -> tuple[Run | None, list[Run]]:
    after = change.after if isinstance(change.after, Run) else None
    return after, [parent for parent in change.parents if isinstance(parent, Run)]


def _same(before: Run, after: Run, name: str) -> bool:
    if not before.has(name) or not after.has(name):
        return False
    return before.documents[name].data == after.documents[name].data


def _equal(before: Document, after: Document) -> bool:
    if before.data == after.data:
        return True
    return before.value is not MISSING and bool(before.value == after.value)
