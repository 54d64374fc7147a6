"""What may never vanish between a commit and its parents: records and candidates, and why a reference changed."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contract import Change
from sourceright_lint.contracts.sourceright.forms import TERMINAL_STATUSES
from sourceright_lint.contracts.sourceright.past import Past, beyond, decisions, pasts
from sourceright_lint.contracts.sourceright.transitions import meant
from sourceright_lint.contracts.sourceright.view import Part, Record, Workspace
from sourceright_lint.escape import show
from sourceright_lint.rule import Note, Problem, rule


@rule(
    "history.record.removed",
    severity="error",
    scope="change",
    says_more_than=("sidecar.record.missing", "sidecar.missing"),
)
def record_removed(change: Change) -> Iterator[Problem]:
    """A verification record disappeared while its reference stays.

    The record is the only account of what was checked and decided, and a reference that is still cited needs
    it. A record that went to a new id together with its reference was renamed and is not lost. Where the
    whole sidecar is gone, that is one finding. Where this is reported, `sidecar.record.missing` and
    `sidecar.missing` are not.

    Bad:
    ```json before/references.csl.json
    [{"id": "eels-2021", "type": "book", "title": "Eels at the weir"}]
    ```
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "unresolved"}
      }
    }
    ```
    ```json after/references.csl.json
    [{"id": "eels-2021", "type": "book", "title": "Eels at the weir"}]
    ```
    ```json after/references.verification.json
    {"schema_version": "sourceright.verification.v1", "references": {}}
    ```

    Good:
    ```json before/references.csl.json
    [{"id": "eels-2021", "type": "book", "title": "Eels at the weir"}]
    ```
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "unresolved"}
      }
    }
    ```
    ```json after/references.csl.json
    [{"id": "eels-at-the-weir", "type": "book", "title": "Eels at the weir"}]
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-at-the-weir": {"review_status": "unresolved"}
      }
    }
    ```

    Fix: none. Restore the record, for example from the commit before.
    """
    seen = set()
    for past in pasts(change):
        left = [old for old in past.lost if _is_cited(past.after, old)]
        if left and past.after.sidecar is None:
            count = (
                "one of whose records has an item that is still there"
                if len(left) == 1
                else f"{len(left)} of whose records have items that are still there"
            )
            yield _whole_sidecar(past, f"the sidecar was removed, {count}")
            return
        for old in left:
            if old.key not in seen:
                seen.add(old.key)
                yield _gone(
                    past, old, f"the record of {show(old.key)} was removed, and its CSL item is still there"
                )


@rule("history.record.removed_with_item", severity="info", scope="change")
def record_removed_with_item(change: Change) -> Iterator[Problem]:
    """A verification record disappeared, and its reference with it.

    This is what dropping a reference looks like, or clearing away a record whose reference was gone before. It
    is said because from now on the evidence is only in the history. Where a whole workspace was removed, that
    is one finding.

    Bad:
    ```json before/references.csl.json
    [{"id": "eels-2021", "type": "book", "title": "Eels at the weir"}]
    ```
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "unresolved"}
      }
    }
    ```
    ```json after/references.csl.json
    []
    ```
    ```json after/references.verification.json
    {"schema_version": "sourceright.verification.v1", "references": {}}
    ```

    Good:
    ```json before/references.csl.json
    [{"id": "eels-2021", "type": "book", "title": "Eels at the weir"}]
    ```
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "unresolved"}
      }
    }
    ```
    ```json after/references.csl.json
    [{"id": "eels-2021", "type": "book", "title": "Eels at the weir"}]
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```

    Fix: none. Nothing is wrong if the reference was to go.
    """
    if change.after is None:
        yield from _workspace_removed(change)
        return
    seen = set()
    for past in pasts(change):
        if past.after.has("csl") and past.after.csl is None:
            continue
        left = [old for old in past.lost if not _is_cited(past.after, old)]
        if past.after.sidecar is None:
            if left and len(left) == len(past.lost):
                yield _whole_sidecar(
                    past, f"the sidecar was removed, with {_counted(len(left))} and their items"
                )
                return
            continue
        for old in left:
            if old.key not in seen:
                seen.add(old.key)
                had_item = (
                    "together with its CSL item" if _is_cited(past.before, old) else "which had no CSL item"
                )
                yield _gone(past, old, f"the record of {show(old.key)} was removed, {had_item}")


@rule("history.candidate.removed", severity="warning", scope="change")
def candidate_removed(change: Change) -> Iterator[Problem]:
    """A provider candidate disappeared, or its data was rewritten.

    What a provider answered is evidence, also where it did not match. A candidate that gave way to a later
    answer of the same provider, by `retrieved_at`, was refreshed, and that is fine. So is a new confidence:
    the candidate is its provider, its time and its data.

    Bad:
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [
            {"provider": "crossref", "confidence": 0.4, "retrieved_at": "2026-05-09T00:00:00Z",
             "data": {"DOI": "10.5555/eels"}}
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "unresolved"}
      }
    }
    ```

    Good:
    ```json before/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [
            {"provider": "crossref", "confidence": 0.4, "retrieved_at": "2026-05-09T00:00:00Z",
             "data": {"DOI": "10.5555/eels"}}
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [
            {"provider": "crossref", "confidence": 0.9, "retrieved_at": "2026-06-02T00:00:00Z",
             "data": {"DOI": "10.5555/eels.2021"}}
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none. Restore the candidate, or ask the provider again.
    """
    seen = set()
    for past in pasts(change):
        for old, new in past.kept:
            for part in past.lost_candidates(old, new):
                message = f"{show(new.key)}: {_candidate_fate(part, new)}"
                if message not in seen:
                    seen.add(message)
                    yield new.problem(
                        message,
                        "provider_candidates",
                        notes=(Note(part.place(), "the candidate as it was"),),
                        help="keep it, or replace it by a later answer of the same provider",
                    )


@rule("history.item.changed_after_review", severity="warning", scope="change")
def item_changed_after_review(change: Change) -> Iterator[Problem]:
    """A reference changed although its review has ended, and no decision says why.

    A record that is `resolved` or `unresolved` vouches for the reference as it was. When the CSL item is
    corrected in a review, or after one, the sidecar should record the decision; otherwise nobody can tell
    whether what was verified is what is cited. Only members that describe the work count: not the id, notes,
    keywords or the date of access, and not the spelling of a DOI or surplus white space.

    Bad:
    ```json before/references.csl.json
    [{"id": "eels-2021", "type": "book", "title": "Eels at the weir"}]
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
    [{"id": "eels-2021", "type": "book", "title": "Elvers at the weir"}]
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
    [{"id": "eels-2021", "type": "book", "title": "Eels at the weir"}]
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
    [{"id": "eels-2021", "type": "book", "title": "Elvers at the weir"}]
    ```
    ```json after/references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [
            {"decision": "title corrected", "reviewer": "tm", "decided_at": "2026-05-12T09:00:00Z"}
          ]
        }
      }
    }
    ```

    Fix: none. Add a decision to the sidecar.
    """
    seen = set()
    for past in pasts(change):
        for old, new in past.kept:
            ended = next((s for s in map(_status, (old, new)) if s in TERMINAL_STATUSES), None)
            if ended is None or new.key in seen or beyond(decisions(new), decisions(old)):
                continue
            names = past.changed_members(old, new)
            if names and new.item:
                seen.add(new.key)
                yield new.item.problem(
                    f"{show(new.key)} is {ended}, but its {_listed(names)} changed and no decision was added",
                    *(names[:1] if names[0] in new.item.value else ()),
                    notes=(Note(new.place("review_status"), "its record"),),
                    help="the sidecar should record the decision: add one to review_decisions",
                )


def _is_cited(view: Workspace, record: Record) -> bool:
    return view.csl is not None and record.key in view.csl.by_id


def _status(record: Record) -> str | None:
    return meant(record.status)


def _gone(past: Past, old: Record, message: str) -> Problem:
    assert past.after.sidecar is not None
    place = past.after.sidecar.place("references", key=True)
    return Problem(place, message, old.key, notes=(Note(old.place(key=True), "the record as it was"),))


def _whole_sidecar(past: Past, message: str) -> Problem:
    """At the sidecar as it was: there is no other place to show."""
    assert past.before.sidecar is not None
    return Problem(past.before.sidecar.place(), message)


def _workspace_removed(change: Change) -> Iterator[Problem]:
    was_there = any(isinstance(base, Workspace) for base in change.bases)
    for place, before in enumerate(change.parents):
        if not isinstance(before, Workspace) or before.sidecar is None or not before.sidecar.references:
            continue
        if was_there and any(change.parents[other] is None for other in change.judged if other != place):
            continue
        count = _counted(len(before.sidecar.references))
        yield Problem(before.sidecar.place(), f"the workspace was removed, with {count}")
        return


def _candidate_fate(part: Part, new: Record) -> str:
    provider, time = part.get("provider"), part.get("retrieved_at")
    is_there = any(
        (now.get("provider"), now.get("retrieved_at")) == (provider, time)
        for now in new.objects("provider_candidates")
    )
    return f"the candidate of {show(provider)} of {show(time)} was {'rewritten' if is_there else 'removed'}"


def _counted(number: int) -> str:
    return "1 record" if number == 1 else f"{number} records"


def _listed(names: list[str]) -> str:
    if len(names) > 3:
        return f"{', '.join(names[:3])} and {len(names) - 3} more members"
    return " and ".join(names) if len(names) < 3 else f"{names[0]}, {names[1]} and {names[2]}"
