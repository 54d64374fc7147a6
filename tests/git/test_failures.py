"""What Git says when it cannot, and what is made of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.git import entries, plumbing, revisions
from sourceright_lint.git.configuration import Configuration, Value
from sourceright_lint.git.discover import discover
from sourceright_lint.git.environment import with_settings
from sourceright_lint.git.plumbing import Output, Repository, collect, failure, git
from sourceright_lint.git.process import Process
from tests.gitrepo import GitRepo, make_repo

ADVICE = {
    "fatal: detected dubious ownership in repository at '/r'": "safe.directory /r",
    "fatal: unsafe repository ('/r' is owned by someone else)": "safe.directory /r",
    "fatal: Unable to create '/r/.git/index.lock': File exists.": "another Git process",
    "fatal: could not fetch 0123 from promisor remote": "git fetch --refetch --no-filter",
    "warning: lazy fetching disabled": "git fetch --refetch --no-filter",
    "fatal: 0123 is in a promisor pack": "git fetch --refetch --no-filter",
    "fatal: could not fetch 0123": "git fetch --refetch --no-filter",
    "fatal: cannot open '/r/.git/index.lock': Permission denied": "",
    "fatal: cannot make '/r/x': File exists": "",
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
        ([b"%b", b" bl", b"ob", b" 3", b"\n", b"a", b"b", b"c", b"\n"], b"abc"),
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


def test_a_line_is_there_before_all_is_said() -> None:
    said = iter([b"one\ntw", b"o\nthree\n", b"more"])
    stream = plumbing._Stream(cast(Process, said))
    assert [stream.line(), stream.line(), stream.take(3)] == [b"one", b"two", b"thr"]
    assert next(said) == b"more"


@pytest.mark.parametrize(
    ("errors", "told"),
    [(b"", "it is not there or no file content"), (b"hint: x\nfatal: bad object\n", "fatal: bad object")],
)
def test_what_is_told_of_content_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, errors: bytes, told: str
) -> None:
    monkeypatch.setattr(plumbing, "git", lambda *arguments: Said(OID.encode() + b" missing\n", errors=errors))
    with pytest.raises(SourceError) as caught:
        Repository("/r", "/r/.git", "/r/.git/index", {}).blobs([OID])
    assert str(caught.value) == f"git object {OID} cannot be read: {told}"
    assert "git fetch --refetch" in caught.value.help


def test_a_command_that_fails(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = repo.open()
    output = repository.call("config", "--get", "no.such")
    assert (output.status, output.data, output.errors) == (1, b"", "")
    with pytest.raises(SourceError, match="git config: ended with status 1"):
        repository.run("config", "--get", "no.such")
    said = Output(128, b"", "fatal: detected dubious ownership")
    monkeypatch.setattr(Repository, "call", lambda *arguments, **options: said)
    with pytest.raises(SourceError) as caught:
        repository.run("status")
    assert caught.value.help.endswith(f"safe.directory {repo.root}")


def test_more_of_the_environment_for_one_command(repo: GitRepo) -> None:
    repository = repo.open()
    extra = with_settings(repository.environment, {"a.b": "c"})
    assert repository.run("config", "--get", "a.b", extra=extra) == b"c\n"
    assert repository.call("config", "--get", "a.b", extra=extra).data == b"c\n"
    assert repository.call("config", "--get", "a.b").data == b""


@pytest.mark.skipif(not shutil.which("git", path=os.defpath), reason="there is no Git in the usual folders")
def test_without_a_path_git_is_looked_for_where_programs_usually_are(tmp_path: Path) -> None:
    assert collect(git(str(tmp_path), {}, ["--version"])).data.startswith(b"git version")


FILTERS = ("lfs", "a.b", "c=d", "with space")


def test_files_are_compared_without_filters(repo: GitRepo) -> None:
    repository = repo.open()
    assert repository.without_filters() == {}
    repo.git("config", "filters.x", "1")
    assert repository.without_filters() == {}
    for name in FILTERS:
        repo.git("config", f"filter.{name}.clean", "false")
        repo.git("config", f"filter.{name}.smudge", "false")
        repo.git("config", f"filter.{name}.required", "true")
    extra = repository.without_filters()
    for name in FILTERS:
        for key, value in (("clean", b""), ("process", b""), ("required", b"false"), ("smudge", b"false")):
            assert repository.run("config", "--get", f"filter.{name}.{key}", extra=extra) == value + b"\n"
    assert repository.call("config", "--get-regexp", "^filters", extra=extra).data == b"filters.x 1\n"


def test_a_filter_of_one_setting_that_looks_as_a_name(repo: GitRepo) -> None:
    repo.git("config", "filter.one.clean", "/opt/filter.two.sh -- %f")
    repository = repo.open()
    settings = {"filter.one.clean": "", "filter.one.process": "", "filter.one.required": "false"}
    assert repository.without_filters() == with_settings(repository.environment, settings)


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


NOWHERE = Repository("/r", "/r/.git", "/r/.git/index", {"PATH": "/nowhere"})


def test_nothing_is_asked_of_git_about_no_paths() -> None:
    assert entries.intended(NOWHERE, []) == frozenset()


@pytest.mark.parametrize("revision", ["", "-", "-x", "--all", "a\0b"])
def test_what_git_would_take_for_something_else_is_not_asked_for(revision: str) -> None:
    with pytest.raises(SourceError, match=r"^unknown revision"):
        revisions.resolve(NOWHERE, revision)


def test_configuration() -> None:
    local = [Value(text, "local") for text in ("one", "two", "Yes", "no")]
    known = Configuration(list(zip(["a.x", "a.x", "b.y", "c.z"], local, strict=True)))
    assert known.get("a.x") == Value("two", "local")
    assert (known.text("a.x"), known.text("d"), known.text("d", "usual")) == ("two", "", "usual")
    assert [known.is_true(key) for key in ("b.y", "c.z", "d")] == [True, False, False]
    assert known.keys() == ["a.x", "b.y", "c.z"]
