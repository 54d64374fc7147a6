"""Rules about the shape of provider candidates: who found them, when, how sure, and what was found."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.sourceright.shape import describe, is_confidence, meant_by, text_fault
from sourceright_lint.contracts.sourceright.strict_time import is_strict
from sourceright_lint.contracts.sourceright.timestamps import is_future, read
from sourceright_lint.contracts.sourceright.view import Part, Record
from sourceright_lint.escape import show
from sourceright_lint.rule import Problem, rule


@rule("sidecar.provider_candidate.invalid.not_array", severity="error", scope="sidecar.record")
def candidates_not_array(record: Record) -> Iterator[Problem]:
    """`provider_candidates` is not an array.

    Sourceright refuses the whole file then, also for null. Without candidates, leave the key out.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"provider_candidates": null, "review_status": "queued"}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"provider_candidates": [], "review_status": "queued"}
      }
    }
    ```
    """
    candidates = record.value.get("provider_candidates", [])
    if not isinstance(candidates, list):
        message = f'"provider_candidates" must be an array, not {describe(candidates)}'
        yield record.problem(message, "provider_candidates")


@rule("sidecar.provider_candidate.invalid.not_object", severity="error", scope="sidecar.candidate")
def candidate_not_object(part: Part) -> Iterator[Problem]:
    """A provider candidate is not an object.

    Sourceright refuses the whole file for a text or null among the candidates. An array of the fields in their
    order is read by accident of the library it uses; that form is no part of the schema.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [["crossref", 0.86, "2026-05-09T14:30:00Z", {"DOI": "10.5555/eels"}]],
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
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": 0.86,
              "retrieved_at": "2026-05-09T14:30:00Z",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none. The array form is never rewritten.
    """
    if not isinstance(part.value, dict):
        yield part.problem(f"a provider candidate must be an object, not {describe(part.value)}")


@rule("sidecar.provider_candidate.invalid.provider", severity="error", scope="sidecar.candidate")
def candidate_provider(part: Part) -> Iterator[Problem]:
    """A provider candidate does not name its provider.

    A match that nobody is named for can be neither repeated nor explained. Sourceright counts such a candidate
    as unusable, and refuses the file when the key is missing or no text.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [
            {
              "provider": "",
              "confidence": 0.86,
              "retrieved_at": "2026-05-09T14:30:00Z",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
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
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": 0.86,
              "retrieved_at": "2026-05-09T14:30:00Z",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    """
    fault = text_fault(part.value, "provider") if isinstance(part.value, dict) else None
    if fault is not None:
        yield part.problem(f"the candidate's {fault}", "provider")


@rule("sidecar.provider_candidate.invalid.confidence", severity="error", scope="sidecar.candidate")
def candidate_confidence(part: Part) -> Iterator[Problem]:
    """A confidence is not a number from 0.0 to 1.0.

    Sourceright refuses the file for text, booleans and null, and counts a candidate with a number outside the
    range as unusable. `"86%"` and `86` may mean 0.86 or be a mistake.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": "86%",
              "retrieved_at": "2026-05-09T14:30:00Z",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
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
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": 0.86,
              "retrieved_at": "2026-05-09T14:30:00Z",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none, because evidence is never guessed.
    """
    if not isinstance(part.value, dict):
        return
    confidence = part.value.get("confidence")
    if is_confidence(confidence):
        return
    if type(confidence) is float or type(confidence) is int:
        written = part.document.raw((*part.pointer, "confidence"))
        message = f'"confidence" is {written[:60]}, outside the range from 0.0 to 1.0'
    elif "confidence" in part.value:
        found = describe(confidence)
        if isinstance(confidence, (list, dict)):
            found += f" ({show(confidence)})"
        message = f'"confidence" must be a number from 0.0 to 1.0, not {found}'
    else:
        message = f'"confidence" is missing{meant_by(part.value, "confidence")}'
    yield part.problem(f"the candidate's {message}", "confidence")


@rule("sidecar.provider_candidate.invalid.retrieved_at", severity="error", scope="sidecar.candidate")
def candidate_retrieved_at(part: Part) -> Iterator[Problem]:
    """A provider candidate does not say when it was retrieved.

    Providers change their records, so a match without its time cannot be compared with a later one. Sourceright
    counts such a candidate as unusable. A date that does not exist and free text are no time either.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": 0.86,
              "retrieved_at": "2026-02-30T00:00:00Z",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
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
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": 0.86,
              "retrieved_at": "2026-02-28T00:00:00Z",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none, because a time is never made up.
    """
    if not isinstance(part.value, dict):
        return
    text = part.value.get("retrieved_at")
    if isinstance(text, str) and is_strict(text):
        return
    fault = text_fault(part.value, "retrieved_at")
    if fault is None and isinstance(text, str) and read(text).fault:
        fault = f'"retrieved_at": {read(text).fault}'
    if fault is not None:
        yield part.problem(f"the candidate's {fault}", "retrieved_at")


@rule("sidecar.provider_candidate.retrieved_at.loose", severity="warning", scope="sidecar.candidate")
def candidate_retrieved_at_loose(part: Part) -> Iterator[Problem]:
    """A retrieval time is not quite RFC 3339.

    Without a zone the same text means another moment on another machine; a date alone leaves a whole day open.
    Strict readers refuse a space in place of the `T`.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": 0.86,
              "retrieved_at": "2026-05-09 14:30:00",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
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
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": 0.86,
              "retrieved_at": "2026-05-09T14:30:00+02:00",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none, because a zone is never made up.
    """
    text = part.get("retrieved_at")
    if isinstance(text, str) and not is_strict(text) and (departures := read(text).departures):
        yield part.problem(f'"retrieved_at" is {show(text)}: {"; ".join(departures)}', "retrieved_at")


@rule("sidecar.provider_candidate.retrieved_at.future", severity="warning", scope="sidecar.candidate")
def candidate_retrieved_at_future(part: Part) -> Iterator[Problem]:
    """A retrieval time lies in the future.

    It is compared with the date of the commit that is checked, or with the one given by `--as-of`; never with
    the clock of the machine. Without either it is not judged. What was retrieved after its own commit was
    typed wrong, or made up.
    """
    text = part.get("retrieved_at")
    as_of = part.workspace.settings.as_of
    if as_of is not None and isinstance(text, str) and is_future(text, as_of):
        yield part.problem(f'"retrieved_at" is {show(text)}, later than {as_of.isoformat()}', "retrieved_at")


@rule("sidecar.provider_candidate.invalid.data", severity="error", scope="sidecar.candidate")
def candidate_data(part: Part) -> Iterator[Problem]:
    """A provider candidate carries no data.

    The candidate is evidence: what the provider returned. With `data` missing or null there is nothing that the
    reference could be compared with, and Sourceright counts the candidate as unusable.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": 0.86,
              "retrieved_at": "2026-05-09T14:30:00Z",
              "data": null
            }
          ],
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
          "provider_candidates": [
            {
              "provider": "crossref",
              "confidence": 0.86,
              "retrieved_at": "2026-05-09T14:30:00Z",
              "data": {"DOI": "10.5555/eels"}
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none, because evidence is never made up.
    """
    value = part.value
    if isinstance(value, dict) and value.get("data") is None:
        message = '"data" is null' if "data" in value else f'"data" is missing{meant_by(value, "data")}'
        yield part.problem(f"the candidate's {message}", "data")
