"""Members of items and the shapes that items come in: what has one reading, and what is left."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.migrating.support import codes, migrated, put
from tests.reviewing.support import CSL, Tool, files, item, items_of

MEMBERS = [
    ("type", "journal-article", "article-journal"),
    ("type", "Journal Article", "article-journal"),
    ("title", ["Weirs"], "Weirs"),
    ("container-title", ["Weir Journal"], "Weir Journal"),
    ("title", 1984, "1984"),
    ("volume", ["12"], "12"),
    ("DOI", ["10.5555/X"], "10.5555/x"),
    ("author", {"family": "Quill"}, [{"family": "Quill"}]),
    ("author", [{"name": "The Group", "sequence": "first"}], [{"literal": "The Group", "sequence": "first"}]),
    ("author", [{"firstName": "Ada", "lastName": "Quill"}], [{"given": "Ada", "family": "Quill"}]),
    ("issued", "2019", {"date-parts": [[2019]]}),
    ("issued", "2019-04", {"date-parts": [[2019, 4]]}),
    ("issued", "2019-04-23", {"date-parts": [[2019, 4, 23]]}),
    ("issued", "spring 2019", {"raw": "spring 2019"}),
    ("issued", "2019-02-30", {"raw": "2019-02-30"}),
    ("issued", 2019, {"date-parts": [[2019]]}),
    ("issued", {"year": 2019, "month": "4"}, {"date-parts": [[2019, 4]]}),
    ("issued", {"year": 2019, "circa": True}, {"date-parts": [[2019]], "circa": True}),
    ("issued", [{"year": 2019}], {"date-parts": [[2019]]}),
    ("issued", [{"year": 2019}, {"year": 2021}], {"date-parts": [[2019], [2021]]}),
]

UNCLEAR = [
    ("type", "posted-content"),
    ("type", "other"),
    ("type", "journal"),
    ("type", 7),
    ("title", []),
    ("title", ["a", "b"]),
    ("ISSN", ["0000-0019", "0000-0027"]),
    ("publisher", {"name": "x"}),
    ("volume", None),
    ("author", "Quill, Ada"),
    ("author", ["Ada Quill"]),
    ("author", [{}]),
    ("author", [{"name": 7}]),
    ("issued", {"date-parts": [[None]]}),
    ("issued", {"month": 4}),
    ("issued", {"year": "MMXIX"}),
    ("issued", 20190423),
    ("issued", None),
    ("issued", True),
    ("issued", []),
]


@pytest.mark.parametrize(("key", "value", "wanted"), MEMBERS)
def test_members_with_one_reading(tool: Tool, key: str, value: Any, wanted: Any) -> None:
    put(tool.folder, [{**item("a"), key: value}])
    told = migrated(tool, status=0)
    assert items_of(tool.folder)["a"][key] == wanted
    assert sum(codes(told).values()) == 1
    once = files(tool.folder)
    assert codes(migrated(tool, status=0)) == {}
    assert files(tool.folder) == once


@pytest.mark.parametrize(("key", "value"), UNCLEAR)
def test_members_without_are_left_and_listed(tool: Tool, key: str, value: Any) -> None:
    put(tool.folder, [{**item("a"), key: value}])
    before = files(tool.folder)
    told = migrated(tool, status=1)
    assert codes(told) == {}
    assert told["workspaces"][0]["left"]
    assert files(tool.folder) == before


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("doi", "DOI"),
        ("Title", "title"),
        ("containerTitle", "container-title"),
        ("url", "URL"),
        ("pages", "pages"),
    ],
)
def test_keys_that_differ_only_by_case_and_separators(tool: Tool, key: str, name: str) -> None:
    entry = {k: v for k, v in item("a").items() if k not in ("DOI", "title")}
    put(tool.folder, [{**entry, key: "10.5555/a"}])
    migrated(tool)
    assert items_of(tool.folder)["a"][name] == "10.5555/a"


def test_two_keys_for_one_variable_stay(tool: Tool) -> None:
    put(tool.folder, [{**item("a"), "doi": "10.5555/b"}])
    before = files(tool.folder)
    assert codes(migrated(tool)) == {}
    assert files(tool.folder) == before


SHAPES = [
    ({"items": [item("a")]}, (), True),
    ({"references": [item("a")]}, (), True),
    ({"message": item("a")}, (), True),
    ({"message": {"items": [item("a")]}}, (), True),
    (item("a"), (), True),
    ({"status": "ok", "message-type": "work", "message": item("a")}, (), False),
    ({"status": "ok", "message-type": "work", "message": item("a")}, ("status",), False),
    ({"status": "ok", "message-type": "work", "message": item("a")}, ("status", "message-type"), True),
    (
        {"status": "ok", "message": {"total-results": 1, "items": [item("a")]}},
        ("status", "total-results"),
        True,
    ),
    ({"items": [item("a")], "config": {}}, (), False),
    ({"a": [item("a")], "b": []}, (), False),
    ({"title": "My library", "documents": [item("a")]}, (), False),
    ({"id": "library-1", "title": "My library", "documents": [item("a")]}, (), False),
    ({"id": "library-1", "items": [item("a")]}, (), False),
    ({"type": "collection", "title": "My library", "publications": [{"title": "x"}]}, (), False),
    ({"type": "library", "data": [item("a")]}, (), False),
    ({"title": "My library", "data": {"entries": [item("a")]}}, (), False),
    ({"id": "library-1", "title": "My library", "entries": {"a": item("a")}}, (), False),
    ({"config": {"id": "x"}, "collections": {}, "items": [item("a")]}, (), False),
    ({"config": {"id": "x"}, "collections": {}, "items": [item("a")]}, ("config", "collections"), True),
    ({}, (), False),
    ("text", (), False),
]


@pytest.mark.parametrize(("shape", "drop", "is_clear"), SHAPES)
def test_shapes(tool: Tool, shape: Any, drop: tuple[str, ...], is_clear: bool) -> None:
    put(tool.folder, json.dumps(shape))
    before = files(tool.folder)
    migrated(tool, *(word for key in drop for word in ("--drop", key)), status=0 if is_clear else 1)
    if is_clear:
        assert json.loads((tool.folder / CSL).read_bytes()) == [item("a")]
    else:
        assert files(tool.folder) == before


SINGLE = [
    {"id": "a", "title": "T"},
    {"DOI": "10.5555/a", "title": "T", "author": [{"family": "Quill"}]},
    {
        **item("a"),
        "reference": [{"key": "r1", "DOI": "10.5555/b", "article-title": "B"}],
        "event": {"name": "x"},
    },
    {"type": "journal-article", "title": ["T"]},
    {"itemType": "book", "title": "T", "attachments": [{"itemType": "attachment", "title": "PDF"}]},
]


@pytest.mark.parametrize("shape", SINGLE)
def test_a_single_item(tool: Tool, shape: Any) -> None:
    put(tool.folder, shape)
    assert codes(migrated(tool))["migrate.file.listed"] == 1
    assert isinstance(json.loads((tool.folder / CSL).read_bytes()), list)
