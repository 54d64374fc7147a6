"""Rules about evidence references: the citations, as opposed to the context around them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from sourceright_lint.contracts.evidence_context.model import Context, Evidence, Payload
from sourceright_lint.contracts.evidence_context.wording import number, quote, stretch
from sourceright_lint.rule import Note, Place, Problem, rule


@rule("evidence_context.evidence_refs.not_covered", severity="error", scope="payload")
def not_covered(payload: Payload) -> Iterator[Problem]:
    """Evidence cites units that its context does not show, or cites them backwards.

    A context is its cited units with some around them. First and last unit of every citation must be among
    the context's units, the first not after the last (by place in `units`, not by id). Otherwise a reader
    is shown context for a citation that cannot be looked up in it.

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
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 30}}
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
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 30},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 30}}
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

    Fix: none. Citations are authoritative; the publisher knows whether the unit or the citation is wrong.
    """
    homes: dict[int, tuple[int, int]] = {}
    for context in payload.filled:
        for id, place in context.positions.items():
            homes.setdefault(id, (context.ordinal, place))
    for context in payload.filled:
        if context.ends is not None:
            for evidence in context.evidence:
                yield from _uncovered(context, evidence, homes)


def _uncovered(context: Context, evidence: Evidence, homes: dict[int, tuple[int, int]]) -> Iterator[Problem]:
    """``homes`` has the context and the place in its units of each unit, by its id."""
    start, end = evidence.ref.start, evidence.ref.end
    ends = [id for id in dict.fromkeys((start, end)) if id is not None]
    missing = [id for id in ends if id not in context.positions]
    place = Place(context.document, evidence.ref.pointer)
    if missing:
        # A unit that context_ref names in vain as well was lost: context_ref.mismatch says so once.
        if not all(id in (context.ref.start, context.ref.end) for id in missing):
            names = " and ".join(map(number, missing))
            yield Problem(
                place,
                f"the evidence cites unit {names}: not among the units of contexts[{context.ordinal}]",
                notes=_whereabouts(context, missing, homes),
            )
    elif len(ends) == 2 and context.positions[ends[0]] > context.positions[ends[1]]:
        first, last = map(number, ends)
        yield Problem(
            place,
            f"the evidence cites units {first} to {last}: "
            f"in contexts[{context.ordinal}] unit {first} comes after unit {last}",
        )


def _whereabouts(context: Context, missing: list[int], homes: dict[int, tuple[int, int]]) -> tuple[Note, ...]:
    found = [(id, *homes[id]) for id in missing if id in homes]
    return tuple(
        Note(
            Place(context.document, ("contexts", ordinal, "units", place)),
            f"unit {number(id)} is in contexts[{ordinal}]",
        )
        for id, ordinal, place in found
    )


@rule("evidence_context.evidence_refs.empty", severity="warning", scope="context")
def no_evidence(context: Context) -> Iterator[Problem]:
    """A context has no evidence.

    Contexts exist to explain direct citations. One that no citation asked for widens what is published:
    source text goes out that no accepted output refers to. A file with no evidence at all has
    `"contexts": []`.

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
          "evidence_refs": [],
          "units": [
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
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
      "contexts": []
    }
    ```

    Fix: none. Either the citations were lost, or the context should not be there.
    """
    if context.has_no_evidence:
        yield Problem(
            Place(context.document, (*context.pointer, "evidence_refs")),
            f"contexts[{context.ordinal}] has no evidence: its units are published without a citation",
        )


@rule("evidence_context.evidence_refs.duplicate", severity="error", scope="context")
def duplicate(context: Context) -> Iterator[Problem]:
    """The same citation stands twice.

    One lane cites one stretch of the source once. A double inflates the support that a claim seems to have.

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
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}},
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}}
          ],
          "units": [
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
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
      "selected_lanes": ["birds", "boats"],
      "contexts": [
        {
          "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
          "evidence_refs": [
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}},
            {"lane_id": "boats", "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}}
          ],
          "units": [
            {
              "id": 10,
              "kind": "note",
              "text": "Fog over the harbour.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            }
          ]
        }
      ]
    }
    ```

    Fix: none. The file is written by the program that publishes the bundle, and never rewritten.
    """
    first: dict[tuple[object, ...], Evidence] = {}
    for evidence in context.evidence:
        ref = evidence.ref
        citation = (evidence.lane, ref.source_id, ref.start, ref.end)
        if None not in citation and first.setdefault(citation, evidence) is not evidence:
            earlier = Note(Place(context.document, first[citation].pointer), "it stands here already")
            yield Problem(
                Place(context.document, evidence.pointer),
                f"lane {quote(evidence.lane or '')} cites {_cited(evidence)} twice",
                notes=(earlier,),
            )


class _Key(NamedTuple):
    """What evidence is sorted by: lane, then the places of its first and last unit in the document."""

    lane: str
    first: int
    last: int


@rule("evidence_context.evidence_refs.order", severity="error", scope="context")
def order(context: Context) -> Iterator[Problem]:
    """Citations are not ordered by lane and place.

    `evidence_refs` is sorted by lane (code points), then by the place of the first cited unit in the
    document, then by that of the last. Places are those in `units`: ids need not ascend. The order makes two
    runs over the same source comparable. The finding is at the first citation that stands too late; those
    that are not covered by the context are left out.

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
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 20, "end_unit_id": 20}},
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
            {"lane_id": "birds", "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}},
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

    Fix: none. The file is written by the program that publishes the bundle, and never rewritten.
    """
    if not context.complete or len({unit.id for unit in context.units}) < len(context.units):
        return
    keyed: dict[_Key, Evidence] = {}
    for evidence in context.evidence:
        place = context.place_in_document(evidence)
        if place is not None and evidence.lane is not None:
            keyed.setdefault(_Key(evidence.lane, *place), evidence)
    keys = list(keyed)
    for previous, key in pairwise(keys):
        if key < previous:
            yield _too_late(context, keyed[previous], keyed[key])
            return


def _too_late(context: Context, previous: Evidence, evidence: Evidence) -> Problem:
    if previous.lane == evidence.lane:
        what = f"the citation of {_cited(evidence)} stands after that of {_cited(previous)}"
    else:
        what = f"lane {quote(evidence.lane or '')} stands after {quote(previous.lane or '')}"
    return Problem(
        Place(context.document, evidence.pointer),
        f"{what}: evidence is sorted by lane (code points), then by place in the document",
        notes=(Note(Place(context.document, previous.pointer), "the citation before it"),),
    )


def _cited(evidence: Evidence) -> str:
    start, end = evidence.ref.start, evidence.ref.end
    return f"unit {number(start)}" if start == end and start is not None else f"units {stretch(start, end)}"
