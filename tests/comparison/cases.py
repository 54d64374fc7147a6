"""What is compared: faults that should be noticed, and values that should survive being written anew."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.comparison.tools import CSL, QUEUE, SIDECAR

_ITEM = {"id": "eels", "type": "book", "title": "Eels", "DOI": "10.5555/eels"}
_CONFLICT = {
    "candidate": 2020,
    "canonical": 2019,
    "field": "volume",
    "provider": "crossref",
    "severity": "warning",
}
_DECISION = {"decision": "keep", "reviewer": "tm", "decided_at": "2026-05-09T00:00:00Z"}
_QUEUED = {"review_status": "queued"}


def pretty(value: Any) -> str:
    """JSON as this tool and the core lay it out."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def csl(**more: Any) -> str:
    """A bibliography of one item."""
    return pretty([{**_ITEM, **more}])


def sidecar(**records: Any) -> str:
    """A sidecar."""
    return pretty({"schema_version": "sourceright.verification.v1", "references": records})


def queue(*ids: str) -> str:
    """A queue of records without candidates."""
    return "".join(json.dumps({"id": id, **_QUEUED}, separators=(",", ":")) + "\n" for id in ids)


def candidate(confidence: Any) -> dict[str, Any]:
    """A provider's candidate."""
    return {
        "provider": "crossref",
        "confidence": confidence,
        "retrieved_at": "2026-05-09T00:00:00Z",
        "data": {"DOI": "10.5555/eels", "title": "Eels"},
    }


def merged(text: str) -> str:
    """A text with a conflict that Git left."""
    return re.sub(
        r"^(.*\"title\".*\n)", "<<<<<<< ours\n\\1=======\n\\1>>>>>>> theirs\n", text, flags=re.MULTILINE
    )


CLEAN = {CSL: csl(), SIDECAR: sidecar(eels=_QUEUED), QUEUE: queue("eels")}
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Fault(NamedTuple):
    """Files with one fault, and the same without it.

    ``before`` are the files of the commit before, where the fault is the change. ``vector`` names a recorded input of
    the same fault to Sourceright's core, and ``code`` what the core calls it.
    """

    title: str
    files: Mapping[str, str]
    mended: Mapping[str, str] = MappingProxyType(CLEAN)
    before: Mapping[str, str] = _NOTHING
    vector: str = ""
    code: str = ""


_DECIDED = {"review_status": "resolved", "review_decisions": [_DECISION]}
_ENDED = {CSL: csl(), SIDECAR: sidecar(eels={"review_status": "resolved"}), QUEUE: ""}

FAULTS = (
    Fault("merge markers were left", {**CLEAN, CSL: merged(csl())}),
    Fault(
        "a key stands twice",
        {**CLEAN, CSL: csl().replace('"title": "Eels"', '"title": "Eels",\n    "title": "Eels"')},
        vector="039-csl-duplicate-extra-key",
    ),
    Fault("a title is a number", {**CLEAN, CSL: csl(title=5)}, vector="035-csl-title-number"),
    Fault(
        "a DOI is an address",
        {**CLEAN, CSL: csl(DOI="https://doi.org/10.5555/eels")},
        vector="045-csl-doi-not-idempotent",
        code="csl.doi.not_canonical",
    ),
    Fault(
        "two items have one id",
        {**CLEAN, CSL: pretty([_ITEM, {**_ITEM, "DOI": "10.5555/other"}])},
        vector="049-csl-id-duplicates-three",
        code="csl.id.duplicate",
    ),
    Fault(
        "a month is 14",
        {**CLEAN, CSL: csl(issued={"date-parts": [[2019, 14]]})},
        {**CLEAN, CSL: csl(issued={"date-parts": [[2019, 4]]})},
    ),
    Fault(
        "the bibliography holds a review status",
        {**CLEAN, CSL: csl(review_status="queued")},
        vector="055-csl-everything-wrong",
        code="csl.sidecar_field",
    ),
    Fault(
        "a confidence is text",
        {**CLEAN, SIDECAR: sidecar(eels={"provider_candidates": [candidate("86%")], **_QUEUED}), QUEUE: ""},
    ),
    Fault(
        "a record has no item",
        {**CLEAN, SIDECAR: sidecar(eels=_QUEUED, silt=_QUEUED), QUEUE: queue("eels", "silt")},
    ),
    Fault(
        "a review with conflicts ended without a decision",
        {
            CSL: csl(volume="1"),
            SIDECAR: sidecar(eels={"conflicts": [_CONFLICT], "review_status": "resolved"}),
            QUEUE: "",
        },
    ),
    Fault("the queue is out of date", {**CLEAN, QUEUE: queue("silt")}),
    Fault("a decision was removed", _ENDED, before={**_ENDED, SIDECAR: sidecar(eels=_DECIDED)}),
)

VALUES = {
    "a key twice": '{"a":1,"a":2}',
    "20 decimals": '{"a":0.12345678901234567891}',
    "23 digits": '{"a":12345678901234567890123}',
    "`1e400`": '{"a":1e400}',
    "half a character": '{"a":"\\ud83d"}',
    "CRLF": '{\r\n  "a": 1\r\n}\r\n',
}
"""Objects to be written anew, as the value of an item's ``custom``."""
