"""A scripted history: each fault is found at its commit and nowhere else, whatever range is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from sourceright_lint.cli import main
from tests.git.history.story import STORY, Told, dates_of, found_at, tell
from tests.gitrepo import make_repo


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    folder = tmp_path_factory.mktemp("story")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_CONFIG_GLOBAL", str(folder / "none"))
        patch.setenv("GIT_CONFIG_SYSTEM", str(folder / "none"))
        for role in ("AUTHOR", "COMMITTER"):
            patch.setenv(f"GIT_{role}_NAME", "tm")
            patch.setenv(f"GIT_{role}_EMAIL", "tm@example.org")
        patch.setenv("GIT_COMMITTER_DATE", "2025-01-01T00:00:00+00:00")
        repo = make_repo(folder / "repo")
        yield tell(repo, STORY, lambda date: patch.setenv("GIT_AUTHOR_DATE", date))


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    status = main(["check", *arguments, "--output-format", "json"])
    output = capsys.readouterr()
    assert not output.err, output.err
    return status, json.loads(output.out)


def expected_in(told: Told, *revisions: str) -> dict[str, list[Any]]:
    """What is to be found at the commits that ``git rev-list`` names, by their short ids."""
    oids = told.repo.text("rev-list", *revisions).split()
    return {oid[:12]: told.expected[oid] for oid in oids if told.expected[oid]}


def test_the_story_is_long_enough() -> None:
    assert len(STORY) >= 50
    assert sum(bool(step.expect) for step in STORY) >= 20
    assert sum(bool(step.merge) for step in STORY) >= 4


def test_each_fault_is_found_at_its_commit_and_nowhere_else(
    told: Told, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(told.repo.root)
    status, found = report(capsys, "--history", f"{told.oids[0]}..main")
    assert found_at(found["findings"]) == expected_in(told, "main")
    assert status == 1
    dates = {oid[:12]: date for oid, date in told.dates.items() if told.expected[oid]}
    assert dates_of(found["findings"]) == dates
    prints = [finding["fingerprint"] for finding in found["findings"]]
    assert len(prints) == len(set(prints))


RANGES = [
    pytest.param(4, 9, id="a stretch"),
    pytest.param(27, 28, id="a moved folder"),
    pytest.param(29, 31, id="a broken commit between"),
    pytest.param(31, 36, id="a merge"),
    pytest.param(35, 36, id="one merge commit and what it brings"),
    pytest.param(33, 36, id="from a side branch"),
    pytest.param(36, 40, id="a merge of faults"),
    pytest.param(40, 46, id="two merges"),
    pytest.param(31, 53, id="all of the merges"),
    pytest.param(52, 53, id="a squashed commit"),
    pytest.param(20, 19, id="nothing"),
]


@pytest.mark.parametrize(("start", "end"), RANGES)
def test_ranges(
    told: Told, start: int, end: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(told.repo.root)
    base, tip = told.oids[start], told.oids[end]
    status, found = report(capsys, "--rev-range", f"{base}..{tip}")
    expected = expected_in(told, tip, f"^{base}")
    assert found_at(found["findings"]) == expected
    assert status == any(severity(code) for each in expected.values() for code, _ in each)


def severity(code: str) -> bool:
    return code not in (
        "history.candidate.removed",
        "history.item.changed_after_review",
        "history.record.removed_with_item",
    )


@pytest.mark.parametrize("number", range(1, len(STORY)))
def test_commits_one_by_one(
    told: Told, number: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all parents left out, only the commit itself is looked at."""
    monkeypatch.chdir(told.repo.root)
    oid = told.oids[number]
    parents = told.repo.text("rev-list", "--parents", "--max-count=1", oid).split()[1:]
    if len(parents) > 1:
        joined = told.repo.text(
            "commit-tree", "-m", "joined", *(w for p in parents for w in ("-p", p)), f"{oid}^{{tree}}"
        )
        parents = [joined]
    _, found = report(capsys, "--history", f"{parents[0]}..{oid}")
    expected = told.expected[oid]
    assert found_at(found["findings"]) == ({oid[:12]: expected} if expected else {})
