"""The rule that every reference points into the source that the file is about."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.evidence_context.model import Payload, Ref
from sourceright_lint.contracts.evidence_context.wording import counted, quote
from sourceright_lint.rule import Note, Place, Problem, rule


@rule("evidence_context.source_id.mismatch", severity="error", scope="payload")
def source_id_mismatch(payload: Payload) -> Iterator[Problem]:
    """References name another source than the file does.

    One file publishes evidence from one source: its `source_id` stands at the top, and in every context
    reference, evidence reference and unit reference. A reference with another id cites a document that the
    digest does not cover. References of one context that name the same other source are one finding; so is
    a `source_id` at the top that no reference agrees with.

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
            {
              "lane_id": "birds",
              "source_ref": {"source_id": "walk-2", "start_unit_id": 10, "end_unit_id": 10}
            }
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
          ]
        }
      ]
    }
    ```

    Fix: none. Which of the two ids is right is not known.
    """
    refs = [ref for ref in payload.refs() if ref.source_id is not None]
    expected = payload.source_id if payload.source_id is not None else refs[0].source_id if refs else None
    strays = [ref for ref in refs if ref.source_id != expected]
    if expected is None or not strays:
        return
    if len(strays) == len(refs) > 1 and len({ref.source_id for ref in strays}) == 1:
        yield _top_disagrees(payload, expected, strays[0])
    else:
        yield from _strays(payload, expected, strays)


def _top_disagrees(payload: Payload, expected: str, ref: Ref) -> Problem:
    found = quote(ref.source_id or "")
    return Problem(
        Place(payload.document, ("source_id",)),
        f'"source_id" is {quote(expected)}, but every reference in the file says {found}',
        notes=(Note(_place(payload, ref), "the first reference"),),
    )


def _strays(payload: Payload, expected: str, strays: list[Ref]) -> Iterator[Problem]:
    groups: dict[tuple[object, str | None], list[Ref]] = {}
    for ref in strays:
        groups.setdefault((ref.pointer[1], ref.source_id), []).append(ref)
    where = "at the top of the file" if payload.source_id is not None else "elsewhere in the file"
    for (index, found), refs in groups.items():
        many = f" in {counted(len(refs), 'reference')} of contexts[{index}]" if len(refs) > 1 else ""
        yield Problem(
            _place(payload, refs[0]),
            f'"source_id" is {quote(found or "")}{many}: must be {quote(expected)}, as {where}',
        )


def _place(payload: Payload, ref: Ref) -> Place:
    return Place(payload.document, (*ref.pointer, "source_id"))
