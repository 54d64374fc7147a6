from __future__ import annotations

import json

import pytest

from sourceright_lint.cli import main
from tests.git.history.story import Paper
from tests.git.history.support import Check, save
from tests.gitrepo import GitRepo, git_environment, repo
from tests.sourceright.history.support import candidate, decision, item

__all__ = ["git_environment", "repo"]


@pytest.fixture
def paper(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> Paper:
    """A committed workspace in ``paper/``: ``a`` resolved, ``b`` queued, both with evidence."""
    monkeypatch.chdir(repo.root)
    paper = Paper(repo)
    for id in "ab":
        paper.items[id] = item(id, DOI=f"10.5555/{id}", publisher="Reed & Rush")
    paper.set("a", "resolved", decision("keep", 1), provider_candidates=[candidate()])
    paper.set("b", "queued", provider_candidates=[candidate(id="b"), candidate("pubmed")])
    save(paper)
    return paper


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    """Run ``check``; codes and paths of what ``history`` rules found."""

    def run(*arguments: str) -> list[tuple[str, str]]:
        status = main(["check", "--select", "history", *arguments, "--output-format", "json"])
        output = capsys.readouterr()
        assert not output.err, output.err
        findings = json.loads(output.out)["findings"]
        assert status == any(finding["severity"] == "error" for finding in findings)
        return [(finding["code"], finding["path"]) for finding in findings]

    return run
