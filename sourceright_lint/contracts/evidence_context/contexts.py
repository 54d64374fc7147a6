"""Rules about a context as a whole: its reference, and that it shares no unit with another."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.evidence_context.model import Context, Payload, Unit
from sourceright_lint.contracts.evidence_context.wording import counted, number, stretch
from sourceright_lint.rule import Note, Place, Problem, rule

_LISTED = 5
"""So many unit ids are named in a message; of the others only the count."""


@rule("evidence_context.context_ref.mismatch", severity="error", scope="context")
def context_ref_mismatch(context: Context) -> Iterator[Problem]:
    """A context's reference is not its first and last unit.

    `context_ref` says which stretch of the source the context shows. First and last are meant by place in
    `units`, which is document order; ids need not ascend. A context without units shows nothing at all.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": [
        {
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 30},
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

    Fix: none. Either the reference is wrong, or a unit was lost.
    """
    if not context.complete:
        return
    ref, ends = context.ref, context.ends
    if ends is None:
        place = Place(context.document, (*context.pointer, "units"))
        yield Problem(place, "the context has no units: must have one or more")
    elif not (_is_end(ref.start, ends[0]) and _is_end(ref.end, ends[1])):
        yield Problem(
            Place(context.document, ref.pointer),
            f'"context_ref" is {stretch(ref.start, ref.end)}, but the units here go '
            f"from {_name(ends[0])} to {_name(ends[1])}",
        )


@rule("evidence_context.contexts.overlap", severity="error", scope="payload")
def contexts_overlap(payload: Payload) -> Iterator[Problem]:
    """Two contexts share units.

    Each source unit appears at most once in the file: windows that overlap are merged into one context
    before they are published. Each pair of contexts is one finding.

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
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}}
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
        },
        {
          "context_ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 30},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 30, "end_unit_id": 30}}
          ],
          "units": [
            {
              "id": 20,
              "kind": "note",
              "text": "A heron by the lock.",
              "ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}
            },
            {
              "id": 30,
              "kind": "note",
              "text": "The ferry is late.",
              "ref": {"source_id": "walk", "start_unit_id": 30, "end_unit_id": 30}
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
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 30},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}},
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 30, "end_unit_id": 30}}
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
            },
            {
              "id": 30,
              "kind": "note",
              "text": "The ferry is late.",
              "ref": {"source_id": "walk", "start_unit_id": 30, "end_unit_id": 30}
            }
          ]
        }
      ]
    }
    ```

    Fix: none. The file is written by the program that publishes the bundle, and never rewritten.
    """
    owners: dict[int, Unit] = {}
    for context in payload.filled:
        shared: dict[int, dict[int, Unit]] = {}
        for unit in context.units:
            if unit.id is None:
                continue
            owner = owners.setdefault(unit.id, unit).context
            if owner != context.ordinal:
                shared.setdefault(owner, {})[unit.id] = unit
        for earlier, units in shared.items():
            id, unit = next(iter(units.items()))
            first = owners[id]
            yield Problem(
                Place(context.document, (*unit.pointer, "id")),
                f"contexts[{context.ordinal}] shares {counted(len(units), 'unit')} with contexts[{earlier}] "
                f"({_listed(list(units))}): contexts that overlap are merged into one",
                notes=(Note(Place(context.document, (*first.pointer, "id")), "published here already"),),
            )


def _is_end(id: int | None, unit: Unit) -> bool:
    """Whether a reference's end names the unit. One that is of a wrong type is another rule's matter."""
    return id is None or id in unit.names


def _name(unit: Unit) -> str:
    return number(unit.id) if unit.id is not None else "a unit without an id"


def _listed(ids: list[int]) -> str:
    more = len(ids) - _LISTED
    return ", ".join(map(number, ids[:_LISTED])) + (f" and {more} more" if more > 0 else "")
