"""Everything works with the network refused, starts nothing but Git, and opens nothing that is not there for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sourceright_lint.cli import COMMANDS
from sourceright_lint.reporting import FORMATS
from tests.evidence_context.canaries import CANARY, with_canaries
from tests.evidence_context.support import valid_payload
from tests.gitrepo import GitRepo, git_environment, repo
from tests.hostile.watching import Watched, watched

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
SPEAKS_WITH_AN_EDITOR = {"server", "demo"}
"""Left out of the one process: the first waits for a client, the second makes a repository of its own."""

RUNS: list[list[str]] = [
    *(["check", "--output-format", name, "--exit-zero"] for name in FORMATS),
    ["check", "--diff"], ["check", "--staged"], ["check", "--from-ref", "HEAD", "--to-ref", "HEAD"],
    ["check", "--since", "HEAD"],
    ["format", "--diff"], ["rule", "csl.title.empty"], ["rule", "--all"], ["schema", "--list"], ["schema", "csl"],
    ["diff", "HEAD"], ["report"], ["report", "--output-format", "html", "--output-file", "page.html"],
    ["review", "list"], ["review", "show", "weir"], ["baseline", "write"], ["baseline", "update"],
    ["migrate", "--help"], ["completion", "bash"], ["install"], ["doctor"], ["uninstall"],
    ["textconv", "references.csl.json"], ["merge-driver", "base", "ours", "theirs", "7", "references.csl.json"],
    ["merge-reports", "report.json"], ["check", "--fix"], ["pre-push", "origin", "https://example.test/x.git"],
    ["--version"], ["--help"],
]  # fmt: skip


@pytest.fixture
def run(repo: GitRepo, tmp_path: Path) -> Watched:
    repo.add("references.csl.json", json.dumps(CSL).encode())
    repo.add("references.verification.json", json.dumps(SIDECAR).encode())
    repo.add("run/index.json", b'{"lanes": {}}')
    repo.add(
        "run/evidence-context.json", json.dumps(with_canaries(valid_payload(), {CANARY: CANARY})).encode()
    )
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
    names = {words[0] for words in RUNS}
    assert names >= set(COMMANDS) - SPEAKS_WITH_AN_EDITOR
    assert not [name for event, name in run.calls if event in ("network", "code")]
    assert "internal fault" not in run.output
    failed = {
        " ".join(words) for words, status in zip(RUNS, run.statuses, strict=True) if status not in (0, 1)
    }
    assert failed == set()
    assert run.programs() <= {"git"}
    assert run.outside(repo.root, tmp_path) == set()
    assert CANARY not in run.output
    kept = [path for path in (*repo.root.rglob("*"), *tmp_path.rglob("*")) if path.is_file()]
    ours = [path for path in kept if "objects" not in path.parts and path.name != "evidence-context.json"]
    assert not [path for path in ours if CANARY.encode() in path.read_bytes()]


def test_the_watch_sees(tmp_path: Path) -> None:
    """Or else the test above could not fail."""
    (tmp_path / "work").mkdir()
    secret = tmp_path / "secret.toml"
    secret.write_text("")
    seen = watched(tmp_path / "work", tmp_path / "log", ["check", "--config", str(secret)])
    assert seen.outside(tmp_path / "work") >= {str(secret.resolve())}
