"""The queue after a migration: its lines follow their records, and what only they hold stays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.migrating.support import codes, migrated, put
from tests.reviewing.support import QUEUE, Tool, conflict, findings, item, queued, record

EXTRACTION = {"source": "paper.docx"}
REASONS = '"reasons":["no date"],"weight":0.860000000000000001'


def line(id: str, more: str = "", status: str = "queued") -> str:
    return f'{{"id":{json.dumps(id)},"review_status":"{status}"{"," if more else ""}{more}}}\n'


def about_the_queue(tool: Tool) -> list[str]:
    """Codes of what a check finds, but for members that the contract does not name."""
    found = [code for code, path, *_ in findings(tool.folder) if path == QUEUE or code.startswith("queue.")]
    return [code for code in found if code != "queue.unknown_key"]


@pytest.mark.parametrize(("old", "new"), [("lone  id", "lone id"), (" a", "a"), (78, "78")])
def test_a_line_with_members_of_its_own_follows_a_rename(tool: Tool, old: Any, new: str) -> None:
    put(
        tool.folder,
        [{**item("x"), "id": old, "extraction": EXTRACTION}],
        {str(old): record("queued", conflicts=[conflict("volume", "1", "2")])},
        f'{{"id":{json.dumps(old)},"conflicts":{json.dumps([conflict("volume", "1", "2")])},'
        f'"review_status":"queued",{REASONS}}}\n',
    )
    told = migrated(tool)
    assert codes(told)["migrate.queue.derived"] == 1
    assert set(queued(tool.folder)) == {new}
    assert queued(tool.folder)[new]["extraction"] == EXTRACTION
    assert queued(tool.folder)[new]["reasons"] == ["no date"]
    assert "0.860000000000000001" in (tool.folder / QUEUE).read_text()
    assert about_the_queue(tool) == []
    assert codes(migrated(tool)) == {}


def test_a_rename_alone(tool: Tool) -> None:
    put(tool.folder, [item("a  b")], {"a  b": record("queued")}, line("a  b", REASONS))
    assert codes(migrated(tool, status=0)) == {"migrate.id.normalised": 1}
    assert (tool.folder / QUEUE).read_text() == line("a b", REASONS)


@pytest.mark.parametrize("more", ["", REASONS, '"review_decisions":[]', '"extraction":null'])
def test_a_line_follows_what_moved_into_its_record(tool: Tool, more: str) -> None:
    put(tool.folder, [{**item("a"), "extraction": EXTRACTION}], {"a": record("queued")}, line("a", more))
    migrated(tool, status=0)
    assert queued(tool.folder)["a"]["extraction"] == EXTRACTION
    assert queued(tool.folder)["a"].get("reasons") == (["no date"] if more == REASONS else None)
    assert about_the_queue(tool) == []


def test_what_only_the_line_holds_is_left_in_it(tool: Tool) -> None:
    more = '"conflicts":[{"field":"volume"}]'
    put(tool.folder, [{**item("a"), "extraction": EXTRACTION}], {"a": record("queued")}, line("a", more))
    assert "migrate.queue.derived" not in codes(migrated(tool))
    assert (tool.folder / QUEUE).read_text() == line("a", more)


def test_what_was_stale_before_stays_so(tool: Tool) -> None:
    put(
        tool.folder,
        [{**item("a"), "type": "journal-article"}, {**item("b"), "extraction": EXTRACTION}, item("c")],
        {"a": record("in_progress"), "b": record("queued"), "c": record("queued")},
        line("a") + line("b") + line("gone"),
    )
    migrated(tool)
    assert [entry["id"] for entry in queued(tool.folder).values()] == ["a", "b", "gone"]
    assert queued(tool.folder)["a"]["review_status"] == "queued"
    assert queued(tool.folder)["b"]["extraction"] == EXTRACTION


def test_records_that_start_get_a_line_beside_lines_of_their_own_kind(tool: Tool) -> None:
    put(tool.folder, [item("a"), item("b"), item("c")], {"b": record("queued")}, line("b", REASONS))
    migrated(tool, "--start", "queued", status=0)
    assert (tool.folder / QUEUE).read_text() == line("a") + line("b", REASONS) + line("c")
    assert about_the_queue(tool) == []


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_with_formatting_off_the_other_lines_keep_their_bytes(tool: Tool, bom: str, end: str) -> None:
    (tool.folder / ".sourceright-lint.toml").write_text("[format]\nenabled = false\n")
    put(
        tool.folder,
        [{**item("a"), "extraction": EXTRACTION}, item("b"), item("c")],
        {"a": record("queued"), "b": record("queued")},
    )
    other = '{ "review_status":"queued",\t"id":"b" }'
    (tool.folder / QUEUE).write_bytes((bom + line("a").replace("\n", end or "\n") + other + end).encode())
    migrated(tool, "--start", "queued")
    text = (tool.folder / QUEUE).read_bytes().decode()
    assert text.startswith(bom + '{"id":"a","extraction":{"source":"paper.docx"},"review_status":"queued"}')
    assert other in text
    assert text.endswith(line("c").replace("\n", end or "\n"))
    assert [code for code in about_the_queue(tool) if code.startswith("queue.")] == []


@pytest.mark.parametrize(
    "text",
    [line("a") + "{", line("a") + '{"id":"z","id":"z","review_status":"queued"}\n'],
    ids=["cut", "a key twice"],
)
def test_a_queue_that_cannot_be_read_for_sure_is_left(tool: Tool, text: str) -> None:
    put(tool.folder, [{**item("a"), "extraction": EXTRACTION}], {"a": record("queued")}, text)
    migrated(tool)
    assert (tool.folder / QUEUE).read_text() == text


def test_lines_with_one_id_are_left(tool: Tool) -> None:
    put(
        tool.folder,
        [{**item("a"), "extraction": EXTRACTION}, item("b")],
        {"a": record("queued")},
        line("a") + line("a", REASONS),
    )
    migrated(tool, "--start", "queued")
    assert (tool.folder / QUEUE).read_text() == line("a") + line("a", REASONS) + line("b")


def test_a_queue_that_is_not_kept_is_not_made(tool: Tool) -> None:
    (tool.folder / ".sourceright-lint.toml").write_text('queue = "ignored"\n')
    put(tool.folder, [{**item("a"), "extraction": EXTRACTION}], {"a": record("queued")})
    assert tool("migrate") in (0, 1), tool.err
    assert not (tool.folder / QUEUE).exists()
