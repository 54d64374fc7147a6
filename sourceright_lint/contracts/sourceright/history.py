"""What may never happen to a review between a commit and its parents: its status, its decisions, its format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sourceright_lint.contract import Change, View
from sourceright_lint.contracts.sourceright.forms import SCHEMA_VERSION
from sourceright_lint.contracts.sourceright.ids import is_marked
from sourceright_lint.contracts.sourceright.past import (
    Past,
    beyond,
    decisions,
    find_record,
    is_subsequence,
    pasts,
)
from sourceright_lint.contracts.sourceright.shape import same
from sourceright_lint.contracts.sourceright.transitions import is_step, meant, needs_decision, way
from sourceright_lint.contracts.sourceright.view import Record, Workspace
from sourceright_lint.escape import show, show_path
from sourceright_lint.rule import Note, Problem, rule

_FAMILY = re.compile(r"sourceright\.verification\.v([0-9]{1,9})")


@rule("history.status.illegal", severity="error", scope="change")
def illegal_status(change: Change) -> Iterator[Problem]:
    """A review status changed in a way that the review process does not have.

    A record goes from `not_required` to `queued`, `resolved` or `unresolved`; from `queued` to
    `in_progress`, `resolved` or `unresolved`; from `in_progress` to `queued`, `resolved` or
    `unresolved`; from `resolved` to `queued` or `unresolved`; from `unresolved` to `queued`,
    `in_progress` or `resolved`. Any other step skips something that somebody should have decided, and
    whoever reads the sidecar takes the new status for reviewed. The message names the legal way.

    A commit that holds several steps is accepted where a decision in it shows that the review was
    reopened. Where only the two ends of a range are known, and in a commit that `git merge --squash` made,
    every status that legal steps lead to is accepted, with a decision added where a review had ended. A merge
    may take what either side has, as long as legal steps lead there from the other side too; where the commits
    of that side are not looked at themselves, a decision must show it in the same way.

    Bad:
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved"}
      }
    }
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "in_progress"}
      }
    }
    ```

    Good:
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved"}
      }
    }
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```

    Fix: none. Take the legal steps, one commit each, or restore the status.
    """
    yield from _each_once(change, lambda past, old, new: _status_problem(change, past, old, new))


@rule(
    "history.decision.rewritten",
    severity="error",
    scope="change",
    yields_to=("sidecar.review_decision.invalid.not_array",),
)
def decision_rewritten(change: Change) -> Iterator[Problem]:
    """A review decision was removed, changed or moved.

    Decisions are evidence of who decided what and when: they are added at the end and never changed. In a
    commit with one parent the old list must be the beginning of the new one; in a merge, the decisions of
    each parent must still be there in their order, also those that a commit on one side had taken out. A
    decision that was wrong is followed by another one that says so. Whether `notes` is null or left out makes
    no difference. Of what is staged, something else than a list is reported as that, and not once more here.

    Bad:
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [{"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-12T09:00:00Z"}]
        }
      }
    }
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [{"decision": "drop", "reviewer": "tm", "decided_at": "2026-05-12T09:00:00Z"}]
        }
      }
    }
    ```

    Good:
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [{"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-12T09:00:00Z"}]
        }
      }
    }
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "unresolved",
          "review_decisions": [
            {"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-12T09:00:00Z"},
            {"decision": "drop", "reviewer": "kb", "decided_at": "2026-05-14T15:00:00Z"}
          ]
        }
      }
    }
    ```

    Fix: none. Restore the old list and add a decision behind it.
    """
    yield from _each_once(change, lambda _, old, new: _decision_problem(change, old, new))


@rule(
    "history.schema_version.changed",
    severity="error",
    scope="change",
    yields_to=("sidecar.schema_version.unsupported",),
)
def schema_version_changed(change: Change) -> Iterator[Problem]:
    """The schema version of the sidecar went back, or became one that is not known.

    A sidecar that names an older version than before was written by an older program, which may have
    dropped what it did not know. One that names an unknown version is misread, or refused, by every
    reader of this one; of what is staged, `sidecar.schema_version.unsupported` says that, and not this rule.

    Bad:
    ```json before/references.verification.json
    {"schema_version": "sourceright.verification.v1", "references": {"eels-2021": {"review_status": "queued"}}}
    ```
    ```json after/references.verification.json
    {"schema_version": "v1", "references": {"eels-2021": {"review_status": "queued"}}}
    ```

    Good:
    ```json before/references.verification.json
    {"schema_version": "sourceright.verification.v1", "references": {"eels-2021": {"review_status": "queued"}}}
    ```
    ```json after/references.verification.json
    {"schema_version": "sourceright.verification.v1", "references": {"eels-2021": {"review_status": "resolved"}}}
    ```

    Fix: none. Restore the version, or the file with it.
    """
    after = change.after
    if not isinstance(after, Workspace) or after.sidecar is None:
        return
    version = after.sidecar.get("schema_version")
    known = {
        place: parent.sidecar
        for place, parent in enumerate(change.parents)
        if isinstance(parent, Workspace) and parent.sidecar is not None
    }
    settled = change.judged if change.is_merge else known
    if any(place in known and same(known[place].get("schema_version"), version) for place in settled):
        return
    changed = (one for one in known.values() if not same(one.get("schema_version"), version))
    before = next(changed, None)
    if before is None:
        return
    old = before.get("schema_version")
    if version == SCHEMA_VERSION and _number(old) <= _number(version):
        return
    what = "went back" if version == SCHEMA_VERSION else "became one that is not known"
    yield after.sidecar.problem(
        f"schema_version {what}: from {show(old)} to {show(version)}",
        "schema_version",
        notes=(Note(before.place("schema_version"), "the version before"),),
        help=f"supported is {SCHEMA_VERSION}",
    )


@rule("history.csl.removed", severity="error", scope="change", says_more_than=("sidecar.csl_missing",))
def csl_removed(change: Change) -> Iterator[Problem]:
    """The bibliography was deleted, and the sidecar stays.

    The records say what was done to verify the items. With the file of the items gone, a later reader knows from
    the ids alone what was reviewed. Mostly the file was moved or renamed without the sidecar. Records that are
    marked as orphans need no item. Where this is reported, `sidecar.csl_missing` is not.

    Bad:
    ```json before/references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved"}
      }
    }
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved"}
      }
    }
    ```

    Good:
    ```json before/references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved"}
      }
    }
    ```
    ```json after/references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved"}
      }
    }
    ```

    Fix: none. Whether the bibliography comes back or the records go too is for a person to say.
    """
    after = change.after
    if not isinstance(after, Workspace) or after.sidecar is None or after.has("csl"):
        return
    path = after.path_of("csl")
    needing = [record for record in after.sidecar.records.values() if not is_marked(record)]
    had = [isinstance(parent, Workspace) and parent.has("csl") for parent in change.parents]
    if path is None or not needing or not any(had) or any(not had[place] for place in change.judged):
        return
    yield after.sidecar.problem(
        f"{show_path(path)} was deleted, and {len(needing)} {'record stays' if len(needing) == 1 else 'records stay'}",
        help="restore it, delete the sidecar too, or move both together",
    )


def _each_once(change: Change, look: Callable[[Past, Record, Record], Problem | None]) -> Iterator[Problem]:
    """A problem for each record, although a merge is compared with each of its parents."""
    seen = set()
    for past in pasts(change):
        for old, new in past.kept:
            problem = look(past, old, new) if new.key not in seen else None
            if problem is not None:
                seen.add(new.key)
                yield problem


def _status_problem(change: Change, past: Past, old: Record, new: Record) -> Problem | None:
    before, after = meant(old.status), meant(new.status)
    if before is None or after is None or is_step(before, after):
        return None
    steps = way(before, after)
    if steps and _is_legal(change, (old, new), steps):
        return None
    if change.is_merge and past.is_taken_over(old, new, _status):
        return None
    return new.problem(
        f"the review of {show(new.key)} went from {before} to {after}, which is no legal step",
        "review_status",
        notes=(Note(old.place("review_status"), f"{before} before"),),
        help=_way_out(steps, after),
    )


def _is_legal(change: Change, records: tuple[Record, Record], steps: list[str]) -> bool:
    """Whether a way of several steps may lie between two states of a record."""
    old, new = records
    added = beyond(decisions(new), decisions(old))
    if not change.is_merge:
        return _is_shown(steps, added, change.walked)
    if _follows([change.parents[place] for place in change.judged], (new, old), steps[-1]):
        return True
    return _follows(change.parents, (new, old), steps[-1]) and _is_shown(steps, added, walked=False)


def _is_shown(steps: list[str], added: list[Any], walked: bool) -> bool:
    """Whether what was added explains a way of several steps."""
    if walked:
        from sourceright_lint.contracts.sourceright.decisions import reopens

        return needs_decision(steps) and any(map(reopens, added))
    return bool(added) or not needs_decision(steps)


def _follows(parents: Sequence[View | None], records: tuple[Record, Record], status: str) -> bool:
    """Whether a status is that of one of these parents of a merge, or a step from it."""
    found = (find_record(view, *records) for view in parents if isinstance(view, Workspace))
    statuses = [meant(record.status) for record in found if record is not None]
    return any(before is not None and is_step(before, status) for before in statuses)


def _way_out(steps: list[str], after: str) -> str:
    if not steps:
        return f"nothing leads back to {after}: a review that was asked for ends as resolved or unresolved"
    legal = f"the legal way: {' -> '.join(steps)}"
    return f"{legal}; that it was reopened is recorded as a decision" if needs_decision(steps) else legal


def _status(record: Record | None) -> str | None:
    return meant(record.status) if record else None


def _decision_problem(change: Change, old: Record, new: Record) -> Problem | None:
    before, after = decisions(old), decisions(new)
    if change.walked and not change.is_merge:
        is_kept = len(after) >= len(before) and all(map(same, before, after))
    else:
        is_kept = is_subsequence(before, after)
    if is_kept:
        return None
    gone = beyond(before, after)
    first = next(
        (index for index, entry in enumerate(before) if any(same(entry, other) for other in gone)), 0
    )
    return new.problem(
        f"{show(new.key)}: {_what_happened(before, after, gone)}",
        "review_decisions",
        notes=(Note(old.place("review_decisions", first), "as it was"),),
        help="restore the list as it was, and add new decisions at its end",
    )


def _what_happened(before: list[Any], after: list[Any], gone: list[Any]) -> str:
    if not gone:
        if is_subsequence(before, after):
            return "a decision was put in front of older ones"
        return "its decisions were put in another order"
    verb = "removed" if len(after) < len(before) else "rewritten"
    which = _words(gone[0]) if len(gone) == 1 else f"{len(gone)} of its {len(before)} decisions"
    return f"{which} {'was' if len(gone) == 1 else 'were'} {verb}"


def _words(decision: Any) -> str:
    if not isinstance(decision, dict):
        return "a decision"
    said, who, when = (decision.get(key) for key in ("decision", "reviewer", "decided_at"))
    return f"the decision {show(said)} by {show(who)} of {show(when)}"


def _number(version: Any) -> int:
    """The number of a version of the sidecar's family; 0 for anything else."""
    match = _FAMILY.fullmatch(version) if isinstance(version, str) else None
    return int(match[1]) if match else 0
