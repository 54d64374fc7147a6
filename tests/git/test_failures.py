"""What Git says when it cannot, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.git import entries, plumbing, revisions
from sourceright_lint.git.configuration import Configuration, Value
from sourceright_lint.git.discover import discover
from sourceright_lint.git.plumbing import Output, Repository, collect, failure, git
from sourceright_lint.git.process import Process
from tests.gitrepo import make_repo

ADVICE = {
    "fatal: detected dubious ownership in repository at '/r'": "safe.directory /r",
    "fatal: unsafe repository ('/r' is owned by someone else)": "safe.directory /r",
    "fatal: Unable to create '/r/.git/index.lock': File exists.": "another Git process",
    "fatal: could not fetch 0123 from promisor remote": "git fetch --refetch --no-filter",
    "warning: lazy fetching disabled": "git fetch --refetch --no-filter",
    "fatal: bad object": "",
}


@pytest.mark.parametrize(("message", "help"), ADVICE.items(), ids=ADVICE)
def test_what_to_do_about_it(message: str, help: str) -> None:
    error = failure("status", Output(128, b"", message), "/r")
    assert str(error) == f"git status: {message}"
    assert help in error.help if help else error.help == ""


def test_a_git_that_says_nothing() -> None:
    assert str(failure("status", Output(3, b"", ""), "/r")) == "git status: ended with status 3"


def test_a_git_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "git").write_bytes(b"no program\n")
    (tmp_path / "git").chmod(0o755)

    def refused(*arguments: object) -> Process:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(plumbing, "Process", refused)
    with pytest.raises(SourceError, match="could not be started: Permission denied"):
        git("/", {"PATH": str(tmp_path)}, ["status"])
    with pytest.raises(SourceError, match="not installed, or not on PATH"):
        git("/", {"PATH": str(tmp_path / "empty")}, ["status"])


class Said:
    """A process that says so much, and no more."""

    def __init__(self, *chunks: bytes, errors: bytes = b"") -> None:
        self.chunks, self.errors, self.status = chunks, errors, 0

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.chunks)


OID = "0123456789" * 4


@pytest.mark.parametrize(
    ("chunks", "contents"),
    [
        ([b"%b blob 3\nabc\n"], b"abc"),
        ([b"%b bl", b"ob 3\na", b"bc", b"\n"], b"abc"),
        ([b"%b blob 0\n\n"], b""),
        ([b"%b blob 3\nab"], None),
        ([b"%b blob"], None),
        ([], None),
        ([b"%b missing\n"], None),
        ([b"%b tree 3\nabc\n", b"more"], None),
    ],
)
def test_what_cat_file_says(
    monkeypatch: pytest.MonkeyPatch, chunks: list[bytes], contents: bytes | None
) -> None:
    said = Said(*(chunk.replace(b"%b", OID.encode()) for chunk in chunks))
    monkeypatch.setattr(plumbing, "git", lambda *arguments: said)
    repository = Repository("/r", "/r/.git", "/r/.git/index", {})
    if contents is None:
        with pytest.raises(SourceError, match=r"cannot be read|ended early"):
            repository.blobs([OID])
    else:
        assert repository.blobs([OID, OID]) == {OID: contents}
    assert repository.blobs([]) == {}


def test_only_what_tells_of_the_failure_is_quoted() -> None:
    errors = b"hint: a\nwarning: b\nfatal: c\nerror: d\n\nhint: e\n"
    assert collect(cast(Process, Said(errors=errors))).errors == "fatal: c; error: d"
    assert collect(cast(Process, Said(errors=b"one\ntwo\nthree\nfour\n"))).errors == "one; two; three"


def test_a_revision_about_which_git_complains(tmp_path: Path) -> None:
    make_repo(tmp_path)
    (tmp_path / ".git" / "refs" / "heads" / "broken").write_text("no object id\n")
    repository = discover(str(tmp_path))
    assert repository is not None
    for name in ("broken", "-x", "", "a\0b"):
        with pytest.raises(SourceError, match="revision"):
            revisions.resolve(repository, name)


def test_nothing_is_asked_of_git_about_no_paths() -> None:
    nowhere = Repository("/r", "/r/.git", "/r/.git/index", {"PATH": "/nowhere"})
    assert entries.intended(nowhere, []) == frozenset()


def test_configuration() -> None:
    local = [Value(text, "local") for text in ("one", "two", "Yes", "no")]
    known = Configuration(list(zip(["a.x", "a.x", "b.y", "c.z"], local, strict=True)))
    assert known.get("a.x") == Value("two", "local")
    assert (known.text("a.x"), known.text("d"), known.text("d", "usual")) == ("two", "", "usual")
    assert [known.is_true(key) for key in ("b.y", "c.z", "d")] == [True, False, False]
    assert known.keys() == ["a.x", "b.y", "c.z"]
