from __future__ import annotations

import pytest

from sourceright_lint.git.line_ends import crlf_by_git
from sourceright_lint.source.checkout import Checkout
from tests.gitrepo import GitRepo

TEXT = b"one\r\ntwo\r\n"


@pytest.mark.parametrize(
    "attributes",
    [
        "",
        "* text",
        "* -text",
        "* text=auto",
        "* eol=crlf",
        "* eol=lf",
        "* text=auto eol=crlf",
        "* binary",
        "* crlf",
        "* -crlf",
    ],
)
@pytest.mark.parametrize("autocrlf", ["false", "true", "input"])
@pytest.mark.parametrize("stored", [None, b"one\ntwo\n", TEXT], ids=["new", "LF stored", "CRLF stored"])
def test_as_git_itself_does(repo: GitRepo, attributes: str, autocrlf: str, stored: bytes | None) -> None:
    if stored is not None:
        repo.git("config", "core.autocrlf", "false")
        repo.add("f", stored)
    repo.git("config", "core.autocrlf", autocrlf)
    repo.write(".git/info/attributes", attributes.encode() + b"\n")
    repo.write("f", TEXT)
    ours = crlf_by_git(repo.open(), ("f",))
    read = Checkout(str(repo.root), repo.open()).read("f")
    repo.git("update-index", "--add", "f")
    converted = repo.staged("f") == b"one\ntwo\n"
    assert ours == (frozenset({"f"}) if converted else frozenset())
    assert read == repo.staged("f")


@pytest.mark.parametrize(
    "setting",
    ["", " =", *("true", "YES", "on", "1", "2", "-1", "input", "INPUT", "false", "no", "Off", "0")],
)
def test_each_way_to_say_it(repo: GitRepo, setting: str) -> None:
    value = setting if setting in ("", " =") else f" = {setting}"
    with open(repo.root / ".git" / "config", "a") as file:
        file.write(f"[core]\n\tautocrlf{value}\n")
    repo.write("f", TEXT)
    ours = crlf_by_git(repo.open(), ("f",))
    repo.git("update-index", "--add", "f")
    assert ours == (frozenset({"f"}) if repo.staged("f") == b"one\ntwo\n" else frozenset())


def test_by_default_line_ends_are_nobodys(repo: GitRepo) -> None:
    repo.write("f", TEXT)
    assert crlf_by_git(repo.open(), ("f",)) == frozenset()


def test_those_that_are_asked_for_and_no_others(repo: GitRepo) -> None:
    repo.git("config", "core.autocrlf", "true")
    names = ["-x", "tab\there", "f"]
    for name in (*names, "other", "tab"):
        repo.write(name, TEXT)
    assert crlf_by_git(repo.open(), names) == set(names)
    assert crlf_by_git(repo.open(), []) == frozenset()


class TestCheckout:
    @pytest.mark.parametrize(
        "data",
        [
            b"", b"one", b"one\ntwo\n", b"one\r\ntwo\n", b"\n\r\n", b"\r\r\n", b"one\r\n\r\n",
            b"one" * 50_000 + b"\n", b"one" * 50_000 + b"\r\n", b"one" * 50_000 + b"\r\ntwo\n",
        ],
        ids=lambda data: repr(data[-8:]),
    )  # fmt: skip
    def test_there_and_back(self, repo: GitRepo, data: bytes) -> None:
        repo.git("config", "core.autocrlf", "true")
        repo.write("f", data)
        tree = Checkout(str(repo.root), repo.open())
        read = tree.read("f")
        assert read is not None
        assert tree.on_disk("f", read) == data

    def test_a_fix_keeps_the_line_ends(self, repo: GitRepo) -> None:
        repo.git("config", "core.autocrlf", "true")
        repo.add("f", TEXT)
        tree = Checkout(str(repo.root), repo.open())
        assert tree.on_disk("f", b"one\nthree\n") == b"one\r\nthree\r\n"
        assert tree.on_disk("new", b"one\n") == b"one\n"

    def test_line_ends_of_others_are_read_as_they_are(self, repo: GitRepo) -> None:
        repo.add("f", TEXT)
        tree = Checkout(str(repo.root), repo.open())
        assert tree.read("f") == TEXT
        assert tree.on_disk("f", b"one\n") == b"one\n"
        assert Checkout(str(repo.root)).read("f") == TEXT
        assert tree.read("nope") is None

    def test_through_a_link(self, repo: GitRepo) -> None:
        repo.git("config", "core.autocrlf", "true")
        repo.write(".git/info/attributes", b"link -text\n")
        repo.write("f", TEXT)
        (repo.root / "link").symlink_to("f")
        assert Checkout(str(repo.root), repo.open()).read("link") == b"one\ntwo\n"

    def test_many_paths(self, repo: GitRepo) -> None:
        repo.git("config", "core.autocrlf", "true")
        paths = [f"f{number}" for number in range(450)]
        for path in paths:
            repo.write(path, TEXT)
        repo.write("lf", b"one\n")
        assert crlf_by_git(repo.open(), [*paths, "lf", "nope"]) == set(paths)
