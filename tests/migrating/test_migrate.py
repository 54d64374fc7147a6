"""What a migration makes of what exporters write; that nothing is lost, and nothing crashes."""

from __future__ import annotations

import json

import pytest

from sourceright_lint.cli import main
from sourceright_lint.fixing.journal import recover, state_folder
from tests.killing import Checkpoint, killed_at_each_step
from tests.migrating.support import codes, migrated, put
from tests.reviewing.support import CSL, QUEUE, SIDECAR, Tool, candidate, files, item, record
from tests.reviewing.test_together import checkpoints

ZOTERO = {
    "key": "KC6WFG78",
    "version": 7,
    "library": {"id": 12},
    "data": {
        "key": "KC6WFG78",
        "itemType": "journalArticle",
        "title": "Weirs",
        "creators": [
            {"creatorType": "author", "firstName": "Ada", "lastName": "Quill"},
            {"creatorType": "author", "name": "The Weir Group"},
            {"creatorType": "castMember", "name": "B"},
        ],
        "publicationTitle": "Weir Journal",
        "date": "2019-04-23",
        "pages": "1-9",
        "DOI": "10.5555/weirs",
        "url": "",
        "tags": [{"tag": "weirs"}],
        "collections": [],
    },
}
DATACITE = {
    "id": "10.5555/eels",
    "type": "dois",
    "attributes": {
        "doi": "10.5555/eels",
        "titles": [{"title": "Eels"}],
        "creators": [
            {
                "name": "Quill, Ada",
                "nameType": "Personal",
                "givenName": "Ada",
                "familyName": "Quill",
                "affiliation": ["Weir Lab"],
            },
            {"name": "The Eel Group", "nameType": "Organizational"},
        ],
        "publicationYear": 2020,
        "publisher": "Weir Press",
        "types": {"citeproc": "dataset", "resourceTypeGeneral": "Dataset"},
        "url": "https://eels.example/data",
        "sizes": ["3 MB"],
    },
}


def test_zotero(tool: Tool) -> None:
    put(tool.folder, [ZOTERO, {"itemType": "attachment", "key": "X"}])
    assert codes(migrated(tool)) == {"migrate.item.converted": 1}
    items = json.loads((tool.folder / CSL).read_bytes())
    [weirs] = [one for one in items if one.get("id") == "KC6WFG78"]
    assert weirs == {
        "id": "KC6WFG78",
        "type": "article-journal",
        "title": "Weirs",
        "DOI": "10.5555/weirs",
        "author": [{"given": "Ada", "family": "Quill"}, {"literal": "The Weir Group"}],
        "container-title": "Weir Journal",
        "custom": {
            "zotero": {
                "creators": [{"creatorType": "castMember", "name": "B"}],
                "library": {"id": 12},
                "tags": [{"tag": "weirs"}],
                "version": 7,
            }
        },
        "issued": {"date-parts": [[2019, 4, 23]]},
        "page": "1-9",
    }
    assert {"itemType": "attachment", "key": "X"} in items


def test_datacite(tool: Tool) -> None:
    put(tool.folder, {"data": [DATACITE]})
    assert codes(migrated(tool, status=0)) == {"migrate.file.unwrapped": 1, "migrate.item.converted": 1}
    [eels] = json.loads((tool.folder / CSL).read_bytes())
    assert eels == {
        "id": "10.5555/eels",
        "type": "dataset",
        "title": "Eels",
        "DOI": "10.5555/eels",
        "URL": "https://eels.example/data",
        "author": [
            {
                "given": "Ada",
                "family": "Quill",
                "name": "Quill, Ada",
                "nameType": "Personal",
                "affiliation": ["Weir Lab"],
            },
            {"literal": "The Eel Group", "nameType": "Organizational"},
        ],
        "custom": {"datacite": {"sizes": ["3 MB"], "type": "dois", "types": DATACITE["attributes"]["types"]}},  # type: ignore[index]
        "issued": {"date-parts": [[2020]]},
        "publisher": "Weir Press",
    }
    put(tool.folder, {"data": DATACITE})
    migrated(tool, status=0)
    assert json.loads((tool.folder / CSL).read_bytes()) == [eels]


def test_numbers_keep_every_digit(tool: Tool) -> None:
    put(
        tool.folder,
        '[{"id":"a","type":"journal-article","title":["T"],"custom":{"n":0.860000000000000001},'
        '"confidence":0.860000000000000001}]',
        {
            "a": record(
                "queued", provider_candidates=[{**candidate("x", DOI="10.5555/a"), "confidence": None}]
            )
        },
    )
    migrated(tool)
    text = (tool.folder / CSL).read_text()
    assert text.count("0.860000000000000001") == 2
    assert '"title": "T"' in text


def test_a_key_that_stands_twice_is_left_alone(tool: Tool) -> None:
    put(
        tool.folder,
        '[{"id":"a","type":"book","type":"journal-article","title":"T"},'
        '{"id":"b","type":"journal-article","title":"U"}]',
    )
    told = migrated(tool, status=1)
    assert codes(told) == {"migrate.type.translated": 1}
    text = (tool.folder / CSL).read_text()
    assert '"type":"book","type":"journal-article"' in text
    assert '"id":"b","type":"article-journal"' in text


def test_with_formatting_off_only_what_must_changes(tool: Tool) -> None:
    (tool.folder / ".sourceright-lint.toml").write_text("[format]\nenabled = false\n")
    text = '[ {"id":"a", "type":"journal-article",\n\t"title":"T" } ]\n'
    put(tool.folder, text)
    migrated(tool, status=0)
    assert (tool.folder / CSL).read_text() == text.replace("journal-article", "article-journal")


def test_diff_writes_nothing(tool: Tool) -> None:
    put(tool.folder, [{**item("a"), "type": "journal-article"}])
    before = files(tool.folder)
    assert tool("migrate", "--diff", "--start", "queued") == 1
    assert '-    "type": "journal-article"' in tool.out
    assert '+    "type": "article-journal"' in tool.out
    assert "+++ b/references.verification.json" in tool.out
    assert "migrate.type.translated" in tool.out
    assert files(tool.folder) == before
    assert tool("migrate", "--start", "queued") == 0
    assert tool("migrate", "--diff", "--start", "queued") == 0


@pytest.mark.parametrize("text", ["", "[", "[1]", "null", '[{"id":{}}]', '{"items":{}}', '[{"author":[[]]}]'])
def test_nothing_crashes(tool: Tool, text: str) -> None:
    put(tool.folder, text)
    before = files(tool.folder)
    assert tool("migrate", "--start", "queued", "--mark-orphans", "x") in (0, 1)
    assert files(tool.folder).get(CSL) == before[CSL]


def test_what_is_told_cannot_forge_output(tool: Tool) -> None:
    put(tool.folder, [{**item("a"), "id": "x\n::error::\u202e", "type": "journal-article"}])
    assert tool("migrate") in (0, 1)
    assert "\n::error::" not in tool.out
    assert "\u202e" not in tool.out


def test_killed_at_every_write(tool: Tool) -> None:
    folder, command = tool.folder, ["migrate", "--start", "queued"]

    def make() -> None:
        for path in folder.iterdir():
            path.unlink()
        put(folder, [{**item("a"), "type": "journal-article", "extraction": {"source": "s"}}])

    make()
    old = files(folder)
    assert main(command) == 0
    new = files(folder)
    assert set(new) == {CSL, SIDECAR, QUEUE}

    def work(call: Checkpoint) -> None:
        with checkpoints(call):
            assert main(command) == 0

    make()
    outcomes = set()
    for step in killed_at_each_step(work):
        for path, data in files(folder).items():
            assert data in (old.get(path), new[path]), step
        recover(str(folder), state_folder(str(folder)))
        left = files(folder)
        assert left in (old, new), step
        outcomes.add(left == new)
        make()
    assert outcomes == {True, False}
