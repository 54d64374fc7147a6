"""Faults of contexts, units and citations, and what must not be published."""

from __future__ import annotations

from tests.evidence_context.fault import (
    FIRST,
    UNIT,
    VALID,
    Fault,
    P,
    copied,
    fault,
)
from tests.evidence_context.support import DELETE, changed, cite, context, ref, unit, valid_payload

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
        (("contexts", 2), copied(VALID, FIRST)),
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
