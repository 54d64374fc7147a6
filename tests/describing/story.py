"""The repository of the page about reading diffs, and the page with what its commands print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.git.history.story import Paper
from tests.gitrepo import GitRepo, make_repo
from tests.tool import environment

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "read-diffs.md"

_BLOCK = re.compile(r"^```console\n\$ (?P<command>.*)\n(?P<output>(?:.*\n)*?)^```$", re.MULTILINE)
_NAMES = ("references.csl.json", "references.verification.json", "review-queue.jsonl")


def make(root: Path) -> GitRepo:
    """Three commits, and a fourth in the making: the environment must name the author, and no configuration."""
    repo = make_repo(root)
    repo.git("config", "core.abbrev", "7")
    repo.git("config", "diff.sourceright-lint.textconv", f"'{sys.executable}' -m sourceright_lint textconv")
    repo.add(".gitattributes", "".join(f"{name} diff=sourceright-lint\n" for name in _NAMES).encode())
    for day, (message, change) in enumerate(CHANGES, 8):
        paper = Paper(repo)
        change(paper)
        paper.write()
        _run(repo, sys.executable, "-m", "sourceright_lint", "check", "--fix", "--exit-zero", "--quiet")
        if not message:
            repo.git("reset", "-q")
            break
        repo.git("add", "--all")
        date = f"2026-05-{day:02}T09:30:00+00:00"
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        _run(repo, "git", "commit", "-q", "-m", message, **dates)
    return repo


def _run(repo: GitRepo, *command: str, **variables: str) -> None:
    subprocess.run(command, cwd=repo.root, env=environment(**variables), check=True, timeout=60)


def _start(paper: Paper) -> None:
    paper.items["tides-2021"] = {
        "id": "tides-2021", "type": "article-journal", "title": "Tides and silt in a small harbour",
        "author": [{"family": "Reed", "given": "A."}], "issued": {"date-parts": [[2021, 4]]},
        "DOI": "10.5555/tides.2021",
    }  # fmt: skip
    paper.items["gulls-2019"] = {"id": "gulls-2019", "type": "book", "title": "Gulls on the quay"}
    paper.set("tides-2021", "queued", extraction={"source": "harbour.docx", "span": "paragraph:12"})
    paper.set("gulls-2019", "not_required")


def _look_up(paper: Paper) -> None:
    data = {"DOI": "10.5555/tides.2021", "title": "Tides and silt in a small harbour"}
    answer = {
        "provider": "crossref",
        "confidence": 0.86,
        "retrieved_at": "2026-05-09T09:00:00Z",
        "data": data,
    }
    paper.set("tides-2021", "in_progress", provider_candidates=[answer])
    paper.items["weirs-2020"] = {"id": "weirs-2020", "type": "book", "title": "Weirs"}
    paper.set("weirs-2020", "queued")


def _rename(paper: Paper) -> None:
    paper.items["gulls-on-the-quay"] = {**paper.items.pop("gulls-2019"), "id": "gulls-on-the-quay"}
    paper.records["gulls-on-the-quay"] = paper.records.pop("gulls-2019")
    paper.items["weirs-2020"]["publisher"] = "Quay Press"


def _decide(paper: Paper) -> None:
    said = {
        "decision": "keep",
        "reviewer": "tm",
        "decided_at": "2026-05-12T09:00:00Z",
        "notes": "seen the page",
    }
    paper.set("tides-2021", "resolved", said)


CHANGES = (
    ("Add references", _start),
    ("Ask Crossref about the tides", _look_up),
    ("Give the gulls another id", _rename),
    ("", _decide),
)
"""The commits, and what is changed and not committed."""


def captured(page: str, repo: GitRepo) -> str:
    """The page with what its commands print now; those that set something up print nothing."""

    def block(match: re.Match[str]) -> str:
        command = match["command"]
        words = command.split(" ")
        if words[:2] == ["git", "config"]:
            return match[0]
        if words[0] == "sourceright-lint":
            words = [sys.executable, "-m", "sourceright_lint", *words[1:]]
        done = subprocess.run(
            words,
            cwd=repo.root,
            env=environment(GIT_PAGER="cat"),
            capture_output=True,
            check=True,
            timeout=60,
        )
        text = done.stdout.decode()
        return f"```console\n$ {command}\n{text}{'' if text.endswith(chr(10)) else chr(10)}```"

    return _BLOCK.sub(block, page)


def _main() -> None:
    from tempfile import TemporaryDirectory

    for name, value in ENVIRONMENT.items():
        os.environ[name] = value
    with TemporaryDirectory() as folder:
        text = captured(PAGE.read_text(encoding="utf-8"), make(Path(folder) / "repo"))
    PAGE.write_text(text, encoding="utf-8")


ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "tm",
    "GIT_AUTHOR_EMAIL": "tm@example.org",
    "GIT_COMMITTER_NAME": "tm",
    "GIT_COMMITTER_EMAIL": "tm@example.org",
}

if __name__ == "__main__":
    _main()
