"""What may never happen to a record between a commit and its parents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sourceright_lint.contract import Change
from sourceright_lint.contracts.sourceright.forms import SCHEMA_VERSION, TERMINAL_STATUSES
from sourceright_lint.contracts.sourceright.past import (
    Past,
    is_subsequence,
    item_content,
    path_between,
    reachable,
    step_allowed,
)
from sourceright_lint.contracts.sourceright.view import Record, Workspace
from sourceright_lint.escape import show
from sourceright_lint.rule import Place, Problem, rule


@rule("history.status.illegal", severity="error", scope="change")
def illegal_status(change: Change) -> Iterator[Problem]:
    """A review status changed in a way that the review process does not have.

    A record goes from `not_required` to `queued`, `resolved` or `unresolved`; from `queued` to
    `in_progress`, `resolved` or `unresolved`; from `in_progress` to `queued`, `resolved` or
    `unresolved`; from `resolved` to `queued` or `unresolved`; from `unresolved` to `queued`,
    `in_progress` or `resolved`. Any other step skips a decision that somebody should have taken. The
    message names the legal way. Where only the two ends of a range are known, every state that can be
    reached by legal steps is accepted.

    Fix: none. `sourceright-lint review` takes the legal steps.
    """
    for past in _pasts(change):
        for old, new in past.kept:
            before, after = old.status, new.status
            if before is None or after is None or _allowed(change, before, after, new.key):
                continue
            way = path_between(before, after)
            help = f"the legal way: {' -> '.join(way)}" if way else f"nothing leads back to {after}"
            yield new.problem(
                f"review_status of {show(new.key)} went from {before} to {after}", "review_status", help=help
            )


@rule("history.decision.removed", severity="error", scope="change")
def decision_removed(change: Change) -> Iterator[Problem]:
    """A review decision was removed, rewritten or moved.

    Decisions are evidence: they are added, never changed. In a commit with one parent the old list must
    be the beginning of the new one; in a merge, the list of each parent must still be there in its
    order. A decision that was wrong is followed by another one that says so.

    Fix: none. Restore the old list and add a decision.
    """
    for past in _pasts(change):
        for old, new in past.kept:
            problem = _decision_problem(change, old, new)
            if problem is not None:
                yield problem


@rule("history.record.removed", severity="error", scope="change")
def record_removed(change: Change) -> Iterator[Problem]:
    """A verification record disappeared while its reference stays.

    The record is the only account of what was checked and decided. A reference that is still cited
    needs it. A record that moved to a new id together with its reference is a rename, not a loss.

    Fix: none. Restore the record, for example from the commit before.
    """
    for past in _pasts(change):
        for old in past.lost:
            if past.after.csl is not None and old.key in past.after.csl.by_id:
                yield _gone(past.after, old, f"the record of {show(old.key)} was removed, its CSL item is still there")


@rule("history.record.removed_with_item", severity="info", scope="change")
def record_removed_with_item(change: Change) -> Iterator[Problem]:
    """A reference and its verification record were removed together.

    This is what dropping a reference looks like. It is said, because the evidence is from now on only
    in the history.

    Fix: none is needed.
    """
    for past in _pasts(change):
        for old in past.lost:
            was_cited = past.before.csl is not None and old.key in past.before.csl.by_id
            is_cited = past.after.csl is None or old.key in past.after.csl.by_id
            if was_cited and not is_cited:
                yield _gone(past.after, old, f"{show(old.key)} was removed together with its CSL item")


@rule("history.candidate.removed", severity="warning", scope="change")
def candidate_removed(change: Change) -> Iterator[Problem]:
    """A provider candidate disappeared.

    What a provider answered is evidence, also when it did not match. A candidate that is followed by a
    later answer of the same provider was refreshed, which is fine.

    Fix: none. Restore the candidate, or let the provider be asked again.
    """
    for past in _pasts(change):
        for old, new in past.kept:
            for part in past.lost_candidates(old, new):
                provider = part.value.get("provider")
                yield new.problem(
                    f"a candidate of {show(provider)} was removed from {show(new.key)}",
                    "provider_candidates",
                    help="keep it, or replace it by a later answer of the same provider",
                )


@rule("history.item.changed_after_review", severity="warning", scope="change")
def item_changed_after_review(change: Change) -> Iterator[Problem]:
    """A reference changed after its review was closed, and no decision says why.

    A record that is `resolved` or `unresolved` vouches for the reference as it was. When the CSL item
    is corrected during a review, the sidecar should record the decision.

    Fix: none. `sourceright-lint review reopen` and `review decide` record it.
    """
    for past in _pasts(change):
        for old, new in past.kept:
            before, after = old.item, new.item
            if old.status not in TERMINAL_STATUSES or before is None or after is None:
                continue
            decided = len(_decisions(new)) > len(_decisions(old))
            if not decided and item_content(before.value) != item_content(after.value):
                yield after.problem(
                    f"{show(new.key)} changed after its review ended as {old.status}, and no decision was added",
                    help="add a decision to the sidecar, or reopen the review",
                )


@rule("history.schema_version", severity="error", scope="change")
def schema_version_went_back(change: Change) -> Iterator[Problem]:
    """The schema version of the sidecar was changed to one that is not known.

    A sidecar that was readable and now names another version has been written by another program, or
    back to an older one. Readers that know only this version would misread or drop its records.

    Fix: none.
    """
    for past in _pasts(change):
        before, after = (_version(view) for view in (past.before, past.after))
        if past.after.sidecar and before == SCHEMA_VERSION and after != SCHEMA_VERSION:
            yield past.after.sidecar.problem(
                f"schema_version went from {show(before)} to {show(after)}", "schema_version"
            )


def _pasts(change: Change) -> Iterator[Past]:
    after = change.after
    if not isinstance(after, Workspace) or after.sidecar is None:
        return
    for before in change.parents:
        if isinstance(before, Workspace) and before.sidecar is not None:
            yield Past(before, after)


def _allowed(change: Change, before: str, after: str, key: str) -> bool:
    if not change.is_merge and change.walked:
        return step_allowed(before, after)
    return reachable(before, after) or any(_status(parent, key) == after for parent in change.parents)


def _status(view: object, key: str) -> str | None:
    record = view.sidecar.records.get(key) if isinstance(view, Workspace) and view.sidecar else None
    return record.status if record else None


def _decision_problem(change: Change, old: Record, new: Record) -> Problem | None:
    before, after = _decisions(old), _decisions(new)
    if change.is_merge or not change.walked:
        kept = is_subsequence(before, after)
    else:
        kept = after[: len(before)] == before
    if kept:
        return None
    gone = [decision for decision in before if decision not in after]
    if not gone:
        what = "the order of its decisions changed"
    elif len(after) < len(before):
        what = f"{len(gone)} of its {len(before)} decisions were removed"
    else:
        what = f"{len(gone)} of its {len(before)} decisions were rewritten"
    return new.problem(
        f"{show(new.key)}: {what}", "review_decisions", help="restore them, and add a new decision behind them"
    )


def _decisions(record: Record) -> list[Any]:
    decisions = record.value.get("review_decisions")
    return decisions if isinstance(decisions, list) else []


def _version(view: Workspace) -> Any:
    return view.sidecar.get("schema_version") if view.sidecar else None


def _gone(after: Workspace, old: Record, message: str) -> Problem:
    assert after.sidecar is not None
    return Problem(Place(after.sidecar.document, ("references",), key=True), message, old.key)
