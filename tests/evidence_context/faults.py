"""One fault each in a valid payload, with the findings it must give: the table of the payload tests."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

from sourceright_lint.finding import Pointer
from tests.evidence_context.support import DELETE, changed, cite, context, ref, unit, valid_payload

P = "evidence_context."
FIRST: Pointer = ("contexts", 0)
UNIT: Pointer = (*FIRST, "units", 1)
CITATION: Pointer = (*FIRST, "evidence_refs", 0)


class Fault(NamedTuple):
    """``payload`` with a fault, and the codes and pointers expected of it. ``says`` is part of the first message."""

    name: str
    payload: Any
    found: tuple[tuple[str, Pointer], ...]
    says: str = ""


def fault(name: str, *changes: tuple[Pointer, Any], code: str, at: Pointer, says: str = "") -> Fault:
    return Fault(name, changed(valid_payload(), *changes), ((P + code, at),), says)


def _missing(holder: Pointer, *fields: str) -> list[Fault]:
    return [
        fault(
            f"missing {'.'.join(map(str, (*holder, field)))}",
            ((*holder, field), DELETE),
            code="payload.field_missing",
            at=(*holder, field),
            says=f'"{field}" is missing',
        )
        for field in fields
    ]


def _mistyped(at: Pointer, *values: Any, says: str) -> list[Fault]:
    return [
        fault(f"{at} is {value!r}"[:80], (at, value), code="payload.type", at=at, says=says)
        for value in values
    ]


def _unknown(holder: Pointer, name: str = "note") -> Fault:
    at = (*holder, name)
    return fault(f"unknown field in {holder}", (at, 1), code="payload.unknown_field", at=at, says=f'"{name}"')


def _copied(payload: Any, pointer: Pointer) -> Any:
    for part in pointer:
        payload = payload[part]
    return copy.deepcopy(payload)


VALID = valid_payload()

MISSING_FIELDS = [
    *_missing((), "source_id", "source_digest", "window_units", "selected_lanes", "contexts"),
    *_missing(FIRST, "context_ref", "evidence_refs", "units"),
    *_missing(CITATION, "lane_id", "source_ref"),
    *_missing((*CITATION, "source_ref"), "source_id", "start_unit_id", "end_unit_id"),
    *_missing((*FIRST, "context_ref"), "source_id", "start_unit_id", "end_unit_id"),
    *_missing(UNIT, "id", "kind", "text", "ref"),
    *_missing((*UNIT, "ref"), "source_id", "start_unit_id", "end_unit_id"),
]

WRONG_TYPES = [
    *(
        Fault(f"the file is {value!r}", value, ((P + "payload.type", ()),), "must be an object")
        for value in (None, True, 3, "text", [], [{}])
    ),
    *_mistyped(("source_id",), None, 7, ["walk-7"], {}, says="must be a string"),
    *_mistyped(("source_digest",), None, 7, says="must be a string"),
    *_mistyped(("window_units",), None, True, "1", 1.0, 1.5, [], says="must be an integer"),
    *_mistyped(("selected_lanes",), None, "birds", {"birds": True}, says="must be a list"),
    *_mistyped(("selected_lanes", 1), None, 1, ["boats"], says="must be a string"),
    *_mistyped(("contexts",), None, {}, "none", 0, False, says="must be a list"),
    *_mistyped(FIRST, None, [], "context", 1, says="must be an object"),
    *_mistyped((*FIRST, "evidence_refs"), None, {}, "birds", says="must be a list"),
    *_mistyped((*FIRST, "units"), None, {}, "units", says="must be a list"),
    *_mistyped((*FIRST, "context_ref"), None, [10, 20], 10, says="must be an object"),
    *_mistyped(CITATION, None, "birds", ["birds", 10], says="must be an object"),
    *_mistyped((*CITATION, "lane_id"), None, 3, ["birds"], says="must be a string"),
    *_mistyped((*CITATION, "source_ref"), None, 10, [10], says="must be an object"),
    *_mistyped((*CITATION, "source_ref", "start_unit_id"), None, "10", True, 10.0, says="must be an integer"),
    *_mistyped((*FIRST, "context_ref", "end_unit_id"), None, "20", True, 20.0, says="must be an integer"),
    *_mistyped(UNIT, None, "unit", 30, [], says="must be an object"),
    *_mistyped((*UNIT, "id"), None, "30", True, 30.0, [30], says="must be an integer"),
    *_mistyped((*UNIT, "kind"), None, 1, {}, says="must be a string"),
    *_mistyped((*UNIT, "text"), None, 1, ["A heron."], {"en": "A heron."}, says="must be a string"),
    *_mistyped((*UNIT, "ref"), None, 30, [30, 30], says="must be an object"),
    *_mistyped((*UNIT, "ref", "start_unit_id"), None, "30", True, 30.0, says="must be an integer"),
    *_mistyped((*UNIT, "metadata"), None, [], "speaker A", 1, says="must be an object"),
]

UNKNOWN_FIELDS = [
    *map(
        _unknown,
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

CONTEXTS = [
    fault(
        "context starts at another unit",
        ((*FIRST, "context_ref", "start_unit_id"), 30),
        code="context_ref.mismatch",
        at=(*FIRST, "context_ref"),
        says='"context_ref" is 30 to 20, but the units here go from 10 to 20',
    ),
    fault(
        "context ends at the greatest id, not the last unit",
        ((*FIRST, "context_ref", "end_unit_id"), 30),
        code="context_ref.mismatch",
        at=(*FIRST, "context_ref"),
        says="is 10 to 30, but the units here go from 10 to 20",
    ),
    fault(
        "context ends at a unit that is nowhere",
        ((*FIRST, "context_ref", "end_unit_id"), 99),
        code="context_ref.mismatch",
        at=(*FIRST, "context_ref"),
    ),
    fault(
        "last unit lost",
        ((*FIRST, "units", 2), DELETE),
        code="context_ref.mismatch",
        at=(*FIRST, "context_ref"),
        says="go from 10 to 30",
    ),
    fault(
        "context without units",
        ((*FIRST, "units"), []),
        code="context_ref.mismatch",
        at=(*FIRST, "units"),
        says="no units",
    ),
    fault(
        "context without evidence",
        ((*FIRST, "evidence_refs"), []),
        code="evidence_refs.empty",
        at=(*FIRST, "evidence_refs"),
        says="contexts[0] has no evidence",
    ),
    fault(
        "context stands twice",
        (("contexts", 2), _copied(VALID, FIRST)),
        code="contexts.overlap",
        at=("contexts", 2, "units", 0, "id"),
        says="contexts[2] shares 3 units with contexts[0] (10, 30, 20)",
    ),
    fault(
        "contexts share a unit",
        (("contexts", 1), context([unit(20), unit(50)], [cite("boats", 50)])),
        code="contexts.overlap",
        at=("contexts", 1, "units", 0, "id"),
        says="shares 1 unit with contexts[0] (20)",
    ),
]

UNITS = [
    fault(
        "unit twice in its context",
        ((*FIRST, "units"), [unit(10), unit(30), unit(30), unit(20)]),
        code="units.duplicate",
        at=(*FIRST, "units", 2, "id"),
        says="unit 30 stands twice in contexts[0]",
    ),
    fault(
        "unit that refers to another",
        ((*UNIT, "ref"), ref(20)),
        code="units.self_ref",
        at=(*UNIT, "ref"),
        says='"ref" of unit 30 is 20 to 20',
    ),
    fault(
        "unit that refers to a stretch",
        ((*UNIT, "ref"), ref(30, 20)),
        code="units.self_ref",
        at=(*UNIT, "ref"),
        says="30 to 20",
    ),
    fault(
        "unit renamed, its reference not",
        ((*UNIT, "id"), 31),
        code="units.self_ref",
        at=(*UNIT, "ref"),
        says='"ref" of unit 31 is 30 to 30',
    ),
    fault("first unit renamed, its reference not", ((*FIRST, "units", 0, "id"), 11), code="units.self_ref",
          at=(*FIRST, "units", 0, "ref")),
]  # fmt: skip

UNITS += [
    fault(
        "unit twice, so that the order of its citations cannot be judged",
        ((*FIRST,), context([unit(10), unit(30), unit(10)], [cite("birds", 30), cite("birds", 10)])),
        code="units.duplicate",
        at=(*FIRST, "units", 2, "id"),
    ),
    fault(
        "an id that is an object is not searched",
        ((*UNIT, "id"), {"id": "/srv/x", "ref": {"source_id": "/srv/x"}}),
        code="payload.type",
        at=(*UNIT, "id"),
    ),
    Fault(
        "a unit without any name is no reason to miss it",
        changed(valid_payload(), ((*UNIT, "id"), DELETE), ((*UNIT, "ref"), DELETE)),
        ((P + "payload.field_missing", (*UNIT, "id")), (P + "payload.field_missing", (*UNIT, "ref"))),
    ),
]

CITATIONS = [
    fault(
        "citation of a unit that is nowhere",
        ((*FIRST, "evidence_refs", 4), cite("boats", 10, 99)),
        code="evidence_refs.not_covered",
        at=(*FIRST, "evidence_refs", 4, "source_ref"),
        says="cites unit 99: not among the units of contexts[0]",
    ),
    fault(
        "citation of a unit of another context",
        ((*FIRST, "evidence_refs", 4), cite("boats", 50)),
        code="evidence_refs.not_covered",
        at=(*FIRST, "evidence_refs", 4, "source_ref"),
        says="cites unit 50: not among",
    ),
    fault(
        "citation of two units that are nowhere",
        ((*FIRST, "evidence_refs", 4), cite("boats", 98, 99)),
        code="evidence_refs.not_covered",
        at=(*FIRST, "evidence_refs", 4, "source_ref"),
        says="cites unit 98 and 99",
    ),
    fault(
        "citation backwards in the document, forwards by id",
        ((*FIRST, "evidence_refs", 4), cite("boats", 20, 30)),
        code="evidence_refs.not_covered",
        at=(*FIRST, "evidence_refs", 4, "source_ref"),
        says="in contexts[0] unit 20 comes after unit 30",
    ),
    fault(
        "citation twice",
        ((*FIRST, "evidence_refs", 5), cite("boats", 10)),
        code="evidence_refs.duplicate",
        at=(*FIRST, "evidence_refs", 5),
        says='lane "boats" cites unit 10 twice',
    ),
    fault(
        "citation twice, apart, is no matter of order",
        ((*FIRST, "evidence_refs", 5), cite("birds", 10, 20)),
        code="evidence_refs.duplicate",
        at=(*FIRST, "evidence_refs", 5),
        says='lane "birds" cites units 10 to 20 twice',
    ),
    fault(
        "lanes out of order",
        ((*FIRST, "evidence_refs"), [cite("boats", 10), cite("birds", 10)]),
        code="evidence_refs.order",
        at=(*FIRST, "evidence_refs", 1),
        says='lane "birds" stands after "boats"',
    ),
    fault(
        "ordered by id, not by place",
        ((*FIRST, "evidence_refs"), [cite("birds", 20), cite("birds", 30)]),
        code="evidence_refs.order",
        at=(*FIRST, "evidence_refs", 1),
        says="the citation of unit 30 stands after that of unit 20",
    ),
    fault(
        "same first unit, ends out of order",
        ((*FIRST, "evidence_refs"), [cite("birds", 10, 20), cite("birds", 10, 30)]),
        code="evidence_refs.order",
        at=(*FIRST, "evidence_refs", 1),
        says="the citation of units 10 to 30 stands after that of units 10 to 20",
    ),
]

LEAKS = [
    fault(
        "path as source id, in every reference",
        *(
            (at, "/home/tm/walk-7")
            for at in [
                ("source_id",),
                (*FIRST, "context_ref", "source_id"),
                *((*FIRST, "evidence_refs", i, "source_ref", "source_id") for i in range(5)),
                *((*FIRST, "units", i, "ref", "source_id") for i in range(3)),
                ("contexts", 1, "context_ref", "source_id"),
                ("contexts", 1, "evidence_refs", 0, "source_ref", "source_id"),
                ("contexts", 1, "units", 0, "ref", "source_id"),
            ]
        ),
        code="leak.path",
        at=("source_id",),
        says='"source_id" holds an absolute POSIX path (and in 12 other places)',
    ),
    fault(
        "path as a lane",
        (("selected_lanes", 2), "file:///srv/lanes/boats"),
        code="leak.path",
        at=("selected_lanes", 2),
        says='"selected_lanes" holds a file:// address',
    ),
    fault(
        "path as a kind",
        ((*UNIT, "kind"), "C:\\walks\\7.wav"),
        code="leak.path",
        at=(*UNIT, "kind"),
        says='"kind" holds an absolute Windows path',
    ),
    fault(
        "path in metadata",
        ((*UNIT, "metadata"), {"speaker": "A", "file": ["x", {"at": "/srv/audio/7.wav"}]}),
        code="leak.path",
        at=(*UNIT, "metadata"),
        says="metadata of unit 30 holds an absolute POSIX path",
    ),
    fault(
        "path as a key of metadata",
        ((*UNIT, "metadata"), {"/srv/audio/7.wav": 3}),
        code="leak.path",
        at=(*UNIT, "metadata"),
    ),
    fault(
        "two paths of one kind in metadata are one finding",
        ((*UNIT, "metadata"), {"a": "/srv/audio/7.wav", "b": "/srv/audio/8.wav"}),
        code="leak.path",
        at=(*UNIT, "metadata"),
        says="in 2 places",
    ),
    fault(
        "secret by its name",
        ((*UNIT, "metadata"), {"inner": {"db_password": "quiet-harbour"}}),
        code="leak.credential",
        at=(*UNIT, "metadata"),
        says="metadata of unit 30 holds a secret with its name",
    ),
    fault(
        "token in metadata",
        ((*UNIT, "metadata"), {"auth": "ghp_" + "a1" * 18}),
        code="leak.credential",
        at=(*UNIT, "metadata"),
        says="a GitHub token",
    ),
]

ALL = [
    *MISSING_FIELDS, *WRONG_TYPES, *UNKNOWN_FIELDS, *DIGESTS, *WINDOWS, *SOURCES, *LANES, *CONTEXTS, *UNITS,
    *CITATIONS, *LEAKS,
]  # fmt: skip
