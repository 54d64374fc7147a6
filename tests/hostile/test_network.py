"""Everything works with the network refused, starts nothing but Git, and opens nothing that is not there for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sourceright_lint.cli import COMMANDS, load_command
from sourceright_lint.reporting import FORMATS
from tests.evidence_context.canaries import CANARY, with_canaries
from tests.evidence_context.support import valid_payload
from tests.gitrepo import GitRepo, git_environment, repo
from tests.hostile.watching import Watched, watched
from tests.server.client import Editor
from tests.server.client import run as run_session
from tests.tool import REPOSITORY, environment

__all__ = ["git_environment", "repo"]

CSL = [
    {
        "id": "weir",
        "type": "book",
        "title": "Weirs  and eels",
        "DOI": "https://doi.org/10.5555/AA",
        "URL": "http://x.test/a",
    },
    {"id": "elver", "type": "book", "title": "Elvers", "$schema": "https://schemas.test/x.json"},
]
SIDECAR = {
    "schema_version": "sourceright.verification.v1",
    "references": {
        "weir": {
            "review_status": "queued",
            "provider_candidates": [
                {
                    "provider": "crossref",
                    "confidence": 0.9,
                    "retrieved_at": "2026-05-09T14:30:00Z",
                    "data": {"title": "Weirs"},
                }
            ],
        },
        "elver": {"review_status": "not_required"},
    },
}
WITH_SOMEBODY = {"server", "review next"}
"""The one waits for an editor, the other for somebody at a terminal: each has its own test below."""

WITH_PROCESSES = {"demo"}
"""It starts the others in processes of their own."""

BY = ["--reviewer", "tm"]
AT = "2026-05-09T09:00:00Z"
REVIEWING: list[list[str]] = [
    ["review", "claim", "weir", *BY], ["review", "release", "weir"],
    ["review", "partition", "--parts", "1", "--out", "parts"],
    ["review", "decide", "weir", *BY, "--status", "unresolved", "--decision", "no_copy", "--decided-at", AT],
    ["review", "reopen", "weir", *BY, "--reason", "a copy was found"],
    ["review", "apply", "weir", *BY, "--candidate", "1", "--fields", "title"],
    ["review", "reopen", "weir", *BY, "--reason", "the title was right"],
    ["review", "import", "decisions.jsonl"],
]  # fmt: skip
DECISION = {
    "reference_id": "weir",
    "status": "resolved",
    "decision": "keep",
    "reviewer": "tm",
    "decided_at": "2099-01-01T00:00:00Z",
}

RUNS: list[list[str]] = [
    *(["check", "--output-format", name, "--exit-zero"] for name in FORMATS),
    ["check", "--diff"], ["check", "--staged"], ["check", "--from-ref", "HEAD", "--to-ref", "HEAD"],
    ["check", "--since", "HEAD"],
    ["format", "--diff"], ["rule", "csl.title.empty"], ["rule", "--all"], ["schema", "--list"], ["schema", "csl"],
    ["diff", "HEAD"], ["report"], ["report", "--output-format", "html", "--output-file", "page.html"],
    ["review", "list"], ["review", "show", "weir"], *REVIEWING,
    ["baseline", "write"], ["baseline", "update"], ["baseline", "prune"], ["migrate", "--diff"], ["migrate"],
    ["completion", "bash"], ["install"], ["doctor"], ["uninstall"],
    ["textconv", "references.csl.json"], ["merge-driver", "base", "ours", "theirs", "7", "references.csl.json"],
    ["merge-reports", "report.json"], ["check", "--fix"], ["pre-push", "origin", "https://example.test/x.git"],
    ["--version"], ["--help"],
]  # fmt: skip


def every_command() -> set[str]:
    """The words of each command; of one that has subcommands, those of each of them."""
    names = set()
    for name in COMMANDS:
        below = load_command(name).subcommands
        names |= {f"{name} {sub.name}" for sub in below} or {name}
    return names


@pytest.fixture
def run(repo: GitRepo, tmp_path: Path) -> Watched:
    repo.add("references.csl.json", json.dumps(CSL).encode())
    repo.add("references.verification.json", json.dumps(SIDECAR).encode())
    repo.add("run/index.json", b'{"lanes": {}}')
    repo.add(
        "run/evidence-context.json", json.dumps(with_canaries(valid_payload(), {CANARY: CANARY})).encode()
    )
    repo.add("decisions.jsonl", f"{json.dumps(DECISION)}\n".encode())
    repo.commit()
    for name in ("base", "ours", "theirs"):
        repo.write(name, json.dumps(CSL).encode())
    repo.git("remote", "add", "origin", "https://example.test/x.git")
    first = watched(
        repo.root, tmp_path / "first", ["check", "--output-format", "json", "--output-file", "report.json"]
    )
    assert (repo.root / "report.json").exists(), first.output
    return watched(repo.root, tmp_path / "log", *RUNS, XDG_CACHE_HOME=str(tmp_path / "cache"), COLUMNS="100")


def test_all_commands(run: Watched, repo: GitRepo, tmp_path: Path) -> None:
    named = {" ".join(words[:count]) for words in RUNS for count in (1, 2)}
    assert every_command() - named == WITH_SOMEBODY | WITH_PROCESSES
    assert not [name for event, name in run.calls if event in ("network", "code")]
    assert "internal fault" not in run.output
    failed = {
        " ".join(words) for words, status in zip(RUNS, run.statuses, strict=True) if status not in (0, 1)
    }
    assert failed == set()
    assert not [
        words for words, status in zip(RUNS, run.statuses, strict=True) if words in REVIEWING and status
    ]
    assert run.programs() <= {"git"}
    assert run.outside(repo.root, tmp_path) == set()
    assert CANARY not in run.output
    kept = [path for path in (*repo.root.rglob("*"), *tmp_path.rglob("*")) if path.is_file()]
    ours = [path for path in kept if "objects" not in path.parts and path.name != "evidence-context.json"]
    assert not [path for path in ours if CANARY.encode() in path.read_bytes()]


REFUSING = """
import os, sys

def refuse(event, arguments):
    harmless = {"socket.gethostname", *os.environ.get("NETWORK_HARMLESS", "").split()}
    if event.startswith(("socket.", "urllib.", "http.")) and event not in harmless:
        note(event)
        raise OSError("the network is refused")

def note(line):
    with open(os.environ["NETWORK_LOG"], "a") as file:
        file.write(line + "\\n")

note("started")
sys.addaudithook(refuse)
"""


def test_demo(tmp_path: Path) -> None:
    """In every process that it starts, those of the hook too, the network is refused as well."""
    for name in ("work", "site"):
        (tmp_path / name).mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(REFUSING, encoding="utf-8")
    log = tmp_path / "network"
    run = watched(
        tmp_path / "work",
        tmp_path / "log",
        ["demo"],
        PYTHONPATH=os.pathsep.join([str(tmp_path / "site"), str(REPOSITORY)]),
        NETWORK_LOG=str(log),
    )
    assert run.statuses == [0], run.output
    assert run.programs() <= {"git", os.path.basename(sys.executable)}
    assert not [name for event, name in run.calls if event in ("network", "code")]
    assert run.outside(tmp_path) - {os.path.realpath(sys.executable), sys.executable} == set()
    lines = log.read_text(encoding="utf-8").split()
    assert len(lines) >= 5, "itself, two checks and two commits"
    assert set(lines) == {"started"}


@pytest.fixture
def refusing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The log of a process that runs ``WATCHED``; processes that it starts have their say in it as well."""
    log = tmp_path / "network"
    monkeypatch.setenv("NETWORK_LOG", str(log))
    return log


WATCHED = f"{REFUSING}\nfrom sourceright_lint.cli import main\nsys.exit(main(sys.argv[1:]))"


@pytest.fixture
def reviewed(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "references.csl.json").write_text(json.dumps(CSL))
    (tmp_path / "work" / "references.verification.json").write_text(json.dumps(SIDECAR))
    return tmp_path / "work"


def test_server(reviewed: Path, refusing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop that waits for the editor wakes itself through a pair of sockets, which lead nowhere else."""
    monkeypatch.setenv("NETWORK_HARMLESS", "socket.__new__")
    name = "references.csl.json"

    async def session() -> None:
        async with Editor(reviewed, server=("-c", WATCHED, "server", "--stdio")) as editor:
            shown = await editor.open(name)
            assert {finding.code for finding in shown} >= {"csl.doi.not_canonical"}
            assert await editor.hover(name, shown[0].range.start)
            assert await editor.format(name)
            await editor.actions(name, shown[0].range)
            await editor.save(name)

    run_session(session())
    assert refusing.read_text() == "started\n"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo terminals here")
def test_review_next(reviewed: Path, refusing: Path) -> None:
    master, slave = os.openpty()
    command = [sys.executable, "-c", WATCHED, "review", "next", *BY]
    with subprocess.Popen(
        command, cwd=reviewed, stdin=slave, stdout=subprocess.DEVNULL, env=environment(TERM="dumb")
    ) as process:
        os.close(slave)
        os.write(master, b"u\nno_copy\nasked twice\n")
        assert process.wait(60) == 0
    os.close(master)
    sidecar = json.loads((reviewed / "references.verification.json").read_bytes())
    assert sidecar["references"]["weir"]["review_decisions"][-1]["decision"] == "no_copy"
    assert refusing.read_text() == "started\n"


def test_what_is_refused_is_noted(tmp_path: Path, refusing: Path) -> None:
    """Or else the tests above could not fail."""
    program = f"{REFUSING}\nimport socket\nsocket.create_connection(('127.0.0.1', 9), 1)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 1
    assert b"the network is refused" in done.stderr
    assert refusing.read_text().startswith("started\nsocket.")


def test_the_watch_sees(tmp_path: Path) -> None:
    """Or else the test above could not fail."""
    (tmp_path / "work").mkdir()
    secret = tmp_path / "secret.toml"
    secret.write_text("")
    seen = watched(tmp_path / "work", tmp_path / "log", ["check", "--config", str(secret)])
    assert seen.outside(tmp_path / "work") >= {str(secret.resolve())}
