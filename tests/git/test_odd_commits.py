"""Commits that were made by hand: dates that are none or in no calendar, messages in encodings of their own."""

from __future__ import annotations

import pytest

from sourceright_lint.cli import main
from sourceright_lint.git.log import commits_touching
from sourceright_lint.git.revisions import commit, commit_date, commits
from tests.gitrepo import GitRepo

PERSON = b"A <a@example.org>"
NAMED = b"author %s 1700000000 +0000\ncommitter %s " % (PERSON, PERSON)
HEADERS = {
    "beyond the year 9999": NAMED + b"253402300800 +0000\n",
    "no date": b"author %s\ncommitter %s\n" % (PERSON, PERSON),
    "nobody": b"",
    "no such zone": NAMED + b"1700000000 -2460\n",
    "another encoding": NAMED + b"1700000000 +0000\nencoding UTF-16\n",
    "one that nobody has": NAMED + b"1700000000 +0000\nencoding no-such\n",
}


@pytest.fixture(params=HEADERS.values(), ids=HEADERS)
def odd(repo: GitRepo, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> GitRepo:
    """A file that is in order, one commit like any other, and after it an odd one that takes an item out."""
    repo.add(
        "references.csl.json", b'[\n  {\n    "id": "a",\n    "title": "A",\n    "type": "book"\n  }\n]\n'
    )
    repo.commit()
    repo.add("references.csl.json", b"[]\n")
    parent, tree = repo.text("rev-parse", "HEAD"), repo.text("write-tree")
    head = f"tree {tree}\nparent {parent}\n".encode()
    raw = head + request.param + b"\nmessage\n"
    oid = repo.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", input=raw).decode().strip()
    repo.git("reset", "--quiet", "--hard", oid)
    monkeypatch.chdir(repo.root)
    return repo


@pytest.fixture(params=["", "UTF-16", "no-such"])
def output_encoding(odd: GitRepo, request: pytest.FixtureRequest) -> None:
    """What Git would write messages in."""
    if request.param:
        odd.git("config", "i18n.logOutputEncoding", request.param)


@pytest.mark.usefixtures("output_encoding")
def test_they_are_commits_like_others(odd: GitRepo) -> None:
    repository = odd.open()
    head, before = odd.text("rev-parse", "HEAD"), odd.text("rev-parse", "HEAD~1")
    assert commit(repository, head).parents == (before,)
    assert [each.oid for each in commits(repository, before, head)] == [head]
    assert commit_date(repository, before) is not None
    assert [oid for oid, _ in commits_touching(repository, "HEAD", ["references.csl.json"])] == [before, head]


@pytest.mark.parametrize(
    "words",
    [
        ("check", "--rev", "HEAD"),
        ("check", "--history", "HEAD~1..HEAD"),
        ("check", "--from-ref", "HEAD~1", "--to-ref", "HEAD"),
        ("check", "--since", "HEAD~1"),
        ("report", "--history"),
        ("diff", "HEAD~1", "HEAD"),
        ("review", "list"),
    ],
    ids=" ".join,
)
def test_every_command_takes_them(
    odd: GitRepo, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    odd.git("config", "i18n.logOutputEncoding", "UTF-16")
    assert main(list(words)) in (0, 1)
    assert "internal fault" not in capsys.readouterr().err
