"""Rules about the sidecar as a whole: its version, its ids and its keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.forms import (
    CANDIDATE_FIRST,
    DECISION_FIRST,
    EXTRACTION_FIRST,
    RECORD_FIRST,
    SCHEMA_VERSION,
)
from sourceright_lint.contracts.sourceright.shape import ALIASES, describe, meant_by, misspelled
from sourceright_lint.contracts.sourceright.view import Sidecar, Subject
from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import show
from sourceright_lint.rule import Note, Problem, rule

TOP_KEYS = ("schema_version", "references")
RECORD_KEYS = (*RECORD_FIRST, "claim", "orphan")
CONFLICT_KEYS = ("field", "severity", "provider", "source", "canonical", "candidate", "resolution")


@rule("sidecar.not_object", severity="error", scope="sidecar.file")
def not_object(sidecar: Sidecar) -> Iterator[Problem]:
    """The sidecar is not a JSON object.

    `references.verification.json` is one object with a `schema_version` and the `references`. Sourceright
    refuses anything else, so none of the evidence in the file is seen.

    Bad:
    ```json references.verification.json
    [
      {"id": "eels-2021", "review_status": "queued"}
    ]
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```
    """
    if not isinstance(sidecar.value, dict):
        found = describe(sidecar.value)
        yield sidecar.problem(
            f'the sidecar must be an object with "schema_version" and "references", not {found}'
        )


@rule("sidecar.schema_version.missing", severity="error", scope="sidecar.file")
def schema_version_missing(sidecar: Sidecar) -> Iterator[Problem]:
    """The sidecar does not say which schema it follows.

    Sourceright refuses a sidecar without `schema_version`. Some guides write the version under `$schema` or
    `schema`, where no reader looks for it. Records are still checked when they look like the known version.

    Bad:
    ```json references.verification.json
    {
      "$schema": "sourceright.verification.v1",
      "references": {}
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {}
    }
    ```

    Fix: none, because the version that the file was written for is not known.
    """
    value = sidecar.value
    if not isinstance(value, dict) or "schema_version" in value:
        return
    elsewhere = [key for key in ALIASES if key in value]
    notes = tuple(Note(sidecar.place(key, key=True), f"{show(key)} is no place for it") for key in elsewhere)
    found = "".join(f"; the file has {show(key)}: {show(value[key])} instead" for key in elsewhere)
    yield sidecar.problem(
        '"schema_version" is missing' + (found or meant_by(value, "schema_version")),
        "schema_version",
        notes=notes,
        help=f'the supported version is written "schema_version": {show(SCHEMA_VERSION)}',
    )


@rule("sidecar.schema_version.unsupported", severity="error", scope="sidecar.file")
def schema_version_unsupported(sidecar: Sidecar) -> Iterator[Problem]:
    """The sidecar follows a schema version that is not supported.

    Versions are compared letter by letter, white space included. Records are checked only when they look like
    the supported version; a file of another version is never rewritten.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v2",
      "references": {}
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {}
    }
    ```

    Fix: none, because a version says what the rest of the file means.
    """
    value = sidecar.value
    if not isinstance(value, dict) or "schema_version" not in value:
        return
    version = value["schema_version"]
    if version == SCHEMA_VERSION:
        return
    if not isinstance(version, str):
        message = f'"schema_version" must be the text {show(SCHEMA_VERSION)}, not {describe(version)}'
    else:
        message = (
            f"schema version {show(version)} is not supported: the supported one is {show(SCHEMA_VERSION)}"
        )
        if "".join(version.split()).casefold() == SCHEMA_VERSION:
            message += "; the two differ only in white space or case"
    yield sidecar.problem(message, "schema_version")


@rule("sidecar.references.invalid", severity="error", scope="sidecar.file")
def references_invalid(sidecar: Sidecar) -> Iterator[Problem]:
    """The sidecar has no `references` object.

    The records stand in one object, each under the CSL id of its reference. Sourceright refuses a sidecar
    without it, and one that has a list there.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": [
        {"id": "eels-2021", "review_status": "queued"}
      ]
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```
    """
    value = sidecar.value
    if not isinstance(value, dict):
        return
    if "references" not in value:
        yield sidecar.problem(f'"references" is missing{meant_by(value, "references")}', "references")
    elif not isinstance(value["references"], dict):
        found = describe(value["references"])
        yield sidecar.problem(
            f'"references" must be an object of records by CSL id, not {found}', "references"
        )


@rule("sidecar.reference_id.empty", severity="error", scope="sidecar.file")
def reference_id_empty(sidecar: Sidecar) -> Iterator[Problem]:
    """A record stands under an empty id.

    A record is keyed by the id of its CSL item. Under an empty or blank key it belongs to no reference, and
    what it says is lost to every reader.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        " ": {"review_status": "queued"}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```

    Fix: none, because nothing says which reference was meant.
    """
    for key in sidecar.references:
        if is_blank(key):
            what = "an empty id" if not key else f"the blank id {show(key)}"
            place = sidecar.place("references", key, key=True)
            yield Problem(place, f"a record stands under {what}: its key must be the id of a CSL item", key)


@rule("sidecar.misspelled_key", severity="warning", scope="sidecar.file")
def misspelled_key(sidecar: Sidecar) -> Iterator[Problem]:
    """A key looks like a known one that was misspelled.

    Sourceright ignores keys that it does not know and drops them when it writes the file, so what stands under
    a misspelled key is neither seen nor kept. Keys that must be there (`provider`, `review_status`, …) are
    reported as missing instead, with the misspelled one named.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"confilcts": [], "review_status": "queued"}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"conflicts": [], "review_status": "queued"}
      }
    }
    ```

    Fix: none, because a key of one's own may be meant.
    """
    for part in _odd_parts(sidecar):
        for key, meant in misspelled(part.subject.value, part.known).items():
            if meant not in part.required:
                message = f"unknown key {show(key)} in {part.name}: did you mean {show(meant)}?"
                yield part.subject.problem(message, key, key=True)


@rule("sidecar.unknown_key", severity="info", scope="sidecar.file")
def unknown_key(sidecar: Sidecar) -> Iterator[Problem]:
    """A key is not part of the sidecar's schema.

    Readers treat unknown fields as non-authoritative, and Sourceright's own writer drops them when it rewrites
    the file. They are kept and sorted here. Each such key is reported once per file, at its first place;
    keys inside `data` and conflicts are free.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"mood": "hopeful", "review_status": "queued"}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```

    Fix: none. Unknown fields are never removed.
    """
    first: dict[tuple[str, str], Subject] = {}
    count: dict[tuple[str, str], int] = {}
    for part in _odd_parts(sidecar):
        meant = misspelled(part.subject.value, part.known)
        for key in part.subject.value:
            if part.free_keys or key in part.known or key in meant:
                continue
            name = (part.name, key)
            first.setdefault(name, part.subject)
            count[name] = count.get(name, 0) + 1
    for (owner, key), subject in first.items():
        more = count[owner, key] - 1
        yield subject.problem(
            f"unknown key {show(key)} in {owner}: Sourceright drops it when it rewrites the file",
            key,
            key=True,
            help=f"the key occurs {more} more time{'s' if more > 1 else ''}" if more else "",
        )


class _Part(NamedTuple):
    """An object of the sidecar and the keys that it may have."""

    subject: Subject
    name: str
    known: tuple[str, ...]
    required: frozenset[str]
    free_keys: bool = False


_KEYS: Mapping[str, tuple[str, tuple[str, ...], frozenset[str], bool]] = {
    "provider_candidates": ("a candidate", CANDIDATE_FIRST, frozenset(CANDIDATE_FIRST), False),
    "conflicts": ("a conflict", CONFLICT_KEYS, frozenset(CONFLICT_KEYS) - {"resolution"}, True),
    "review_decisions": ("a decision", DECISION_FIRST, frozenset(DECISION_FIRST) - {"notes"}, False),
}


def _odd_parts(sidecar: Sidecar) -> Iterator[_Part]:
    """Every object of the sidecar that has a key outside its schema."""
    if isinstance(sidecar.value, dict) and not sidecar.value.keys() <= set(TOP_KEYS):
        yield _Part(sidecar, "the sidecar", TOP_KEYS, frozenset(TOP_KEYS))
    record_keys, extraction_keys = set(RECORD_KEYS), set(EXTRACTION_FIRST)
    list_keys = {name: set(known) for name, (_, known, _, _) in _KEYS.items()}
    for record in sidecar.workspace.odd_records:
        value = record.value
        if not value.keys() <= record_keys:
            yield _Part(record, "a record", RECORD_KEYS, frozenset({"review_status"}))
        extraction = value.get("extraction")
        if isinstance(extraction, dict) and not extraction.keys() <= extraction_keys:
            yield _Part(
                _inside(record, "extraction", extraction),
                "an extraction",
                EXTRACTION_FIRST,
                frozenset({"source"}),
            )
        for list_name, (name, known, required, free) in _KEYS.items():
            for index, entry in enumerate(_entries(value.get(list_name))):
                if isinstance(entry, dict) and not entry.keys() <= list_keys[list_name]:
                    yield _Part(_inside(record, list_name, entry, index), name, known, required, free)


def _inside(record: Subject, key: str, value: Any, *index: int) -> Subject:
    return Subject(record.workspace, record.document, (*record.pointer, key, *index), value, record.id)


def _entries(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
