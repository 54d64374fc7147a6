"""What a commit may change in a run."""

from __future__ import annotations

import json

import pytest

from sourceright_lint.contract import Change
from tests.research_scan.a_run import Files, valid_run
from tests.research_scan.support import CONTRACT, changed, view_of

RULES = [rule for rule in CONTRACT.rules() if rule.scope == "change"]
BY_HAND, AFTER_EMIT = "history.research_scan.edited_by_hand", "history.research_scan.changed_after_emit"
STAMP = ("manifest.json", ("timestamps", "shortlist.started_at"), "2026-01-06T10:00:00+00:00")
SHORTLIST = ("shortlist.json", ("in_window", 0, "title"), "Other")
SCREEN = ("screen.json", ("scores", 0, "score"), 2)
EVIDENCE = ("evidence.json", ("packets", 0, "overall"), 2)
BATCH = ("screen-batches/01.json", ("items", 0, "title"), "Other")
LOG = ("verify.log.jsonl", (), "{}\n")
BRIEF = ("brief.md", (), "Other")


def _found(parents: list[Files | None], after: Files | None) -> list[tuple[str, str]]:
    def view(files: Files | None) -> object:
        return None if files is None else view_of(files)

    change = Change([view(parent) for parent in parents], view(after))  # type: ignore[arg-type,misc]
    return [
        (rule.code, problem.place.document.path.rpartition("/")[2])
        for rule in RULES
        for problem in rule.check(change)
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([SHORTLIST], [(BY_HAND, "shortlist.json")], id="cli-file"),
        pytest.param(
            [BATCH, EVIDENCE], [(BY_HAND, "01.json"), (BY_HAND, "evidence.json")], id="two-cli-files"
        ),
        pytest.param([SHORTLIST, STAMP], [], id="with-manifest"),
        pytest.param([LOG], [], id="log-of-a-failed-stage"),
        pytest.param([BRIEF], [], id="input"),
        pytest.param([SCREEN], [(AFTER_EMIT, "screen.json")], id="agent-after-emit"),
        pytest.param([SCREEN, EVIDENCE, STAMP], [], id="emitted-again"),
    ],
)
def test_a_commit(
    changes: list[tuple[str, tuple[str | int, ...], object]], expected: list[tuple[str, str]]
) -> None:
    assert _found([valid_run()], changed(*changes)) == expected


def test_agent_before_emit() -> None:
    before, after = valid_run(), changed(SCREEN)
    del before["evidence.json"], after["evidence.json"]
    assert _found([before], after) == []


def test_layout_of_an_agent_file_is_no_change() -> None:
    after = valid_run()
    after["screen.json"] = json.dumps(after["screen.json"]).encode()
    assert _found([valid_run()], after) == []


@pytest.mark.parametrize("parents", [[], [None]])
def test_a_new_run(parents: list[Files | None]) -> None:
    assert _found(parents, changed(SHORTLIST)) == []


def test_a_run_that_is_gone() -> None:
    assert _found([valid_run()], None) == []


def test_a_merge_that_takes_one_side() -> None:
    assert _found([valid_run(), changed(SHORTLIST, STAMP)], changed(SHORTLIST)) == []


def test_a_merge_that_edits_by_hand() -> None:
    other = ("shortlist.json", ("in_window", 0, "title"), "Third")
    assert _found([valid_run(), changed(SHORTLIST)], changed(other)) == [(BY_HAND, "shortlist.json")]


def test_a_broken_file_is_compared_by_its_bytes() -> None:
    assert _found([{**valid_run(), "screen.json": b"{"}], {**valid_run(), "screen.json": b"{ "}) == [
        (AFTER_EMIT, "screen.json")
    ]
