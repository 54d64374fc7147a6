"""Rules about what conflicts compare: the competing values, the field, and how they were settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import VARIABLES
from sourceright_lint.contracts.sourceright.decisions import has_last_word
from sourceright_lint.contracts.sourceright.doi import canonical
from sourceright_lint.contracts.sourceright.shape import (
    bare,
    describe,
    misspelled,
    resembling,
    same,
    text_fault,
)
from sourceright_lint.contracts.sourceright.sidecar import CONFLICT_KEYS
from sourceright_lint.contracts.sourceright.timestamps import stamp_fault
from sourceright_lint.contracts.sourceright.view import Item, Part, Record, Sidecar, id_text
from sourceright_lint.contracts.sourceright.whitespace import collapse
from sourceright_lint.escape import show
from sourceright_lint.rule import Note, Problem, rule

_FIELDS = frozenset({"id", "type", *VARIABLES})
_GUESSES = 100
"""So many distinct names are compared letter by letter with all CSL variables, which is slow."""


@rule("sidecar.conflict.values_missing", severity="warning", scope="sidecar.conflict")
def conflict_values_missing(part: Part) -> Iterator[Problem]:
    """A conflict does not hold both competing values.

    `canonical` is what the CSL item says, `candidate` what the other side says; null stands for a field that
    one of them does not have. With one missing a reviewer must look everything up again, and nothing can tell
    whether the conflict still stands.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": [{"candidate": "21", "field": "volume", "provider": "crossref", "severity": "review"}],
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
            {"canonical": null, "candidate": "21", "field": "volume", "provider": "crossref", "severity": "review"}
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none, because what was compared is not known.
    """
    if not isinstance(part.value, dict):
        return
    absent = [key for key in ("canonical", "candidate") if key not in part.value]
    if absent:
        spelled = {meant: key for key, meant in misspelled(part.value, CONFLICT_KEYS).items()}
        names = (
            show(key) + (f" (misspelled {show(spelled[key])}?)" if key in spelled else "") for key in absent
        )
        yield part.problem(
            f"the conflict does not hold both values: it lacks {' and '.join(names)}", absent[0]
        )


@rule("sidecar.conflict.stale", severity="warning", scope="sidecar.conflict")
def conflict_stale(part: Part) -> Iterator[Problem]:
    """A conflict's `canonical` value is not what the CSL item says.

    The item was changed after the conflict was recorded, so a reviewer would judge a value that no longer
    stands. A conflict that was settled is left alone: it has a `resolution`, or the record's last word is a
    decision. White space, a DOI's prefix and case, and numbers written as text make no difference.

    Bad:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels", "volume": "21"}
    ]
    ```
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

    Good:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels", "volume": "21"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": [
            {
              "canonical": "12",
              "candidate": "21",
              "field": "volume",
              "provider": "crossref",
              "resolution": {"decided_at": "2026-05-12T09:00:00Z", "status": "corrected"},
              "severity": "review"
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none. Conflicts are evidence and never rewritten.
    """
    item = _only_item(part.record)
    if item is None or not is_outdated(part.value, item.value) or has_last_word(part.record):
        return
    field, then = part.value["field"], part.value["canonical"]
    found = show(item.value[field]) if field in item.value else "nothing"
    message = f"the conflict's canonical {show(field)} is {show(then)}, but the CSL item has {found}"
    yield part.problem(message, "canonical", notes=(Note(item.place(field), "the CSL item"),))


@rule("sidecar.conflict.unknown_field", severity="info", scope="sidecar.file")
def conflict_unknown_field(sidecar: Sidecar) -> Iterator[Problem]:
    """A conflict's field looks like a misspelled CSL variable.

    Conflicts are matched with the item by the name of the field, letter by letter. Names that resemble no CSL
    variable are taken for words of one's own.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": [
            {
              "canonical": "10.5555/eels",
              "candidate": "10.5555/reeds",
              "field": "doi",
              "provider": "crossref",
              "severity": "review"
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
          "conflicts": [
            {
              "canonical": "10.5555/eels",
              "candidate": "10.5555/reeds",
              "field": "DOI",
              "provider": "crossref",
              "severity": "review"
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    """
    meant: dict[str, str | None] = {}
    for record in sidecar.workspace.odd_records:
        for part in record.objects("conflicts") if "conflicts" in record.value else ():
            field = part.value.get("field")
            if not isinstance(field, str) or field in _FIELDS:
                continue
            if field not in meant:
                meant[field] = _nearest(field, len(meant))
            if meant[field] is not None:
                message = (
                    f"conflict field {show(field)} is no CSL variable: did you mean {show(meant[field])}?"
                )
                yield part.problem(message, "field")


@rule("sidecar.conflict.resolution", severity="warning", scope="sidecar.conflict")
def conflict_resolution(part: Part) -> Iterator[Problem]:
    """A conflict's resolution does not say how or when it was settled.

    A settled conflict may carry a `resolution`: an object with `status` and `decided_at`. From then on its
    values are no longer compared with the CSL item, so there should be something to show for it.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "conflicts": [
            {
              "canonical": "12",
              "candidate": "21",
              "field": "volume",
              "provider": "crossref",
              "resolution": "done",
              "severity": "review"
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
          "conflicts": [
            {
              "canonical": "12",
              "candidate": "21",
              "field": "volume",
              "provider": "crossref",
              "resolution": {"decided_at": "2026-05-12T09:00:00Z", "status": "corrected"},
              "severity": "review"
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    """
    if not isinstance(part.value, dict) or "resolution" not in part.value:
        return
    resolution = part.value["resolution"]
    if not isinstance(resolution, dict):
        found = describe(resolution)
        message = (
            f'the conflict\'s "resolution" must be an object with "status" and "decided_at", not {found}'
        )
        yield part.problem(message, "resolution")
        return
    for key in ("status", "decided_at"):
        fault = text_fault(resolution, key)
        if fault is None and key == "decided_at":
            fault = stamp_fault(resolution, key)
        if fault is not None:
            yield part.problem(f"the resolution's {fault}", "resolution", key)


def _nearest(field: str, guesses: int) -> str | None:
    plain = bare(field)
    for known in sorted(_FIELDS):
        if bare(known) == plain:
            return known
    return resembling(field, sorted(_FIELDS)) if guesses < _GUESSES else None


def _only_item(record: Record) -> Item | None:
    csl = record.workspace.csl
    items = csl.by_id.get(record.key, []) if csl else []
    return items[0] if len(items) == 1 else None


def is_outdated(conflict: Any, item: Mapping[str, Any]) -> bool:
    """Whether a conflict that was not settled was recorded against another value than the item has now."""
    if not isinstance(conflict, dict) or "canonical" not in conflict or "resolution" in conflict:
        return False
    field = conflict.get("field")
    if not isinstance(field, str) or (field not in item and field not in _FIELDS):
        return False
    now, then = item.get(field), conflict["canonical"]
    return not same(now, then) and not equivalent(field, now, then)


def equivalent(field: str, one: Any, other: Any) -> bool:
    """Whether two values of a CSL field differ only in what readers and safe fixes do not distinguish."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equivalent(field, one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(
            equivalent(field, *pair) for pair in zip(one, other, strict=True)
        )
    first, second = _text(field, one), _text(field, other)
    return first is not None and first == second


def _text(field: str, value: Any) -> str | None:
    if isinstance(value, str):
        return (canonical(value) if field == "DOI" else None) or collapse(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return id_text(value)
    return None
