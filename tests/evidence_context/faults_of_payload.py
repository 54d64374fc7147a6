"""Faults of a payload as a whole: its fields, digests, windows, sources and lanes."""

from __future__ import annotations

from tests.evidence_context.fault import (
    CITATION,
    FIRST,
    UNIT,
    Fault,
    P,
    fault,
    missing,
    mistyped,
    unknown,
)
from tests.evidence_context.support import DELETE, changed, valid_payload

MISSING_FIELDS = [
    *missing((), "source_id", "source_digest", "window_units", "selected_lanes", "contexts"),
    *missing(FIRST, "context_ref", "evidence_refs", "units"),
    *missing(CITATION, "lane_id", "source_ref"),
    *missing((*CITATION, "source_ref"), "source_id", "start_unit_id", "end_unit_id"),
    *missing((*FIRST, "context_ref"), "source_id", "start_unit_id", "end_unit_id"),
    *missing(UNIT, "id", "kind", "text", "ref"),
    *missing((*UNIT, "ref"), "source_id", "start_unit_id", "end_unit_id"),
]

WRONG_TYPES = [
    *(
        Fault(f"the file is {value!r}", value, ((P + "payload.type", ()),), "must be an object")
        for value in (None, True, 3, "text", [], [{}])
    ),
    *mistyped(("source_id",), None, 7, ["walk-7"], {}, says="must be a string"),
    *mistyped(("source_digest",), None, 7, says="must be a string"),
    *mistyped(("window_units",), None, True, "1", 1.0, 1.5, [], says="must be an integer"),
    *mistyped(("selected_lanes",), None, "birds", {"birds": True}, says="must be a list"),
    *mistyped(("selected_lanes", 1), None, 1, ["boats"], says="must be a string"),
    *mistyped(("contexts",), None, {}, "none", 0, False, says="must be a list"),
    *mistyped(FIRST, None, [], "context", 1, says="must be an object"),
    *mistyped((*FIRST, "evidence_refs"), None, {}, "birds", says="must be a list"),
    *mistyped((*FIRST, "units"), None, {}, "units", says="must be a list"),
    *mistyped((*FIRST, "context_ref"), None, [10, 20], 10, says="must be an object"),
    *mistyped(CITATION, None, "birds", ["birds", 10], says="must be an object"),
    *mistyped((*CITATION, "lane_id"), None, 3, ["birds"], says="must be a string"),
    *mistyped((*CITATION, "source_ref"), None, 10, [10], says="must be an object"),
    *mistyped((*CITATION, "source_ref", "start_unit_id"), None, "10", True, 10.0, says="must be an integer"),
    *mistyped((*FIRST, "context_ref", "end_unit_id"), None, "20", True, 20.0, says="must be an integer"),
    *mistyped(UNIT, None, "unit", 30, [], says="must be an object"),
    *mistyped((*UNIT, "id"), None, "30", True, 30.0, [30], says="must be an integer"),
    *mistyped((*UNIT, "kind"), None, 1, {}, says="must be a string"),
    *mistyped((*UNIT, "text"), None, 1, ["A heron."], {"en": "A heron."}, says="must be a string"),
    *mistyped((*UNIT, "ref"), None, 30, [30, 30], says="must be an object"),
    *mistyped((*UNIT, "ref", "start_unit_id"), None, "30", True, 30.0, says="must be an integer"),
    *mistyped((*UNIT, "metadata"), None, [], "speaker A", 1, says="must be an object"),
]

UNKNOWN_FIELDS = [
    *map(
        unknown,
        ((), FIRST, CITATION, (*CITATION, "source_ref"), (*FIRST, "context_ref"), UNIT, (*UNIT, "ref")),
    ),
    fault(
        "misspelt required field is one fault",
        (("contexts",), DELETE),
        (("contxts",), []),
        code="payload.unknown_field",
        at=("contxts",),
        says='did you mean "contexts"',
    ),
    fault(
        "misspelt optional field",
        ((*UNIT, "meta_data"), {"speaker": "A"}),
        ((*UNIT, "metadata"), DELETE),
        code="payload.unknown_field",
        at=(*UNIT, "meta_data"),
        says='did you mean "metadata"',
    ),
    fault(
        "field with a name that is not shown",
        ((*UNIT, "A heron, said the second voice."), 1),
        code="payload.unknown_field",
        at=UNIT,
        says="its name is not shown",
    ),
]

DIGESTS = [
    fault(
        f"digest {name}",
        (("source_digest",), value),
        code="source_digest.invalid",
        at=("source_digest",),
        says=says,
    )
    for name, value, says in (
        ("upper case", "sha256:" + "AB" * 32, "upper-case"),
        ("prefix in upper case", "SHA256:" + "ab" * 32, "does not start with sha256:"),
        ("short", "sha256:abcdef", "6 digits"),
        ("one digit", "sha256:a", "1 digit:"),
        ("long", "sha256:" + "ab" * 33, "66 digits"),
        ("bare", "ab" * 32, "does not start"),
        ("empty", "", "does not start"),
        ("other algorithm", "sha512:" + "ab" * 64, "does not start"),
        ("no hex", "sha256:" + "xy" * 32, "no hex digits"),
        ("line break", "sha256:" + "ab" * 32 + "\n", "no hex digits"),
        ("space", "sha256: " + "ab" * 32, "no hex digits"),
        ("full-width digits", "sha256:" + "１" * 64, "no hex digits"),
        ("doubled prefix", "sha256:sha256:" + "ab" * 32, "does not start"),
    )
]

WINDOWS = [
    fault(
        "window -1", (("window_units",), -1), code="window_units.negative", at=("window_units",), says="is -1"
    ),
    fault(
        "window of -10^30",
        (("window_units",), -(10**18)),
        code="window_units.negative",
        at=("window_units",),
        says="19 digits or more",
    ),
]

SOURCES = [
    fault(
        f"foreign source in {'.'.join(map(str, at))}",
        (at, "walk-8"),
        code="source_id.mismatch",
        at=at,
        says='"source_id" is "walk-8": must be "walk-7", as at the top of the file',
    )
    for at in (
        (*FIRST, "context_ref", "source_id"),
        (*CITATION, "source_ref", "source_id"),
        (*UNIT, "ref", "source_id"),
    )
] + [
    fault(
        "top differs from all references",
        (("source_id",), "walk-8"),
        code="source_id.mismatch",
        at=("source_id",),
        says='every reference in the file says "walk-7"',
    ),
    fault(
        "two strays in one context are one fault",
        ((*UNIT, "ref", "source_id"), "walk-8"),
        ((*FIRST, "units", 2, "ref", "source_id"), "walk-8"),
        code="source_id.mismatch",
        at=(*UNIT, "ref", "source_id"),
        says="in 2 references of contexts[0]",
    ),
    Fault(
        "strays in two contexts",
        changed(
            valid_payload(),
            ((*UNIT, "ref", "source_id"), "walk-8"),
            (("contexts", 1, "context_ref", "source_id"), "walk-8"),
        ),
        (
            (P + "source_id.mismatch", (*UNIT, "ref", "source_id")),
            (P + "source_id.mismatch", ("contexts", 1, "context_ref", "source_id")),
        ),
    ),
    Fault(
        "no source at the top, and references that disagree",
        changed(valid_payload(), (("source_id",), DELETE), ((*UNIT, "ref", "source_id"), "walk-8")),
        (
            (P + "payload.field_missing", ("source_id",)),
            (P + "source_id.mismatch", (*UNIT, "ref", "source_id")),
        ),
    ),
]

LANES = [
    fault(
        "lanes not sorted",
        (("selected_lanes",), ["boats", "birds"]),
        code="selected_lanes.order",
        at=("selected_lanes", 1),
        says='lane "birds" stands after "boats"',
    ),
    fault(
        "lanes sorted without regard to case",
        (("selected_lanes",), ["birds", "Boats", "boats"]),
        code="selected_lanes.order",
        at=("selected_lanes", 1),
        says='lane "Boats" stands after "birds"',
    ),
    fault(
        "lanes sorted as numbers",
        (("selected_lanes",), ["birds", "boats", "lane-2", "lane-10"]),
        code="selected_lanes.order",
        at=("selected_lanes", 3),
    ),
    fault(
        "lanes sorted by UTF-16",
        (("selected_lanes",), ["birds", "boats", "\U0001f426", "\uff42"]),
        code="selected_lanes.order",
        at=("selected_lanes", 3),
    ),
    fault(
        "first lane that is out of order, and no other",
        (("selected_lanes",), ["boats", "birds", "ants"]),
        code="selected_lanes.order",
        at=("selected_lanes", 1),
    ),
    fault(
        "lane twice",
        (("selected_lanes",), ["birds", "birds", "boats"]),
        code="selected_lanes.duplicate",
        at=("selected_lanes", 1),
        says='lane "birds" is selected twice',
    ),
    fault(
        "lane twice, apart, is no matter of order",
        (("selected_lanes",), ["birds", "boats", "birds"]),
        code="selected_lanes.duplicate",
        at=("selected_lanes", 2),
    ),
    fault(
        "lane not selected",
        (("selected_lanes",), ["boats"]),
        code="evidence_refs.lane_not_selected",
        at=(*CITATION, "lane_id"),
        says='lane "birds" is not in selected_lanes (4 citations from it)',
    ),
    fault(
        "lane misspelt",
        ((*FIRST, "evidence_refs", 4, "lane_id"), "boatss"),
        code="evidence_refs.lane_not_selected",
        at=(*FIRST, "evidence_refs", 4, "lane_id"),
        says='did you mean "boats"?',
    ),
]
