"""Rules about what must never be published: file-system paths and credentials.

They look at ids and metadata. They say which kind of thing is where, never what it says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from sourceright_lint.contracts.evidence_context.leaks import credential_in, names_secret, path_in
from sourceright_lint.contracts.evidence_context.model import Payload
from sourceright_lint.contracts.evidence_context.wording import counted, number
from sourceright_lint.finding import Pointer
from sourceright_lint.rule import Note, Place, Problem, rule

_NOTES = 5
"""So many further places are listed with a finding."""

_REMEMBERED = 4096
"""Keys and labels come again and again in one file: so many of them are looked at once."""

_LABELS = frozenset({"source_id", "lane_id", "selected_lanes", "id", "kind", "start_unit_id", "end_unit_id"})
_HOLDERS = frozenset({"contexts", "context_ref", "evidence_refs", "source_ref", "units", "ref"})


class Leak(NamedTuple):
    """A place where a shape was found. ``key`` says that it is in a member's key, not in its value."""

    pointer: Pointer
    kind: str
    key: bool = False


@rule("evidence_context.leak.path", severity="warning", scope="payload")
def path_leak(payload: Payload) -> Iterator[Problem]:
    """An id or metadata holds an absolute file path.

    A published context never contains file-system paths: they name people, machines and projects. Looked
    for are absolute POSIX and Windows paths and `file://` addresses, in source ids, lane ids, unit ids and
    kinds, and in metadata, keys included. What was found is not shown, only where; in metadata the line,
    and the pointer of the `metadata` object. Unit text is not looked at: it is what was said.

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
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
              "metadata": {"file": "/home/tm/walks/7.wav"}
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
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
              "metadata": {"file": "walks/7.wav"}
            }
          ]
        }
      ]
    }
    ```

    Fix: none. Leave the path out, or make it relative, where the bundle is made; then publish again.
    """
    return _leaks(payload, path_in, _no_member)


@rule("evidence_context.leak.credential", severity="warning", scope="payload")
def credential_leak(payload: Payload) -> Iterator[Problem]:
    """An id or metadata holds what looks like a credential.

    A published context never contains credentials. Looked for are well-known shapes (private keys, access
    tokens of large services, JSON Web Tokens, addresses with a password) and metadata members whose name
    says what they are (`api_key`, `db_password`). What was found is not shown, only where. Unit text is not
    looked at.

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
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
              "metadata": {"api_key": "not-a-real-key-1234"}
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
              "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
              "metadata": {"speaker": "second voice"}
            }
          ]
        }
      ]
    }
    ```

    Fix: none. Revoke the credential first: what was committed has been published.
    """
    return _leaks(payload, credential_in, _secret_member)


_Finder = Callable[[str], "str | None"]
_MemberFinder = Callable[[str, Any], "str | None"]


def _leaks(payload: Payload, look: _Finder, find_member: _MemberFinder) -> Iterator[Problem]:
    find = lru_cache(maxsize=_REMEMBERED)(look)
    yield from _label_leaks(payload, find)
    for context in payload.filled:
        for unit in context.units:
            if "metadata" in unit.value:
                pointer = (*unit.pointer, "metadata")
                leaks = _search(pointer, unit.value["metadata"], find, find_member)
                name = f"metadata of unit {number(unit.id)}" if unit.id is not None else "metadata of a unit"
                yield from _metadata_problems(payload, pointer, name, leaks)


def _label_leaks(payload: Payload, find: _Finder) -> Iterator[Problem]:
    first: dict[str, Pointer] = {}
    counts: Counter[str] = Counter()
    for pointer, text in _labels(payload.value):
        if find(text) is not None:
            first.setdefault(text, pointer)
            counts[text] += 1
    for text, pointer in first.items():
        name = next(part for part in reversed(pointer) if isinstance(part, str))
        more = f" (and in {counted(counts[text] - 1, 'other place')})" if counts[text] > 1 else ""
        yield Problem(Place(payload.document, pointer), f'"{name}" holds {find(text)}{more}')


def _metadata_problems(
    payload: Payload, pointer: Pointer, name: str, leaks: Iterable[Leak]
) -> Iterator[Problem]:
    by_kind: dict[str, list[Leak]] = {}
    counts: Counter[str] = Counter()
    for leak in leaks:
        counts[leak.kind] += 1
        if counts[leak.kind] <= _NOTES + 1:
            by_kind.setdefault(leak.kind, []).append(leak)
    for kind, found in by_kind.items():
        first, *others = (_place(payload, pointer, leak) for leak in found)
        more = f" in {counts[kind]} places" if counts[kind] > 1 else ""
        notes = tuple(Note(place, "here too") for place in others)
        yield Problem(first, f"{name} holds {kind}{more}", notes=notes)


def _place(payload: Payload, pointer: Pointer, leak: Leak) -> Place:
    """The line of the leak under the pointer of the metadata: its keys are no one's business."""
    return Place(payload.document, pointer, span=payload.document.span(leak.pointer, key=leak.key))


def _labels(value: Any, at: Pointer = (), is_label: bool = False) -> Iterator[tuple[Pointer, str]]:
    """Strings where ids and kinds stand. Only known members are entered: no pointer has a foreign key."""
    if isinstance(value, str):
        if is_label:
            yield at, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _labels(item, (*at, index), is_label)
    elif isinstance(value, dict) and not is_label:
        for key, item in value.items():
            if key in _LABELS or key in _HOLDERS:
                yield from _labels(item, (*at, key), key in _LABELS)


def _search(at: Pointer, value: Any, find: _Finder, find_member: _MemberFinder) -> Iterator[Leak]:
    """Every leak in a unit's metadata, in file order, at most one in a string."""
    if isinstance(value, str):
        kind = find(value) or (find_member(at[-1], value) if isinstance(at[-1], str) else None)
        if kind is not None:
            yield Leak(at, kind)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _search((*at, index), item, find, find_member)
    elif isinstance(value, dict):
        yield from (Leak((*at, key), kind, True) for key in value if (kind := find(key)) is not None)
        for key, item in value.items():
            yield from _search((*at, key), item, find, find_member)


def _no_member(key: str, value: Any) -> str | None:
    return None


def _secret_member(key: str, value: Any) -> str | None:
    return "a secret with its name" if names_secret(key, value) else None
