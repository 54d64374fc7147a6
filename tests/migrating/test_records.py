"""Records, workflow fields and ids: what moves, what is started, what is left alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sourceright_lint.contracts.sourceright.forms import STATUSES
from tests.migrating.support import codes, migrated, put
from tests.reviewing.support import (
    QUEUE,
    SIDECAR,
    Tool,
    candidate,
    conflict,
    files,
    findings,
    item,
    items_of,
    queued,
    record,
    references,
)


def test_workflow_fields_move_and_overwrite_nothing(tool: Tool) -> None:
    evidence = [candidate("crossref", DOI="10.5555/b", title="On b")]
    put(
        tool.folder,
        [
            {**item("a"), "confidence": 0.4, "review_status": "queued"},
            {**item("b"), "provider_candidates": evidence, "verified": True, "review_status": "resolved"},
            {**item("c"), "extraction": {"source": "paper.docx"}, "status": "in press", "source": "Crossref"},
        ],
        {
            "a": record("not_required", provider_candidates=[candidate("x", 0.91, DOI="10.5555/a")]),
            "c": record("queued"),
        },
    )
    told = migrated(tool, "--start", "queued", status=1)
    assert codes(told) == {
        "migrate.record.started": 1,
        "migrate.field.moved": 2,
        "migrate.queue.derived": 1,
    }
    now, items = references(tool.folder), items_of(tool.folder)
    assert now["a"]["provider_candidates"][0]["confidence"] == 0.91
    assert items["a"]["confidence"] == 0.4
    assert now["b"] == {"provider_candidates": evidence, "review_status": "queued"}
    assert items["b"] == {**item("b"), "verified": True, "review_status": "resolved"}
    assert now["c"]["extraction"] == {"source": "paper.docx"}
    assert items["c"]["status"] == "in press"
    assert set(queued(tool.folder)) == {"b", "c"}
    left = {(one["code"], one["id"]) for one in told["workspaces"][0]["left"]}
    assert left == {("csl.sidecar_field", "a"), ("csl.sidecar_field", "b")}


DISPUTED = [conflict("title", "On a", "On b")]
SETTLED = [{"decision": "keep_canonical", "reviewer": "tm", "decided_at": "2026-05-20T08:00:00Z"}]


@pytest.mark.parametrize("start", ["queued", "not_required"])
@pytest.mark.parametrize("status", [*STATUSES, "verified", 7])
@pytest.mark.parametrize("decisions", [[], SETTLED])
def test_a_record_starts_with_the_status_that_is_asked_for(
    tool: Tool, start: str, status: Any, decisions: list[Any]
) -> None:
    workflow = {"review_status": status, "conflicts": DISPUTED}
    put(tool.folder, [{**item("a"), **workflow, **({"review_decisions": decisions} if decisions else {})}])
    told = migrated(tool, "--start", start, status=0 if status == start else 1)
    assert references(tool.folder)["a"]["review_status"] == start
    assert references(tool.folder)["a"]["conflicts"] == DISPUTED
    assert items_of(tool.folder)["a"].get("review_status") == (None if status == start else status)
    left = [(one["code"], one["id"]) for one in told["workspaces"][0]["left"]]
    assert left == ([] if status == start else [("csl.sidecar_field", "a")])


@pytest.mark.parametrize("there", [[], [{**SETTLED[0], "decision": "reopened"}], SETTLED])
@pytest.mark.parametrize("said", [[], SETTLED])
def test_conflicts_move_into_a_record_that_is_done_only_with_a_decision(
    tool: Tool, there: list[Any], said: list[Any]
) -> None:
    put(
        tool.folder,
        [{**item("a"), "conflicts": DISPUTED, **({"review_decisions": said} if said else {})}],
        {"a": record("resolved", **({"review_decisions": there} if there else {}))},
    )
    told = migrated(tool)
    moves = there == SETTLED or (not there and said == SETTLED)
    assert references(tool.folder)["a"].get("conflicts") == (DISPUTED if moves else None)
    assert items_of(tool.folder)["a"].get("conflicts") == (None if moves else DISPUTED)
    assert "sidecar.review_decision.missing" not in {one["code"] for one in told["workspaces"][0]["left"]}


@pytest.mark.parametrize("status", ["not_required", "queued"])
def test_a_missing_sidecar_is_started(tool: Tool, status: str) -> None:
    put(tool.folder, [item("a"), item("b"), item("b"), {"type": "book", "title": "x"}, item(" ")])
    assert codes(migrated(tool)) == {}
    assert not (tool.folder / SIDECAR).exists()
    told = migrated(tool, "--start", status, status=1)
    assert codes(told)["migrate.record.started"] == 1
    assert references(tool.folder) == {"a": {"review_status": status}}
    assert (tool.folder / QUEUE).exists() is (status == "queued")


def test_orphans_are_marked_with_a_reason(tool: Tool) -> None:
    put(
        tool.folder,
        [item("a"), item("Eels-2021")],
        {"a": record("queued"), "old": record("resolved"), "eels-2021": record("queued")},
    )
    assert codes(migrated(tool)) == {}
    told = migrated(tool, "--mark-orphans", "cited in the first edition only", status=1)
    assert codes(told) == {"migrate.orphan.marked": 1, "migrate.queue.derived": 1}
    assert references(tool.folder)["old"]["orphan"] == {"reason": "cited in the first edition only"}
    assert "orphan" not in references(tool.folder)["eels-2021"], (
        "it is near another id, so it may be that one's"
    )
    assert tool("migrate", "--mark-orphans", " ") == 2


@pytest.mark.parametrize("version", ["sourceright.verification.v2", "v1", None, 1])
def test_a_sidecar_of_another_version_is_left_alone_with_all_beside_it(tool: Tool, version: Any) -> None:
    put(tool.folder, [{**item("a  b"), "type": "journal-article", "extraction": {"source": "s"}}, item("c")])
    sidecar: dict[str, Any] = {"references": {"a  b": record("queued"), "gone": record("queued")}}
    if version is not None:
        sidecar["schema_version"] = version
    (tool.folder / SIDECAR).write_text(json.dumps(sidecar))
    before = files(tool.folder)
    assert tool("migrate", "--start", "queued", "--mark-orphans", "old") == 2
    assert files(tool.folder) == before
    assert f"schema_version is {json.dumps(version)}, not" in tool.err
    assert "sidecar.schema_version" in tool.out
    assert tool("migrate", "--diff", "--output-format", "json") == 2
    [workspace] = json.loads(tool.out)["workspaces"]
    assert workspace["changes"] == []
    assert "schema_version" in workspace["refused"]


def test_another_version_in_one_workspace_keeps_none_of_the_others(tool: Tool) -> None:
    for name, version in (("new", "v9"), ("old", "sourceright.verification.v1")):
        (tool.folder / name).mkdir()
        put(tool.folder / name, [{**item("a"), "type": "journal-article"}])
        (tool.folder / name / SIDECAR).write_text(json.dumps({"schema_version": version, "references": {}}))
    assert tool("migrate") == 2
    assert items_of(tool.folder / "new")["a"]["type"] == "journal-article"
    assert items_of(tool.folder / "old")["a"]["type"] == "article-journal"


def test_an_orphan_that_may_be_renamed_starts_no_second_record(tool: Tool) -> None:
    put(tool.folder, [item("Eels-2021")], {"eels-2021": record("not_required")})
    assert codes(migrated(tool, "--start", "queued")) == {}


def test_ids_change_in_all_three_files(tool: Tool) -> None:
    put(
        tool.folder,
        [{**item("lone  id"), "title": "T"}, {**item("x"), "id": 78}],
        {"lone  id": record("queued"), "78": record("not_required")},
        '{"id":"lone  id","review_status":"queued"}\n',
    )
    assert codes(migrated(tool, status=0)) == {"migrate.id.normalised": 1, "migrate.id.text": 1}
    assert set(items_of(tool.folder)) == set(references(tool.folder)) == {"lone id", "78"}
    assert set(queued(tool.folder)) == {"lone id"}
    assert findings(tool.folder) == []


def test_no_record_is_started_for_an_item_that_says_twice_what_its_id_is(tool: Tool) -> None:
    csl = json.dumps([item("a"), item("c")]).replace('"id": "a"', '"id": "a", "id": "b"')
    put(tool.folder, csl.replace('"id": "c"', '"id": "c", "title": "one more"'))
    assert codes(migrated(tool, "--start", "queued"))["migrate.record.started"] == 1
    assert set(queued(tool.folder)) == {"c"}
