"""A whole review by commands alone, commit by commit; and the same one shared out to four workers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.cli import main
from tests.gitrepo import GitRepo, make_repo
from tests.reviewing.support import (
    QUEUE,
    Tool,
    agreed,
    candidate,
    conflict,
    files,
    findings,
    item,
    items_of,
    record,
    references,
    write_workspace,
)
from tests.tool import environment

COUNT = 40
IDS = [f"work-{number:02}" for number in range(COUNT)]


def at(number: int) -> str:
    return f"2026-06-01T09:{number:02}:00Z"


def workspace(folder: Path) -> Path:
    """Every kind of trouble in turn: a wrong volume, a longer title, another year, a weak candidate."""
    items, records = [], {}
    for number, id in enumerate(IDS):
        items.append(item(id, volume="12", issued={"date-parts": [[2019]]}))
        evidence: dict[str, Any] = {"provider_candidates": [agreed(id)], "conflicts": []}
        data = evidence["provider_candidates"][0]["data"]
        if number % 4 == 0:
            data["volume"] = "21"
            evidence["conflicts"] = [conflict("volume", "12", "21")]
        elif number % 4 == 1:
            data["title"] = f"On {id} and its kin"
            evidence["conflicts"] = [conflict("title", f"On {id}", f"On {id} and its kin")]
        elif number % 4 == 2:
            data["issued"] = {"date-parts": [[2020]]}
            evidence["conflicts"] = [conflict("issued", {"date-parts": [[2019]]}, {"date-parts": [[2020]]})]
        else:
            evidence["provider_candidates"].append(candidate("openalex", 0.31, title="Something else"))
        records[id] = record("queued", **evidence)
    return write_workspace(folder, items, records)


def answer(number: int, id: str) -> dict[str, Any]:
    """What is decided about a record, in the form that import takes."""
    fields = {0: ["volume"], 1: ["title"], 2: ["issued"]}.get(number % 8)
    entry: dict[str, Any] = {
        "reference_id": id,
        "decision": "apply_candidate" if fields else "keep_canonical",
        "reviewer": "agent:checker",
        "decided_at": at(number),
        "status": "resolved",
    }
    return {**entry, "candidate": 1, "fields": fields} if fields else entry


def command(entry: dict[str, Any]) -> list[str]:
    verb = "apply" if "fields" in entry else "decide"
    words = ["review", verb, entry["reference_id"], "--status", entry["status"]]
    words += ["--decision", entry["decision"], "--reviewer", entry["reviewer"]]
    words += ["--decided-at", entry["decided_at"]]
    if "fields" in entry:
        words += ["--candidate", str(entry["candidate"]), "--fields", ",".join(entry["fields"])]
    return words


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitRepo:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-07-01T10:00:00+00:00")
    repo = make_repo(tmp_path / "paper")
    workspace(repo.root)
    monkeypatch.chdir(repo.root)
    return repo


def commit(repo: GitRepo, message: str) -> str:
    repo.git("add", "-A")
    return repo.commit(message)


def test_from_queue_to_resolved(repo: GitRepo, capfd: pytest.CaptureFixture[str]) -> None:
    first = commit(repo, "as imported")
    assert findings(repo.root) == []
    for number, id in enumerate(IDS):
        if number % 5 == 0:
            claim = ["review", "claim", id, "--reviewer", "agent:checker", "--claimed-at", at(number)]
            assert main(claim) == 0
            assert main(["check"]) == 0
            commit(repo, f"claim {id}")
        assert main(command(answer(number, id))) == 0
        assert main(["check"]) == 0
        commit(repo, f"decide {id}")
    assert (repo.root / QUEUE).read_bytes() == b""
    assert {one["review_status"] for one in references(repo.root).values()} == {"resolved"}
    assert items_of(repo.root)[IDS[1]]["title"] == f"On {IDS[1]} and its kin"
    capfd.readouterr()
    assert main(["check", "--history", f"{first}..HEAD", "--fail-on", "info"]) == 0
    assert "nothing to report" in capfd.readouterr().out
    assert main(["check", "--from-ref", first, "--to-ref", "HEAD"]) == 0


def worker(part: Path) -> None:
    """What an agent does: read a part, write a file of decisions beside it."""
    numbers = {id: number for number, id in enumerate(IDS)}
    lines = []
    for line in part.read_text().splitlines():
        given = json.loads(line)
        assert given["item"]["id"] == given["id"]
        lines.append(json.dumps(answer(numbers[given["id"]], given["id"])))
    (part.parent / f"done-{part.stem}.jsonl").write_text("\n".join(lines) + "\n")


def test_the_same_by_four_workers_at_once(
    repo: GitRepo, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    alone = workspace(tmp_path / "alone")
    for number, id in enumerate(IDS):
        assert main([*command(answer(number, id)), "--workspace", str(alone)]) == 0
    first = commit(repo, "as imported")
    shared = tmp_path / "parts"
    assert main(["review", "partition", "--parts", "4", "--out", str(shared)]) == 0
    parts = sorted(shared.iterdir())
    assert len(parts) == 4
    processes = []
    for part in parts:
        worker(part)
        words = ["review", "import", str(shared / f"done-{part.stem}.jsonl"), "--wait", "60"]
        processes.append(
            subprocess.Popen(
                [sys.executable, "-m", "sourceright_lint", *words], cwd=repo.root, env=environment()
            )
        )
    assert [process.wait(timeout=60) for process in processes] == [0] * 4
    assert files(repo.root) == files(alone)
    commit(repo, "reviewed")
    capfd.readouterr()
    assert main(["check", "--history", f"{first}..HEAD", "--fail-on", "info"]) == 0


def test_on_two_branches_both_decisions_stand(repo: GitRepo) -> None:
    for role in ("references.csl.json", "references.verification.json", "review-queue.jsonl"):
        (repo.root / ".gitattributes").open("a").write(f"{role} merge=sourceright-lint\n")
    driver = f"'{sys.executable}' -m sourceright_lint merge-driver %O %A %B %L %P"
    repo.git("config", "merge.sourceright-lint.name", "by record")
    repo.git("config", "merge.sourceright-lint.driver", driver)
    first = commit(repo, "as imported")
    repo.git("switch", "-q", "-c", "topic")
    assert main(command(answer(0, IDS[0]))) == 0
    commit(repo, "one")
    repo.git("switch", "-q", "main")
    assert main(command(answer(1, IDS[1]))) == 0
    commit(repo, "another")
    done = subprocess.run(
        ["git", "merge", "-q", "topic", "-m", "both"],
        cwd=repo.root,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done
    statuses = {id: one["review_status"] for id, one in references(repo.root).items()}
    assert (statuses[IDS[0]], statuses[IDS[1]], statuses[IDS[2]]) == ("resolved", "resolved", "queued")
    assert findings(repo.root) == []
    assert main(["check", "--history", f"{first}..HEAD"]) == 0


def test_what_is_listed_and_shown(tool: Tool) -> None:
    assert tool.review("list", "--as-of", "2026-06-09") == 0
    lines = tool.out.splitlines()
    assert [line.split()[:2] for line in lines[:-1]] == [
        ["gulls", "queued"],
        ["herons", "in_progress"],
        ["weirs", "unresolved"],
    ]
    assert "31 d" in lines[0]
    assert 'claimed by "tm"' in lines[1]
    assert lines[-1] == "3 records"


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ((), ["gulls", "herons", "weirs"]),
        (("--status", "all"), ["eels", "gulls", "herons", "reeds", "weirs"]),
        (("--status", "resolved", "--status", "queued"), ["gulls", "reeds"]),
        (("--provider", "crossref"), ["gulls", "herons", "weirs"]),
        (("--provider", "openalex"), []),
        (("--field", "volume"), ["gulls", "herons", "weirs"]),
        (("--field", "title"), []),
        (("--claimed-by", "tm"), ["herons"]),
        (("--older-than", "30", "--as-of", "2026-06-09"), ["gulls", "herons"]),
        (("--older-than", "31", "--as-of", "2026-06-09"), []),
        (("--older-than", "3", "--as-of", "2026-06-09"), ["gulls", "herons", "weirs"]),
    ],
)
def test_what_a_list_is_chosen_by(tool: Tool, arguments: tuple[str, ...], ids: list[str]) -> None:
    assert [entry["id"] for entry in tool.json("review", "list", *arguments)["records"]] == ids
    assert tool.review("list", *arguments, "--output-format", "json-lines") == 0
    assert [json.loads(line)["id"] for line in tool.out.splitlines()] == ids


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--status", "open"), "known: not_required"),
        (("--older-than", "3"), "--as-of"),
        (("--older-than", "x", "--as-of", "2026-06-09"), "a number of days"),
        (("nowhere",), "no such file or folder"),
    ],
)
def test_lists_that_cannot_be_told(tool: Tool, arguments: tuple[str, ...], message: str) -> None:
    assert tool.review("list", *arguments) == 2
    assert message in tool.err


def test_ages_are_told_against_the_last_commit(repo: GitRepo, capfd: pytest.CaptureFixture[str]) -> None:
    commit(repo, "as imported")
    capfd.readouterr()
    assert main(["review", "list", "--output-format", "json"]) == 0
    assert {entry["days"] for entry in json.loads(capfd.readouterr().out)["records"]} == {53}


def test_show(tool: Tool) -> None:
    told = tool.json("review", "show", "weirs")
    assert told["schema"] == "sourceright-lint.review-sheet.v1"
    fields = {field["name"]: field["agreement"] for field in told["candidates"][0]["fields"]}
    assert fields == {"type": "same", "title": "same", "DOI": "same", "volume": "differs"}
    assert told["decisions"][0]["decision"] == "keep_canonical"
    assert tool.review("show", "weirs") == 0
    assert '≠ volume            "12" here, "21" there' in tool.out
    assert tool.review("show", "weir") == 2
    assert 'did you mean "weirs"?' in tool.err


def test_what_is_shown_cannot_command_a_terminal(tool: Tool) -> None:
    path = tool.folder / "references.verification.json"
    path.write_text(path.read_text().replace("paper.docx", "\\u001b[2J\\u202e\\nx"))
    assert tool.review("show", "gulls") == 0
    assert "\x1b" not in tool.out
    assert "\u202e" not in tool.out
