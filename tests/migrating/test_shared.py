"""The cases from real reports that are about foreign shapes, where they are at hand."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.migrating.support import codes, migrated
from tests.reviewing.support import CSL, SIDECAR, Tool, items_of, queued, references

CORPORA = os.environ.get("SOURCERIGHT_LINT_CORPORA", "")
pytestmark = pytest.mark.skipif(not CORPORA, reason="SOURCERIGHT_LINT_CORPORA names no folder")


@pytest.fixture
def case(tool: Tool, request: pytest.FixtureRequest) -> Tool:
    shutil.copytree(Path(CORPORA) / "cases" / "inputs" / request.param, tool.folder, dirs_exist_ok=True)
    for path in tool.folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return tool


def of(name: str) -> Any:
    return pytest.mark.parametrize("case", [name], indirect=True)


def left(told: Any) -> set[tuple[str, str | None]]:
    return {(one["code"], one["id"]) for one in told["workspaces"][0]["left"]}


@of("01-crossref-null-date")
def test_01_a_date_that_is_not_known(case: Tool) -> None:
    before = (case.folder / CSL).read_bytes()
    told = migrated(case, status=1)
    assert codes(told) == {}
    assert left(told) == {("csl.date.year", "harbour-drift")}
    assert (case.folder / CSL).read_bytes() == before


@of("09-crossref-types")
def test_09_types(case: Tool) -> None:
    told = migrated(case, status=1)
    assert codes(told) == {"migrate.type.translated": 4}
    assert left(told) == {("csl.type.unsupported", "t3"), ("csl.type.unsupported", "t5")}
    assert [one["type"] for one in items_of(case.folder).values()] == [
        "article-journal", "chapter", "paper-conference", "posted-content", "thesis", "other",
    ]  # fmt: skip


@of("13-numeric-ids")
def test_13_numbers_as_ids(case: Tool) -> None:
    told = migrated(case, status=1)
    assert codes(told) == {"migrate.id.text": 1}
    assert left(told) == {("csl.id.wrong_type", "2102")}
    assert sorted(map(str, items_of(case.folder))) == ["2102", "2102", "78"]
    assert set(references(case.folder)) == {"2102", "78"}


@of("17-id-whitespace-collides")
def test_17_white_space_in_ids(case: Tool) -> None:
    told = migrated(case, status=1)
    assert codes(told) == {"migrate.id.normalised": 1}
    ids = {"lone id", "smith  2024", "smith 2024", "smith 2024\u00a0"}
    assert set(items_of(case.folder)) == set(references(case.folder)) == ids
    assert set(queued(case.folder)) == {"lone id"}
    assert {code for code, _ in left(told)} == {"csl.id.not_canonical", "csl.id.duplicate"}


@of("25-consortium-name-key")
def test_25_a_group_under_name(case: Tool) -> None:
    told = migrated(case, status=1)
    assert codes(told) == {"migrate.name.converted": 1}
    assert items_of(case.folder)["g1"]["author"] == [
        {"literal": "The Reed Genome Initiative", "sequence": "first", "affiliation": []}
    ]
    assert items_of(case.folder)["g2"]["author"] == [{}]
    assert left(told) == {("csl.name.empty", "g2")}


@of("27-crossref-arrays")
def test_27_a_raw_work(case: Tool) -> None:
    [before] = items_of(case.folder).values()
    told = migrated(case, status=1)
    assert codes(told) == {"migrate.variable.converted": 2}
    [now] = items_of(case.folder).values()
    assert now == {**before, "title": "Weir hydraulics", "container-title": "Journal of Weirs"}
    assert {code for code, _ in left(told)} == {"csl.variable.wrong_type", "csl.sidecar_field"}


@of("31-workflow-fields-in-csl")
def test_31_workflow_fields(case: Tool) -> None:
    before, records = items_of(case.folder), references(case.folder)
    assert codes(migrated(case, status=1)) == {}
    assert items_of(case.folder) == before
    told = migrated(case, "--start", "queued", status=1)
    assert codes(told)["migrate.field.moved"] == 1
    now = references(case.folder)
    assert {id: now[id] for id in records} == records
    assert now["b2"]["provider_candidates"] == before["b2"]["provider_candidates"]
    assert now["b2"]["review_status"] == "queued"
    assert items_of(case.folder)["b1"] == before["b1"]
    assert items_of(case.folder)["b3"] == before["b3"]
    kept = {key: value for key, value in before["b2"].items() if key != "provider_candidates"}
    assert items_of(case.folder)["b2"] == kept


@of("37-wrapped-items")
def test_37_wrappers(case: Tool) -> None:
    items = json.loads((case.folder / CSL).read_bytes())["items"]
    crossref = (case.folder / "crossref" / CSL).read_bytes()
    assert case("migrate") == 1
    assert json.loads((case.folder / CSL).read_bytes()) == items
    assert json.loads((case.folder / "pandoc" / CSL).read_bytes()) == items
    assert (case.folder / "crossref" / CSL).read_bytes() == crossref
    assert "crossref/references.csl.json:1:1: error csl.file.not_array" in case.out
    assert case("migrate", "--drop", "status", "--drop", "message-type") == 0
    assert json.loads((case.folder / "crossref" / CSL).read_bytes()) == [json.loads(crossref)["message"]]
    assert (case.folder / SIDECAR).exists()
