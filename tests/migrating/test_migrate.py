"""What a migration makes of what exporters write, and what it leaves."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright.forms import STATUSES
from sourceright_lint.contracts.sourceright.migrating.step import CODES
from sourceright_lint.fixing.journal import recover, state_folder
from tests.killing import Checkpoint, killed_at_each_step
from tests.reviewing.support import (
    CSL,
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
from tests.reviewing.test_together import checkpoints


def put(folder: Path, csl: Any = None, records: Any = None, queue: str | None = None) -> None:
    if csl is not None:
        (folder / CSL).write_text(csl if isinstance(csl, str) else json.dumps(csl, indent=2))
    if records is not None:
        sidecar = {"schema_version": "sourceright.verification.v1", "references": records}
        (folder / SIDECAR).write_text(json.dumps(sidecar, indent=2))
    if queue is not None:
        (folder / QUEUE).write_text(queue)


def codes(told: Any) -> Counter[str]:
    """How often each code was told, the one of the layout left aside."""
    [workspace] = told["workspaces"]
    found = Counter(step["code"] for step in workspace["changes"])
    assert set(found) <= set(CODES)
    found.pop("migrate.file.formatted", None)
    return found


def migrated(tool: Tool, *arguments: str, status: int | None = None) -> Any:
    done = tool("migrate", *arguments, "--output-format", "json")
    assert status is None or done == status, tool.out
    told: Any = json.loads(tool.out)
    return told


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


def test_no_record_is_started_for_an_item_that_says_twice_what_its_id_is(tool: Tool) -> None:
    csl = json.dumps([item("a"), item("c")]).replace('"id": "a"', '"id": "a", "id": "b"')
    put(tool.folder, csl.replace('"id": "c"', '"id": "c", "title": "one more"'))
    assert codes(migrated(tool, "--start", "queued"))["migrate.record.started"] == 1
    assert set(queued(tool.folder)) == {"c"}
