from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.git.plumbing import path_text
from sourceright_lint.source import Source
from sourceright_lint.source.blobs import BlobSource
from sourceright_lint.source.index import Index
from sourceright_lint.source.revision import Revision
from sourceright_lint.source.worktree import WorkTree
from tests.gitrepo import ODD_NAMES, GitRepo, make_repo

SOURCES: dict[str, Callable[[GitRepo], Source]] = {
    "work tree": lambda repo: WorkTree(str(repo.root), repo.open()),
    "no Git": lambda repo: WorkTree(str(repo.root)),
    "index": lambda repo: Index(repo.open()),
    "revision": lambda repo: Revision(repo.open(), "HEAD"),
}
FILES = ["-dash/f", "a", "a-b", "a.d/f", "b/c/d/e", "b/c/f", "b/g", "caf\udce9/f", "z z"]


@pytest.fixture(params=SOURCES.values(), ids=SOURCES)
def make(request: pytest.FixtureRequest) -> Callable[[GitRepo], Source]:
    made: Callable[[GitRepo], Source] = request.param
    return made


class TestEverySource:
    """What holds for each of them alike."""

    @pytest.fixture
    def source(self, repo: GitRepo, make: Callable[[GitRepo], Source]) -> Source:
        for path in FILES:
            repo.add(path, f"content of {path}\r\n".encode(errors="surrogateescape"))
        repo.commit()
        return make(repo)

    def test_walk(self, source: Source) -> None:
        assert list(source.walk("")) == sorted(FILES)
        assert list(source.walk("b")) == ["b/c/d/e", "b/c/f", "b/g"]
        assert list(source.walk("b/c")) == ["b/c/d/e", "b/c/f"]
        assert list(source.walk("-dash")) == ["-dash/f"]
        assert list(source.walk("nope")) == []

    def test_names(self, source: Source) -> None:
        assert source.names("") == {"a", "a-b", "z z"}
        assert source.names("b") == {"g"}
        assert source.names("b/c") == {"f"}
        assert source.names("caf\udce9") == {"f"}
        assert source.names("a") == source.names("nope") == source.names("..") == frozenset()

    def test_read(self, source: Source) -> None:
        for path in FILES:
            assert source.read(path) == f"content of {path}\r\n".encode(errors="surrogateescape")
        for path in (
            "",
            "b",
            "b/c",
            "nope",
            "a/b",
            "a/",
            "/a",
            "../repo/a",
            "b/../a",
            ".git/HEAD",
            "x\0y",
            "n" * 999,
        ):
            assert source.read(path) is None, path

    def test_odd_names(self, repo: GitRepo, make: Callable[[GitRepo], Source]) -> None:
        paths = sorted(path_text(name + b"/" + name) for name in ODD_NAMES)
        for path in paths:
            repo.add(path, os.fsencode(path))
        repo.commit()
        source = make(repo)
        assert list(source.walk("")) == paths
        for path in paths:
            folder, name = os.path.split(path)
            assert source.names(folder) == {name}
            assert list(source.walk(folder)) == [path]
            assert source.read(path) == os.fsencode(path)


class TestWorkTree:
    @pytest.fixture
    def tree(self, tmp_path: Path) -> WorkTree:
        """A root with links of every kind, and special files."""
        root = tmp_path / "root"
        (root / "in").mkdir(parents=True)
        (root / "in" / "file").write_bytes(b"inside")
        (tmp_path / "outside").mkdir()
        (tmp_path / "outside" / "file").write_bytes(b"secret")
        (root / ".git").mkdir()
        (root / ".git" / "config").write_bytes(b"settings")
        links = {
            "good": "in/file",
            "to link": "good",
            "absolute": str(root / "in" / "file"),
            "out": "../outside/file",
            "absolute out": str(tmp_path / "outside" / "file"),
            "folder": "in",
            "folder out": "../outside",
            "dangling": "nope",
            "loop": "loop",
            "git": ".git/config",
            "device": "/dev/null",
        }
        for name, target in links.items():
            (root / name).symlink_to(target)
        os.mkfifo(root / "fifo")
        return WorkTree(str(root))

    @pytest.mark.parametrize("path", ["in/file", "good", "to link", "absolute", "folder/file"])
    def test_files_inside(self, tree: WorkTree, path: str) -> None:
        assert tree.read(path) == b"inside"
        assert tree.locate(path) == os.path.join(tree.root, "in", "file")

    @pytest.mark.parametrize(
        "path",
        [
            *("out", "absolute out", "folder out/file", "folder", "folder out", "dangling", "loop", "device"),
            *("git", ".git/config", "in", "fifo", "../outside/file", "in/../../outside/file"),
        ],
    )
    def test_what_is_no_file(self, tree: WorkTree, path: str) -> None:
        assert tree.read(path) is None
        assert tree.locate(path) is None

    def test_names_and_walk(self, tree: WorkTree) -> None:
        assert tree.names("") == {"good", "to link", "absolute"}
        assert tree.names("folder out") == tree.names(".git") == frozenset()
        assert tree.walk("") == ["absolute", "good", "in/file", "to link"]
        assert tree.walk("folder") == tree.walk("in") == ["in/file"]
        assert tree.walk("folder out") == tree.walk(".git") == []

    def test_special_files_are_not_opened(self, tree: WorkTree, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*arguments: object) -> int:
            raise AssertionError(arguments)

        monkeypatch.setattr(os, "open", refuse)
        assert tree.read("fifo") is None
        assert tree.read("device") is None

    def test_unreadable(self, tree: WorkTree, monkeypatch: pytest.MonkeyPatch) -> None:
        def deny(*arguments: object) -> int:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(os, "open", deny)
        with pytest.raises(SourceError, match=r"^in/file: cannot be read: Permission denied$"):
            tree.read("in/file")

    def test_a_root_that_is_a_link(self, tree: WorkTree, tmp_path: Path) -> None:
        (tmp_path / "linked").symlink_to(tree.root)
        assert WorkTree(str(tmp_path / "linked")).read("good") == b"inside"

    def test_ignored_files_are_walked_only_when_asked_for_by_name(self, repo: GitRepo) -> None:
        repo.write(".gitignore", b"out/\n")
        repo.write("out/deep/f", b"1")
        tree = SOURCES["work tree"](repo)
        assert list(tree.walk("")) == [".gitignore"]
        assert list(tree.walk("out")) == ["out/deep/f"]
        assert tree.read("out/deep/f") == b"1"

    def test_a_link_to_a_folder(self, repo: GitRepo) -> None:
        repo.add("in/f", b"1")
        (repo.root / "link").symlink_to("in")
        assert list(SOURCES["work tree"](repo).walk("link")) == ["in/f"]

    def test_submodules_are_left_out(self, repo: GitRepo, tmp_path: Path) -> None:
        inner = make_repo(tmp_path / "inner")
        inner.add("f", b"1")
        inner.commit()
        repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
        tree = SOURCES["work tree"](repo)
        assert "sub/f" not in tree.walk("")
        assert tree.names("") == {".gitmodules"}

    def test_working_copies_with_crlf_are_read_as_they_are(self, repo: GitRepo) -> None:
        repo.git("config", "core.autocrlf", "true")
        repo.add("f", b"1\r\n2\r\n")
        repo.commit()
        assert SOURCES["work tree"](repo).read("f") == b"1\r\n2\r\n"
        assert SOURCES["index"](repo).read("f") == SOURCES["revision"](repo).read("f") == b"1\n2\n"


class TestIndex:
    def test_it_is_not_the_work_tree(self, repo: GitRepo) -> None:
        for path in ("f", "gone", "deep/f"):
            repo.add(path, b"staged")
        repo.write("f", b"edited")
        repo.write("untracked", b"1")
        (repo.root / "gone").unlink()
        shutil.rmtree(repo.root / "deep")
        (repo.root / "deep").symlink_to("/etc")
        index = Index(repo.open())
        assert index.walk("") == ["deep/f", "f", "gone"]
        assert [index.read(path) for path in index.walk("")] == [b"staged"] * 3
        assert index.read("untracked") is None
        assert index.label == "index"

    def test_before_the_first_commit(self, repo: GitRepo) -> None:
        assert Index(repo.open()).walk("") == []
        assert Index(repo.open()).names("") == frozenset()
        repo.add("f", b"1")
        assert Index(repo.open()).read("f") == b"1"

    def test_links_and_submodules_are_no_files(self, repo: GitRepo) -> None:
        repo.add("f", b"1")
        commit = repo.commit()
        (repo.root / "link").symlink_to("f")
        repo.git("add", "link")
        repo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
        index = Index(repo.open())
        assert index.names("") == {"f"}
        assert index.walk("") == ["f"]
        assert index.read("link") is index.read("sub") is None

    def test_intended_to_be_added(self, repo: GitRepo) -> None:
        repo.add("a/empty", b"")
        repo.add("a/full", b"1")
        repo.write("a/intended", b"content")
        repo.git("add", "-N", "a/intended")
        repo.write("top", b"content")
        repo.git("add", "-N", "top")
        index = Index(repo.open())
        assert index.names("") == frozenset()
        assert index.names("a") == {"empty", "full"}
        assert index.read("a/intended") is None
        assert index.read("a/empty") == b""

    def test_unmerged(self, repo: GitRepo) -> None:
        repo.add("d/f", b"1\n")
        repo.add("d/g", b"1\n")
        repo.commit()
        repo.git("checkout", "-qb", "side")
        repo.add("d/f", b"2\n")
        repo.commit()
        repo.git("checkout", "-q", "main")
        repo.add("d/f", b"3\n")
        repo.commit()
        repo.git("merge", "-q", "side", check=False)
        index = Index(repo.open())
        assert index.names("d") == {"f", "g"}
        assert index.read("d/g") == b"1\n"
        with pytest.raises(SourceError, match=r"^d/f: an unresolved merge") as caught:
            index.read("d/f")
        assert "git add" in caught.value.help

    @pytest.mark.parametrize("option", ["--sparse-index", "--no-sparse-index"])
    def test_sparse_checkout(self, repo: GitRepo, option: str) -> None:
        repo.add("in/f", b"1")
        repo.add("out/f", b"1")
        repo.commit()
        repo.git("sparse-checkout", "set", option, "in")
        assert Index(repo.open()).walk("") == ["in/f", "out/f"]
        assert Index(repo.open()).read("out/f") == b"1"
        assert WorkTree(str(repo.root), repo.open()).walk("") == ["in/f"]

    def test_another_index(self, repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        repo.add("f", b"1")
        monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "other"))
        repo.add("f", b"2")
        assert Index(repo.open()).read("f") == b"2"
        assert repo.open().is_temporary_index
        monkeypatch.delenv("GIT_INDEX_FILE")
        assert Index(repo.open()).read("f") == b"1"


class TestBlobSources:
    def test_prefetch_asks_git_once(self, repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
        for number in range(6):
            repo.add(f"f{number}", b"%d" % number)
        source = Index(repo.open())
        source.prefetch([*(f"f{number}" for number in range(6)), "nope"])
        monkeypatch.setenv("PATH", "/nowhere")
        monkeypatch.setattr(source, "repository", None)
        source.repository = _NoRepository()  # type: ignore[assignment]
        assert [source.read(f"f{number}") for number in range(6)] == [b"%d" % number for number in range(6)]

    @pytest.mark.parametrize(
        "make", [lambda repo: Index(repo.open()), lambda repo: Revision(repo.open(), "HEAD")]
    )
    def test_a_missing_object(self, repo: GitRepo, make: Callable[[GitRepo], BlobSource]) -> None:
        repo.add("f", b"1")
        repo.commit()
        oid = repo.text("rev-parse", ":f")
        (repo.root / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
        with pytest.raises(SourceError, match=oid):
            make(repo).read("f")


class _NoRepository:
    def blobs(self, ids: list[str]) -> dict[str, bytes]:
        assert not ids
        return {}


class TestRevision:
    def test_each_has_its_own(self, repo: GitRepo) -> None:
        repo.add("f", b"1")
        first = repo.commit()
        repo.add("f", b"2")
        repo.commit()
        repo.write("f", b"3")
        old = Revision(repo.open(), "HEAD~1")
        assert (old.oid, old.label, old.read("f")) == (first, "HEAD~1", b"1")
        assert Revision(repo.open(), "HEAD").read("f") == b"2"

    def test_unknown(self, repo: GitRepo) -> None:
        with pytest.raises(SourceError, match="unknown revision 'HEAD'"):
            Revision(repo.open(), "HEAD")

    def test_from_a_linked_work_tree(self, repo: GitRepo, tmp_path: Path) -> None:
        repo.add("f", b"1")
        repo.commit()
        repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
        linked = GitRepo(tmp_path / "linked")
        linked.add("f", b"2")
        linked.commit()
        assert Revision(linked.open(), "HEAD").read("f") == b"2"
        assert Revision(repo.open(), "linked").read("f") == b"2"
        assert Index(linked.open()).read("f") == b"2"
        assert Index(repo.open()).read("f") == b"1"
