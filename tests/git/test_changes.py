from __future__ import annotations

import pytest

from sourceright_lint.git import changes, revisions
from sourceright_lint.git.changes import Change
from sourceright_lint.git.plumbing import path_text
from tests.gitrepo import ODD_NAMES, GitRepo, make_repo


def brief(found: tuple[Change, ...]) -> list[str]:
    return [
        f"{change.status} {change.path}" + (f" < {change.old_path}" if change.status == "R" else "")
        for change in found
    ]


TEXT = b"".join(b"line %d\n" % number for number in range(30))


def scene(repo: GitRepo) -> str:
    """A commit, and every kind of staged change on top of it; the id of the commit."""
    for name in ("same", "edited", "gone", "moved", "typed", "moded"):
        repo.add(name, TEXT + name.encode() if name != "gone" else b"something else")
    commit = repo.commit()
    repo.add("added", b"new\n")
    repo.add("edited", TEXT)
    repo.git("rm", "-q", "gone", "typed")
    repo.git("mv", "moved", "away")
    repo.add("away", TEXT + b"moved and edited")
    (repo.root / "typed").symlink_to("same")
    repo.git("add", "typed")
    repo.git("update-index", "--chmod=+x", "moded")
    repo.write("intended", b"x")
    repo.git("add", "-N", "intended")
    repo.write("same", b"not staged")
    repo.write("untracked", b"x")
    return commit


STAGED = ["A added", "A away", "M edited", "D gone", "M moded", "D moved", "T typed"]
RENAMED = ["A added", "R away < moved", "M edited", "D gone", "M moded", "T typed"]


class TestStaged:
    def test_every_kind(self, repo: GitRepo) -> None:
        scene(repo)
        found = changes.staged(repo.open())
        assert brief(found) == STAGED
        assert brief(changes.begin_staged(repo.open())()) == STAGED
        assert brief(changes.staged(repo.open(), renames=True)) == RENAMED
        typed = found[-1]
        assert (typed.old_mode, typed.new_mode) == ("100644", "120000")
        assert typed.old_oid == repo.text("rev-parse", "HEAD:typed")

    def test_both_names_of_a_rename_are_touched(self, repo: GitRepo) -> None:
        scene(repo)
        expected = {"added", "away", "moved", "edited", "gone", "moded", "typed"}
        assert changes.touched(changes.staged(repo.open(), renames=True)) == expected
        assert changes.touched(changes.staged(repo.open())) == expected

    def test_before_the_first_commit(self, repo: GitRepo) -> None:
        assert changes.staged(repo.open()) == ()
        repo.add("f", b"x")
        assert brief(changes.staged(repo.open())) == ["A f"]

    def test_detached(self, repo: GitRepo) -> None:
        scene(repo)
        repo.git("checkout", "-q", "--detach")
        assert brief(changes.staged(repo.open())) == STAGED

    def test_against_another_base(self, repo: GitRepo) -> None:
        first = scene(repo)
        repo.commit("second")
        assert changes.staged(repo.open()) == ()
        assert brief(changes.staged(repo.open(), first)) == STAGED
        assert [change.status for change in changes.staged(repo.open(), repo.open().empty_tree)] == ["A"] * 6

    def test_unmerged(self, repo: GitRepo) -> None:
        repo.add("f", b"1\n")
        repo.commit()
        repo.git("checkout", "-qb", "side")
        repo.add("f", b"2\n")
        repo.commit()
        repo.git("checkout", "-q", "main")
        repo.add("f", b"3\n")
        repo.commit()
        repo.git("merge", "-q", "side", check=False)
        assert {change.status for change in changes.staged(repo.open())} == {"U"}
        assert changes.touched(changes.staged(repo.open())) == {"f"}
        assert revisions.merge_heads(repo.open()) == (repo.text("rev-parse", "side"),)

    @pytest.mark.parametrize(
        "setting", ["diff.renames=copies", "diff.relative=true", "diff.noprefix=true", "color.ui=always"]
    )
    def test_settings_make_no_difference(self, repo: GitRepo, setting: str) -> None:
        scene(repo)
        repo.git("config", *setting.split("="))
        assert brief(changes.staged(repo.open())) == STAGED

    def test_a_copy_is_a_file_of_its_own(self, repo: GitRepo) -> None:
        repo.git("config", "diff.renames", "copies")
        repo.add("f", TEXT)
        repo.commit()
        repo.add("f", TEXT + b"more\n")
        repo.add("copy", TEXT)
        assert brief(changes.staged(repo.open(), renames=True)) == ["A copy", "M f"]

    def test_odd_names(self, repo: GitRepo) -> None:
        names = {path_text(name + b"/f") for name in ODD_NAMES}
        for name in names:
            repo.add(name, b"x")
        assert changes.touched(changes.staged(repo.open())) == names


class TestBetween:
    def test_every_kind(self, repo: GitRepo) -> None:
        first = scene(repo)
        second = repo.commit("second")
        repository = repo.open()
        assert brief(changes.between(repository, first, second)) == STAGED
        assert brief(changes.between(repository, first, second, renames=True)) == RENAMED
        assert changes.between(repository, second, second) == ()
        assert len(changes.between(repository, repository.empty_tree, first)) == 6


class TestInWorkTree:
    def test_staged_or_not_tracked_or_not(self, repo: GitRepo) -> None:
        first = scene(repo)
        repo.write(".git/info/exclude", b"*.log\n")
        repo.write("x.log", b"x")
        expected = {
            "added",
            "away",
            "moved",
            "edited",
            "gone",
            "moded",
            "typed",
            "intended",
            "same",
            "untracked",
        }
        assert changes.touched(changes.in_work_tree(repo.open(), first)) == expected

    def test_a_submodule_and_a_nested_repository(self, repo: GitRepo) -> None:
        other = repo.commit()
        make_repo(repo.root / "sub").commit("another")
        repo.git("update-index", "--add", "--cacheinfo", f"160000,{other},sub")
        commit = repo.commit("with a submodule in which another commit is checked out")
        assert repo.git("diff-files", "--name-only") == b"sub\n"
        repo.git("init", "-q", "nested")
        assert changes.in_work_tree(repo.open(), commit) == changes.unstaged(repo.open()) == ()

    def test_renames_are_looked_for_on_demand(self, repo: GitRepo) -> None:
        commit = scene(repo)
        repository = repo.open()
        found = changes.in_work_tree(repository, commit, untracked=False)
        assert {"A away", "D moved"} < set(brief(found))
        found = changes.in_work_tree(repository, commit, untracked=False, renames=True)
        assert "R away < moved" in brief(found)

    def test_a_file_called_as_the_revision(self, repo: GitRepo) -> None:
        repo.add("f", b"1")
        commit = repo.commit()
        repo.write(commit, b"2")
        repo.write("f", b"3")
        assert brief(changes.in_work_tree(repo.open(), commit)) == ["M f", f"A {commit}"]
