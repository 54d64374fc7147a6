"""The rule about two states of a bundle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sourceright_lint.contract import Change, View
from sourceright_lint.contracts.evidence_context.model import Payload, Unit
from sourceright_lint.contracts.evidence_context.view import EvidenceView
from sourceright_lint.contracts.evidence_context.wording import counted, number
from sourceright_lint.finding import Pointer
from sourceright_lint.rule import Note, Place, Problem, rule

_LISTED = 5
"""So many changed units are named; of the others only the count."""


@rule("history.evidence_context.digest_unchanged", severity="error", scope="change")
def digest_unchanged(change: Change) -> Iterator[Problem]:
    """Unit text or metadata changed, and the source digest did not.

    `source_digest` names the source that the units were taken from. The same source gives the same units;
    where their text or metadata differs, one of the two files was changed by hand, or the digest was not
    taken anew. Only units that both states have are compared: another window or lane selection may add and
    drop units of the same source. In a merge, units that are as in one of its parents are not judged.

    Bad:
    ```json before/evidence-context.json
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
              "text": "A heron by the lock.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            }
          ]
        }
      ]
    }
    ```
    ```json after/evidence-context.json
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
              "text": "Two herons by the lock.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            }
          ]
        }
      ]
    }
    ```

    Good:
    ```json before/evidence-context.json
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
              "text": "A heron by the lock.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            }
          ]
        }
      ]
    }
    ```
    ```json after/evidence-context.json
    {
      "source_id": "walk",
      "source_digest": "sha256:1b9f60c2d7e84a35c06f1de2947ab8035ce1f76d20943b8ea57c6610f2d3984b",
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
              "text": "Two herons by the lock.",
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10}
            }
          ]
        }
      ]
    }
    ```

    Fix: none. Publish again from the source, or restore the units.
    """
    after = _payload(change.after)
    if after is None or after.source_digest is None:
        return
    parents = [_payload(parent) for parent in change.parents]
    same = [parent for parent in parents if parent and parent.source_digest == after.source_digest]
    changes = [_changed_units(parent, after) for parent in same]
    if changes and all(changes):
        yield _problem(after, changes[0])


def _problem(after: Payload, changed: list[_Changed]) -> Problem:
    ids = ", ".join(number(unit.id) for unit in changed[:_LISTED])
    more = f" and {len(changed) - _LISTED} more" if len(changed) > _LISTED else ""
    return Problem(
        Place(after.document, ("source_digest",)),
        f'"source_digest" stayed the same while {counted(len(changed), "unit")} changed: {ids}{more}',
        notes=tuple(
            Note(Place(after.document, unit.pointer), f"changed in unit {number(unit.id)}")
            for unit in changed[:_LISTED]
        ),
    )


def _payload(view: View | None) -> Payload | None:
    return view.payload if isinstance(view, EvidenceView) else None


class _Changed(NamedTuple):
    """A unit that is not what it was, and its member that tells."""

    id: int
    pointer: Pointer


def _changed_units(before: Payload, after: Payload) -> list[_Changed]:
    old, new = _units(before), _units(after)
    return [
        _Changed(id, (*unit.pointer, member))
        for id, unit in new.items()
        if id in old and (member := _changed_member(old[id].value, unit.value)) is not None
    ]


def _units(payload: Payload) -> dict[int, Unit]:
    """Units by id, those that stand twice left out: which of them was meant is not known."""
    units: dict[int, Unit] = {}
    doubled = set()
    for context in payload.contexts:
        for unit in context.units:
            if unit.id is not None and units.setdefault(unit.id, unit) is not unit:
                doubled.add(unit.id)
    return {id: unit for id, unit in units.items() if id not in doubled}


def _changed_member(old: dict[str, Any], new: dict[str, Any]) -> str | None:
    if not _same(old.get("text"), new.get("text")):
        return "text"
    return None if _same(old.get("metadata", {}), new.get("metadata", {})) else "metadata"


def _same(left: Any, right: Any) -> bool:
    """Equality of JSON values: ``true`` is not 1, ``1.0`` is."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same, left, right))
    return bool(left == right)
