"""Rules about the units of one context."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.evidence_context.model import Context, Unit
from sourceright_lint.contracts.evidence_context.wording import number, stretch
from sourceright_lint.rule import Note, Place, Problem, rule


@rule("evidence_context.units.self_ref", severity="error", scope="context")
def unit_self_ref(context: Context) -> Iterator[Problem]:
    """A unit's reference is not the unit itself.

    `ref` repeats the unit's id as first and last unit, so that a consumer can cite the unit as it stands.
    When the two disagree, the same unit has two names.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": [
        {
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 20},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}}
          ],
          "units": [
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 20}
            },
            {
              "id": 20,
              "kind": "note",
              "text": "A heron by the lock.",
              "ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}
            }
          ]
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
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 20},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}}
          ],
          "units": [
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            },
            {
              "id": 20,
              "kind": "note",
              "text": "A heron by the lock.",
              "ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}
            }
          ]
        }
      ]
    }
    ```

    Fix: none. Which of the names is right is not known.
    """
    for unit in context.units:
        if unit.id is not None and any(end not in (None, unit.id) for end in (unit.ref.start, unit.ref.end)):
            found = stretch(unit.ref.start, unit.ref.end)
            yield Problem(
                Place(context.document, unit.ref.pointer),
                f'"ref" of unit {number(unit.id)} is {found}: must be the unit itself, as first and last',
                record=number(unit.id),
            )


@rule("evidence_context.units.duplicate", severity="error", scope="context")
def unit_duplicate(context: Context) -> Iterator[Problem]:
    """A unit stands twice in a context.

    Each source unit appears at most once in the file. A reader that concatenates the units would read the
    same words twice. For a unit in two contexts there is a rule of its own.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": [
        {
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 20},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}}
          ],
          "units": [
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            },
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            },
            {
              "id": 20,
              "kind": "note",
              "text": "A heron by the lock.",
              "ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}
            }
          ]
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
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 20},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}}
          ],
          "units": [
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            },
            {
              "id": 20,
              "kind": "note",
              "text": "A heron by the lock.",
              "ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}
            }
          ]
        }
      ]
    }
    ```

    Fix: none. The two may differ, and it is not known which is the source's.
    """
    first: dict[int, Unit] = {}
    for unit in context.units:
        if unit.id is not None and first.setdefault(unit.id, unit) is not unit:
            earlier = Note(Place(context.document, (*first[unit.id].pointer, "id")), "it stands here already")
            yield Problem(
                Place(context.document, (*unit.pointer, "id")),
                f"unit {number(unit.id)} stands twice in contexts[{context.ordinal}]",
                record=number(unit.id),
                notes=(earlier,),
            )
