"""One fault each in a valid payload, with the findings it must give: the table of the payload tests."""

from __future__ import annotations

from tests.evidence_context.faults_of_contexts import CITATIONS, CONTEXTS, LEAKS, UNITS
from tests.evidence_context.faults_of_payload import (
    DIGESTS,
    LANES,
    MISSING_FIELDS,
    SOURCES,
    UNKNOWN_FIELDS,
    WINDOWS,
    WRONG_TYPES,
)

ALL = [
    *MISSING_FIELDS, *WRONG_TYPES, *UNKNOWN_FIELDS, *DIGESTS, *WINDOWS, *SOURCES, *LANES, *CONTEXTS, *UNITS,
    *CITATIONS, *LEAKS,
]  # fmt: skip
