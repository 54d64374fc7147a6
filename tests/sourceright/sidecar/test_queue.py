"""The queue against the sidecar: what counts as equal, and what making it anew would lose."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.contracts.sourceright import QUEUE, SIDECAR
from sourceright_lint.contracts.sourceright.compare import differing_members
from sourceright_lint.contracts.sourceright.regenerate import lost_members, regeneration_of
from sourceright_lint.jsontext import brief, bulk
from tests.sourceright.sidecar.support import bundle_of, codes_of, findings_of, run, workspace

CANDIDATE = {
    "provider": "p",
    "confidence": 0.5,
    "retrieved_at": "2026-05-09T14:30:00Z",
    "data": {"DOI": "10.5555/a"},
}


def items(*ids: str) -> list[dict[str, str]]:
    return [{"id": id, "type": "book", "title": id} for id in ids]


@pytest.mark.parametrize(
    ("line", "derived", "members"),
    [
        pytest.param({"conflicts": [1]}, {"conflicts": [1.0]}, (), id="integer-and-float"),
        pytest.param({"conflicts": [1]}, {"conflicts": [True]}, ("conflicts",), id="number-and-boolean"),
        pytest.param({"conflicts": []}, {}, (), id="empty-list"),
        pytest.param({"conflicts": None}, {}, (), id="null-list"),
        pytest.param({"extraction": {"span": None}}, {"extraction": {}}, (), id="null-span"),
        pytest.param({"extraction": {"x": None}}, {"extraction": {}}, ("extraction",), id="null-of-its-own"),
        pytest.param({"review_status": "queued"}, {}, ("review_status",), id="missing-status"),
        pytest.param({"remark": 1}, {}, (), id="unknown-key"),
        pytest.param({"extraction": 1, "conflicts": {}}, {}, ("extraction", "conflicts"), id="wrong-types"),
    ],
)
def test_differing_members(line: dict[str, Any], derived: dict[str, Any], members: tuple[str, ...]) -> None:
    for engine in (brief, bulk):
        assert differing_members(line, "a", derived, engine.is_same) == members


@pytest.mark.parametrize(
    ("line", "record", "lost"),
    [
        pytest.param({"id": "x"}, {}, [], id="id"),
        pytest.param({"review_status": "queued"}, {"review_status": "resolved"}, [], id="derived-status"),
        pytest.param(
            {"review_status": "resolved"}, {"review_status": "queued"}, ["review_status"], id="own-status"
        ),
        pytest.param(
            {"review_status": "resolved"}, {"review_status": "resolved"}, [], id="same-closed-status"
        ),
        pytest.param(
            {"review_status": {"queued": None}}, {"review_status": "queued"}, ["review_status"], id="object"
        ),
        pytest.param({"extraction": {"source": "s"}}, {}, ["extraction"], id="extraction"),
        pytest.param(
            {"extraction": {"source": "s"}}, {"extraction": {"source": "s", "span": "1"}}, [], id="grown"
        ),
        pytest.param(
            {"extraction": {"source": "s", "span": "2", "original_text": None}},
            {"extraction": {"source": "s", "span": "1"}},
            ["extraction.span"],
            id="other-span",
        ),
        pytest.param({"extraction": None}, {}, [], id="null-extraction"),
        pytest.param(
            {"extraction": "s"}, {"extraction": {"source": "s"}}, ["extraction"], id="text-extraction"
        ),
        pytest.param({"conflicts": []}, {}, [], id="no-conflicts"),
        pytest.param(
            {"conflicts": [1]}, {"conflicts": {"x": 1}}, ["conflicts"], id="conflicts-of-another-type"
        ),
        pytest.param(
            {"conflicts": [{"field": "f"}]}, {"conflicts": [{"field": "f", "x": 1}]}, [], id="resolved"
        ),
        pytest.param(
            {"conflicts": [{"field": "f", "x": 2}]}, {"conflicts": [{"field": "f"}]}, ["conflicts"], id="more"
        ),
        pytest.param({"conflicts": ["a", "b"]}, {"conflicts": ["b", "a", "c"]}, [], id="order"),
        pytest.param(
            {"provider_candidates": [{**CANDIDATE, "confidence": 0.4}]},
            {"provider_candidates": [CANDIDATE]},
            [],
            id="judged-anew",
        ),
        pytest.param(
            {
                "provider_candidates": [
                    {**CANDIDATE, "retrieved_at": "2026-05-01T00:00:00Z", "data": {"old": 1}}
                ]
            },
            {"provider_candidates": [CANDIDATE]},
            [],
            id="refreshed",
        ),
        pytest.param(
            {
                "provider_candidates": [
                    {**CANDIDATE, "retrieved_at": "2026-06-01T00:00:00Z", "data": {"new": 1}}
                ]
            },
            {"provider_candidates": [CANDIDATE]},
            ["provider_candidates"],
            id="later-than-the-sidecar",
        ),
        pytest.param(
            {"provider_candidates": [{**CANDIDATE, "retrieved_at": "2026-05-01", "data": {"old": 1}}]},
            {"provider_candidates": [CANDIDATE]},
            ["provider_candidates"],
            id="no-telling-which-is-later",
        ),
        *(
            pytest.param(
                {"provider_candidates": [{**CANDIDATE, "retrieved_at": "2026-05-01T00:00:00Z"}]},
                {"provider_candidates": [{**CANDIDATE, "confidence": bad}]},
                ["provider_candidates"],
                id=f"refreshed-with-no-confidence-{bad}",
            )
            for bad in (1.5, -0.1, "0.86", True, None)
        ),
        pytest.param(
            {"provider_candidates": [CANDIDATE]},
            {"provider_candidates": [{**CANDIDATE, "confidence": 1.5}]},
            ["provider_candidates"],
            id="judged-anew-by-nobody",
        ),
        pytest.param(
            {"provider_candidates": [{**CANDIDATE, "confidence": 1.5}]},
            {"provider_candidates": [{**CANDIDATE, "confidence": 1}]},
            [],
            id="judged-well-anew",
        ),
        pytest.param(
            {"provider_candidates": [{**CANDIDATE, "provider": "q"}]},
            {"provider_candidates": [CANDIDATE]},
            ["provider_candidates"],
            id="another-provider",
        ),
        pytest.param({"remark": "x", "tags": None}, {}, ["remark"], id="unknown-key"),
        pytest.param(
            {"note": 0.86, "yes": True, "no": False, "zero": 0, "kept": 1, "other": 1, "list": [1]},
            {"no": True, "zero": False, "kept": 1, "other": 2, "list": [2]},
            ["note", "yes", "no", "zero", "other", "list"],
            id="numbers-and-truth-values",
        ),
        pytest.param(
            {"extraction": {"page": 3, "sure": True, "score": 0.5}},
            {"extraction": {"page": 4, "score": 0.5}},
            ["extraction.page", "extraction.sure"],
            id="numbers-of-the-extraction",
        ),
        pytest.param(
            {"review_decisions": [1]}, {"review_decisions": [1]}, [], id="unknown-key-kept-in-the-record"
        ),
    ],
)
def test_lost_members(line: dict[str, Any], record: dict[str, Any], lost: list[str]) -> None:
    assert list(lost_members(line, record)) == lost


def test_many_records_without_a_line_are_summed_up() -> None:
    ids = [f"r{number:03}" for number in range(25)]
    files = bundle_of({id: {"review_status": "queued"} for id in ids}, items(*ids), [])
    findings = [f for f in findings_of(files) if f.code == "queue.stale.missing"]
    assert len(findings) == 21
    assert [f.message for f in findings if f.path == QUEUE] == [
        "5 more open records have no line in the queue"
    ]
    assert len({f.fix for f in findings}) == 1
    assert run(files).changes[0].new.count(b"\n") == 25


def test_many_items_without_a_record_are_summed_up() -> None:
    files = bundle_of({}, items(*(f"r{number:03}" for number in range(25))))
    messages = [f.message for f in findings_of(files) if f.code == "sidecar.record.missing"]
    assert len(messages) == 21
    assert "5 more CSL items have no verification record" in messages


def test_an_id_changed_in_csl_and_queue_alone_is_one_finding() -> None:
    files = bundle_of(
        {"Old": {"review_status": "queued"}}, items("old"), [{"id": "old", "review_status": "queued"}]
    )
    assert codes_of(files) == ["sidecar.orphan"]


@pytest.mark.parametrize(
    ("key", "ids", "meant"),
    [
        ("eel-2019", ("eels-2019", "tides-2021"), "eels-2019"),
        ("tides-2012", ("tides-2021",), "tides-2021"),
        ("moss-1998", ("eels-2019", "tides-2021"), None),
    ],
)
def test_an_orphan_that_resembles_an_item_without_a_record_is_asked_about(
    key: str, ids: tuple[str, ...], meant: str | None
) -> None:
    files = bundle_of({key: {"review_status": "not_required"}}, items(*ids))
    (orphan,) = (finding for finding in findings_of(files) if finding.code == "sidecar.orphan")
    assert ("did you mean" in orphan.message) is (meant is not None)
    assert meant is None or f'did you mean "{meant}"' in orphan.message
    assert orphan.fix is None


def test_an_id_changed_in_csl_and_sidecar_alone_is_one_finding() -> None:
    files = bundle_of(
        {"old": {"review_status": "queued"}}, items("old"), [{"id": "Old", "review_status": "queued"}]
    )
    assert codes_of(files) == ["queue.stale.unknown"]
    assert run(files).changes[0].new == b'{"id":"old","review_status":"queued"}\n'


@pytest.mark.parametrize("status", ["resolved", "in_progress"])
@pytest.mark.parametrize(
    "lines", [[], [{"id": "gone", "review_status": "queued"}]], ids=["no-line", "stale-line"]
)
def test_an_orphan_is_one_finding(status: str, lines: list[dict[str, str]]) -> None:
    assert codes_of(bundle_of({"gone": {"review_status": status}}, items(), lines)) == ["sidecar.orphan"]


@pytest.mark.parametrize(
    ("sidecar", "queue", "reason"),
    [
        ('"a": {"review_status": "done"}', "", 'the status of "a" in the sidecar cannot be read'),
        ('"a": 1', "", 'the status of "a" in the sidecar cannot be read'),
        ('"a": {"review_status": "queued", "x": 1, "x": 2}', "", "the sidecar has a key twice"),
        ("", '{"id":"c","id":"c"}\n', "a line of the queue has a key twice"),
        ("", '{"id":\n', "a line of the queue cannot be read"),
        ("", "4\n", "a line of the queue cannot be read"),
    ],
)
def test_no_queue_is_made_where_it_would_be_a_guess(sidecar: str, queue: str, reason: str) -> None:
    other = '"b": {"review_status": "queued"}'
    references = ", ".join(filter(None, [other, sidecar]))
    text = f'{{"schema_version": "sourceright.verification.v1", "references": {{{references}}}}}'
    view = workspace({SIDECAR: text.encode(), QUEUE: queue.encode()})
    assert regeneration_of(view).fix is None
    assert regeneration_of(view).help == f"the queue cannot be regenerated: {reason}"


def test_no_queue_is_missed_beside_a_sidecar_of_another_version() -> None:
    sidecar = (
        b'{"schema_version": "sourceright.verification.v9", "references": {"a": {"review_status": "queued"}}}'
    )
    assert codes_of({SIDECAR: sidecar}) == ["sidecar.csl_missing", "sidecar.schema_version.unsupported"]


def test_a_bundle_without_a_place_for_the_queue_is_not_told_to_have_one() -> None:
    files = {"s.json": bundle_of({"a": {"review_status": "queued"}})[SIDECAR]}
    assert codes_of(files, bundles=[("sourceright", {"sidecar": "s.json"})]) == []
