"""What a migration says of itself: each change under its code, and at the end what there is to do next."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tests.migrating.support import migrated, put
from tests.reviewing.support import CSL, QUEUE, SIDECAR, Tool, files, item, record, small

FOREIGN = {**item("a"), "type": "journal-article"}


def steps(told: Any) -> Counter[tuple[str, str]]:
    [workspace] = told["workspaces"]
    return Counter((step["code"], step["path"]) for step in workspace["changes"])


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_a_new_layout_is_told(tool: Tool, indent: int | None) -> None:
    put(tool.folder, json.dumps([FOREIGN], indent=indent))
    assert steps(migrated(tool)) == {
        ("migrate.type.translated", CSL): 1,
        ("migrate.file.formatted", CSL): 1,
    }


def test_the_order_of_items_is_layout(tool: Tool) -> None:
    small(tool.folder)
    items = json.loads((tool.folder / CSL).read_bytes())
    items[0]["type"] = "journal-article"
    put(tool.folder, json.dumps(items[::-1], indent=2) + "\n")
    assert steps(migrated(tool))["migrate.file.formatted", CSL] == 1


def test_the_layout_of_a_canonical_file_and_of_a_new_one_is_not(tool: Tool) -> None:
    small(tool.folder)
    text = (tool.folder / CSL).read_text()
    (tool.folder / CSL).write_text(text.replace('"article-journal"', '"journal-article"'))
    (tool.folder / SIDECAR).unlink()
    (tool.folder / QUEUE).unlink()
    found = steps(migrated(tool, "--start", "queued"))
    assert {code for code, _ in found} == {
        "migrate.type.translated",
        "migrate.sidecar.started",
        "migrate.record.started",
        "migrate.queue.derived",
    }
    assert (tool.folder / CSL).read_text() == text


def test_a_file_that_does_not_change_keeps_its_layout(tool: Tool) -> None:
    put(tool.folder, [FOREIGN], {"a": record("queued")}, '{"review_status":"queued", "id":"a"}\n')
    before = files(tool.folder)
    migrated(tool)
    after = files(tool.folder)
    assert (after[SIDECAR], after[QUEUE]) == (before[SIDECAR], before[QUEUE])


@pytest.mark.parametrize(
    ("csl", "is_helped"),
    [
        ({"status": "ok", "message": FOREIGN}, True),
        ({"items": [FOREIGN], "total": 1}, True),
        ("12", False),
        ("null", False),
        ({"rows": [FOREIGN], "total": 1}, False),
        ('{"items": [], "total": 1, "total": 2}', False),
    ],
)
def test_keys_are_named_only_where_some_stand_beside_the_items(tool: Tool, csl: Any, is_helped: bool) -> None:
    put(tool.folder, csl)
    assert tool("migrate") == 1
    assert "csl.file.not_array" in tool.out
    assert ("--drop KEY" in tool.out) == is_helped


def test_the_end_names_what_to_do_next(tool: Tool) -> None:
    put(tool.folder, [FOREIGN, {**item("b"), "nickname": "b"}], {}, "")
    (tool.folder / QUEUE).unlink()
    assert tool("migrate", "--diff", ".") == 1
    assert tool.out.endswith(
        """
.: 2 changes in references.csl.json, 0 left
  nothing was written: the same without --diff makes the changes
  1 more problem, mended by: sourceright-lint check --fix .
  1 info, shown by: sourceright-lint check .
  2 items without a record, started by: sourceright-lint migrate --start queued .
"""
    )
    assert tool("migrate") == 0
    assert "nothing was written" not in tool.out
    assert "  2 items without a record, started by: sourceright-lint migrate --start queued\n" in tool.out
    assert tool("migrate", "--start", "queued") == 0
    assert "without a record" not in tool.out
    [workspace] = migrated(tool)["workspaces"]
    assert (workspace["fixable"], workspace["infos"], workspace["without_record"]) == (0, 1, 0)


def test_a_clean_workspace_has_no_next_step(tool: Tool) -> None:
    small(tool.folder)
    assert tool("migrate") == 0
    assert tool.out == ".: 0 changes, 0 left\n"


def test_a_path_can_be_typed_as_it_is_printed(tool: Tool) -> None:
    folder = tool.folder / "my paper"
    folder.mkdir()
    put(folder, [item("a")])
    assert tool("migrate", "my paper") == 0
    assert "sourceright-lint migrate --start queued 'my paper'\n" in tool.out


@pytest.mark.parametrize(
    "csl", [{"items": [item("a")], "total": 1}, [item("a"), item("a")], [item(" ")], []], ids=str
)
def test_records_are_offered_only_where_they_can_be_started(tool: Tool, csl: Any) -> None:
    put(tool.folder, csl)
    assert migrated(tool)["workspaces"][0]["without_record"] == 0
    migrated(tool, "--start", "queued")
    sidecar = tool.folder / SIDECAR
    assert not sidecar.exists() or json.loads(sidecar.read_bytes())["references"] == {}


def test_only_the_names_that_change_are_told(tool: Tool) -> None:
    group, other, third = {"name": "The Group"}, {"family": "Quill"}, {"lastName": "B"}
    put(tool.folder, [{**item("a"), "author": [other, group, third], "editor": group, "translator": [group]}])
    [workspace] = migrated(tool)["workspaces"]
    assert [step["message"] for step in workspace["changes"] if step["code"] == "migrate.name.converted"] == [
        '"author": {"name": "The Group"} became {"literal": "The Group"}, and 1 more',
        '"editor": {"name": "The Group"} became [{"literal": "The Group"}]',
        '"translator": {"name": "The Group"} became {"literal": "The Group"}',
    ]
