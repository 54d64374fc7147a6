"""Rules about lanes: the list of those selected, and what evidence says it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from sourceright_lint.contracts.evidence_context.model import Evidence, Payload
from sourceright_lint.contracts.evidence_context.wording import counted, near, quote
from sourceright_lint.rule import Note, Place, Problem, rule

_SUGGESTIONS = 10
"""Near misses are looked up for so many lanes of a file, no more: each look-up compares with every lane."""


@rule("evidence_context.selected_lanes.order", severity="error", scope="payload")
def lanes_order(payload: Payload) -> Iterator[Problem]:
    """The selected lanes are not in lexical order.

    `selected_lanes` is sorted by code points, so that one selection has one spelling and a diff shows which
    lanes came and went. Upper-case letters come before lower-case ones. The finding is at the first lane
    that stands after a greater one.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["boats", "birds"],
      "contexts": []
    }
    ```

    Good:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds", "boats"],
      "contexts": []
    }
    ```

    Fix: none. The file is written by the program that publishes the bundle, and never rewritten.
    """
    first: dict[str, int] = {}
    for index, lane in enumerate(payload.lanes or ()):
        first.setdefault(lane, index)
    for previous, lane in pairwise(first):
        if lane < previous:
            yield Problem(
                Place(payload.document, ("selected_lanes", first[lane])),
                f"lane {quote(lane)} stands after {quote(previous)}: lanes are sorted by code points",
                help="upper case comes before lower case" if lane.lower() > previous.lower() else "",
            )
            return


@rule("evidence_context.selected_lanes.duplicate", severity="error", scope="payload")
def lanes_duplicate(payload: Payload) -> Iterator[Problem]:
    """A lane is selected twice.

    `selected_lanes` is a set, written as a sorted list. A double says that two configurations were joined
    without looking.

    Bad:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds", "birds", "boats"],
      "contexts": []
    }
    ```

    Good:
    ```json evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds", "boats"],
      "contexts": []
    }
    ```

    Fix: none. The file is written by the program that publishes the bundle, and never rewritten.
    """
    first: dict[str, int] = {}
    for index, lane in enumerate(payload.lanes or ()):
        if first.setdefault(lane, index) != index:
            earlier = Note(Place(payload.document, ("selected_lanes", first[lane])), "selected here already")
            yield Problem(
                Place(payload.document, ("selected_lanes", index)),
                f"lane {quote(lane)} is selected twice",
                notes=(earlier,),
            )


@rule("evidence_context.evidence_refs.lane_not_selected", severity="error", scope="payload")
def lane_not_selected(payload: Payload) -> Iterator[Problem]:
    """Evidence comes from a lane that was not selected.

    Only lanes on the allowlist may publish evidence. A citation from any other lane is one that nobody
    agreed to publish, or the list no longer is the one that the run used. Each lane is one finding, at its
    first citation.

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

    Fix: none. Whether the lane or the citation is wrong is for the publisher to say.
    """
    if payload.lanes is None:
        return
    selected = frozenset(payload.lanes)
    first: dict[str, Evidence] = {}
    counts: Counter[str] = Counter()
    for context in payload.filled:
        for evidence in context.evidence:
            lane = evidence.lane
            if lane is not None and lane not in selected:
                first.setdefault(lane, evidence)
                counts[lane] += 1
    for index, (lane, evidence) in enumerate(first.items()):
        meant = near(lane, payload.lanes) if index < _SUGGESTIONS else None
        more = f" ({counted(counts[lane], 'citation')} from it)" if counts[lane] > 1 else ""
        yield Problem(
            Place(payload.document, (*evidence.pointer, "lane_id")),
            f"lane {quote(lane)} is not in selected_lanes{more}"
            + (f": did you mean {quote(meant)}?" if meant is not None else ""),
        )
