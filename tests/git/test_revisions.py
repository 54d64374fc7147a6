from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.git import changes, revisions
from sourceright_lint.git.plumbing import Output, Repository
from sourceright_lint.git.revisions import Commit
from tests.gitrepo import GitRepo


def history(repo: GitRepo) -> dict[str, str]:
    """``a - b - m - e`` with ``a - c`` merged in at ``m``, and ``x`` unrelated; ids by name."""
    ids = {"a": repo.commit("a")}
    repo.git("branch", "side")
    ids["b"] = repo.commit("b")
    repo.git("checkout", "-q", "side")
    ids["c"] = repo.commit("c")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "m", "side")
    ids["m"] = repo.text("rev-parse", "HEAD")
    ids["e"] = repo.commit("e")
    repo.git("tag", "-am", "v1", "v1")
    repo.git("checkout", "-q", "--orphan", "unrelated")
    ids["x"] = repo.commit("x")
    repo.git("checkout", "-q", "main")
    return ids


class TestResolve:
    @pytest.mark.parametrize(
        ("revision", "name"),
        [
            ("HEAD", "e"),
            ("main", "e"),
            ("v1", "e"),
            ("main~2", "b"),
            ("main^^2", "c"),
            (":/^b", "b"),
            ("@", "e"),
        ],
    )
    def test_what_git_understands(self, repo: GitRepo, revision: str, name: str) -> None:
        ids = history(repo)
        assert revisions.resolve(repo.open(), revision) == ids[name]

    @pytest.mark.parametrize(
        "revision", ["", "nope", "--all", "-", "HEAD:f", "a..b", "0" * 39, "HEAD\n", "caf\udce9", "x\0y"]
    )
    def test_what_names_no_commit(self, repo: GitRepo, revision: str) -> None:
        repo.commit()
        with pytest.raises(SourceError, match=r"revision '.*'") as caught:
            revisions.resolve(repo.open(), revision)
        assert caught.value.help == ""

    def test_before_the_first_commit(self, repo: GitRepo) -> None:
        repo.write("HEAD^{commit}", b"what Git would take for a file")
        assert revisions.head(repo.open()) is None
        with pytest.raises(SourceError, match="unknown revision 'HEAD'"):
            revisions.resolve(repo.open(), "HEAD")


class TestCommits:
    @pytest.mark.parametrize(
        ("base", "tip", "names"),
        [
            ("a", "e", "bcme"),
            ("m", "e", "e"),
            ("e", "e", ""),
            ("c", "e", "bme"),
            ("b", "c", "c"),
            ("x", "b", "ab"),
        ],
    )
    def test_range(self, repo: GitRepo, base: str, tip: str, names: str) -> None:
        ids = history(repo)
        found = revisions.commits(repo.open(), ids[base], ids[tip])
        assert {commit.oid for commit in found} == {ids[name] for name in names}
        places = {commit.oid: place for place, commit in enumerate(found)}
        for commit in found:
            assert all(places[parent] < places[commit.oid] for parent in commit.parents if parent in places)

    def test_one(self, repo: GitRepo) -> None:
        ids = history(repo)
        assert revisions.commit(repo.open(), "main~1") == Commit(
            ids["m"], (ids["b"], ids["c"]), "2024-05-01T10:00:00+02:00", "2024-05-02T10:00:00+00:00"
        )
        assert revisions.commit(repo.open(), ids["a"]).parents == ()

    def test_settings_make_no_difference(self, repo: GitRepo) -> None:
        ids = history(repo)
        for setting in ("log.showSignature", "log.showRoot", "color.ui"):
            repo.git("config", setting, "always" if setting == "color.ui" else "true")
        assert len(revisions.commits(repo.open(), ids["a"], ids["e"])) == 4

    @pytest.mark.parametrize("dates", ["1234", "4321", "2413", "3142", "2431", "1342"])
    def test_whatever_the_dates(self, repo: GitRepo, monkeypatch: pytest.MonkeyPatch, dates: str) -> None:
        base = repo.commit("base")
        ids = fork(repo, monkeypatch, dates)
        found = [commit.oid for commit in revisions.commits(repo.open(), base, ids["m"])]
        assert (found[0], found[3]) == (ids["p"], ids["m"])
        assert set(found) == set(ids.values())

    def test_a_file_called_as_the_commit(self, repo: GitRepo) -> None:
        oid = repo.commit()
        repo.write(oid, b"1")
        assert revisions.commit(repo.open(), oid).oid == oid


def fork(repo: GitRepo, monkeypatch: pytest.MonkeyPatch, dates: str) -> dict[str, str]:
    """``p``, of which ``a`` and ``b`` are children, that ``m`` merges, made in the months that ``dates`` gives."""
    ids = {}
    for name, month in zip("pabm", dates, strict=True):
        monkeypatch.setenv("GIT_COMMITTER_DATE", f"2023-0{month}-01T10:00:00+00:00")
        if name == "b":
            repo.git("checkout", "-q", "--detach", ids["p"])
        if name == "m":
            repo.git("merge", "-q", "--no-ff", "-m", "m", ids["a"])
        ids[name] = repo.text("rev-parse", "HEAD") if name == "m" else repo.commit(name)
    return ids


class TestMergeBase:
    def test_found(self, repo: GitRepo) -> None:
        ids = history(repo)
        assert revisions.merge_base(repo.open(), ids["b"], "side") == ids["a"]

    def test_none(self, repo: GitRepo) -> None:
        history(repo)
        with pytest.raises(SourceError, match=r"'unrelated' and 'main' have no common ancestor$") as caught:
            revisions.merge_base(repo.open(), "unrelated", "main")
        assert caught.value.help == ""

    def test_after_merges_crosswise_there_are_two(self, repo: GitRepo) -> None:
        ids = history(repo)
        repo.git("checkout", "-q", "-B", "other", ids["c"])
        repo.git("merge", "-q", "--no-ff", "-m", "crosswise", ids["b"])
        heads = [ids["m"], repo.text("rev-parse", "HEAD")]
        assert set(revisions.merge_bases(repo.open(), heads)) == {ids["b"], ids["c"]}


def test_changes_that_a_merge_brought_in_are_the_merges(repo: GitRepo) -> None:
    repo.add("f", b"1")
    first = repo.commit("first")
    repo.git("checkout", "-q", "-b", "side")
    repo.add("f", b"2")
    repo.commit("on the side")
    repo.git("checkout", "-q", "main")
    repo.commit("nothing")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    found = revisions.changing(repo.open(), "HEAD", ["f"], 9)
    assert [commit.oid for commit in found] == [repo.text("rev-parse", "HEAD"), first]


@pytest.mark.parametrize("ids", [b"\xff\n", "é\n".encode()])
def test_what_is_no_list_of_ids(repo: GitRepo, ids: bytes) -> None:
    for name in ("MERGE_HEAD", "shallow"):
        repo.write(f".git/{name}", ids)
    assert revisions.merge_heads(repo.open(), {}) == ()
    assert not revisions.is_shallow(repo.open())


def test_several_merge_heads(repo: GitRepo) -> None:
    assert revisions.merge_heads(repo.open()) == ()
    inside_git_merge = {f"GITHEAD_{'b' * 40}": "side", f"GITHEAD_{'a' * 40}": "v1", "PATH": ""}
    assert revisions.merge_heads(repo.open(), inside_git_merge) == ("a" * 40, "b" * 40)
    repo.write(".git/MERGE_HEAD", b"a" * 40 + b"\n" + b"b" * 40 + b"\n")
    assert revisions.merge_heads(repo.open()) == ("a" * 40, "b" * 40)


@pytest.fixture
def shallow(repo: GitRepo, tmp_path: Path) -> GitRepo:
    """A clone of ``history`` with ``m`` and ``e`` alone, and a linked work tree beside it in use."""
    history(repo)
    repo.git("clone", "-q", "--depth=2", f"file://{repo.root}", str(tmp_path / "clone"))
    clone = GitRepo((tmp_path / "clone").resolve())
    clone.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    return clone


class TestShallow:
    def test_known(self, repo: GitRepo, shallow: GitRepo, tmp_path: Path) -> None:
        assert revisions.is_shallow(shallow.open())
        assert revisions.is_shallow(GitRepo(tmp_path / "linked").open())
        assert not revisions.is_shallow(repo.open())

    def test_a_missing_base(self, repo: GitRepo, shallow: GitRepo) -> None:
        base = repo.text("rev-parse", "main~2")
        with pytest.raises(SourceError, match=f"revision '{base}'") as caught:
            revisions.resolve(shallow.open(), base)
        assert "--unshallow" in caught.value.help
        assert "fetch-depth: 0" in caught.value.help

    def test_what_is_there_works(self, shallow: GitRepo) -> None:
        repository = shallow.open()
        end, start = revisions.resolve(repository, "HEAD"), revisions.resolve(repository, "HEAD~1")
        assert [commit.oid for commit in revisions.commits(repository, "HEAD~1", "HEAD")] == [end]
        assert changes.between(repository, start, end) == ()

    def test_a_cut_off_range(self, repo: GitRepo, shallow: GitRepo) -> None:
        shallow.git("fetch", "-q", "--depth=1", "origin", "side:side")
        with pytest.raises(SourceError, match=r"cut off at [0-9a-f]{12}$") as caught:
            revisions.commits(shallow.open(), "side", "main")
        assert "--unshallow" in caught.value.help
        shallow.git("fetch", "-q", "--unshallow")
        assert len(revisions.commits(shallow.open(), "side", "main")) == 3

    def test_a_common_ancestor_that_is_hidden(self, repo: GitRepo, shallow: GitRepo) -> None:
        """The merge at which the clone ends still names ``side`` as its parent."""
        shallow.git("fetch", "-q", "--depth=1", "origin", "side:side")
        for one, other in (("side", "main"), ("main", "side")):
            assert revisions.merge_base(shallow.open(), one, other) == repo.text("rev-parse", "side")

    def test_ancestors_that_are_hidden_behind_each_end(self, repo: GitRepo, tmp_path: Path) -> None:
        base = repo.commit("base")
        for name in ("one", "two"):
            repo.git("checkout", "-q", "-b", name, base)
            repo.commit(name)
            repo.git("checkout", "-q", "-b", f"after-{name}")
            repo.commit("after")
        repo.git("merge", "-q", "-m", "merge", "after-one")
        place = tmp_path / "clone"
        repo.git("clone", "-q", "--depth=2", "--branch=after-two", f"file://{repo.root}", str(place))
        clone = GitRepo(place.resolve())
        clone.git("fetch", "-q", "--depth=1", "origin", "one:one", "two:two")
        for name in ("one", "two"):
            assert revisions.merge_base(clone.open(), name, "after-two") == repo.text("rev-parse", name)

    def test_the_best_of_hidden_ancestors_whatever_the_dates(
        self, repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of the merge at which the clone ends both parents are there, and that of both too, which is younger."""
        ids = fork(repo, monkeypatch, "2314")
        repo.git("branch", "merged", ids["m"])
        repo.git("checkout", "-q", "-b", "on", ids["b"])
        repo.commit("on")
        repo.git("branch", "a", ids["a"])
        repo.git(
            "clone", "-q", "--depth=1", "--branch=merged", f"file://{repo.root}", str(tmp_path / "clone")
        )
        clone = GitRepo((tmp_path / "clone").resolve())
        clone.git("fetch", "-q", "origin", "on:on", "a:a")
        assert clone.text("rev-list", "merged") == ids["m"]
        for pair in (("on", "merged"), ("merged", "on")):
            assert revisions.merge_base(clone.open(), *pair) == ids["b"]

    def test_many_cut_off_ends_take_no_more_calls(
        self, repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A merge of many branches, of which a clone has the last commits; ``one`` is a parent of one of them."""
        history(repo)
        base = repo.text("rev-parse", "main")
        tips = []
        for number in range(12):
            repo.git("checkout", "-q", "--detach", base)
            tips.append(repo.commit(f"branch {number}"))
        repo.git("checkout", "-q", "-B", "wide", base)
        repo.git("merge", "-q", "-m", "wide", *tips)
        repo.git("branch", "one", f"{tips[7]}~1")
        place = tmp_path / "wide"
        repo.git("clone", "-q", "--depth=2", "--branch=wide", f"file://{repo.root}", str(place))
        clone = GitRepo(place.resolve())
        clone.git("fetch", "-q", "--depth=1", "origin", "one:one")
        repository, calls = clone.open(), list[str]()
        start = type(repository).call

        def counted(self: Repository, *arguments: str, **more: Any) -> Output:
            calls.append(arguments[0])
            return start(self, *arguments, **more)

        monkeypatch.setattr(Repository, "call", counted)
        for pair in (("one", "wide"), ("wide", "one")):
            calls.clear()
            assert revisions.merge_base(repository, *pair) == base
            assert len(calls) < 12

    def test_a_common_ancestor_that_is_not_there(self, repo: GitRepo, shallow: GitRepo) -> None:
        repo.git("checkout", "-q", "-b", "late", "main~2")
        repo.commit("late")
        shallow.git("fetch", "-q", "--depth=1", "origin", "late:late")
        with pytest.raises(SourceError, match="no common ancestor in this shallow clone") as caught:
            revisions.merge_base(shallow.open(), "late", "main")
        assert "--unshallow" in caught.value.help
