"""What of a fix of staged content is refused, and each part of it on its own."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from sourceright_lint.errors import SourceError, WriteRefused
from sourceright_lint.fixing.journal import Recovered
from sourceright_lint.git import staging
from sourceright_lint.git.staging import RepositoryIndex, fix_staged, recover_staged, three_way
from sourceright_lint.git.staging import _fixed_working as fixed_working
from sourceright_lint.git.staging import _require_staged as require_staged
from sourceright_lint.git.staging import _working_bytes as working_bytes
from tests.git.staged_repo import FIXED, STAGED, crlf, fix, snapshot, text
from tests.gitrepo import GitRepo, make_repo
from tests.killing import killed_at_each_step

ELSEWHERE: dict[str, tuple[dict[str, str], str, str]] = {
    "under the framework": ({"PRE_COMMIT": "1"}, "under the pre-commit framework", ""),
    "inside of git merge": ({f"GITHEAD_{'a' * 40}": "side"}, "made the merged tree already", "--no-commit"),
}


@pytest.mark.parametrize(("environ", "message", "help"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_where_the_index_is_not_written(
    staged: GitRepo, environ: dict[str, str], message: str, help: str
) -> None:
    before = snapshot(staged)
    with pytest.raises(WriteRefused, match=message) as caught:
        fix_staged(staged.open(), {"f": (STAGED, FIXED)}, environ)
    assert help in caught.value.help
    assert snapshot(staged) == before
    fix_staged(staged.open(), {}, environ)
    fix_staged(staged.open(), {"f": (STAGED, FIXED)}, {"PRE_COMMIT": "0"})
    assert staged.staged("f") == FIXED


def test_a_commit_of_named_paths_is_told_what_to_do(staged: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(staged.root / ".git" / "index", staged.root / ".git" / "next-index-1.lock")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    assert RepositoryIndex(staged.open()).name == str(staged.root / ".git" / "next-index-1.lock")
    with pytest.raises(WriteRefused, match="temporary index") as caught:
        fix_staged(staged.open(), {"f": (STAGED, FIXED)})
    assert "check --fix" in caught.value.help


@pytest.mark.parametrize(
    ("now", "old", "message", "help"),
    [
        (b"x", b"x", "", ""),
        (None, None, "", ""),
        (b"", b"", "", ""),
        (b"", None, "only intended to be added", "stage the file"),
        (b"x", None, "staged anew", "run the command again"),
        (b"", b"x", "staged anew", "run the command again"),
        (None, b"x", "staged anew", "run the command again"),
    ],
)
def test_what_must_be_staged(now: bytes | None, old: bytes | None, message: str, help: str) -> None:
    if not message:
        require_staged("sub/f", now, old)
        return
    with pytest.raises(WriteRefused, match=f"^sub/f: (is|was) {message}") as caught:
        require_staged("sub/f", now, old)
    assert caught.value.help == help


def test_what_is_there_and_not_staged(staged: GitRepo) -> None:
    staged.write("new", b"mine\n")
    with pytest.raises(
        WriteRefused, match=r"^new: is not staged, and what the fix would put there"
    ) as caught:
        fix_staged(staged.open(), {"new": (None, b"fixed\n")})
    assert caught.value.help == "stage the file, or remove it"
    staged.write("f", STAGED.replace(b"/AA", b"/AB"))
    with pytest.raises(WriteRefused, match=r"^partially staged: f has") as caught:
        fix(staged, "f")
    assert caught.value.help == "stage those edits too, or put them away, and try again"


def test_what_cannot_be_read(staged: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(place: str) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    repository = staged.open()
    monkeypatch.setattr(os, "lstat", refuse)
    monkeypatch.setattr(os.path, "realpath", lambda place: place)
    with pytest.raises(SourceError, match=r"^f: cannot be read: Permission denied"):
        working_bytes(repository, "f")


@pytest.mark.parametrize(
    ("old", "working", "new", "fixed"),
    [
        (b"a\n", b"a\r\n", b"b\n", b"b\r\n"),
        (b"a\nA\n", b"a\r\nA\r\n", b"a\nB\n", b"a\r\nB\r\n"),
        (b"a\r\nA\r\n", b"a\r\nA\r\n", b"a\r\nB\r\n", b"a\r\nB\r\n"),
        (b"a\n", b"c\r\n", b"b\n", None),
        (b"1\r\n2\n3\n4\r\n5\n", b"1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n", b"0\r\n2\n3\n4\r\n5\n", None),
        (b"a", b"a", b"b\n", b"b\n"),
        (b"a\n", b"b\n", b"b\n", b"b\n"),
        (b"a\n", b"b\r\n", b"b\n", b"b\r\n"),
        (None, b"b\n", b"b\n", b"b\n"),
    ],
)
def test_line_ends_of_the_working_file(
    staged: GitRepo, old: bytes | None, working: bytes, new: bytes, fixed: bytes | None
) -> None:
    if fixed is None:
        with pytest.raises(WriteRefused, match="partially staged: f has"):
            fixed_working(staged.open(), "f", working, old, new)
    else:
        assert fixed_working(staged.open(), "f", working, old, new) == fixed


@pytest.mark.parametrize("ends", [bytes, crlf])
def test_the_current_folder_makes_no_difference(
    staged: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: Callable[[bytes], bytes]
) -> None:
    away = make_repo(tmp_path / "away")
    away.write(".git/config", b"[broken\n")
    monkeypatch.chdir(away.root)
    edit = (15, "an edit")
    staged.write("f", ends(text((5, "DOI: 10.5555/AA"), edit)))
    fix(staged, "f")
    assert staged.read("f") == ends(text((5, "DOI: 10.5555/aa"), edit))
    assert os.listdir(away.root) == [".git"]


def test_the_working_bytes_of_an_odd_name(repo: GitRepo) -> None:
    repo.write("a b/\tc  d", b"1")
    assert working_bytes(repo.open(), "a b/\tc  d") == b"1"
    assert working_bytes(repo.open(), "a b") is None


def test_the_index_as_a_transaction_changes_it(staged: GitRepo) -> None:
    index = RepositoryIndex(staged.open())
    staged.add("g", FIXED)
    entries = index.entries(["f", "g", "nowhere"])
    assert entries["nowhere"] is None
    assert entries["g"] == ("100644", staged.text("rev-parse", ":g"))
    index.update({"f": entries["g"], "g": None, "new": ("100755", entries["g"][1])})
    assert staged.staged("f") == staged.staged("new") == FIXED
    assert staged.text("ls-files").split() == ["f", "new"]
    assert staged.mode("new") == "100755"


def test_one_that_another_run_fixed_and_one_that_it_did_not(staged: GitRepo) -> None:
    staged.add("g", STAGED)
    fix(staged, "f")
    fix_staged(staged.open(), {"f": (STAGED, FIXED), "g": (STAGED, FIXED)})
    assert staged.staged("g") == staged.read("g") == staged.staged("f") == FIXED


def test_the_next_run_finishes_or_undoes_what_was_killed(staged: GitRepo) -> None:
    for step in killed_at_each_step(lambda checkpoint: fix(staged, "f", checkpoint=checkpoint)):
        staged.add("g", STAGED)
        fix(staged, "g")
        is_fixed = step.startswith(("index", "placed", "journal closed"))
        assert staged.staged("f") == staged.read("f") == (FIXED if is_fixed else STAGED), step
        assert staged.staged("g") == staged.read("g") == FIXED
        assert snapshot(staged)["leftovers"] == []
        staged.add("f", STAGED)


@pytest.mark.parametrize(
    ("ours", "base", "theirs", "merged"),
    [
        (b"1\n2\n3\n4\n", b"1\n2\n3\n4\n", b"1\n2\n3\nx\n", b"1\n2\n3\nx\n"),
        (b"x\n2\n3\n4\n", b"1\n2\n3\n4\n", b"1\n2\n3\ny\n", b"x\n2\n3\ny\n"),
        (b"x\n2\n", b"1\n2\n", b"y\n2\n", None),
        (b"\0\n", b"1\n", b"1\n2\n", None),
    ],
)
def test_line_merges(repo: GitRepo, ours: bytes, base: bytes, theirs: bytes, merged: bytes | None) -> None:
    assert three_way(repo.open(), ours, base, theirs) == merged


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork to kill")
def test_the_next_run_removes_what_was_merged_when_it_was_killed(
    staged: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git is killed and the run with it, while the texts lie in files."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    kept = staged.root / ".git" / "sourceright-lint" / "merge"
    child = os.fork()
    if child == 0:
        staging.merge_texts = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
        try:
            three_way(staged.open(), b"ours", b"base", b"theirs")
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert sorted(path.name for path in kept.iterdir()) == ["base", "ours", "theirs"]
    assert not list((tmp_path / "temporary").iterdir())
    assert recover_staged(staged.open()) == Recovered()
    assert not kept.parent.exists()


def test_the_folder_for_merges_is_no_way_out(repo: GitRepo, tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "ours").write_bytes(b"kept")
    state = repo.root / ".git" / "sourceright-lint"
    state.mkdir()
    (state / "merge").symlink_to(tmp_path / "away")
    assert three_way(repo.open(), b"1\nx\n", b"1\nx\n", b"1\ny\n") == b"1\ny\n"
    assert (tmp_path / "away" / "ours").read_bytes() == b"kept"
    assert [path.name for path in (tmp_path / "away").iterdir()] == ["ours"]
    assert not state.exists()


def test_something_else_in_the_place_of_the_folder_for_merges(repo: GitRepo) -> None:
    state = repo.root / ".git" / "sourceright-lint"
    state.mkdir()
    (state / "merge").write_bytes(b"")
    with pytest.raises(SourceError, match="merge: cannot be written"):
        three_way(repo.open(), b"1\n", b"2\n", b"3\n")
