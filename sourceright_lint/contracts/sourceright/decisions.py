"""Rules about review decisions: who decided what and when, and that somebody did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.sourceright.forms import TERMINAL_STATUSES
from sourceright_lint.contracts.sourceright.shape import bare, describe, text_fault
from sourceright_lint.contracts.sourceright.strict_time import is_strict
from sourceright_lint.contracts.sourceright.timestamps import is_future, read, stamp_of
from sourceright_lint.contracts.sourceright.view import Part, Record
from sourceright_lint.escape import show
from sourceright_lint.rule import Note, Problem, rule

_REOPENINGS = frozenset({"reopen", "reopened"})
_MOVES = _REOPENINGS | {"claim", "claimed"}
"""Decisions that move a record about and settle nothing."""


def settles(decision: Any) -> bool:
    """Whether an entry of ``review_decisions`` is a decision about the reference, not a claim or a reopening."""
    word = decision.get("decision") if isinstance(decision, dict) else None
    return not (isinstance(word, str) and bare(word) in _MOVES)


def reopens(decision: Any) -> bool:
    """Whether an entry of ``review_decisions`` records that a review was reopened."""
    word = decision.get("decision") if isinstance(decision, dict) else None
    return isinstance(word, str) and bare(word) in _REOPENINGS


def has_last_word(record: Record) -> bool:
    """Whether the last entry of ``review_decisions`` settles what is open about the record."""
    decisions = record.value.get("review_decisions")
    return isinstance(decisions, list) and bool(decisions) and settles(decisions[-1])


@rule("sidecar.review_decision.invalid.not_array", severity="error", scope="sidecar.record")
def decisions_not_array(record: Record) -> Iterator[Problem]:
    """`review_decisions` is not an array.

    Sourceright refuses the whole file then, also for null. Without decisions, leave the key out.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved", "review_decisions": null}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved", "review_decisions": []}
      }
    }
    ```
    """
    decisions = record.value.get("review_decisions", [])
    if not isinstance(decisions, list):
        yield record.problem(
            f'"review_decisions" must be an array, not {describe(decisions)}', "review_decisions"
        )


@rule("sidecar.review_decision.invalid.not_object", severity="error", scope="sidecar.decision")
def decision_not_object(part: Part) -> Iterator[Problem]:
    """A review decision is not an object.

    Sourceright refuses the whole file for a text among the decisions. An array of the fields in their order is
    read by accident of the library it uses; that form is no part of the schema.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved", "review_decisions": ["keep"]}
      }
    }
    ```

    Good:
    ```json references.verification.json
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

    Fix: none. Decisions are never made up, and the array form is never rewritten.
    """
    if not isinstance(part.value, dict):
        yield part.problem(f"a review decision must be an object, not {describe(part.value)}")


@rule("sidecar.review_decision.invalid.text", severity="error", scope="sidecar.decision")
def decision_text(part: Part) -> Iterator[Problem]:
    """A review decision does not say what was decided, or by whom.

    `decision` and `reviewer` are texts that say something; `notes` is text or null. A decision that nobody
    signed is no evidence, and Sourceright refuses the file when a key is missing or no text.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [{"decision": "keep", "reviewer": " ", "decided_at": "2026-05-12T09:00:00Z"}]
        }
      }
    }
    ```

    Good:
    ```json references.verification.json
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

    Fix: none. Decisions and reviewers are never made up.
    """
    if not isinstance(part.value, dict):
        return
    for key in ("decision", "reviewer"):
        fault = text_fault(part.value, key)
        if fault is not None:
            yield part.problem(f"the decision's {fault}", key)
    notes = part.value.get("notes")
    if notes is not None and not isinstance(notes, str):
        yield part.problem(f'the decision\'s "notes" must be text, not {describe(notes)}', "notes")


@rule("sidecar.review_decision.invalid.decided_at", severity="error", scope="sidecar.decision")
def decision_decided_at(part: Part) -> Iterator[Problem]:
    """A review decision does not say when it was taken.

    `decided_at` is an RFC 3339 timestamp. Without it nobody can tell whether the decision came before or after
    a change of the reference. A date that does not exist and free text are no time either.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [{"decision": "keep", "reviewer": "tm", "decided_at": "last Tuesday"}]
        }
      }
    }
    ```

    Good:
    ```json references.verification.json
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

    Fix: none, because a time is never made up.
    """
    if not isinstance(part.value, dict):
        return
    text = part.value.get("decided_at")
    if isinstance(text, str) and is_strict(text):
        return
    fault = text_fault(part.value, "decided_at")
    if fault is None and isinstance(text, str) and read(text).fault:
        fault = f'"decided_at": {read(text).fault}'
    if fault is not None:
        yield part.problem(f"the decision's {fault}", "decided_at")


@rule("sidecar.review_decision.decided_at.loose", severity="warning", scope="sidecar.decision")
def decision_decided_at_loose(part: Part) -> Iterator[Problem]:
    """The time of a decision is not quite RFC 3339.

    Without a zone the same text means another moment on another machine; a date alone leaves a whole day open.
    Strict readers refuse a space in place of the `T`.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [{"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-12"}]
        }
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [{"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-12T11:00:00+02:00"}]
        }
      }
    }
    ```

    Fix: none, because a zone is never made up.
    """
    text = part.get("decided_at")
    if isinstance(text, str) and not is_strict(text) and (departures := read(text).departures):
        yield part.problem(f'"decided_at" is {show(text)}: {"; ".join(departures)}', "decided_at")


@rule("sidecar.review_decision.decided_at.future", severity="warning", scope="sidecar.decision")
def decision_decided_at_future(part: Part) -> Iterator[Problem]:
    """A decision lies in the future.

    It is compared with the date of the commit that is checked, or with the one given by `--as-of`; never with
    the clock of the machine. Without either it is not judged. A decision that is dated after its own commit was
    typed wrong, or made up.
    """
    text = part.get("decided_at")
    as_of = part.workspace.settings.as_of
    if as_of is not None and isinstance(text, str) and is_future(text, as_of):
        yield part.problem(f'"decided_at" is {show(text)}, later than {as_of.isoformat()}', "decided_at")


@rule("sidecar.review_decision.order", severity="warning", scope="sidecar.record")
def decision_order(record: Record) -> Iterator[Problem]:
    """A decision is dated before the one that it follows.

    Decisions are added at the end, and the last one counts. One that is older than its predecessor was put in
    afterwards or dated wrong, and which of the two counts is in doubt. Times are compared as moments; two of
    which only one has a zone are not compared.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [
            {"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-12T09:00:00Z"},
            {"decision": "drop", "reviewer": "kb", "decided_at": "2026-05-03T09:00:00Z"}
          ]
        }
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "resolved",
          "review_decisions": [
            {"decision": "drop", "reviewer": "kb", "decided_at": "2026-05-03T09:00:00Z"},
            {"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-12T09:00:00Z"}
          ]
        }
      }
    }
    ```

    Fix: none. Decisions are never reordered.
    """
    decisions = record.value.get("review_decisions")
    if not isinstance(decisions, list) or len(decisions) < 2:
        return
    latest: dict[bool, Part] = {}
    for part in record.objects("review_decisions"):
        stamp = stamp_of(part.get("decided_at"))
        if stamp is None:
            continue
        earlier = latest.get(stamp.zoned)
        before = stamp_of(earlier.get("decided_at")) if earlier else None
        if earlier is None or before is None or not stamp.before(before):
            latest[stamp.zoned] = part
            continue
        yield part.problem(
            f"decision {part.index + 1} is dated {show(part.get('decided_at'))}, "
            f"before decision {earlier.index + 1} of {show(earlier.get('decided_at'))}",
            "decided_at",
            notes=(Note(earlier.place("decided_at"), "the later one before it"),),
        )


@rule("sidecar.review_decision.missing", severity="error", scope="sidecar.record")
def decision_missing(record: Record) -> Iterator[Problem]:
    """A record with conflicts is resolved or unresolved, and no decision is recorded.

    Somebody ended the review of a disputed reference; who, and why, must stand in `review_decisions`. A claim
    or a reopening is no such decision.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": [
            {"canonical": "12", "candidate": "21", "field": "volume", "provider": "crossref", "severity": "review"}
          ],
          "review_status": "resolved"
        }
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": [
            {"canonical": "12", "candidate": "21", "field": "volume", "provider": "crossref", "severity": "review"}
          ],
          "review_status": "resolved",
          "review_decisions": [{"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-12T09:00:00Z"}]
        }
      }
    }
    ```

    Fix: none. Decisions are never made up, and a record is never reopened.
    """
    if record.status not in TERMINAL_STATUSES:
        return
    conflicts, decisions = record.value.get("conflicts"), record.value.get("review_decisions", [])
    if not conflicts or not isinstance(conflicts, list) or not isinstance(decisions, list):
        return
    if not any(map(settles, decisions)):
        message = f"the record is {record.status} and has conflicts, but no review decision"
        yield record.problem(message, "review_status")
