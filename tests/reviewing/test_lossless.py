"""What a step leaves alone: bytes of other records, odd numbers, layouts, what only the queue holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.gitrepo import make_repo
from tests.reviewing.support import (
    AT,
    CSL,
    QUEUE,
    SIDECAR,
    Tool,
    files,
    findings,
    queued,
    references,
    rewrite,
)

RESOLVE = (
    "decide",
    "gulls",
    "--status",
    "resolved",
    "--decision",
    "keep",
    "--reviewer",
    "tm",
    "--decided-at",
    AT,
)
CLAIM = ("claim", "gulls", "--reviewer", "tm", "--claimed-at", AT)
APPLY = ("apply", "gulls", "--candidate", "1", "--fields", "volume", "--reviewer", "tm", "--decided-at", AT)

ODD = (
    ("0.86", "0.860000000000000001"),
    ("0.86", "8.6e-1"),
    ('"paper.docx"', '"paper \\ud83d"'),
    ('"paper.docx"', '"caf\\u00e9"'),
)


@pytest.mark.parametrize(("plain", "odd"), ODD)
def test_odd_texts_survive(tool: Tool, plain: str, odd: str) -> None:
    """In the record that is changed, in its queue line, and in all others."""
    sidecar = (tool.folder / SIDECAR).read_text()
    (tool.folder / SIDECAR).write_text(sidecar.replace(plain, odd))
    (tool.folder / QUEUE).write_text((tool.folder / QUEUE).read_text().replace(plain, odd))
    found = findings(tool.folder)
    count = (tool.folder / SIDECAR).read_text().count(odd)
    assert tool.review(*CLAIM) == 0, tool.err
    text = (tool.folder / SIDECAR).read_text()
    assert text.count(odd) == count
    assert findings(tool.folder) == found


@pytest.mark.parametrize("command", [RESOLVE, CLAIM, APPLY], ids=lambda command: command[0])
def test_a_layout_of_ones_own_stays(tool: Tool, command: tuple[str, ...]) -> None:
    for name, indent in ((SIDECAR, 4), (CSL, "\t")):
        value = json.loads((tool.folder / name).read_bytes())
        (tool.folder / name).write_text(json.dumps(value, indent=indent) + "\n\n")
    lines = [json.loads(line) for line in (tool.folder / QUEUE).read_text().splitlines()]
    (tool.folder / QUEUE).write_text("".join(json.dumps(line) + "\n" for line in reversed(lines)))
    before, found = files(tool.folder), findings(tool.folder)
    assert tool.review(*command) == 0, tool.err
    after = files(tool.folder)
    for name in (SIDECAR, CSL):
        old, new = before[name].decode().splitlines(), after[name].decode().splitlines()
        assert len(set(old) - set(new)) <= 3
        assert new[-1] == ""
    assert {line for line in before[QUEUE].splitlines() if b'"gulls"' not in line} == {
        line for line in after[QUEUE].splitlines() if b'"gulls"' not in line
    }
    assert [f for f in findings(tool.folder) if not f[0].startswith("format")] == [
        f for f in found if not f[0].startswith("format")
    ]


def test_crlf_and_a_byte_order_mark_stay(tool: Tool) -> None:
    for name in (SIDECAR, QUEUE):
        data = (tool.folder / name).read_bytes()
        (tool.folder / name).write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    assert tool.review(*RESOLVE) == 0, tool.err
    for name in (SIDECAR, QUEUE):
        data = (tool.folder / name).read_bytes()
        assert data.startswith(b"\xef\xbb\xbf")
        assert data.count(b"\n") == data.count(b"\r\n")


def test_unknown_members_stay(tool: Tool) -> None:
    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["gulls"]["x-lab"] = {"shelf": 4}
        records["gulls"]["conflicts"][0]["reasons"] = ["print"]
        next(one for one in items if one["id"] == "gulls")["custom"] = {"shelf": 4}

    rewrite(tool.folder, change)
    assert tool.review(*APPLY) == 0, tool.err
    record = references(tool.folder)["gulls"]
    assert record["x-lab"] == {"shelf": 4}
    assert record["conflicts"][0]["reasons"] == ["print"]


def test_what_only_the_queue_holds_is_not_dropped(tool: Tool) -> None:
    lines = [json.loads(line) for line in (tool.folder / QUEUE).read_text().splitlines()]
    for line in lines:
        line["reasons"] = ["no date on the page"]
    (tool.folder / QUEUE).write_text("".join(json.dumps(line) + "\n" for line in lines))
    before = files(tool.folder)
    for command in (RESOLVE, CLAIM):
        assert tool.review(*command) == 2
        assert "reasons" in tool.err
    assert files(tool.folder) == before


def test_stale_lines_of_others_stay_stale(tool: Tool) -> None:
    text = (tool.folder / QUEUE).read_text().replace('"in_progress"', '"queued"')
    (tool.folder / QUEUE).write_text(text)
    found = findings(tool.folder)
    assert [code for code, *_ in found] == ["queue.stale.differs"]
    assert tool.review(*RESOLVE) == 0
    assert findings(tool.folder) == found
    assert tool.review("release", "herons") == 0
    assert findings(tool.folder) == []


@pytest.mark.parametrize("is_there", [True, False])
def test_a_queue_that_is_not_there(tool: Tool, is_there: bool) -> None:
    (tool.folder / QUEUE).unlink()
    if not is_there:
        (tool.folder / ".sourceright-lint.toml").write_text('queue = "ignored"\n')
    assert tool.review(*CLAIM) == 0, tool.err
    assert (tool.folder / QUEUE).exists() is is_there
    if is_there:
        assert set(queued(tool.folder)) == {"gulls", "herons", "weirs"}
        assert findings(tool.folder) == []


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (SIDECAR, "[", "cannot be read"),
        (
            SIDECAR,
            '{"schema_version":"v9","references":{"gulls":{"review_status":"queued"}}}',
            "schema_version",
        ),
        (SIDECAR, None, "is not there"),
        (QUEUE, '{"id":"gulls"\n', "cannot be read in all its lines"),
        (QUEUE, '{"id":"gulls"}\n{"id":"gulls"}\n', "2 lines"),
    ],
)
def test_files_in_no_state_to_be_changed(tool: Tool, name: str, text: str | None, message: str) -> None:
    if text is None:
        (tool.folder / name).unlink()
    else:
        (tool.folder / name).write_text(text)
    before = files(tool.folder)
    assert tool.review(*CLAIM) == 2
    assert message in tool.err
    assert files(tool.folder) == before


@pytest.mark.parametrize(
    "member", ["review_status", "conflicts", "review_decisions", "provider_candidates", "claim", "extraction"]
)
@pytest.mark.parametrize("value", [None, 7, True, "x", [], {}, [None], {"a": []}])
def test_wrong_types_anywhere_are_no_crash(tool: Tool, member: str, value: Any) -> None:
    sidecar = json.loads((tool.folder / SIDECAR).read_bytes())
    sidecar["references"]["gulls"][member] = value
    (tool.folder / SIDECAR).write_text(json.dumps(sidecar))
    (tool.folder / QUEUE).unlink()
    for command in (("show", "gulls"), ("list",), CLAIM, RESOLVE, APPLY):
        status = tool.review(*command)
        assert status in (0, 2)
        assert "internal fault" not in tool.err


def test_line_ends_that_are_gits_doing_stay(tool: Tool) -> None:
    repo = make_repo(tool.folder)
    repo.git("config", "core.autocrlf", "true")
    repo.git("add", "-A")
    repo.commit("as imported")
    for name in (CSL, SIDECAR, QUEUE):
        (tool.folder / name).unlink()
    repo.git("checkout", "--", ".")
    assert b"\r\n" in (tool.folder / SIDECAR).read_bytes()
    assert tool.review(*APPLY) == 0, tool.err
    for name in (CSL, SIDECAR, QUEUE):
        data = (tool.folder / name).read_bytes()
        assert data.count(b"\n") == data.count(b"\r\n")
    numbers = repo.text("diff", "--numstat").splitlines()
    assert [line.split()[:2] for line in numbers if CSL in line] == [["1", "1"]]
    assert [line.split()[:2] for line in numbers if QUEUE in line] == [["0", "1"]]
