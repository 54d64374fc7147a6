"""The driver as Git calls it, in real repositories."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.merging.markers import take_side
from tests.gitrepo import ODD_NAMES, GitRepo, make_repo
from tests.merging.conftest import DRIVER, with_driver
from tests.merging.support import PATHS, as_read, decision, item, loaded, record, sidecar, written

CSL, SIDECAR, QUEUE = PATHS["csl"], PATHS["sidecar"], PATHS["queue"]
ROLES = {path: role for role, path in PATHS.items()}


def fork(repo: GitRepo, base: dict[str, bytes], ours: dict[str, bytes], theirs: dict[str, bytes]) -> None:
    """A history that forks: ``main`` holds ours, ``topic`` theirs."""
    commit(repo, base, "base")
    repo.git("checkout", "-q", "-b", "topic")
    commit(repo, theirs, "theirs")
    repo.git("checkout", "-q", "main")
    commit(repo, ours, "ours")


def commit(repo: GitRepo, files: dict[str, bytes], message: str) -> str:
    for path, data in files.items():
        repo.add(path, data)
    return repo.commit(message)


def merge(repo: GitRepo, *words: str) -> subprocess.CompletedProcess[bytes]:
    """``git merge topic``, or another command that merges."""
    return subprocess.run(
        ["git", *(words or ("merge", "-q", "--no-edit", "topic"))],
        cwd=repo.root,
        capture_output=True,
        check=False,
        timeout=120,
    )


def csl(*items: Any) -> dict[str, bytes]:
    return {CSL: written(list(items), "csl")}


def unmerged(repo: GitRepo) -> list[str]:
    return repo.text("diff", "--name-only", "--diff-filter=U").split("\n")


A, B, C, D = (item(name) for name in "abcd")
NEIGHBOURS = (csl(A), csl(A, B), csl(A, C))
"""Both sides add at the same place."""


def test_git_alone_conflicts_where_the_driver_does_not(tmp_path: Path, driven: GitRepo) -> None:
    plain = make_repo(tmp_path / "plain")
    fork(plain, *NEIGHBOURS)
    fork(driven, *NEIGHBOURS)
    assert merge(plain).returncode == 1
    done = merge(driven)
    assert done.returncode == 0, done.stderr
    assert loaded(driven.read(CSL), "csl") == [A, B, C]
    assert driven.text("status", "--porcelain") == ""
    assert not list(driven.root.glob(".merge_file*"))
    assert not list(driven.root.glob(".*.tmp"))


KILLED = """
import os, signal, sys
os.replace = lambda *places: os.kill(os.getpid(), signal.SIGKILL)
from sourceright_lint.cli import main
main(sys.argv[1:])
"""


@pytest.mark.skipif(os.name == "nt", reason="POSIX")
def test_what_a_killed_driver_left_is_gone_after_the_next_merge(driven: GitRepo, tmp_path: Path) -> None:
    """Git calls its file by another name each time."""
    fork(driven, *NEIGHBOURS)
    (tmp_path / "killed.py").write_text(KILLED)
    killed = DRIVER.replace("-m sourceright_lint", shlex.quote(str(tmp_path / "killed.py")))
    left = set()
    for _ in range(2):
        with_driver(driven, killed)
        assert merge(driven).returncode != 0
        left.add(driven.text("ls-files", "--others").strip())
        driven.git("reset", "-q", "--hard")
    assert len(left) == 2
    assert all(name.startswith("..merge_file_") and name.count("\n") == 0 for name in left)
    with_driver(driven)
    assert merge(driven).returncode == 0
    assert loaded(driven.read(CSL), "csl") == [A, B, C]
    assert driven.text("status", "--porcelain") == ""


def test_three_files_at_once(driven: GitRepo) -> None:
    done = decision("keep")
    base = {**csl(A, B), SIDECAR: written(sidecar(a=record(), b=record()), "sidecar")}
    base[QUEUE] = written([{"id": "a", **record()}, {"id": "b", **record()}], "queue")
    ours = {SIDECAR: written(sidecar(a=record("resolved", review_decisions=[done]), b=record()), "sidecar")}
    ours[QUEUE] = written([{"id": "b", **record()}], "queue")
    theirs = {SIDECAR: written(sidecar(a=record(), b=record("in_progress")), "sidecar"), **csl(A, B, C)}
    theirs[QUEUE] = written([{"id": "a", **record()}, {"id": "b", **record("in_progress")}], "queue")
    fork(driven, base, ours, theirs)
    assert merge(driven).returncode == 0
    records = loaded(driven.read(SIDECAR), "sidecar")["references"]
    assert records == {"a": record("resolved", review_decisions=[done]), "b": record("in_progress")}
    assert loaded(driven.read(QUEUE), "queue") == [{"id": "b", **record("in_progress")}]


STYLES = {"merge": 0, "diff3": 1, "zdiff3": 1}


@pytest.mark.parametrize(("style", "bases"), STYLES.items(), ids=STYLES)
def test_conflicts_are_marked_around_the_record(driven: GitRepo, style: str, bases: int) -> None:
    driven.git("config", "merge.conflictStyle", style)
    ours, theirs = ([A, item("b", x=x), C] for x in (1, 2))
    fork(driven, csl(A, item("b", x=0), C), csl(*ours), csl(*theirs))
    done = merge(driven)
    assert done.returncode == 1
    assert unmerged(driven) == [CSL]
    assert b'references.csl.json: conflict in "b": x\n' in done.stderr
    text = driven.read(CSL).decode()
    assert text.count("\n<<<<<<< ") == text.count("\n=======\n") == text.count("\n>>>>>>> ") == 1
    assert text.count("\n||||||| ") == bases
    assert loaded(take_side(text, "ours"), "csl") == ours
    assert loaded(take_side(text, "theirs"), "csl") == theirs
    assert take_side(text, "ours") == written(ours, "csl").decode()
    assert ('"id": "b"' in text.partition("<<<<<<<")[0]) is (style == "zdiff3")


def test_marker_size_of_the_attributes(driven: GitRepo) -> None:
    driven.write(".git/info/attributes", f"{CSL} merge=sourceright-lint conflict-marker-size=11\n".encode())
    fork(driven, csl(item("b", x=0)), csl(item("b", x=1)), csl(item("b", x=2)))
    assert merge(driven).returncode == 1
    lines = driven.read(CSL).decode().split("\n")
    assert [line for line in lines if line[:3] in ("<<<", "===", ">>>")] == [
        "<<<<<<<<<<< ours", "===========", ">>>>>>>>>>> theirs",
    ]  # fmt: skip


def test_labels_where_git_passes_them(driven: GitRepo) -> None:
    driven.git("config", "merge.sourceright-lint.driver", f"{DRIVER} 'the base' '-ours here' 'their side'")
    driven.git("config", "merge.conflictStyle", "diff3")
    fork(driven, csl(item("b", x=0)), csl(item("b", x=1)), csl(item("b", x=2)))
    assert merge(driven).returncode == 1
    text = driven.read(CSL).decode()
    assert "\n<<<<<<< -ours here\n" in text
    assert "\n||||||| the base\n" in text
    assert "\n>>>>>>> their side\n" in text


def test_placeholders_that_this_git_may_not_know(driven: GitRepo) -> None:
    driven.git("config", "merge.sourceright-lint.driver", f"{DRIVER} %S %X %Y")
    fork(driven, csl(item("b", x=0)), csl(item("b", x=1)), csl(item("b", x=2)))
    assert merge(driven).returncode == 1
    assert "%" not in driven.read(CSL).decode()


def test_both_add_the_file(driven: GitRepo) -> None:
    fork(driven, {"README": b"x\n"}, csl(A, item("b", x=1)), csl(item("b", y=2), C))
    assert merge(driven).returncode == 0
    assert loaded(driven.read(CSL), "csl") == [A, item("b", x=1, y=2), C]


def test_a_file_deleted_and_changed_is_a_conflict_of_gits_own(driven: GitRepo) -> None:
    fork(driven, {**csl(A), "README": b"x\n"}, csl(A, B), {})
    driven.git("checkout", "-q", "topic")
    driven.git("rm", "-q", CSL)
    driven.commit("delete")
    driven.git("checkout", "-q", "main")
    assert merge(driven).returncode == 1
    assert loaded(driven.read(CSL), "csl") == [A, B]


def test_rebase(driven: GitRepo) -> None:
    fork(driven, *NEIGHBOURS)
    driven.git("checkout", "-q", "topic")
    commit(driven, csl(A, C, D), "more")
    assert merge(driven, "rebase", "-q", "main").returncode == 0
    assert loaded(driven.read(CSL), "csl") == [A, B, C, D]
    assert driven.text("rev-list", "--count", "main..topic") == "2"


def test_rebase_with_a_conflict_that_is_settled(driven: GitRepo) -> None:
    fork(driven, csl(A, item("b", x=0)), csl(A, item("b", x=1)), csl(A, item("b", x=2), C))
    driven.git("checkout", "-q", "topic")
    assert merge(driven, "rebase", "-q", "main").returncode == 1
    assert unmerged(driven) == [CSL]
    driven.add(CSL, take_side(driven.read(CSL).decode(), "theirs").encode())
    assert merge(driven, "-c", "core.editor=true", "rebase", "--continue").returncode == 0
    assert loaded(driven.read(CSL), "csl") == [A, item("b", x=2), C]


@pytest.mark.parametrize("command", ["cherry-pick", "revert", "stash"])
def test_other_commands_that_merge(driven: GitRepo, command: str) -> None:
    fork(driven, *NEIGHBOURS)
    if command == "cherry-pick":
        assert merge(driven, "cherry-pick", "topic").returncode == 0
        expected = [A, B, C]
    elif command == "revert":
        commit(driven, csl(A, B, C), "beside")
        assert merge(driven, "revert", "--no-edit", "HEAD~1").returncode == 0
        expected = [A, C]
    else:
        driven.write(CSL, csl(A, B, D)[CSL])
        driven.git("stash", "-q")
        commit(driven, csl(A, B, C), "beside")
        assert merge(driven, "stash", "pop", "-q").returncode == 0
        expected = [A, B, C, D]
    assert loaded(driven.read(CSL), "csl") == expected


@pytest.mark.parametrize("folder", ODD_NAMES, ids=ascii)
def test_odd_folders(driven: GitRepo, folder: bytes) -> None:
    from sourceright_lint.git.plumbing import path_text

    path = f"{path_text(folder)}/{CSL}"
    fork(driven, *({path: side[CSL]} for side in NEIGHBOURS))
    done = merge(driven)
    assert done.returncode == 0, done.stderr
    assert loaded(driven.read(path), "csl") == [A, B, C]


def test_from_a_subfolder(driven: GitRepo) -> None:
    path = f"paper/deep/{CSL}"
    fork(driven, *({path: side[CSL]} for side in NEIGHBOURS))
    done = subprocess.run(
        ["git", "merge", "-q", "--no-edit", "topic"],
        cwd=driven.root / "paper" / "deep",
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert loaded(driven.read(path), "csl") == [A, B, C]


def test_linked_worktree(driven: GitRepo, tmp_path: Path) -> None:
    fork(driven, *NEIGHBOURS)
    driven.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"), "main")
    linked = GitRepo(tmp_path / "linked")
    assert merge(linked).returncode == 0
    assert loaded(linked.read(CSL), "csl") == [A, B, C]


def test_merge_without_a_work_tree(driven: GitRepo) -> None:
    fork(driven, *NEIGHBOURS)
    done = merge(driven, "merge-tree", "--write-tree", "main", "topic")
    if done.returncode == 129:
        pytest.skip("this Git has no merge-tree --write-tree")
    assert done.returncode == 0
    tree = done.stdout.decode().split("\n")[0]
    assert loaded(driven.git("cat-file", "blob", f"{tree}:{CSL}"), "csl") == [A, B, C]


def test_a_configured_name(driven: GitRepo) -> None:
    config = b'[[bundles]]\ncontract = "sourceright"\ncsl = "cited.json"\n'
    base, ours, theirs = ({"cited.json": side[CSL]} for side in NEIGHBOURS)
    fork(driven, {**base, ".sourceright-lint.toml": config}, ours, theirs)
    done = merge(driven)
    assert done.returncode == 0, done.stderr
    assert loaded(driven.read("cited.json"), "csl") == [A, B, C]


def test_a_name_that_no_contract_knows_is_merged_as_text(driven: GitRepo) -> None:
    base, ours, theirs = ({"cited.json": side[CSL]} for side in NEIGHBOURS)
    fork(driven, base, ours, theirs)
    done = merge(driven)
    assert done.returncode == 1
    assert b"cited.json: merged as text: no contract says" in done.stderr
    assert b"<<<<<<< " in driven.read("cited.json")


def test_a_broken_configuration_does_not_stop_the_merge(driven: GitRepo) -> None:
    base, ours, theirs = NEIGHBOURS
    fork(driven, {**base, ".sourceright-lint.toml": b"<<<<<<< ours\n"}, ours, theirs)
    done = merge(driven)
    assert done.returncode == 0
    assert b"merging with the default settings" in done.stderr
    assert loaded(driven.read(CSL), "csl") == [A, B, C]


def test_order_preserved_by_configuration(driven: GitRepo) -> None:
    config = {".sourceright-lint.toml": b'csl-order = "preserve"\n'}
    fork(driven, {**csl(C, A), **config}, csl(C, B, A), csl(C, A, D))
    assert merge(driven).returncode == 0
    assert loaded(driven.read(CSL), "csl") == [C, B, A, D]


HAND_MADE = b"""[
  {"id": "a",   "x": 0},

  {"id": "b",   "x": 0},

  {"id": "c",   "x": 0}
]
"""


def test_a_hand_made_layout_stays_where_formatting_is_off(driven: GitRepo) -> None:
    config = {".sourceright-lint.toml": b"[format]\nenabled = false\n"}
    ours, theirs = (
        HAND_MADE.replace(b'"a",   "x": 0', b'"a",   "x": 1'),
        HAND_MADE.replace(b'"c"', b'"c", "y": 1'),
    )
    fork(driven, {CSL: HAND_MADE, **config}, {CSL: ours}, {CSL: theirs})
    done = merge(driven)
    assert done.returncode == 0, done.stderr
    assert driven.read(CSL) == ours.replace(b'"c"', b'"c", "y": 1')


def test_canonical_form_where_the_text_alone_would_conflict(driven: GitRepo) -> None:
    config = {".sourceright-lint.toml": b"[format]\nenabled = false\n"}
    ours, theirs = (
        HAND_MADE.replace(b'"a",   "x": 0', b'"a",   "x": 1'),
        HAND_MADE.replace(b'"a"', b'"a", "y": 1'),
    )
    fork(driven, {CSL: HAND_MADE, **config}, {CSL: ours}, {CSL: theirs})
    assert merge(driven).returncode == 0
    assert loaded(driven.read(CSL), "csl") == [
        {"id": "a", "x": 1, "y": 1}, {"id": "b", "x": 0}, {"id": "c", "x": 0},
    ]  # fmt: skip


KILLED = """
import os, signal, sys
from sourceright_lint.cli import main
os.replace = lambda source, target: os.kill(os.getpid(), signal.SIGKILL)
main(sys.argv[1:])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs SIGKILL")
def test_a_driver_that_is_killed_leaves_a_merge_that_can_be_made_again(
    driven: GitRepo, tmp_path: Path
) -> None:
    (tmp_path / "killed.py").write_text(KILLED)
    command = DRIVER.replace("-m sourceright_lint", shlex.quote(str(tmp_path / "killed.py")))
    driven.git("config", "merge.sourceright-lint.driver", command)
    fork(driven, *NEIGHBOURS)
    assert merge(driven).returncode != 0
    assert loaded(driven.read(CSL), "csl") == [A, B]
    driven.git("merge", "--abort", check=False)
    with_driver(driven)
    assert merge(driven).returncode == 0
    assert loaded(driven.read(CSL), "csl") == [A, B, C]


def test_criss_cross_with_a_conflict_in_the_merged_base(driven: GitRepo) -> None:
    """Both branches merged each other and settled one conflict in two ways: the base of the next merge holds it."""
    fork(driven, csl(A, item("b", x=0), C), csl(A, item("b", x=1), C), csl(A, item("b", x=2), C))
    main, topic = driven.text("rev-parse", "main"), driven.text("rev-parse", "topic")
    for branch, other, x, more in (("main", topic, 3, B), ("topic", main, 4, D)):
        driven.git("checkout", "-q", branch)
        assert merge(driven, "merge", "-q", other).returncode == 1
        added = [item("e")] if more is D else []
        commit(driven, csl(A, item("b", x=x), C, *added), "settled")
    driven.git("checkout", "-q", "main")
    done = merge(driven)
    assert done.returncode == 1
    assert b"merged as text" not in done.stderr
    text = driven.read(CSL).decode()
    assert text.count("<<<<<<<") == 1
    assert loaded(take_side(text, "ours"), "csl") == as_read([A, item("b", x=3), C, item("e")])
    assert loaded(take_side(text, "theirs"), "csl") == as_read([A, item("b", x=4), C, item("e")])
