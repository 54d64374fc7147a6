"""Items in the words of Zotero and DataCite: what they have of CSL stays, workflow fields go their own way."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.contracts.sourceright.migrating.foreign import converted
from tests.migrating.support import codes, migrated, put
from tests.reviewing.support import (
    CSL,
    Tool,
    candidate,
    files,
    findings,
    items_of,
    queued,
    record,
    references,
)


def zotero(**fields: Any) -> dict[str, Any]:
    return {"key": "K", "itemType": "book", "title": "T", **fields}


def datacite(**members: Any) -> dict[str, Any]:
    attributes = {"titles": [{"title": "T"}], "types": {"citeproc": "book"}}
    return {"id": "d", "type": "dois", "attributes": attributes, **members}


IDS = [
    (zotero(id="my-id"), "my-id", {"key": "K"}),
    (zotero(id="K"), "K", {}),
    (zotero(id=78), 78, {"key": "K"}),
    (zotero(id="my-id", citationKey="quill"), "my-id", {"key": "K"}),
    (zotero(citationKey="quill"), "quill", {"key": "K"}),
    (zotero(), "K", {}),
    (zotero(id=None), "K", {}),
    (zotero(id=""), "K", {}),
    (zotero(id=" "), "K", {"id": " "}),
    (zotero(id=True), "K", {"id": True}),
    (zotero(id={"a": 1}), "K", {"id": {"a": 1}}),
    ({"id": "my-id", "data": zotero()}, "my-id", {"key": "K"}),
    ({"id": "my-id", "data": zotero(id="other")}, "my-id", {"id": "other", "key": "K"}),
    ({"key": "K", "data": zotero()}, "K", {}),
    ({"key": "OUTER", "data": zotero()}, "K", {"key": "OUTER"}),
    ({"id": "my-id", "key": "OUTER", "data": zotero()}, "my-id", {"key": "OUTER", "data": {"key": "K"}}),
]


@pytest.mark.parametrize(("item", "id", "custom"), IDS)
def test_the_id_that_an_item_has_is_kept(item: dict[str, Any], id: Any, custom: dict[str, Any]) -> None:
    found = converted(item)
    assert found is not None
    assert found[1]["id"] == id
    assert found[1].get("custom", {}) == ({"zotero": custom} if custom else {})


def test_the_key_that_is_no_id_is_kept() -> None:
    found = converted(zotero(id="my-id", citationKey="quill"))
    assert found is not None
    assert found[1]["citation-key"] == "quill"


def test_records_and_queue_still_belong_to_the_item(tool: Tool) -> None:
    put(
        tool.folder,
        [zotero(id="my-id", type="book")],
        {"my-id": record("queued")},
        '{"id":"my-id","review_status":"queued"}\n',
    )
    migrated(tool, status=0)
    assert set(items_of(tool.folder)) == set(references(tool.folder)) == set(queued(tool.folder)) == {"my-id"}
    assert told_of(tool) == []


def test_an_id_that_is_a_number_becomes_text(tool: Tool) -> None:
    put(tool.folder, [zotero(id=78)], {"78": record("not_required")})
    assert codes(migrated(tool, status=0)) == {"migrate.item.converted": 1, "migrate.id.text": 1}
    assert set(items_of(tool.folder)) == {"78"}


NAME = {"family": "Quill", "given": "Ada"}
OWN = [
    ({"type": "report"}, {"type": "report"}, {"itemType": "book"}),
    ({"type": "book"}, {"type": "book"}, {}),
    ({"type": "Book"}, {"type": "book"}, {}),
    ({"type": "journal-article"}, {"type": "article-journal"}, {"itemType": "book"}),
    ({"type": "other"}, {"type": "book"}, {"type": "other"}),
    ({"itemType": "film"}, {"type": "motion_picture"}, {"itemType": "film"}),
    ({"itemType": "bookSection"}, {"type": "chapter"}, {}),
    ({"container-title": "C"}, {"container-title": "C"}, {}),
    (
        {"container-title": "C", "publicationTitle": "D"},
        {"container-title": "C"},
        {"publicationTitle": "D"},
    ),
    ({"author": [NAME]}, {"author": [NAME]}, {}),
    (
        {"author": [NAME], "creators": [{"creatorType": "author", "lastName": "B"}]},
        {"author": [NAME]},
        {"creators": [{"creatorType": "author", "lastName": "B"}]},
    ),
    ({"issued": {"date-parts": [[2019]]}, "date": "2018"}, {"issued": {"date-parts": [[2019]]}}, {"date": "2018"}),
    ({"title": ["a", "b"]}, {"title": ["a", "b"]}, {}),
    ({"version": 7}, {}, {"version": 7}),
    ({"version": "2.1"}, {"version": "2.1"}, {}),
    ({"custom": {"mine": 1}}, {"custom": {"mine": 1}}, None),
    ({"custom": {"mine": 1}, "tags": ["x"]}, {"custom": {"mine": 1, "zotero": {"tags": ["x"]}}}, None),
    ({"custom": "x"}, {}, {"custom": "x"}),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "kept", "custom"), OWN)
def test_what_an_item_has_of_csl_stays(
    fields: dict[str, Any], kept: dict[str, Any], custom: dict[str, Any] | None
) -> None:
    found = converted(zotero(**fields))
    assert found is not None
    wanted = {"id": "K", "type": "book", "title": "T", **kept}
    assert found[1] == ({**wanted, "custom": {"zotero": custom}} if custom else wanted)


def test_members_beside_the_fields_win() -> None:
    found = converted({"title": "Mine", "DOI": "10.5555/X", "key": "K", "data": zotero(DOI="10.5555/y")})
    assert found is not None
    assert found[1] == {
        "id": "K",
        "type": "book",
        "title": "Mine",
        "DOI": "10.5555/x",
        "custom": {"zotero": {"title": "T", "DOI": "10.5555/y"}},
    }


def test_what_stands_twice_with_two_values_is_kept_twice() -> None:
    found = converted({"key": "K", "version": 3, "data": zotero(version=4)})
    assert found is not None
    assert found[1]["custom"] == {"zotero": {"version": 3, "data": {"version": 4}}}
    found = converted({"key": "K", "version": 4, "data": zotero(version=4)})
    assert found is not None
    assert found[1]["custom"] == {"zotero": {"version": 4}}


UNCONVERTED = [
    zotero(custom={"zotero": {"tags": []}}, tags=["x"]),
    {"confidence": 0.5, "key": "K", "data": zotero(confidence=0.6)},
    {"confidence": 1, "key": "K", "data": zotero(confidence=True)},
    {"itemType": "book", "title": "T"},
    zotero(itemType="attachment"),
    {"id": "a", "type": "book", "attributes": {"colour": "red"}},
]


@pytest.mark.parametrize("item", UNCONVERTED)
def test_what_has_no_clear_reading_is_left(tool: Tool, item: dict[str, Any]) -> None:
    put(tool.folder, [item])
    before = files(tool.folder)
    assert codes(migrated(tool)) == {}
    assert files(tool.folder) == before


DATACITE = [
    ({"publisher": {"name": "P", "lang": "en"}}, {"publisher": "P"}, {"publisher": {"lang": "en"}}),
    (
        {"container": {"title": "C", "type": "Series", "identifier": "i"}},
        {"container-title": "C"},
        {"container": {"type": "Series", "identifier": "i"}},
    ),
    ({"titles": [{"title": "U", "lang": "de"}]}, {"title": "U"}, {"titles": [{"lang": "de"}]}),
    ({"source": "mds", "state": "findable"}, {}, {"source": "mds", "state": "findable"}),
    ({"type": "x"}, {}, {"type": "dois", "attributes": {"type": "x"}}),
]


@pytest.mark.parametrize(("attributes", "kept", "custom"), DATACITE)
def test_what_datacite_says_beside(attributes: Any, kept: Any, custom: Any) -> None:
    item = datacite()
    item["attributes"].update(attributes)
    found = converted(item)
    assert found is not None
    wanted = {"type": "dois", "types": {"citeproc": "book"}, **custom}
    assert found[1] == {"id": "d", "type": "book", "title": "T", **kept, "custom": {"datacite": wanted}}


WORKFLOW: dict[str, Any] = {
    "review_status": "queued",
    "extraction": {"source": "paper.docx"},
    "provider_candidates": [candidate("crossref", title="T", DOI="10.5555/t")],
    "verified": True,
    "confidence": None,
    "conflicts": [],
}
SHAPES = {
    "csl": {"id": "K", "type": "book", "title": "T", **WORKFLOW},
    "zotero": zotero(**WORKFLOW),
    "zotero, beside": {"key": "K", **WORKFLOW, "data": zotero()},
    "zotero, inside": {"key": "K", "data": zotero(**WORKFLOW)},
    "datacite, beside": {**datacite(id="K"), **WORKFLOW},
    "datacite, inside": {"id": "K", "attributes": {**datacite()["attributes"], **WORKFLOW}},
}


@pytest.mark.parametrize("item", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("start", [(), ("--start", "queued")])
def test_workflow_fields_go_the_way_that_those_of_csl_items_go(
    tool: Tool, item: dict[str, Any], start: tuple[str, ...]
) -> None:
    put(tool.folder, [SHAPES["csl"]])
    migrated(tool, *start)
    wanted, told = files(tool.folder), told_of(tool)
    for path in tool.folder.iterdir():
        path.unlink()
    put(tool.folder, [item])
    migrated(tool, *start)
    found = files(tool.folder)
    del found[CSL], wanted[CSL]
    assert found == wanted
    assert told_of(tool) == told
    stay = {"verified", "confidence"} if start else set(WORKFLOW)
    assert set(WORKFLOW) & set(items_of(tool.folder)["K"]) == stay


def told_of(tool: Tool) -> list[str]:
    """Codes of what a check finds, but for the layout."""
    return sorted(code for code, *_ in findings(tool.folder) if not code.startswith("format."))
