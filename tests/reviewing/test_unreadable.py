"""What cannot be read never looks like nothing to do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.gitrepo import make_repo
from tests.reviewing.support import CSL, SIDECAR, Tool, references, small

LIST = ("review", "list")
PARTITION = ("review", "partition", "--parts", "1", "--out", "parts")
SHOW = ("review", "show", "gulls")

BROKEN = {
    "cut off": ("[", "line 2, column 1"),
    "an array": ("[]", "it holds no object"),
    "another version": ('{"schema_version": "v9", "references": {}}', 'schema_version is "v9"'),
    "no version": ('{"references": {"gulls": {"review_status": "queued"}}}', "schema_version is null"),
    "no records": ('{"schema_version": "sourceright.verification.v1"}', '"references" are no object'),
    "a list": ('{"schema_version": "sourceright.verification.v1", "references": []}', "are no object"),
}


@pytest.mark.parametrize("command", [LIST, PARTITION, SHOW], ids=lambda command: command[1])
@pytest.mark.parametrize(("text", "why"), BROKEN.values(), ids=list(BROKEN))
def test_a_sidecar_that_cannot_be_read_is_refused(
    tool: Tool, text: str, why: str, command: tuple[str, ...]
) -> None:
    (tool.folder / SIDECAR).write_text(text + "\n")
    assert tool(*command) == 2
    assert tool.out == ""
    assert f"{SIDECAR} cannot be read" in tool.err
    assert why in tool.err
    assert "sourceright-lint check" in tool.err
    assert not (tool.folder / "parts").exists()


@pytest.mark.parametrize("format", ["markdown", "json", "html"])
@pytest.mark.parametrize(("text", "why"), BROKEN.values(), ids=list(BROKEN))
def test_a_report_says_which_file_its_figures_lack(tool: Tool, text: str, why: str, format: str) -> None:
    (tool.folder / SIDECAR).write_text(text + "\n")
    assert tool("report", "--output-format", format) == 2
    assert "the figures are not complete" in tool.err
    assert why in tool.err
    if format == "json":
        [bundle] = json.loads(tool.out)["bundles"]
        assert why in bundle["gaps"][0]
        assert bundle["gaps"][0].startswith(SIDECAR)
    else:
        [line] = [line for line in tool.out.splitlines() if "Not complete:" in line]
        assert SIDECAR in line


def _spoil(folder: Any, change: Callable[[dict[str, Any]], None]) -> None:
    sidecar = json.loads((folder / SIDECAR).read_bytes())
    change(sidecar["references"])
    (folder / SIDECAR).write_text(json.dumps(sidecar))


def _two(records: dict[str, Any]) -> None:
    records["gulls"] = 7
    records["herons"]["review_status"] = "Queued?"


def test_records_that_cannot_be_read_are_counted(tool: Tool) -> None:
    _spoil(tool.folder, _two)
    said = f"warning: {SIDECAR}: 2 records could not be read; see sourceright-lint check"
    told = tool.json(*LIST)
    assert [entry["id"] for entry in told["records"]] == ["weirs"]
    assert told["unreadable"] == 2
    assert said in tool.err
    for format in ("text", "json-lines"):
        assert tool(*LIST, "--output-format", format) == 0
        assert said in tool.err
    assert tool(*PARTITION) == 0
    assert said in tool.err
    assert tool("report", "--output-format", "json") == 0
    [bundle] = json.loads(tool.out)["bundles"]
    statuses = {row["name"]: row["count"] for row in bundle["figures"][0]["rows"]}
    assert (statuses["unreadable"], statuses["no record"], sum(statuses.values())) == (2, 0, 5)
    assert bundle["gaps"] == [said.removeprefix("warning: ")]
    assert tool(*SHOW) == 2
    assert 'the record of "gulls" is no object' in tool.err


def test_a_key_that_is_there_twice_is_told(tool: Tool) -> None:
    text = (tool.folder / SIDECAR).read_text()
    (tool.folder / SIDECAR).write_text(text.replace('"gulls": {', '"herons": {'))
    assert tool(*LIST) == 0
    assert "has a key twice" in tool.err


def test_one_of_several_workspaces(tool: Tool) -> None:
    small(tool.folder / "one")
    small(tool.folder / "two")
    (tool.folder / "two" / SIDECAR).write_text("[")
    for name in (CSL, SIDECAR, "review-queue.jsonl"):
        (tool.folder / name).unlink()
    assert tool(*LIST) == 2
    assert f"two/{SIDECAR} cannot be read" in tool.err
    assert tool(*LIST, "one") == 0
    assert tool("review", "show", "nobody") == 2
    assert f"two/{SIDECAR} cannot be read" in tool.err
    assert tool("report", "--output-format", "json") == 2
    told = json.loads(tool.out)
    assert [len(bundle["gaps"]) for bundle in told["bundles"]] == [0, 1]
    assert len(told["together"]["gaps"]) == 1


def test_what_is_not_there_is_said(tool: Tool) -> None:
    (tool.folder / SIDECAR).unlink()
    assert tool(*LIST) == 0
    assert f"{SIDECAR} is not there" in tool.err
    assert tool(*PARTITION) == 2
    assert "migrate" in tool.err
    assert tool("report") == 0
    assert "Not complete" not in tool.out


@pytest.mark.parametrize("text", ["[", "{}", '"x"'])
def test_a_bibliography_that_cannot_be_read(tool: Tool, text: str) -> None:
    (tool.folder / CSL).write_text(text)
    assert tool(*PARTITION) == 2
    assert f"{CSL} cannot be read" in tool.err
    assert not (tool.folder / "parts").exists()
    for command in (LIST, SHOW):
        assert tool(*command) == 0
        assert f"{CSL} cannot be read" in tool.err
    assert tool("report", "--output-format", "json") == 2
    assert CSL in json.loads(tool.out)["bundles"][0]["gaps"][0]


def test_a_bibliography_that_is_not_there(tool: Tool) -> None:
    (tool.folder / CSL).unlink()
    assert tool(*PARTITION) == 0
    assert f"{CSL} is not there" in tool.err
    assert '3 records with no item, or several: "gulls", "herons", "weirs"' in tool.err
    assert tool("report") == 0
    assert f"{CSL} is not there" in tool.out


def test_commits_that_cannot_be_counted_are_told(tool: Tool) -> None:
    repo = make_repo(tool.folder)
    good = (tool.folder / SIDECAR).read_bytes()
    for number, data in enumerate((good, b"[", good + b"\n")):
        (tool.folder / SIDECAR).write_bytes(data)
        repo.git("add", "-A")
        repo.commit(str(number))
    told = tool.json("report", "--history")
    [bundle] = told["bundles"]
    assert [point["counts"]["verified"] for point in bundle["history"]] == [1, 1]
    assert "1 commit left out of the history" in bundle["gaps"][0]


def test_a_history_without_commits(tool: Tool) -> None:
    make_repo(tool.folder)
    told = tool.json("report", "--history")
    assert told["bundles"][0]["history"] == []
    assert told["bundles"][0]["counts"]["references"] == len(references(tool.folder))
    assert "no commit yet" in tool.err
