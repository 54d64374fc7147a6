"""Rules about a record: its review status, its extraction and who has claimed it."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.sourceright.forms import STATUSES
from sourceright_lint.contracts.sourceright.shape import (
    describe,
    did_you_mean,
    meant_by,
    resembling,
    text_fault,
)
from sourceright_lint.contracts.sourceright.timestamps import stamp_fault
from sourceright_lint.contracts.sourceright.transitions import meant
from sourceright_lint.contracts.sourceright.view import Record, Sidecar
from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import show
from sourceright_lint.finding import Fix, Replace
from sourceright_lint.rule import Problem, rule

_ALLOWED = ", ".join(STATUSES)


@rule("sidecar.record.not_object", severity="error", scope="sidecar.file")
def record_not_object(sidecar: Sidecar) -> Iterator[Problem]:
    """A record is not an object.

    Sourceright's reader happens to take an array of a record's fields in their order for the record. That is an
    accident of the library it uses: nobody can tell what the entries mean, and the form is not part of the
    schema. Anything else makes Sourceright refuse the whole file.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": [null, [], [], "queued"]
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```

    Fix: none. The array form is never rewritten.
    """
    for key, value in sidecar.references.items() if sidecar.is_judged else ():
        if not isinstance(value, dict):
            message = f"the record of {show(key)} must be an object, not {describe(value)}"
            yield Problem(sidecar.place("references", key), message, key)


@rule("sidecar.review_status.missing", severity="error", scope="sidecar.record")
def review_status_missing(record: Record) -> Iterator[Problem]:
    """A record has no `review_status`.

    Sourceright refuses the whole file when one record has no status, and nobody can tell whether the reference
    still waits for a person.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"status": "queued"}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```

    Fix: none, because a status is a judgement.
    """
    if "review_status" not in record.value:
        message = f'"review_status" is missing{meant_by(record.value, "review_status")}'
        yield record.problem(message, "review_status", help=f"allowed: {_ALLOWED}")


@rule("sidecar.review_status.unsupported", severity="error", scope="sidecar.record")
def review_status_unsupported(record: Record) -> Iterator[Problem]:
    """A review status is not one of the five.

    Allowed are `not_required`, `queued`, `in_progress`, `resolved` and `unresolved`, as text. Sourceright
    refuses the whole file for any other. It happens to read `{"queued": null}` as `queued`; that form is no
    part of the schema, and is never rewritten.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "pending"},
        "reeds-2019": {"review_status": {"queued": null}}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"},
        "reeds-2019": {"review_status": "queued"}
      }
    }
    ```

    Fix: none, because a status is a judgement.
    """
    status = record.value.get("review_status")
    if isinstance(status, str):
        if meant(status) is not None:
            return
        hint = did_you_mean(resembling(status, STATUSES))
        message = f"review status {show(status)} is not supported{hint}"
    elif "review_status" in record.value:
        message = f'"review_status" must be text, not {describe(status)}'
    else:
        return
    yield record.problem(message, "review_status", help=f"allowed: {_ALLOWED}")


@rule("sidecar.review_status.not_canonical", severity="error", scope="sidecar.record", fix="safe")
def review_status_not_canonical(record: Record) -> Iterator[Problem]:
    """A review status is written with other letters' case or separators.

    Sourceright compares statuses letter by letter, so it refuses the whole file for `Queued` or `in-progress`,
    although it is clear what is meant.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "In Progress"}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "in_progress"}
      }
    }
    ```

    Fix: writes the status in its one spelling.
    """
    status = record.status
    if status is None or status in STATUSES:
        return
    known = meant(status)
    if known is not None:
        edit = Replace(record.document.path, (*record.pointer, "review_status"), known)
        fix = Fix(f"write the status as {known}", (edit,))
        yield record.problem(
            f"review status {show(status)} is written {show(known)}", "review_status", fix=fix
        )


@rule("sidecar.extraction.invalid", severity="error", scope="sidecar.record")
def extraction_invalid(record: Record) -> Iterator[Problem]:
    """An extraction is not what Sourceright can read.

    `extraction` is an object that names its `source`; `original_text` and `span` are text or null. With another
    type anywhere Sourceright refuses the whole file.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "extraction": {"source": "notes.docx", "span": [12, 14]},
          "review_status": "queued"
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
          "extraction": {"source": "notes.docx", "span": "paragraph:12"},
          "review_status": "queued"
        }
      }
    }
    ```
    """
    extraction = record.value.get("extraction")
    if extraction is None:
        return
    if not isinstance(extraction, dict):
        yield record.problem(f'"extraction" must be an object, not {describe(extraction)}', "extraction")
        return
    if not isinstance(extraction.get("source"), str):
        fault = text_fault(extraction, "source")
        yield record.problem(f"the extraction's {fault}", "extraction", "source")
    for key in ("original_text", "span"):
        text = extraction.get(key)
        if text is not None and not isinstance(text, str):
            message = f"the extraction's {show(key)} must be text, not {describe(text)}"
            yield record.problem(message, "extraction", key)


@rule("sidecar.extraction.source_empty", severity="warning", scope="sidecar.record")
def extraction_source_empty(record: Record) -> Iterator[Problem]:
    """An extraction does not name its source.

    The extraction says which text or file produced the reference. With an empty `source` nobody can go back
    to it.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "extraction": {"source": "", "original_text": "Eels. 2021."},
          "review_status": "queued"
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
          "extraction": {"source": "notes.docx", "original_text": "Eels. 2021."},
          "review_status": "queued"
        }
      }
    }
    ```
    """
    extraction = record.value.get("extraction")
    source = extraction.get("source") if isinstance(extraction, dict) else None
    if isinstance(source, str) and is_blank(source):
        yield record.problem(f"the extraction's {text_fault(extraction, 'source')}", "extraction", "source")


@rule("sidecar.claim.invalid", severity="warning", scope="sidecar.record")
def claim_invalid(record: Record) -> Iterator[Problem]:
    """A claim does not say who works on the record, or since when.

    A reviewer who starts on a record may leave a `claim` in it: an object with `reviewer` and `claimed_at`.
    It is there so that two people do not review the same reference, which a claim without a name cannot do.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "in_progress", "claim": "tm"}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "review_status": "in_progress",
          "claim": {"reviewer": "tm", "claimed_at": "2026-05-09T14:30:00Z"}
        }
      }
    }
    ```
    """
    if "claim" not in record.value:
        return
    claim = record.value["claim"]
    if not isinstance(claim, dict):
        found = describe(claim)
        yield record.problem(
            f'"claim" must be an object with "reviewer" and "claimed_at", not {found}', "claim"
        )
        return
    for key in ("reviewer", "claimed_at"):
        fault = text_fault(claim, key) or (stamp_fault(claim, key) if key == "claimed_at" else None)
        if fault is not None:
            yield record.problem(f"the claim's {fault}", "claim", key)
