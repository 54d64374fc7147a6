"""What a journal holds, where it is kept, and what of it is acted upon."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import stat
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.errors import SourceError, WriteRefused
from sourceright_lint.fixing import journal
from sourceright_lint.fixing.journal import (
    Entry,
    Recovered,
    Transaction,
    recover,
    shared_folder,
    state_folder,
    write_together,
)
from sourceright_lint.fixing.lock import hold

COPY = ".f.sourceright-lint-00000000.tmp"


class Entries:
    """An index in memory."""

    name = "/the/index"

    def __init__(self, entries: dict[str, Entry]) -> None:
        self.now = entries
        self.updates: list[dict[str, Entry]] = []

    def entries(self, paths: Iterable[str]) -> Mapping[str, Entry]:
        return {path: self.now.get(path) for path in paths}

    def update(self, entries: Mapping[str, Entry]) -> None:
        self.updates.append(dict(entries))
        self.now.update(entries)


OLD_ENTRY, NEW_ENTRY, OTHER_ENTRY = ("100644", "1"), ("100644", "2"), ("100644", "3")


def digest(data: bytes | None) -> str | None:
    return None if data is None else hashlib.sha256(data).hexdigest()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    (folder / "sub").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "f").write_bytes(b"old")
    return folder.resolve()


@pytest.fixture
def state(root: Path) -> str:
    return state_folder(str(root), str(root / ".git"))


def everything(root: Path) -> dict[str, bytes]:
    return {str(place.relative_to(root)): place.read_bytes() for place in root.rglob("*") if place.is_file()}


def test_where_the_state_is_kept() -> None:
    assert state_folder("/r", "/r/.git") == os.path.join("/r/.git", "sourceright-lint")
    assert state_folder("/r", None) == state_folder("/r") == os.path.join("/r", ".sourceright-lint-state")


@pytest.mark.parametrize(
    ("git_dir", "has_file", "shared"),
    [
        (".git", False, ".git"),
        (".git", True, ".git"),
        (".git/worktrees/w", True, ".git"),
        (".git/worktrees/w", False, ".git/worktrees/w"),
        (".git/modules/m", True, ".git/modules/m"),
        ("worktrees/.git", False, "worktrees/.git"),
    ],
)
def test_what_worktrees_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, git_dir: str, has_file: bool, shared: str
) -> None:
    (tmp_path / git_dir).mkdir(parents=True)
    if has_file:
        (tmp_path / git_dir / "commondir").touch()
    assert shared_folder(str(tmp_path / git_dir / "sourceright-lint")) == str(tmp_path / shared)
    monkeypatch.chdir(tmp_path)
    assert shared_folder(git_dir + "/sourceright-lint") == str(tmp_path / shared)


def sealed(root: Path, state: str, index: Entries | None, *adds: Any, entries: Mapping[str, Any] = {}) -> Any:
    """The journal of a transaction at the moment when it is sealed, and when it was opened."""
    seen: dict[str, Any] = {}

    def look(step: str) -> None:
        if step.startswith("journal") and step != "journal closed":
            seen[step] = json.loads(Path(state, "journal").read_bytes())

    transaction = Transaction(str(root), state, index, look)
    for path, old, new, in_git in adds:
        transaction.add(path, old, new, in_git=in_git)
    for path, (old, new) in entries.items():
        transaction.add_entry(path, old, new)
    transaction.commit()
    return seen["journal opened"], seen["journal sealed"]


def test_what_a_journal_holds(root: Path, state: str) -> None:
    (root / ".git" / "inside").write_bytes(b"g")
    (root / "gone").write_bytes(b"x")
    index = Entries({"f": OLD_ENTRY})
    opened, journal = sealed(
        root,
        state,
        index,
        *[("f", b"old", b"new", False), ("sub/made", None, b"m", False), ("gone", b"x", None, False)],
        ("inside", b"g", b"h", True),
        entries={"f": (OLD_ENTRY, NEW_ENTRY), "sub/made": (None, NEW_ENTRY)},
    )
    for record in journal["files"]:
        name = os.path.basename(record["path"])
        assert record.pop("copy").startswith(f".{name}.sourceright-lint-")
    assert journal == {
        "version": 1,
        "begun": True,
        "files": [
            {"path": "f", "in_git": False, "old": digest(b"old"), "new": digest(b"new")},
            {"path": "sub/made", "in_git": False, "old": None, "new": digest(b"m")},
            {"path": "gone", "in_git": False, "old": digest(b"x"), "new": None},
            {"path": "inside", "in_git": True, "old": digest(b"g"), "new": digest(b"h")},
        ],
        "index": {
            "file": "/the/index",
            "entries": [
                {"path": "f", "old": list(OLD_ENTRY), "new": list(NEW_ENTRY)},
                {"path": "sub/made", "old": None, "new": list(NEW_ENTRY)},
            ],
        },
    }
    assert opened["begun"] is False
    assert everything(root) == {"f": b"new", "sub/made": b"m", ".git/inside": b"h"}
    assert index.updates == [{"f": NEW_ENTRY, "sub/made": NEW_ENTRY}]


@pytest.mark.parametrize("index", [None, Entries({})], ids=["no index", "an index"])
def test_a_journal_of_files_alone(root: Path, state: str, index: Entries | None) -> None:
    _, journal = sealed(root, state, index, ("f", b"old", b"new", False))
    assert journal["index"] is None
    assert everything(root) == {"f": b"new"}
    assert index is None or index.updates == []


def test_entries_without_an_index_are_nobodys(root: Path, state: str) -> None:
    _, journal = sealed(root, state, None, ("f", b"old", b"new", False), entries={"f": (None, NEW_ENTRY)})
    assert journal["index"] is None


def leave(state: str, files: list[Mapping[str, Any]], entries: Any = None, begun: bool = True) -> None:
    """A journal as a killed run leaves it."""
    os.makedirs(state)
    index = None if entries is None else {"file": "/the/index", "entries": entries}
    said = {"version": 1, "begun": begun, "files": files, "index": index}
    Path(state, "journal").write_bytes(json.dumps(said).encode())


def record(path: str, old: bytes | None, new: bytes | None, **more: Any) -> dict[str, Any]:
    copy = f".{path.rpartition('/')[2]}.sourceright-lint-00000000.tmp"
    return {"path": path, "copy": copy, "old": digest(old), "new": digest(new), **more}


ENTRY = {"path": "f", "old": list(OLD_ENTRY), "new": list(NEW_ENTRY)}
FINISHED, UNDONE, LEFT = Recovered(finished=("f",)), Recovered(undone=("f",)), Recovered(left=("f",))


@pytest.mark.parametrize(
    ("begun", "holds", "copy", "entry", "outcome", "left", "entry_left"),
    [
        (True, b"old", b"new", NEW_ENTRY, FINISHED, b"new", NEW_ENTRY),
        (True, b"new", None, OLD_ENTRY, FINISHED, b"new", NEW_ENTRY),
        (True, b"new", None, OTHER_ENTRY, FINISHED, b"new", OTHER_ENTRY),
        (True, b"mine", b"new", NEW_ENTRY, LEFT, b"mine", NEW_ENTRY),
        (True, b"old", b"half", NEW_ENTRY, LEFT, b"old", NEW_ENTRY),
        (True, b"old", None, NEW_ENTRY, LEFT, b"old", NEW_ENTRY),
        (True, None, b"new", NEW_ENTRY, LEFT, None, NEW_ENTRY),
        (True, b"old", b"new", OLD_ENTRY, UNDONE, b"old", OLD_ENTRY),
        (True, b"old", b"new", OTHER_ENTRY, UNDONE, b"old", OTHER_ENTRY),
        (True, b"old", b"new", None, UNDONE, b"old", None),
        (False, b"old", b"new", OLD_ENTRY, UNDONE, b"old", OLD_ENTRY),
        (False, b"old", b"new", NEW_ENTRY, UNDONE, b"old", NEW_ENTRY),
        (False, b"new", None, OLD_ENTRY, UNDONE, b"new", OLD_ENTRY),
    ],
)
def test_what_a_recovery_makes_of_it(
    root: Path,
    state: str,
    begun: bool,
    holds: bytes | None,
    copy: bytes | None,
    entry: Entry,
    outcome: Recovered,
    left: bytes | None,
    entry_left: Entry,
) -> None:
    for name, data in (("f", holds), (COPY, copy)):
        (root / name).unlink(missing_ok=True) if data is None else (root / name).write_bytes(data)
    leave(state, [record("f", b"old", b"new")], [ENTRY], begun)
    Path(state, "journal.new").write_bytes(b"begun and not finished")
    index = Entries({"f": entry})
    assert recover(str(root), state, index) == outcome
    assert {} not in index.updates
    assert everything(root) == ({} if left is None else {"f": left})
    assert index.now == {"f": entry_left}
    assert not os.path.exists(state)
    assert recover(str(root), state, index) == Recovered()


def test_a_file_that_was_to_go_and_one_that_was_to_come(root: Path, state: str) -> None:
    (root / "sub" / ".made.sourceright-lint-00000000.tmp").write_bytes(b"m")
    (root / "done").write_bytes(b"d")
    (root / "edited").write_bytes(b"mine")
    files = [
        record("f", b"old", None),
        record("sub/made", None, b"m", in_git=False),
        *[record("done", None, b"d"), record("edited", None, b"e")],
    ]
    leave(state, files)
    assert recover(str(root), state) == Recovered(finished=("f", "sub/made", "done"), left=("edited",))
    assert everything(root) == {"sub/made": b"m", "done": b"d", "edited": b"mine"}


def test_a_file_in_the_git_directory(root: Path, state: str) -> None:
    (root / ".git" / "f").write_bytes(b"1")
    (root / ".git" / COPY).write_bytes(b"2")
    (root / "done").write_bytes(b"d")
    leave(state, [record("f", b"1", b"2", in_git=True), record("done", None, b"d")])
    assert recover(str(root), state) == Recovered(finished=("f", "done"))
    assert everything(root) == {"f": b"old", ".git/f": b"2", "done": b"d"}


def test_an_index_that_nobody_brings(root: Path, state: str) -> None:
    """It may hold its part already, so the files follow."""
    (root / COPY).write_bytes(b"new")
    leave(state, [record("f", b"old", b"new")], [ENTRY])
    assert recover(str(root), state) == FINISHED


def test_another_index_is_not_asked(root: Path, state: str) -> None:
    (root / COPY).write_bytes(b"new")
    leave(state, [record("f", b"old", b"new")], [ENTRY])
    index = Entries({"f": NEW_ENTRY})
    index.name = "/another/index"
    assert recover(str(root), state, index) == UNDONE
    assert index.updates == []


@pytest.mark.parametrize(
    "damage",
    [
        *({"version": 2}, {"files": None}, {"files": [{}]}, {"index": 1}),
        *({"index": {"file": "/the/index"}}, {"index": {"file": "/the/index", "entries": [{}]}}),
        {"index": {"file": "/the/index", "entries": [{"path": "f", "old": ["1"], "new": None}]}},
        {"files": [record("f", b"old", b"new", copy="f")]},
        {"files": [record("f", b"old", b"new", copy=os.path.join("sub", COPY))]},
        {"files": [record("../f", b"old", b"new")]},
        {"files": [record(".git/f", b"old", b"new")]},
        {"files": [record("../f", b"old", b"new", in_git=True)]},
    ],
)
def test_what_cannot_be_understood(root: Path, state: str, damage: dict[str, Any]) -> None:
    leave(state, [record("f", b"old", b"new")], [ENTRY])
    place = Path(state, "journal")
    place.write_text(json.dumps({**json.loads(place.read_bytes()), **damage}))
    before = everything(root)
    with pytest.raises(SourceError, match=re.escape(f"{place}: the journal of an earlier run")) as caught:
        recover(str(root), state, Entries({"f": OLD_ENTRY}))
    assert caught.value.help == "look at what it names, then remove it"
    assert everything(root) == before


MODES = [
    ("content and mode", b"old", b"new", 0o600, b"new", 0o600),
    ("content alone", b"old", b"new", None, b"new", 0o640),
    ("mode alone", b"old", b"old", 0o600, b"old", 0o600),
    ("nothing", b"old", b"old", None, b"old", 0o640),
]


@pytest.mark.parametrize("row", MODES, ids=[row[0] for row in MODES])
def test_modes(root: Path, state: str, row: Any) -> None:
    _, old, new, mode, holds, has = row
    (root / "f").chmod(0o640)
    transaction = Transaction(str(root), state)
    transaction.add("f", old, new, mode)
    transaction.commit()
    assert (root / "f").read_bytes() == holds
    assert stat.S_IMODE((root / "f").stat().st_mode) == has


def test_no_file_of_some_mode_is_nothing_to_do(root: Path, state: str) -> None:
    transaction = Transaction(str(root), state)
    transaction.add("nowhere", None, None, 0o600)
    transaction.commit()
    assert everything(root) == {"f": b"old"}


def test_what_is_not_to_change_may_have_changed(root: Path, state: str) -> None:
    transaction = Transaction(str(root), state)
    transaction.add("f", b"older", b"older")
    transaction.commit()
    assert everything(root) == {"f": b"old"}


def test_an_entry_alone_and_no_index(root: Path, state: str) -> None:
    transaction = Transaction(str(root), state)
    transaction.add_entry("f", OLD_ENTRY, NEW_ENTRY)
    transaction.commit()
    assert everything(root) == {"f": b"old"}


@pytest.mark.parametrize("entry", [NEW_ENTRY, OLD_ENTRY, None, OTHER_ENTRY])
@pytest.mark.parametrize("holds", [b"new", b"old"])
def test_what_another_run_made_already(root: Path, state: str, holds: bytes, entry: Entry) -> None:
    (root / "f").write_bytes(holds)
    index = Entries({"f": entry, "g": NEW_ENTRY})
    steps: list[str] = []
    transaction = Transaction(str(root), state, index, steps.append)
    transaction.add("f", b"old", b"new")
    for path in "fg":
        transaction.add_entry(path, OLD_ENTRY, NEW_ENTRY)
    if (holds, entry) == (b"new", NEW_ENTRY):
        transaction.commit()
        assert steps == []
    else:
        with pytest.raises(WriteRefused):
            transaction.commit()
        assert everything(root) == {"f": holds}
        assert index.now == {"f": entry, "g": NEW_ENTRY}
    assert index.updates == []
    assert not os.path.exists(state)


def test_made_already_and_no_index(root: Path, state: str) -> None:
    steps: list[str] = []
    transaction = Transaction(str(root), state, None, steps.append)
    transaction.add("f", b"older", b"old")
    transaction.commit()
    assert steps == []


@pytest.mark.parametrize("git_dir", [None, ".git"])
def test_written_together(root: Path, git_dir: str | None) -> None:
    place = str(root / git_dir) if git_dir else None
    assert os.path.dirname(state_folder(str(root), place)) == str(root / (git_dir or ""))
    leave(state_folder(str(root), place), [record("f", b"old", b"later")])
    (root / COPY).write_bytes(b"later")
    (root / "g").write_bytes(b"1")
    write_together(str(root), place, [("f", b"old", b"new"), ("g", b"1", None), ("sub/h", None, b"3")])
    assert everything(root) == {"f": b"new", "sub/h": b"3"}
    with pytest.raises(WriteRefused, match="changed while"):
        write_together(str(root), place, [("sub/h", b"3", b"4"), ("f", b"old", b"newer")])
    assert everything(root) == {"f": b"new", "sub/h": b"3"}


def test_a_root_that_is_reached_through_a_link(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    leave(state_folder(str(root)), [record("f", b"old", b"new"), record("g", None, b"1")])
    (root / COPY).write_bytes(b"new")
    (root / "g").write_bytes(b"1")
    link = str(tmp_path / "link")
    assert recover(link, state_folder(link)) == Recovered(finished=("f", "g"))
    assert everything(root) == {"f": b"new", "g": b"1"}


@pytest.mark.parametrize("action", ["recover", "commit"])
def test_how_long_another_run_is_waited_for(root: Path, state: str, action: str) -> None:
    transaction = Transaction(str(root), state, timeout=0)
    transaction.add("f", b"old", b"new")
    with hold(state):
        started = time.monotonic()
        with pytest.raises(WriteRefused, match="another run is writing here"):
            recover(str(root), state, timeout=0) if action == "recover" else transaction.commit()
        assert time.monotonic() - started < 5


@pytest.mark.parametrize("action", ["commit", "recover", "forget"])
def test_a_disk_that_is_full(root: Path, state: str, monkeypatch: pytest.MonkeyPatch, action: str) -> None:
    def fail(place: str, target: str = "") -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    if action != "commit":
        leave(state, [record("f", b"old", b"new"), record("g", None, b"1")])
        (root / COPY).write_bytes(b"new")
        (root / "g").write_bytes(b"1")
    monkeypatch.setattr(os, "unlink" if action == "forget" else "replace", fail)
    place = "f" if action == "recover" else os.path.join(state, "journal")
    with pytest.raises(SourceError, match=re.escape(f"{place}: cannot be written: No space left")):
        write_together(str(root), str(root / ".git"), [("f", b"old", b"new")])


def test_names_are_brought_down_to_the_disk(root: Path, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the copies and of the journal before anything is placed; those of what a recovery made."""
    synced: list[str] = []
    monkeypatch.setattr(journal, "sync_folder", synced.append)
    transaction = Transaction(str(root), state, None, lambda step: synced.append(step))
    for path in ("f", "sub/g"):
        transaction.add(path, b"old" if path == "f" else None, b"new")
    transaction.commit()
    copied = [f"copied {path}" for path in ("f", "sub/g")]
    assert synced == [
        *(state, str(root / ".git"), "journal opened", *copied, str(root), str(root / "sub")),
        *(state, "journal sealed", "placed f", "placed sub/g", state, "journal closed"),
    ]
    synced.clear()
    leave(state, [record("f", b"new", None), record("sub/g", b"new", b"new")])
    recover(str(root), state)
    assert synced == [str(root), state]
