"""Records that vanish, move and stay."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.contracts.sourceright import CSL, SIDECAR
from tests.sourceright.history.support import (
    CANDIDATE,
    CSL_REMOVED,
    DECISION,
    RECORD,
    STATUS,
    VERSION,
    VERSION_CHANGED,
    WITH_ITEM,
    candidate,
    decision,
    found,
    item,
    judged,
    record,
    state,
    step,
)

TWO = state({"a": record(), "b": record("resolved", decision())})


def renamed(new: str, changed: dict[str, Any] | None = None, **more: Any) -> dict[str, bytes]:
    """TWO with another id for ``b``."""
    records = {"a": record(), new: changed or record("resolved", decision())}
    return state(records, [item("a"), {**item("b"), "id": new, **more}])


COMMITS = [
    pytest.param(
        state({"a": record()}, [item("a"), item("b")]), [(RECORD, "b")], id="record gone, item there"
    ),
    pytest.param(state({"a": record()}), [(WITH_ITEM, "b")], id="both gone"),
    pytest.param(state({"a": record()}, []), [(WITH_ITEM, "b")], id="all items gone"),
    pytest.param(state({}, [item("a")]), [(RECORD, "a"), (WITH_ITEM, "b")], id="one of each"),
    pytest.param(renamed("c"), [], id="renamed"),
    pytest.param(renamed("c", title=" About  b "), [], id="renamed, white space mended"),
    pytest.param(
        renamed("c", title="Beyond b"),
        [("history.item.changed_after_review", "c")],
        id="renamed and corrected",
    ),
    pytest.param(renamed("c", record("queued", decision())), [], id="renamed and reopened"),
    pytest.param(renamed("c", record("resolved")), [(DECISION, "c")], id="renamed, decision lost"),
    pytest.param(
        renamed("c", record("in_progress", decision())), [(STATUS, "c")], id="renamed, illegal step"
    ),
    pytest.param(
        state({"a": record(), "c": record("resolved", decision())}, [item("a"), item("b"), item("c")]),
        [(RECORD, "b")],
        id="item stayed",
    ),
    pytest.param(state({"a": record(), "b": [1]}), [], id="no object any more"),
    pytest.param(state({"a": record(), "b": record("resolved", decision())}, []), [], id="only items gone"),
    pytest.param(
        {SIDECAR: state({"a": record()})[SIDECAR]},
        [(CSL_REMOVED, None), (WITH_ITEM, "b")],
        id="csl removed too",
    ),
    pytest.param({SIDECAR: state({"a": record()})[SIDECAR], CSL: b"["}, [], id="csl broken"),
    pytest.param(state(None, [item("a"), item("b")]), [(RECORD, None)], id="sidecar removed"),
    pytest.param(state(None, [item("b")]), [(RECORD, None)], id="sidecar and an item removed"),
    pytest.param(state(None, []), [(WITH_ITEM, None)], id="sidecar and all items removed"),
    pytest.param({SIDECAR: b"{", CSL: TWO[CSL]}, [], id="sidecar broken"),
    pytest.param({SIDECAR: b'{"references": []}', CSL: TWO[CSL]}, [], id="sidecar of another shape"),
    pytest.param(None, [(WITH_ITEM, None)], id="workspace removed"),
]


@pytest.mark.parametrize(("after", "expected"), COMMITS)
def test_commits(after: Any, expected: Any) -> None:
    assert [each for each in step(TWO, after) if each[0] != VERSION_CHANGED] == expected


@pytest.mark.parametrize(
    "before",
    [
        None,
        state(None, [item("a")]),
        {SIDECAR: b"{"},
        {SIDECAR: b"[]"},
        {SIDECAR: b'{"references": {"b": 1}}'},
    ],
    ids=["nothing", "no sidecar", "broken", "no object", "no records"],
)
def test_without_records_before_there_is_nothing_to_lose(before: Any) -> None:
    assert [each for each in step(before, state({"a": record()})) if each[0] != VERSION_CHANGED] == []


def test_a_whole_sidecar_is_one_finding_at_what_it_was() -> None:
    [(_, problem)] = judged([TWO], state(None, [item("a"), item("b")]))
    assert problem.message.endswith("2 of whose records have items that are still there")
    [(_, problem)] = judged([TWO], state(None, [item("a")]))
    assert problem.message.endswith("one of whose records has an item that is still there")
    assert problem.place.document.path == SIDECAR
    [(_, problem)] = judged([TWO], None)
    assert problem.message == "the workspace was removed, with 2 records"


def test_an_orphan_that_is_cleared_away_is_said() -> None:
    orphan = state({"a": record(), "x": record()}, [item("a")])
    [(code, problem)] = judged([orphan], state({"a": record()}))
    assert (code, problem.record) == (WITH_ITEM, "x")
    assert "had no CSL item" in problem.message


def test_an_orphan_that_gets_its_spelling_back_is_renamed() -> None:
    orphan = state({"Smith 2024": record("resolved", decision())}, [item("smith-2024")])
    assert step(orphan, state({"smith-2024": record("resolved", decision())})) == []
    assert step(orphan, state({"smith-2024": record("resolved")})) == [(DECISION, "smith-2024")]


def test_evidence_that_went_to_another_id_whole_is_not_lost() -> None:
    before = state({"x": record("resolved", decision())}, [])
    assert step(before, state({"y": record("resolved", decision())}, [])) == []
    assert step(state({"x": record()}, []), state({"y": record()}, [])) == [(WITH_ITEM, "x")]


def test_the_doi_tells_what_was_renamed_and_rewritten_at_once() -> None:
    before = state({"x": record("queued", decision())}, [item("x", DOI="10.5555/Y")])
    after = [item("y", DOI="https://doi.org/10.5555/y", title="Another title")]
    assert step(before, state({"y": record("queued", decision(), extraction={"source": "s"})}, after)) == []


def test_what_may_be_either_is_neither() -> None:
    twins = [{**item("x"), "id": id} for id in ("p", "q")]
    before, after = state({"x": record()}), state({"p": record(), "q": record()}, twins)
    assert step(before, after) == [(WITH_ITEM, "x")]


def test_an_id_that_another_work_took_over() -> None:
    old = record("resolved", decision(), extraction={"source": "s"})
    before = state({"x": old}, [item("x")])
    after = state({"x": record(), "x-2": old}, [item("x", title="Other"), {**item("x"), "id": "x-2"}])
    assert step(before, after) == []
    kept = state({"x": record(), "x-2": record()}, [item("x", title="Other"), {**item("x"), "id": "x-2"}])
    assert (DECISION, "x") in step(before, kept)


BASE = state({"a": record(), "b": record()})
WITHOUT = state({"a": record()}, [item("a"), item("b")])


def test_a_merge_that_loses_what_both_have_is_to_blame() -> None:
    assert found([BASE, BASE], WITHOUT, bases=[BASE], judged=(0, 1)) == [(RECORD, "b")]


def test_a_merge_that_loses_what_one_added_is_to_blame() -> None:
    assert found([BASE, WITHOUT], WITHOUT, bases=[WITHOUT], judged=(0, 1)) == [(RECORD, "b")]
    assert found([WITHOUT, BASE], WITHOUT, bases=[WITHOUT], judged=(0, 1)) == [(RECORD, "b")]


@pytest.mark.parametrize(
    ("known", "expected"),
    [((0, 1), []), ((0,), [(RECORD, "b")]), ((1,), []), ((), [(RECORD, "b")])],
    ids=["both", "ours", "theirs", "neither"],
)
def test_a_loss_that_is_taken_over_was_told_where_that_side_was_judged(known: Any, expected: Any) -> None:
    assert found([BASE, WITHOUT], WITHOUT, bases=[BASE], judged=known) == expected


def test_without_a_known_ancestor_a_loss_is_told() -> None:
    assert found([BASE, WITHOUT], WITHOUT, judged=(0, 1)) == [(RECORD, "b")]


def test_a_workspace_that_one_side_removed() -> None:
    assert found([BASE, None], None, bases=[BASE], judged=(0, 1)) == []
    assert found([BASE, None], None, bases=[BASE], judged=(0,)) == [(WITH_ITEM, None)]
    assert found([BASE, None], None, bases=[None], judged=(0, 1)) == [(WITH_ITEM, None)]


OLD, NEW, OTHER = candidate(day=9), candidate(day=20, DOI="10.5555/new"), candidate("pubmed", 9)
CANDIDATES = [
    pytest.param([OLD], [OLD], 0, id="stays"),
    pytest.param([OLD], [OTHER, OLD], 0, id="another place"),
    pytest.param([OLD], [NEW], 0, id="refreshed"),
    pytest.param([OLD, NEW], [NEW], 0, id="superseded one cleared away"),
    pytest.param([OLD], [{**NEW, "provider": "Crossref"}], 0, id="refreshed, provider in capitals"),
    pytest.param([OLD], [{**OLD, "confidence": 0.1}], 0, id="another confidence"),
    pytest.param([OLD], [], 1, id="removed"),
    pytest.param([OLD], [OTHER], 1, id="another provider's"),
    pytest.param([NEW], [OLD], 1, id="replaced by an earlier one"),
    pytest.param([OLD], [{**OLD, "data": {"DOI": "10.5555/z"}}], 1, id="data rewritten"),
    pytest.param([OLD], [{**NEW, "retrieved_at": "2026-06-01"}], 1, id="zone unknown"),
    pytest.param([OLD, OTHER], [], 2, id="two"),
    pytest.param([OLD, OLD], [OLD], 1, id="one of two equal"),
    pytest.param([{**OLD, "retrieved_at": "soon"}], [NEW], 1, id="no time before"),
    pytest.param(["odd", OLD], [OLD], 0, id="no object"),
    pytest.param([{**OLD, "provider": 3}], [{**NEW, "provider": 3}], 1, id="provider of wrong type"),
]


@pytest.mark.parametrize(("before", "after", "count"), CANDIDATES)
def test_candidates(before: list[Any], after: list[Any], count: int) -> None:
    sides = [state({"a": record(provider_candidates=side)}) for side in (before, after)]
    assert step(*sides) == [(CANDIDATE, "a")] * count


def test_what_became_of_a_candidate() -> None:
    def messages(after: list[Any]) -> list[str]:
        sides = [state({"a": record(provider_candidates=side)}) for side in ([OLD], after)]
        return [problem.message for _, problem in judged(sides[:1], sides[1])]

    assert messages([]) == ['"a": the candidate of "crossref" of "2026-05-09T00:00:00Z" was removed']
    assert messages([{**OLD, "data": {"x": 1}}])[0].endswith("was rewritten")


def test_candidates_in_merges() -> None:
    both, ours, theirs = (
        state({"a": record(provider_candidates=list(side))}) for side in ((OLD, OTHER), (OLD,), (OTHER,))
    )
    assert found([both, ours], ours, bases=[both], judged=(0, 1)) == []
    assert found([both, ours], ours, bases=[both], judged=(0,)) == [(CANDIDATE, "a")]
    assert found([both, ours], ours, bases=[ours], judged=(0, 1)) == [(CANDIDATE, "a")]
    assert found([ours, theirs], theirs, bases=[state({"a": record()})], judged=(0, 1)) == [(CANDIDATE, "a")]


VERSIONS = [
    pytest.param(VERSION, VERSION, 0, id="same"),
    pytest.param(VERSION, "sourceright.verification.v2", 1, id="not known"),
    pytest.param("sourceright.verification.v2", VERSION, 1, id="back"),
    pytest.param("v1", VERSION, 0, id="mended"),
    pytest.param(None, VERSION, 0, id="null mended"),
    pytest.param(VERSION, "v1", 1, id="misspelled"),
    pytest.param(VERSION, 1, 1, id="number"),
    pytest.param("v2", "v3", 1, id="unknown to unknown"),
    pytest.param("v2", "v2", 0, id="unknown as before"),
    pytest.param("sourceright.verification.v99999999999999999999", VERSION, 0, id="absurd"),
]


@pytest.mark.parametrize(("before", "after", "count"), VERSIONS)
def test_versions(before: Any, after: Any, count: int) -> None:
    sides = [state({"a": record()}, version=version) for version in (before, after)]
    assert step(*sides) == [(VERSION_CHANGED, None)] * count


def test_a_version_that_vanished() -> None:
    sides = state({"a": record()}), dict(state({"a": record()}))
    sides[1][SIDECAR] = json.dumps({"references": {"a": record()}}).encode()
    assert step(*sides) == [(VERSION_CHANGED, None)]


def test_versions_in_merges() -> None:
    old, new = state({"a": record()}), state({"a": record()}, version="v9")
    assert found([old, new], new, bases=[old], judged=(0, 1)) == []
    assert found([old, new], new, bases=[old], judged=(0,)) == [(VERSION_CHANGED, None)]
    assert found([old, old], new, bases=[old], judged=(0, 1)) == [(VERSION_CHANGED, None)]


def without_csl(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if path != CSL}


MARKED = state({"a": record(orphan="kept"), "b": record("resolved", decision(), orphan="kept")})

DELETIONS = [
    pytest.param(TWO, without_csl(TWO), [(CSL_REMOVED, None)], id="alone"),
    pytest.param(without_csl(TWO), without_csl(TWO), [], id="was gone before"),
    pytest.param(None, without_csl(TWO), [], id="came without"),
    pytest.param(TWO, without_csl(state({})), [(WITH_ITEM, "a"), (WITH_ITEM, "b")], id="its records too"),
    pytest.param(TWO, without_csl(MARKED), [], id="all records are marked as orphans"),
]


@pytest.mark.parametrize(("before", "after", "expected"), DELETIONS)
def test_a_deleted_bibliography(before: Any, after: Any, expected: Any) -> None:
    assert step(before, after) == expected


def test_a_deleted_bibliography_that_a_judged_side_of_a_merge_brings() -> None:
    gone = without_csl(TWO)
    assert found([TWO, gone], gone, judged=(0, 1)) == []
    assert found([TWO, TWO], gone, judged=(0, 1)) == [(CSL_REMOVED, None)]
