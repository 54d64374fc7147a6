"""Rules about the payload's structure, by its JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sourceright_lint.contracts.evidence_context.wording import counted, may_name, number
from sourceright_lint.jsontext import Document
from sourceright_lint.rule import Place, Problem, rule
from sourceright_lint.schema_check import Violation

_DIGITS = 64


class Shape(NamedTuple):
    """A payload and its departures from the schema, found once for all rules of this module."""

    document: Document
    violations: tuple[Violation, ...]

    def of(self, *keywords: str) -> Iterator[Violation]:
        """Violations of these keywords of the schema."""
        return (violation for violation in self.violations if violation.keyword in keywords)


@rule("evidence_context.payload.type", severity="error", scope="shape")
def wrong_type(shape: Shape) -> Iterator[Problem]:
    """A value is of the wrong JSON type.

    `selected_lanes`, `contexts`, `evidence_refs` and `units` are always arrays, also where they are empty.
    Unit ids, the ends of references and `window_units` are integers (`true` and `2.0` are none). `metadata`
    is an object with anything in it. The message names the type that was found, never the value.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": null
    }
    ```

    Good:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Fix: none. The file is written by the program that publishes the bundle, and never rewritten.
    """
    for violation in shape.of("type"):
        yield Problem(Place(shape.document, violation.pointer), violation.message)


@rule("evidence_context.payload.field_missing", severity="error", scope="shape")
def field_missing(shape: Shape) -> Iterator[Problem]:
    """A required field is missing.

    The file requires `source_id`, `source_digest`, `window_units`, `selected_lanes` and `contexts`; a
    context `context_ref`, `evidence_refs` and `units`; a citation `lane_id` and `source_ref`; a reference
    `source_id`, `start_unit_id` and `end_unit_id`; a unit `id`, `kind`, `text` and `ref`.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"]
    }
    ```

    Good:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Fix: none. What the field should say is not known.
    """
    for violation in shape.of("required"):
        yield Problem(Place(shape.document, violation.pointer), violation.message)


@rule("evidence_context.payload.unknown_field", severity="error", scope="shape")
def unknown_field(shape: Shape) -> Iterator[Problem]:
    """A fixed object has a field that the contract does not know.

    The file, its contexts, citations, references and units reject unknown fields, and so do consumers.
    Only a unit's `metadata` is free. A misspelt required field is reported here, with the one that was
    meant, and not as missing as well.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": [
        {
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}}
          ],
          "units": [
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            }
          ],
          "note": "checked by hand"
        }
      ]
    }
    ```

    Good:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": [
        {
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}}
          ],
          "units": [
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
              "metadata": {"note": "checked by hand"}
            }
          ]
        }
      ]
    }
    ```

    Fix: none. Removing the field would lose what somebody wrote there.
    """
    for violation in shape.of("additionalProperties"):
        yield _unknown(shape.document, violation)


def _unknown(document: Document, violation: Violation) -> Problem:
    *holder, name = violation.pointer
    help = "data of the application belongs into the unit's metadata" if "units" in holder[-2:-1] else ""
    if may_name(str(name)):
        return Problem(Place(document, violation.pointer, key=True), violation.message, help=help)
    span = document.span(violation.pointer, key=True)
    return Problem(Place(document, tuple(holder), span=span), "unknown key; its name is not shown", help=help)


@rule("evidence_context.source_digest.invalid", severity="error", scope="shape")
def source_digest(shape: Shape) -> Iterator[Problem]:
    """The source digest is not a SHA-256 digest.

    `source_digest` is `sha256:` and 64 lower-case hexadecimal digits. With any other spelling the file
    cannot be compared with its source, nor with an earlier publication of the same source.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8D0C7E51",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Good:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Fix: none. A digest is taken from the source, not written by hand.
    """
    for violation in shape.of("pattern"):
        fault = _digest_fault(shape.document.value["source_digest"])
        yield Problem(
            Place(shape.document, violation.pointer),
            f'"source_digest" {fault}: must be sha256: and {_DIGITS} lower-case hex digits',
        )


def _digest_fault(digest: str) -> str:
    prefix, _, digits = digest.rpartition(":")
    if prefix != "sha256":
        return "does not start with sha256:"
    if not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        return "has characters that are no hex digits"
    if len(digits) != _DIGITS:
        return f"has {counted(len(digits), 'digit')}"
    return "has upper-case digits"


@rule("evidence_context.window_units.negative", severity="error", scope="shape")
def window_units(shape: Shape) -> Iterator[Problem]:
    """The window is negative.

    `window_units` says how many units on either side of a cited unit were taken along: 0 or more.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": -1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Good:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 0,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Fix: none. The width that the run used is not known.
    """
    for violation in shape.of("minimum"):
        found = number(shape.document.value["window_units"])
        yield Problem(
            Place(shape.document, violation.pointer), f'"window_units" is {found}: must be 0 or more'
        )
