"""``review claim``, ``release``, ``decide``, ``apply`` and ``reopen``: one step of the review, written at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sourceright_lint.commands import Args
from sourceright_lint.commands.clock import now
from sourceright_lint.commands.guard import Guarded
from sourceright_lint.commands.telling import tell_json, tell_json_lines, tell_lines
from sourceright_lint.commands.workspaces import Place, Plan, change, find_places, place_of
from sourceright_lint.contracts.sourceright.reviewing.correcting import Correction, correct
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft, FileChange
from sourceright_lint.contracts.sourceright.reviewing.moves import (
    Decision,
    claimed,
    decided,
    owner_of,
    released,
    reopened,
)
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.errors import UsageError
from sourceright_lint.escape import one_line, show, show_path
from sourceright_lint.numbers import whole_number

SCHEMA = "sourceright-lint.review.v1"

Move = Callable[[Draft, str], None]


def claim(args: Args) -> int:
    """Claim records, all or none."""
    at = args.claimed_at or now()

    def move(draft: Draft, id: str) -> None:
        draft.set_record(id, claimed(id, draft.record(id), args.reviewer, at))

    return _take(args, args.ids, move)


def release(args: Args) -> int:
    """Give records back, all or none."""

    def move(draft: Draft, id: str) -> None:
        draft.set_record(id, released(id, draft.record(id), args.reviewer))

    return _take(args, args.ids, move)


def decide(args: Args) -> int:
    """Record a decision."""
    decision = decision_of(args, args.status, args.decision, args.notes)

    def move(draft: Draft, id: str) -> None:
        draft.set_record(id, decided(id, draft.record(id), draft.item(id), decision))

    return _take(args, [args.id], move)


def apply(args: Args) -> int:
    """Correct the item from a candidate and record the decision."""
    fields = tuple(dict.fromkeys(name.strip() for text in args.fields for name in text.split(",")))
    candidate = whole_number(args.candidate)
    if candidate is None or "" in fields:
        raise UsageError("--candidate takes a number, --fields names of CSL variables", "see review show ID")
    decision = decision_of(args, args.status, args.decision, args.notes)
    correction = Correction(decision, candidate, fields)

    def move(draft: Draft, id: str) -> None:
        correct(draft, id, correction)

    return _take(args, [args.id], move, is_guarded=True)


def reopen(args: Args) -> int:
    """Put a closed record back into the queue."""
    at = args.at or now()

    def move(draft: Draft, id: str) -> None:
        record, item = draft.record(id), draft.item(id)
        draft.set_record(id, reopened(id, record, item, args.reviewer, args.reason, at))

    return _take(args, [args.id], move)


def decision_of(args: Args, status: str, decision: str, notes: str | None) -> Decision:
    """The decision that the arguments speak of, now where they give no time."""
    return Decision(status, decision, args.reviewer, args.decided_at or now(), notes)


def step(
    place: Place, ids: Sequence[str], move: Move, wait: str, is_guarded: bool = False
) -> tuple[Draft, tuple[FileChange, ...]]:
    """Take one step with each of the records, and write it.

    ``is_guarded``: refused where a rule would find something in the result that it does not find now.
    """
    drafts: list[Draft] = []

    def plan(workspace: Workspace) -> Plan:
        draft = Draft(workspace)
        for id in ids:
            move(draft, id)
        drafts.append(draft)
        return Guarded(place, draft) if is_guarded else draft

    changes = change(place, plan, wait)
    return drafts[-1], changes


def tell(draft: Draft, ids: Sequence[str], changes: Sequence[FileChange], format: str) -> None:
    """Print what became of the records."""
    changed = draft.changed.keys()
    outcomes = [_outcome(draft, id, id in changed) for id in dict.fromkeys(ids)]
    if format == "json":
        paths = [change.path for change in changes]
        tell_json({"schema": SCHEMA, "records": outcomes, "files": paths})
    elif format == "json-lines":
        tell_json_lines(outcomes)
    else:
        tell_lines(map(_line, outcomes))


def _outcome(draft: Draft, id: str, is_changed: bool) -> dict[str, Any]:
    before, after = draft.source(id).value, draft.record(id)
    decisions = after.get("review_decisions")
    return {
        "id": id,
        "workspace": draft.workspace.bundle.root,
        "from": before.get("review_status"),
        "to": after.get("review_status"),
        "changed": is_changed,
        "claimed_by": owner_of(after),
        "decision": decisions[-1] if isinstance(decisions, list) and decisions else None,
    }


def _take(args: Args, ids: Sequence[str], move: Move, is_guarded: bool = False) -> int:
    if not ids:
        raise UsageError("name at least one record", "review list shows them")
    place = place_of(find_places(args), ids)
    draft, changes = step(place, list(dict.fromkeys(ids)), move, args.wait, is_guarded)
    tell(draft, ids, changes, args.output_format)
    return 0


def _line(outcome: dict[str, Any]) -> str:
    id, status = one_line(outcome["id"]), outcome["to"]
    if not outcome["changed"]:
        return f"{id}: {status} as before; nothing to change"
    if status == "in_progress":
        what = f"claimed by {show(outcome['claimed_by'])}"
    elif outcome["from"] == "in_progress" and status == "queued":
        what = "released"
    else:
        last = outcome["decision"] or {}
        word, reviewer, at = (last.get(key) for key in ("decision", "reviewer", "decided_at"))
        what = f"{show(word)} by {show(reviewer)} at {one_line(str(at))}"
    where = f" [{show_path(outcome['workspace'])}]" if outcome["workspace"] else ""
    return f"{id}: {outcome['from']} -> {status}, {what}{where}"
