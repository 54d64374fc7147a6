"""Rules about the descriptor's six fields."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.evidence_context.index import (
    FIELDS,
    FILE_FIELD,
    VERSION,
    VERSION_FIELD,
    Field,
    Index,
    way_out,
)
from sourceright_lint.contracts.evidence_context.wording import may_name, near, quote, type_of
from sourceright_lint.escape import show
from sourceright_lint.rule import Problem, rule


@rule("evidence_context.schema_version.unsupported", severity="error", scope="index")
def unsupported_version(index: Index) -> Iterator[Problem]:
    """The descriptor names a schema version that is not supported.

    Only version `v1` is known. Consumers decode a version that they support and leave any other alone; so
    does this tool: neither the other fields nor the file are judged by rules that were made for `v1`.

    Bad:
    ```json index.json
    {
      "evidence_context": {
        "artifact_kind": "source/evidence-context",
        "media_type": "application/json",
        "schema_id": "notarius.source.evidence_context",
        "schema_name": "notarius_source_evidence_context_v2",
        "schema_version": "v2",
        "logical_file": "evidence-context.json"
      }
    }
    ```

    Good:
    ```json index.json
    {
      "evidence_context": {
        "artifact_kind": "source/evidence-context",
        "media_type": "application/json",
        "schema_id": "notarius.source.evidence_context",
        "schema_name": "notarius_source_evidence_context_v1",
        "schema_version": "v1",
        "logical_file": "evidence-context.json"
      }
    }
    ```
    ```json evidence-context.json
    {
      "source_id": "harbour-walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Fix: none. Publish the bundle in version `v1`, or check it with a tool that knows its version.
    """
    if index.supported:
        return
    value = index.fields[VERSION_FIELD.name]
    found = quote(value) if isinstance(value, str) else type_of(value)
    yield Problem(
        index.place(VERSION_FIELD.name), f'"schema_version" is {found}: only {show(VERSION)} is supported'
    )


@rule("evidence_context.descriptor.type", severity="error", scope="descriptor")
def wrong_type(index: Index) -> Iterator[Problem]:
    """The descriptor is not an object, or one of its fields is not a string.

    A consumer that verifies the descriptor stops here and takes the bundle for one without evidence.

    Bad:
    ```json index.json
    {
      "evidence_context": "evidence-context.json"
    }
    ```
    ```json evidence-context.json
    {
      "source_id": "harbour-walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Good:
    ```json index.json
    {
      "evidence_context": {
        "artifact_kind": "source/evidence-context",
        "media_type": "application/json",
        "schema_id": "notarius.source.evidence_context",
        "schema_name": "notarius_source_evidence_context_v1",
        "schema_version": "v1",
        "logical_file": "evidence-context.json"
      }
    }
    ```
    ```json evidence-context.json
    {
      "source_id": "harbour-walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Fix: none. The index is written by the program that publishes the bundle.
    """
    if not isinstance(index.descriptor, dict):
        found = type_of(index.descriptor)
        yield Problem(index.place(), f'"evidence_context" is {found}: must be an object with six fields')
    for field in FIELDS:
        for key in index.present(field):
            value = index.fields[key]
            if not isinstance(value, str):
                yield Problem(
                    index.place(key), f"{show(key)} is {type_of(value)}: must be {show(field.expected)}"
                )


@rule("evidence_context.descriptor.field_missing", severity="error", scope="descriptor")
def field_missing(index: Index) -> Iterator[Problem]:
    """The descriptor lacks one of its six fields.

    Consumers verify all six before they open the file: artifact kind, media type, schema id, schema name,
    schema version and logical file. `kind` is read as `artifact_kind`, and `file` as `logical_file`.

    Bad:
    ```json index.json
    {
      "evidence_context": {
        "artifact_kind": "source/evidence-context",
        "schema_id": "notarius.source.evidence_context",
        "schema_name": "notarius_source_evidence_context_v1",
        "schema_version": "v1",
        "logical_file": "evidence-context.json"
      }
    }
    ```
    ```json evidence-context.json
    {
      "source_id": "harbour-walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Good:
    ```json index.json
    {
      "evidence_context": {
        "kind": "source/evidence-context",
        "media_type": "application/json",
        "schema_id": "notarius.source.evidence_context",
        "schema_name": "notarius_source_evidence_context_v1",
        "schema_version": "v1",
        "file": "evidence-context.json"
      }
    }
    ```
    ```json evidence-context.json
    {
      "source_id": "harbour-walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Fix: none. The index is written by the program that publishes the bundle.
    """
    if not isinstance(index.descriptor, dict):
        return
    missing = [field for field in FIELDS if not index.present(field)]
    known = {key for field in FIELDS for key in field.spellings}
    foreign = [key for key in index.fields if key not in known and may_name(key)]
    for field in missing:
        yield _missing(index, field, near(field.name, foreign))


def _missing(index: Index, field: Field, meant: str | None) -> Problem:
    message = f"the descriptor has no {show(field.name)}: it must be there and say {show(field.expected)}"
    if meant is None:
        return Problem(index.place(field.name), message)
    return Problem(index.place(meant, key=True), f"{message}; was {show(meant)} meant to be it?")


@rule("evidence_context.descriptor.value", severity="error", scope="descriptor")
def wrong_value(index: Index) -> Iterator[Problem]:
    """A field of the descriptor does not say what it must.

    Each of the six fields has one value in `v1`. A consumer that finds another one does not open the file.

    Bad:
    ```json index.json
    {
      "evidence_context": {
        "artifact_kind": "source/evidence-context",
        "media_type": "text/json",
        "schema_id": "notarius.source.evidence_context",
        "schema_name": "notarius_source_evidence_context_v1",
        "schema_version": "v1",
        "logical_file": "evidence-context.json"
      }
    }
    ```
    ```json evidence-context.json
    {
      "source_id": "harbour-walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Good:
    ```json index.json
    {
      "evidence_context": {
        "artifact_kind": "source/evidence-context",
        "media_type": "application/json",
        "schema_id": "notarius.source.evidence_context",
        "schema_name": "notarius_source_evidence_context_v1",
        "schema_version": "v1",
        "logical_file": "evidence-context.json"
      }
    }
    ```
    ```json evidence-context.json
    {
      "source_id": "harbour-walk",
      "source_digest": "sha256:8d0c7e51b2f94a6390de17c8a4b5f6021377ce98ab4d50f2e6119c0b7a83d4e5",
      "window_units": 1,
      "selected_lanes": ["birds"],
      "contexts": []
    }
    ```

    Fix: none. The index is written by the program that publishes the bundle.
    """
    for field in FIELDS:
        for key in index.present(field):
            value = index.fields[key]
            if not isinstance(value, str) or value == field.expected:
                continue
            if field is FILE_FIELD and way_out(value) is not None:
                continue
            yield Problem(index.place(key), f"{show(key)} is {quote(value)}: must be {show(field.expected)}")
