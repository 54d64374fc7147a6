"""Git's own merge of three texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from sourceright_lint.git.merge_file import TextMerge, conflict_style, merge_texts
from sourceright_lint.merging.markers import Style
from tests.gitrepo import GitRepo, make_repo

CONFLICT = {
    "merge": b"<<<<<<<<< us\nx\n=========\ny\n>>>>>>>>> them\n2\n",
    "diff3": b"<<<<<<<<< us\nx\n||||||||| before\n1\n=========\ny\n>>>>>>>>> them\n2\n",
    "zdiff3": b"<<<<<<<<< us\nx\n||||||||| before\n1\n=========\ny\n>>>>>>>>> them\n2\n",
}


@pytest.mark.parametrize(
    ("setting", "style"),
    [
        (None, "merge"),
        ("diff3", "diff3"),
        ("zdiff3", "zdiff3"),
        ("merge", "merge"),
        ("ZDIFF3", "merge"),
        ("other", "merge"),
    ],
)
def test_the_style_that_is_wanted(repo: GitRepo, setting: str | None, style: Style) -> None:
    if setting:
        repo.git("config", "merge.conflictStyle", setting)
    assert conflict_style(repo.open()) == style
    assert conflict_style(None) == "merge"


def files(folder: Path, *contents: bytes) -> list[str]:
    names = []
    for number, content in enumerate(contents):
        names.append(str(folder / str(number)))
        (folder / str(number)).write_bytes(content)
    return names


@pytest.mark.parametrize("in_repository", [True, False])
@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
def test_conflicts_are_marked_in_the_style_that_is_wanted(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, style: Style, in_repository: bool
) -> None:
    """Outside any repository none is."""
    repo.git("config", "merge.conflictStyle", style)
    monkeypatch.chdir(tmp_path)
    repository = repo.open() if in_repository else None
    names = files(tmp_path, b"x\n2\n", b"1\n2\n", b"y\n2\n")
    labels = ("us", "before", "them")
    wanted = TextMerge(CONFLICT[conflict_style(repository)], True)
    assert merge_texts(repository, names, labels, 9) == wanted
    assert merge_texts(repository, ["0", "1", "2"], labels, 9) == wanted


def test_by_default_as_git_does(tmp_path: Path) -> None:
    names = files(tmp_path, b"x\n", b"1\n", b"y\n")
    merged = merge_texts(None, names, ("a", "b", "c"), 7)
    assert merged == TextMerge(b"<<<<<<< a\nx\n=======\ny\n>>>>>>> c\n", True)


def test_by_default_as_git_does_in_the_repository(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_repo(tmp_path / "other")
    other.git("config", "merge.conflictStyle", "diff3")
    monkeypatch.chdir(other.root)
    names = files(tmp_path, b"x\n", b"1\n", b"y\n")
    for repository, shown in ((repo.open(), False), (other.open(), True), (None, True)):
        merged = merge_texts(repository, names, ("a", "b", "c"), 7)
        assert merged is not None
        assert (b"||||||| b\n1\n" in merged.data) == shown


def test_without_conflict(tmp_path: Path) -> None:
    names = files(tmp_path, b"1\n2\n3\nx\n", b"1\n2\n3\n", b"0\n2\n3\n")
    assert merge_texts(None, names, (), 7) == TextMerge(b"0\n2\n3\nx\n", False)


def test_what_git_cannot_merge(tmp_path: Path) -> None:
    assert merge_texts(None, files(tmp_path, b"\0\n", b"1\n", b"2\n"), (), 7) is None


@pytest.mark.parametrize("count", [1, 126, 127, 128, 300])
def test_however_many_conflicts(tmp_path: Path, count: int) -> None:
    texts = [
        b"".join(b"%d\n%s\n\n\n\n\n" % (number, word) for number in range(count))
        for word in (b"x", b"o", b"y")
    ]
    merged = merge_texts(None, files(tmp_path, *texts), ("a", "b", "c"), 7)
    assert merged is not None
    assert merged.conflicts
    assert merged.data.count(b"<<<<<<< a\n") == count
