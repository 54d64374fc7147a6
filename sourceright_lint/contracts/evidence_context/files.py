"""Rules about the two files and how the index leads from one to the other."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.evidence_context.index import (
    DESCRIPTOR,
    FILE_FIELD,
    LOGICAL_FILE,
    Index,
    way_out,
)
from sourceright_lint.contracts.evidence_context.wording import may_name, near, quote
from sourceright_lint.escape import show
from sourceright_lint.rule import Place, Problem, rule


@rule("evidence_context.descriptor.missing", severity="warning", scope="index")
def descriptor_missing(index: Index) -> Iterator[Problem]:
    """The file lies beside an index that has no descriptor for it.

    A bundle without a descriptor is one that published no evidence; consumers follow the index and never
    look for the file by its name. Left over from an earlier run, it goes on publishing sensitive text that
    nobody reads. Where there is no `index.json` at all, this rule has nothing to say.

    Bad:
    ```json index.json
    {
      "lanes": {}
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
      "lanes": {},
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

    Fix: none. Either the descriptor or the file is wrong, and the bundle does not say which.
    """
    if index.described or not index.has_payload:
        return
    message = (
        f"the index has no {show(DESCRIPTOR)} descriptor, but the evidence context file is there: "
        "consumers will not find it"
    )
    meant = near(DESCRIPTOR, [key for key in index.keys if may_name(key)])
    if meant is not None:
        place = Place(index.document, (meant,), key=True)
        yield Problem(place, f"{message}; did you mean {show(DESCRIPTOR)} by {show(meant)}?")
    else:
        yield Problem(Place(index.document), message)


@rule("evidence_context.file.missing", severity="error", scope="descriptor")
def file_missing(index: Index) -> Iterator[Problem]:
    """The descriptor names the file, and it is not there.

    A consumer that has verified the descriptor opens the file next and fails. A symbolic link that leads
    out of the folder counts as missing: it is not followed.

    Bad:
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

    Fix: none. Publish the file with its index, or leave the descriptor out where evidence is not published.
    """
    if index.has_payload:
        return
    keys = index.present(FILE_FIELD)
    if keys and all(index.fields[key] == LOGICAL_FILE for key in keys):
        yield Problem(
            index.place(keys[0]),
            f"{show(LOGICAL_FILE)} is not there: the descriptor promises a regular file of this name "
            "beside the index (a link out of the folder is none)",
        )


@rule("evidence_context.descriptor.outside", severity="error", scope="descriptor")
def outside(index: Index) -> Iterator[Problem]:
    """The logical file leads out of the bundle's folder.

    An absolute path, an address, `..` or a backslash would make a consumer read something that the bundle
    does not contain. What the field names is not opened.

    Bad:
    ```json index.json
    {
      "evidence_context": {
        "artifact_kind": "source/evidence-context",
        "media_type": "application/json",
        "schema_id": "notarius.source.evidence_context",
        "schema_name": "notarius_source_evidence_context_v1",
        "schema_version": "v1",
        "logical_file": "../other-run/evidence-context.json"
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

    Fix: none. The index is written by the program that publishes the bundle.
    """
    for key in index.present(FILE_FIELD):
        value = index.fields[key]
        how = way_out(value) if isinstance(value, str) else None
        if how is not None:
            yield Problem(
                index.place(key),
                f"{show(key)} is {quote(value)}, {how}: must be {show(LOGICAL_FILE)}, beside the index",
            )
