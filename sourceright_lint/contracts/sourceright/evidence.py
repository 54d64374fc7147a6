"""Rules about what provider candidates are worth as evidence, and whether they fit the CSL item."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.sourceright.identity import doi_of, has_identity, titles_of
from sourceright_lint.contracts.sourceright.shape import bare, did_you_mean, resembling
from sourceright_lint.contracts.sourceright.view import Item, Part, Record
from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import show
from sourceright_lint.rule import Note, Problem, rule

_SURE_ENOUGH = 0.5
"""From this confidence on, a candidate that contradicts the item needs a recorded conflict."""


@rule("sidecar.provider_candidate.identity", severity="warning", scope="sidecar.candidate")
def candidate_identity(part: Part) -> Iterator[Problem]:
    """A candidate's data says too little to find the work again.

    To check or explain a match later, `data` needs an identifier (DOI, PMID, PMCID, arXiv, ISBN, URL, or the
    provider's own id) or at least a title.

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
              "data": {"type": "article-journal", "volume": "12"}
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
              "data": {"DOI": "10.5555/eels", "type": "article-journal", "volume": "12"}
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```
    """
    data = part.get("data")
    if data is not None and not has_identity(data):
        message = (
            "the candidate's data has no identifier (DOI, PMID, PMCID, arXiv, ISBN, URL, id) and no title"
        )
        yield part.problem(message, "data")


@rule("sidecar.provider_candidate.unknown_provider", severity="warning", scope="sidecar.candidate")
def candidate_unknown_provider(part: Part) -> Iterator[Problem]:
    """A candidate names a provider that the configuration does not list.

    Where `known-providers` is set, other names are likely typing errors, which would make one provider look
    like two. Names are compared letter by letter.

    Bad:
    ```text .sourceright-lint.toml
    known-providers = ["crossref", "openalex"]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {
          "provider_candidates": [
            {
              "provider": "Crossref",
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
    ```text .sourceright-lint.toml
    known-providers = ["crossref", "openalex"]
    ```
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
    known = part.workspace.settings.option("known-providers")
    provider = part.get("provider") if known else None
    if isinstance(provider, str) and not is_blank(provider) and provider not in known:
        message = f"provider {show(provider)} is not among the known ones{did_you_mean(resembling(provider, known))}"
        yield part.problem(message, "provider", help=f"known-providers: {', '.join(map(show, known))}")


@rule("sidecar.provider_candidate.duplicate", severity="warning", scope="sidecar.record")
def candidate_duplicate(record: Record) -> Iterator[Problem]:
    """The same candidate stands in a record twice.

    Two equal candidates are one observation, often doubled by a merge. Counted twice, it looks like agreement
    between two look-ups.

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
              "data": {"DOI": "10.5555/eels"}
            },
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

    Fix: none. Candidates are never removed.
    """
    candidates = record.value.get("provider_candidates")
    if not isinstance(candidates, list) or len(candidates) < 2:
        return
    named = [entry.get("provider") for entry in candidates if isinstance(entry, dict)]
    if len({name for name in named if isinstance(name, str)}) == len(candidates):
        return
    first: dict[str, Part] = {}
    for part in record.objects("provider_candidates"):
        earlier = first.setdefault(json.dumps(part.value, sort_keys=True), part)
        if earlier is not part:
            note = Note(earlier.place(), "the first of the two")
            message = f"candidate {part.index + 1} repeats candidate {earlier.index + 1} of this record"
            yield part.problem(message, notes=(note,))


@rule("sidecar.provider_candidate.contradicts", severity="warning", scope="sidecar.candidate")
def candidate_contradicts(part: Part) -> Iterator[Problem]:
    """A candidate contradicts the CSL item, and no conflict is recorded.

    A candidate with a confidence of 0.5 or more whose DOI or title differs from the item's says that the
    reference may be wrong. DOIs are compared without prefix and case; titles without case, punctuation, markup
    and white space. A difference that somebody has seen stands among the `conflicts` of the record.

    Bad:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels of the upper river", "DOI": "10.5555/eels"}
    ]
    ```
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
              "data": {"DOI": "10.5555/reeds", "title": "Reeds of the lower river"}
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels of the upper river", "DOI": "10.5555/eels"}
    ]
    ```
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
              "data": {"DOI": "10.5555/EELS", "title": "EELS of the upper river."}
            }
          ],
          "review_status": "queued"
        }
      }
    }
    ```

    Fix: none, because which of the two is right is a judgement.
    """
    confidence, data = part.get("confidence"), part.get("data")
    sure = type(confidence) in (float, int) and _SURE_ENOUGH <= confidence <= 1
    item = part.record.item if sure and isinstance(data, dict) else None
    if item is None:
        return
    fields = [field for field in _contradicted(item.value, data) if not _has_conflict(part.record, field)]
    if fields:
        yield part.problem(
            f"the candidate contradicts the CSL item, and no conflict is recorded: {_both(item, data, fields)}",
            "data",
            notes=tuple(Note(item.place(field), "the CSL item") for field in fields),
        )


def _contradicted(item: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    ours, theirs = doi_of(item), doi_of(data)
    if ours is not None and theirs is not None and ours != theirs:
        yield "DOI"
    title = item.get("title")
    if title is not None and title == data.get("title"):
        return
    known, found = titles_of({"title": title}), titles_of(data)
    if known and found and known[0] not in found:
        yield "title"


def _has_conflict(record: Record, field: str) -> bool:
    named = (part.get("field") for part in record.objects("conflicts"))
    return any(isinstance(name, str) and bare(name) == bare(field) for name in named)


def _both(item: Item, data: dict[str, Any], fields: list[str]) -> str:
    return "; ".join(
        f"{field} {show(item.value.get(field))} there, {show(data.get(field, data.get(field.lower())))} here"
        for field in fields
    )
