from __future__ import annotations

import os
from pathlib import Path

import pytest

from sourceright_lint.git import entries
from sourceright_lint.git.entries import Entry
from sourceright_lint.git.plumbing import path_text
from tests.gitrepo import ODD_NAMES, GitRepo, make_repo


def blob(repo: GitRepo, data: bytes) -> str:
    return repo.git("hash-object", "-w", "--stdin", input=data).decode().strip()


@pytest.mark.parametrize("format", ["sha1", "sha256"])
def test_index_and_tree(tmp_path: Path, format: str) -> None:
    repo = make_repo(tmp_path / "formatted", f"--object-format={format}")
    assert entries.of_index(repo.open()).paths == []
    repo.add("a/b", b"1")
    repo.add("c", b"2")
    repo.git("update-index", "--chmod=+x", "c")
    commit = repo.commit()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
    (repo.root / "link").symlink_to("c")
    repo.git("add", "link")
    second = repo.commit()
    for listing in (entries.of_index(repo.open()), entries.of_tree(repo.open(), second)):
        assert listing.paths == ["a/b", "c"]
        assert listing.entry("c") == Entry("100755", blob(repo, b"2"))
        assert listing.entry("link") is listing.entry("sub") is listing.entry("nope") is None
        assert listing.unmerged == frozenset()
        assert listing.others == {"link": blob(repo, b"c"), "sub": ""}
    first = entries.of_tree(repo.open(), commit)
    assert (first.paths, first.others) == (["a/b", "c"], {})


def test_odd_names(repo: GitRepo) -> None:
    names = sorted(path_text(b"in " + name + b"/" + name) for name in ODD_NAMES)
    for name in names:
        repo.add(name, os.fsencode(name))
    commit = repo.commit()
    for listing in (entries.of_index(repo.open()), entries.of_tree(repo.open(), commit)):
        assert listing.paths == names
        assert [listing.entry(name) for name in names] == [
            Entry("100644", blob(repo, os.fsencode(name))) for name in names
        ]
    assert entries.in_work_tree(repo.open(), "") == names
    for name in names:
        assert entries.in_work_tree(repo.open(), os.path.dirname(name)) == [name]
    new = blob(repo, b"new")
    entries.update(repo.open(), dict.fromkeys(names, Entry("100755", new)))
    assert repo.git("ls-files", "-z").count(b"\0") == len(ODD_NAMES)
    assert all(repo.staged(name) == b"new" and repo.mode(name) == "100755" for name in names)


@pytest.mark.parametrize("name", ["tab\there", "-x/f", "one\ttwo\tthree"])
def test_an_odd_name_alone(repo: GitRepo, name: str) -> None:
    repo.add(name, b"1")
    repo.write("other", b"2")
    listing = entries.of_index(repo.open())
    assert (listing.paths, listing.unmerged) == ([name], frozenset())
    there = [name] if "/" in name else sorted([name, "other"])
    assert entries.in_work_tree(repo.open(), os.path.dirname(name)) == there


UNMERGED = {
    "both changed": "123",
    "both added": "23",
    "deleted here": "13",
    "deleted there": "12",
    "both": "1",
}


@pytest.mark.parametrize("stages", UNMERGED.values(), ids=UNMERGED)
def test_unmerged(repo: GitRepo, stages: str) -> None:
    repo.add("whole", b"1")
    oid = blob(repo, b"x")
    lines = "".join(f"100644 {oid} {stage}\tf\0" for stage in stages)
    repo.git("update-index", "-z", "--index-info", input=lines.encode())
    listing = entries.of_index(repo.open())
    assert listing.unmerged == {"f"}
    assert listing.paths == ["f", "whole"]
    assert listing.entry("f") is None
    assert listing.entry("whole") == Entry("100644", blob(repo, b"1"))


def test_an_unmerged_link(repo: GitRepo) -> None:
    repo.add("whole", b"1")
    lines = "".join(f"120000 {blob(repo, b'x')} {stage}\tlink\0" for stage in "23")
    repo.git("update-index", "-z", "--index-info", input=lines.encode())
    listing = entries.of_index(repo.open())
    assert (listing.paths, listing.unmerged) == (["link", "whole"], {"link"})


@pytest.mark.parametrize("in_head", [False, True])
@pytest.mark.parametrize("format", ["sha1", "sha256"])
def test_intended(tmp_path: Path, in_head: bool, format: str) -> None:
    repo = make_repo(tmp_path / "formatted", f"--object-format={format}")
    repo.add("empty before", b"")
    if in_head:
        repo.add("intended", b"x")
    repo.commit()
    repo.git("rm", "-q", "--cached", "--ignore-unmatch", "intended")
    repo.add("empty", b"")
    repo.write("intended", b"content")
    repo.git("add", "-N", "intended")
    (repo.root / "intended").unlink()
    listing = entries.of_index(repo.open())
    suspects = [
        path for path in listing.paths if entries.may_be_intended(listing.entry(path) or Entry("", ""))
    ]
    assert suspects == ["empty", "empty before", "intended"]
    assert entries.intended(repo.open(), suspects) == {"intended"}
    many = [*suspects, *(f"n{number}" for number in range(entries._MANY))]
    assert entries.intended(repo.open(), many) == set(many) - {"empty", "empty before"}


class TestWorkTree:
    def test_what_is_listed(self, repo: GitRepo) -> None:
        repo.add(".gitignore", b"*.log\nbuild/\n")
        repo.add("a/tracked", b"1")
        repo.add("a/gone", b"1")
        repo.write("a/kept.log", b"1")
        repo.git("add", "-f", "a/kept.log")
        repo.write("a/untracked", b"1")
        repo.write("a/x.log", b"1")
        repo.write("build/x", b"1")
        repo.write("nested/.git/x", b"1")
        make_repo(repo.root / "nested")
        os.mkfifo(repo.root / "fifo")
        (repo.root / "a" / "gone").unlink()
        in_a = ["a/gone", "a/kept.log", "a/tracked", "a/untracked"]
        assert entries.in_work_tree(repo.open(), "") == [".gitignore", *in_a]
        assert entries.in_work_tree(repo.open(), "a") == in_a
        assert entries.in_work_tree(repo.open(), "build") == []

    @pytest.mark.parametrize("marked", ["false", "true"])
    def test_sparse(self, repo: GitRepo, marked: str) -> None:
        """What is there counts, also where Git goes on to mark it as not wanted (as all did before 2.36)."""
        repo.git("config", "sparse.expectFilesOutsideOfPatterns", marked)
        repo.add("in/f", b"1")
        repo.add("out/f", b"1")
        repo.add("out/g", b"1")
        repo.add("far/out/f", b"1")
        repo.commit()
        repo.git("sparse-checkout", "set", "in")
        repo.write("out/g", b"2")
        assert entries.in_work_tree(repo.open(), "") == ["in/f", "out/g"]


FLAGS = {
    "none": ((), "H"),
    "skip-worktree": (("--skip-worktree",), "S"),
    "assume-unchanged": (("--assume-unchanged",), "h"),
    "both": (("--skip-worktree", "--assume-unchanged"), "s"),
}


class TestUpdate:
    @pytest.mark.parametrize(("options", "tag"), FLAGS.values(), ids=FLAGS)
    def test_bits_stay(self, repo: GitRepo, options: tuple[str, ...], tag: str) -> None:
        for name in ("f", "-f", "other"):
            repo.add(name, b"1")
        for option in options:
            repo.git("update-index", option, "--", "f", "-f")
        new = blob(repo, b"2")
        entries.update(repo.open(), {"f": Entry("100644", new), "-f": Entry("100755", new)})
        assert repo.text("ls-files", "-v", "f") == f"{tag} f"
        assert repo.text("ls-files", "-v", "--", "-f") == f"{tag} -f"
        assert [repo.staged(name) for name in ("f", "-f", "other")] == [b"2", b"2", b"1"]
        assert repo.mode("-f") == "100755"

    @pytest.mark.parametrize("option", ["--skip-worktree", "--assume-unchanged"])
    def test_what_has_bits_is_removed(self, repo: GitRepo, option: str) -> None:
        for name in ("f", "other"):
            repo.add(name, b"1")
        repo.git("update-index", option, "--", "f")
        entries.update(repo.open(), {"f": None})
        assert repo.text("ls-files") == "other"

    def test_add_and_remove(self, repo: GitRepo) -> None:
        repo.add("f", b"1")
        entries.update(repo.open(), {"f": None, "new": Entry("100644", blob(repo, b"2"))})
        assert repo.text("ls-files") == "new"

    def test_a_locked_index(self, repo: GitRepo) -> None:
        repo.add("f", b"1")
        (repo.root / ".git" / "index.lock").touch()
        with pytest.raises(Exception, match=r"index\.lock") as caught:
            entries.update(repo.open(), {"f": None})
        assert "another Git process" in caught.value.help  # type: ignore[attr-defined]
        assert repo.staged("f") == b"1"

    @pytest.mark.parametrize("cone", ["--sparse-index", "--no-sparse-index"])
    def test_sparse(self, repo: GitRepo, cone: str) -> None:
        for name in ("in/f", "out/deep/f", "out/deep/g"):
            repo.add(name, b"1")
        repo.commit()
        repo.git("sparse-checkout", "set", "--cone", cone, "in")
        assert entries.of_index(repo.open()).paths == ["in/f", "out/deep/f", "out/deep/g"]
        entries.update(repo.open(), {"out/deep/f": Entry("100644", blob(repo, b"2"))})
        assert repo.staged("out/deep/f") == b"2"
        assert repo.text("ls-files", "-v", "out").splitlines() == ["S out/deep/f", "S out/deep/g"]
        assert repo.text("status", "--porcelain").splitlines() == ["M  out/deep/f"]

    def test_split_index(self, repo: GitRepo) -> None:
        repo.git("config", "core.splitIndex", "true")
        repo.add("f", b"1")
        repo.commit()
        entries.update(repo.open(), {"f": Entry("100644", blob(repo, b"2"))})
        assert repo.staged("f") == b"2"
