"""Rules about the shape of conflicts: the field, how grave, and between whom."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.sourceright.shape import describe, says_something, text_fault
from sourceright_lint.contracts.sourceright.view import Part, Record
from sourceright_lint.rule import Problem, rule


@rule("sidecar.conflict.invalid.not_array", severity="error", scope="sidecar.record")
def conflicts_not_array(record: Record) -> Iterator[Problem]:
    """`conflicts` is not an array.

    Sourceright refuses the whole file then, also for null. Without conflicts, leave the key out.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": {"field": "issued", "severity": "review", "provider": "crossref"},
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
          "conflicts": [
            {"canonical": "12", "candidate": "21", "field": "volume", "provider": "crossref", "severity": "review"}
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    """
    conflicts = record.value.get("conflicts", [])
    if not isinstance(conflicts, list):
        yield record.problem(f'"conflicts" must be an array, not {describe(conflicts)}', "conflicts")


@rule("sidecar.conflict.invalid.not_object", severity="error", scope="sidecar.conflict")
def conflict_not_object(part: Part) -> Iterator[Problem]:
    """A conflict is not an object.

    A remark such as `"title differs"` says neither who says so nor what the values are, so no report can show
    the conflict.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"conflicts": ["volume differs"], "review_status": "queued"}
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
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none, because what is missing is not known.
    """
    if not isinstance(part.value, dict):
        yield part.problem(f"a conflict must be an object, not {describe(part.value)}")


@rule("sidecar.conflict.invalid.field", severity="error", scope="sidecar.conflict")
def conflict_field(part: Part) -> Iterator[Problem]:
    """A conflict does not name its field.

    `field` says which CSL variable is disputed. Without it neither a reviewer nor a report knows what to compare.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": [{"canonical": "12", "candidate": "21", "provider": "crossref", "severity": "review"}],
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
          "conflicts": [
            {"canonical": "12", "candidate": "21", "field": "volume", "provider": "crossref", "severity": "review"}
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    """
    fault = text_fault(part.value, "field") if isinstance(part.value, dict) else None
    if fault is not None:
        yield part.problem(f"the conflict's {fault}", "field")


@rule("sidecar.conflict.invalid.severity", severity="error", scope="sidecar.conflict")
def conflict_severity(part: Part) -> Iterator[Problem]:
    """A conflict does not say how grave it is.

    `severity` is a text such as `review`, `warning` or `info`; any word is allowed. Reports sort conflicts
    by it.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": [
            {"canonical": "12", "candidate": "21", "field": "volume", "provider": "crossref", "severity": 2}
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
          "conflicts": [
            {"canonical": "12", "candidate": "21", "field": "volume", "provider": "crossref", "severity": "review"}
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    """
    fault = text_fault(part.value, "severity") if isinstance(part.value, dict) else None
    if fault is not None:
        yield part.problem(f"the conflict's {fault}", "severity")


@rule("sidecar.conflict.invalid.origin", severity="error", scope="sidecar.conflict")
def conflict_origin(part: Part) -> Iterator[Problem]:
    """A conflict names neither a provider nor a source.

    A conflict is a disagreement with somebody: the `provider` whose candidate differs, or another `source`.
    Without either nobody can look it up again.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": [{"canonical": "12", "candidate": "21", "field": "volume", "severity": "review"}],
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
          "conflicts": [
            {"canonical": "12", "candidate": "21", "field": "volume", "severity": "review", "source": "the print"}
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    """
    if not isinstance(part.value, dict):
        return
    if any(says_something(part.value.get(key)) for key in ("provider", "source")):
        return
    faults = {key: text_fault(part.value, key) for key in ("provider", "source")}
    present = [key for key in faults if key in part.value]
    if present:
        message = ", and its ".join(str(faults[key]) for key in present)
    else:
        message = f'{faults["provider"]}, and so is "source"'
    yield part.problem(
        f"the conflict's {message}: one of the two must be named", *(present or ["provider"])[:1]
    )
