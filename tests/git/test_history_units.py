"""Revisions and changes: each answer on its own."""

from __future__ import annotations

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.git import changes, revisions
from sourceright_lint.git.changes import Change
from sourceright_lint.git.plumbing import Output, Repository
from sourceright_lint.git.revisions import Commit
from tests.git.test_changes import TEXT, brief
from tests.gitrepo import GitRepo


def test_the_current_commit(repo: GitRepo) -> None:
    first = repo.commit("first")
    assert revisions.head(repo.open()) == first
    second = repo.commit("second")
    assert revisions.head(repo.open()) == second
    repo.git("checkout", "-q", "--detach", first)
    assert revisions.head(repo.open()) == first


@pytest.mark.parametrize(
    ("revision", "nothing"),
    [
        ("0" * 40, True),
        ("0" * 64, True),
        ("0" * 41, False),
        ("0" * 63, False),
        ("0" * 39 + "1", False),
        ("0" * 39 + " ", False),
        ("0" * 39 + "X", False),
    ],
)
def test_zeros(repo: GitRepo, revision: str, nothing: bool) -> None:
    assert revisions.is_nothing(revision) == nothing
    with pytest.raises(SourceError) as caught:
        revisions.resolve(repo.open(), revision)
    assert ("stands for no commit" in caught.value.help) == nothing


def test_what_git_says_of_a_revision_is_told(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write(".git/shallow", b"0" * 40 + b"\n")
    monkeypatch.setattr(Repository, "call", lambda *words, **options: Output(128, b"", "fatal: no"))
    with pytest.raises(SourceError, match=r"^revision 'x': fatal: no$") as caught:
        revisions.resolve(Repository(str(repo.root), str(repo.root / ".git"), "", {}), "x")
    assert "--unshallow" in caught.value.help


@pytest.mark.parametrize("message", [b"", b"one\n", b"one\n\nparent none\n\n"], ids=["none", "line", "more"])
def test_a_common_ancestor_that_is_hidden_whatever_the_message(repo: GitRepo, message: bytes) -> None:
    """Where a commit has no message, no blank line follows its parents."""
    base = repo.commit("base")
    tip = repo.git("commit-tree", f"{base}^{{tree}}", "-p", base, input=message).decode().strip()
    repo.write(".git/shallow", f"{tip}\n".encode())
    assert repo.text("rev-list", "--count", tip) == "1"
    assert revisions.merge_base(repo.open(), tip, base) == base
    assert revisions.merge_base(repo.open(), base, tip) == base


@pytest.mark.parametrize(
    ("date", "wanted"),
    [
        ("2024-05-01T10:00:00Z", "2024-05-01T10:00:00+00:00"),
        ("2024-05-01T10:00:00+02:00", "2024-05-01T10:00:00+02:00"),
        ("", "an unknown date"),
    ],
)
def test_dates_have_an_offset(date: str, wanted: str) -> None:
    """Git writes that of UTC in one way or the other, as its version goes."""
    assert revisions._offset(date) == wanted


@pytest.mark.parametrize(
    ("message", "squashed"),
    [
        (b"caf\xe9", False),
        (b"", False),
        (b"Squashed commit of the following:\n\ncommit x\n", True),
        (b"x\n\nSquashed commit of the following:", False),
        ("é\x01\u2028 subject".encode(), False),
    ],
)
def test_messages_of_all_kinds(repo: GitRepo, message: bytes, squashed: bool) -> None:
    repo.git(
        "commit",
        "-q",
        "--allow-empty",
        "--allow-empty-message",
        "--cleanup=verbatim",
        "-F",
        "-",
        input=message,
    )
    first = repo.text("rev-parse", "HEAD")
    second = repo.commit()
    dates = ("2024-05-01T10:00:00+02:00", "2024-05-02T10:00:00+00:00")
    assert revisions.commit(repo.open(), first) == Commit(first, (), *dates, squashed)
    assert revisions.commit(repo.open(), second) == Commit(second, (first,), *dates)


def test_a_message_that_is_no_text(repo: GitRepo) -> None:
    tree = repo.text("mktree")
    who = b"tm <tm@example.org> 1714550400 +0200"
    raw = b"tree %s\nauthor %s\ncommitter %s\n\n\xff\xfe\n" % (tree.encode(), who, who)
    oid = repo.git("hash-object", "-t", "commit", "-w", "--stdin", input=raw).decode().strip()
    date = "2024-05-01T10:00:00+02:00"
    assert revisions.commit(repo.open(), oid) == Commit(oid, (), date, date)


def test_common_ancestors_of_several(repo: GitRepo) -> None:
    first = repo.commit("first")
    tips = []
    for name in ("one", "two", "three"):
        repo.git("checkout", "-q", "-B", name, tips[0] if name == "three" else first)
        tips.append(repo.commit(name))
    repository = repo.open()
    assert revisions.merge_bases(repository, tips[:2]) == (first,)
    assert revisions.merge_bases(repository, tips) == (first, tips[0])
    assert revisions.merge_bases(repository, [tips[0], tips[2]]) == (tips[0],)
    assert revisions.merge_bases(repository, tips[:1]) == revisions.merge_bases(repository, []) == ()
    repo.git("checkout", "-q", "--orphan", "apart")
    assert revisions.merge_bases(repository, [tips[0], repo.commit("apart")]) == ()


def test_a_squash_that_is_prepared(repo: GitRepo) -> None:
    base = repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.add("f", b"1")
    repo.commit()
    repo.git("checkout", "-q", "--detach", base)
    assert not revisions.is_squashing(repo.open())
    repo.git("merge", "-q", "--squash", "side")
    assert revisions.is_squashing(repo.open())


def test_a_branch_called_as_a_file(repo: GitRepo) -> None:
    repo.add("f", b"1")
    first = repo.commit()
    repo.git("branch", "f")
    repo.add("f", b"2")
    second = repo.commit()
    assert [one.oid for one in revisions.commits(repo.open(), "f", "HEAD")] == [second]
    assert revisions.commit(repo.open(), "f").oid == first


def test_the_last_changes_of_some_files(repo: GitRepo) -> None:
    oids = []
    for number in range(6):
        repo.add("f" if number % 2 else "-g", b"%d" % number)
        oids.append(repo.commit())
    repository = repo.open()
    found = [one.oid for one in revisions.changing(repository, oids[-1], ["f"], 2)]
    assert found == [oids[5], oids[3]]
    assert [one.oid for one in revisions.changing(repository, oids[-1], ["-g", "f"], 3)] == oids[:2:-1]
    assert [one.oid for one in revisions.changing(repository, oids[-2], ["-g"], 9)] == oids[4::-2]
    assert revisions.changing(repository, oids[-1], ["nowhere"], 9) == ()


def test_only_some_paths(repo: GitRepo) -> None:
    for name in ("a/f", "b/f", "-x", "c"):
        repo.add(name, b"1")
    old = repo.commit()
    for name in ("a/f", "b/f", "-x", "c"):
        repo.add(name, b"2")
    repository = repo.open()
    assert brief(changes.staged(repository)) == ["M -x", "M a/f", "M b/f", "M c"]
    assert brief(changes.staged(repository, paths=["a/f", "-x"])) == ["M -x", "M a/f"]
    assert {change.path: change.old_mode for change in changes.staged(repository)}["-x"] == "100644"
    assert brief(changes.staged(repository, old, paths=["b"])) == ["M b/f"]
    new = repo.commit()
    assert brief(changes.between(repository, old, new)) == ["M -x", "M a/f", "M b/f", "M c"]
    assert brief(changes.between(repository, old, new, paths=["b/f"])) == ["M b/f"]
    assert {oid: brief(found) for oid, found in changes.of_commits(repository, [old, new]).items()} == {
        new: ["M -x", "M a/f", "M b/f", "M c"]
    }


def test_a_merge_changed_something_of_each_side(repo: GitRepo) -> None:
    for name in ("f", "g"):
        repo.add(name, b"1")
    base = repo.commit()
    repo.add("f", b"2")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side", base)
    repo.add("g", b"2")
    repo.commit()
    repo.git("merge", "-q", "--no-edit", "main")
    merge = repo.text("rev-parse", "HEAD")
    found = changes.of_commits(repo.open(), [merge])
    assert {oid: brief(changed) for oid, changed in found.items()} == {merge: ["M f", "M g"]}


def moved(repo: GitRepo) -> tuple[str, str]:
    """A folder that moved with a file as it was and two that are quite others now; and one beside that is no move."""
    for name, data in (
        ("old/f", TEXT),
        ("old/g", b"one"),
        ("old/h", b"other"),
        ("far/g", b"far"),
        ("top", TEXT + b"t"),
    ):
        repo.add(name, data)
    before = repo.commit()
    repo.git("rm", "-rq", "old", "top")
    for name, data in (
        ("new/f", TEXT),
        ("new/g", b"2"),
        ("new/k", b"3"),
        ("in/top", TEXT + b"t"),
        ("in/g", b"4"),
    ):
        repo.add(name, data)
    return before, repo.commit()


def test_files_that_went_with_a_renamed_one(repo: GitRepo) -> None:
    before, after = moved(repo)
    repository = repo.open()
    plain = ["A in/g", "A in/top", "A new/f", "A new/g", "A new/k", "D old/f", "D old/g", "D old/h", "D top"]
    renamed = ["A in/g", "A new/k", "D old/h", "R in/top < top", "R new/f < old/f", "R new/g < old/g"]
    assert brief(changes.between(repository, before, after)) == plain
    found = changes.between(repository, before, after, renames=True)
    assert sorted(brief(found)) == renamed
    (companion,) = (change for change in found if change.path == "new/g")
    assert companion == Change(
        *("R", "new/g", "old/g", "100644", "100644"),
        repo.text("rev-parse", f"{before}:old/g"),
        repo.text("rev-parse", f"{after}:new/g"),
    )
    assert sorted(brief(changes.in_work_tree(repository, before, renames=True))) == renamed
    repo.git("reset", "-q", "--soft", before)
    assert sorted(brief(changes.staged(repository, renames=True))) == renamed


def test_a_folder_that_moved_to_the_top(repo: GitRepo) -> None:
    for name, data in (("in/f", TEXT), ("in/g", b"one")):
        repo.add(name, data)
    before = repo.commit()
    repo.git("rm", "-rq", "in")
    for name, data in (("f", TEXT), ("g", b"2")):
        repo.add(name, data)
    found = brief(changes.between(repo.open(), before, repo.commit(), renames=True))
    assert sorted(found) == ["R f < in/f", "R g < in/g"]


def test_what_is_there_still_did_not_go_along(repo: GitRepo) -> None:
    for name, data in (("a/b/f", TEXT), ("a/b/g", b"one"), ("a/b/h", b"1")):
        repo.add(name, data)
    before = repo.commit()
    repo.git("rm", "-q", "a/b/f", "a/b/g")
    for name, data in (("c/d/f", TEXT), ("c/d/g", b"2"), ("c/d/h", b"3"), ("a/b/h", b"4")):
        repo.add(name, data)
    found = brief(changes.between(repo.open(), before, repo.commit(), renames=True))
    assert found == ["M a/b/h", "R c/d/f < a/b/f", "A c/d/h", "R c/d/g < a/b/g"]


@pytest.mark.parametrize("to_index", [False, True])
def test_a_better_match_elsewhere_does_not_count(repo: GitRepo, to_index: bool) -> None:
    repo.add("old/f", TEXT)
    before = repo.commit()
    repo.git("rm", "-q", "old/f")
    repo.add("out/f", TEXT)
    repo.add("new/f", TEXT + b"more\n")
    after = repo.commit()
    repository = repo.open()
    plain = changes.between(repository, before, after)
    end = None if to_index else after
    found = changes.with_renames(repository, plain, before, end, ["old/f", "new/f"])
    assert brief(found) == ["A out/f", "R new/f < old/f"]


@pytest.mark.parametrize("to_index", [False, True])
def test_renames_among_more_files_than_a_command_line_takes(
    repo: GitRepo, monkeypatch: pytest.MonkeyPatch, to_index: bool
) -> None:
    monkeypatch.setattr(changes, "_MANY", 1)
    before, after = moved(repo)
    repository = repo.open()
    plain = changes.between(repository, before, after)
    end = None if to_index else after
    for paths, wanted in ((["new/f", "old/f"], ["R new/f < old/f"]), (["new/f", "old/h"], [])):
        found = changes.with_renames(repository, plain, before, end, paths)
        assert [each for each in brief(found) if each.startswith("R")] == wanted


@pytest.mark.parametrize(
    ("paths", "wanted"),
    [
        (["new/f", "old/f"], ["R new/f < old/f"]),
        (["new/f", "old/f", "new/g", "old/g"], ["R new/f < old/f", "R new/g < old/g"]),
        (["new/f"], []),
        (["old/f"], []),
        (["new/f", "old/h"], []),
    ],
)
@pytest.mark.parametrize("ends", ["commits", "index", "index and current commit"])
def test_renames_among_some_files(repo: GitRepo, paths: list[str], wanted: list[str], ends: str) -> None:
    before, after = moved(repo)
    repository = repo.open()
    plain = changes.between(repository, before, after)
    if ends != "commits":
        repo.git("reset", "-q", "--soft", before)
    old, new = {"commits": (before, after), "index": (before, None)}.get(ends, (None, None))
    found = brief(changes.with_renames(repository, plain, old, new, paths))
    assert [each for each in found if each.startswith("R")] == wanted
    gone = {name for each in wanted for name in each[2:].split(" < ")}
    assert sorted(found) == sorted([*(each for each in brief(plain) if each[2:] not in gone), *wanted])


def test_the_work_tree(repo: GitRepo) -> None:
    for name in ("same", "edited", "gone"):
        repo.add(name, b"1\n")
    base = repo.commit()
    repo.write("edited", b"2\n")
    repo.write("-new", b"3\n")
    (repo.root / "gone").unlink()
    zeros = "0" * 40
    repository = repo.open()
    oid = repo.text("rev-parse", "HEAD:edited")
    tracked = (
        Change("M", "edited", "edited", "100644", "100644", oid, zeros),
        Change("D", "gone", "gone", "100644", "000000", oid, zeros),
    )
    assert changes.unstaged(repository) == tracked
    assert changes.in_work_tree(repository, base, untracked=False) == tracked
    new = Change("A", "-new", "-new", "000000", "100644", zeros, zeros)
    assert changes.in_work_tree(repository, base) == (*tracked, new)
