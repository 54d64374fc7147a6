"""One file on its way to the disk, step by step."""

from __future__ import annotations

import os
import signal
import stat
import threading
import time
from pathlib import Path

import pytest

from sourceright_lint.errors import SourceError, WriteRefused
from sourceright_lint.fixing import folder_lock, write
from sourceright_lint.fixing.write import MARK, Write, put_file, swept, undisturbed


@pytest.fixture
def place(tmp_path: Path) -> Path:
    target = tmp_path / "f"
    target.write_bytes(b"old")
    target.chmod(0o640)
    return target


@pytest.mark.parametrize(
    ("new", "mode", "made"),
    [
        (b"old", None, True),
        (b"old", 0o640, True),
        (b"old", 0o600, False),
        (b"new", None, False),
        (b"older", None, False),
        (None, None, False),
    ],
)
def test_whether_it_is_made(place: Path, new: bytes | None, mode: int | None, made: bool) -> None:
    assert Write(str(place), "f", b"x", new, mode).is_made() == made


@pytest.mark.parametrize(("new", "made"), [(b"", False), (b"new", False), (None, True)])
def test_whether_a_file_that_is_not_there_is_made(tmp_path: Path, new: bytes | None, made: bool) -> None:
    assert Write(str(tmp_path / "gone"), "gone", None, new).is_made() == made


def test_taken_back(place: Path) -> None:
    there = Write(str(place), "called", b"old", b"new", 0o600)
    there.prepare()
    there.place()
    assert (place.read_bytes(), stat.S_IMODE(place.stat().st_mode)) == (b"new", 0o600)
    back = there.reverse()
    assert (back.target, back.path, back.old, back.new) == (str(place), "called", b"new", b"old")
    back.prepare()
    back.place()
    assert (place.read_bytes(), stat.S_IMODE(place.stat().st_mode)) == (b"old", 0o640)


@pytest.mark.parametrize("touched", ["content", "gone", "folder"])
def test_changed_between_the_two_steps(place: Path, touched: str) -> None:
    step = Write(str(place), "called", b"old", b"new")
    step.prepare()
    place.unlink()
    if touched == "content":
        place.write_bytes(b"mine")
    elif touched == "folder":
        place.mkdir()
    with pytest.raises(WriteRefused, match=r"called: changed while it was being checked") as refused:
        step.place()
    assert refused.value.help == "run the command again"
    step.discard()
    assert not place.exists() or place.is_dir() or place.read_bytes() == b"mine"
    assert [name for name in os.listdir(place.parent) if MARK in name] == []


def test_of_two_names_for_one_file(place: Path) -> None:
    os.link(place, place.with_name("other"))
    with pytest.raises(WriteRefused, match="2 hard links") as refused:
        Write(str(place), "f", b"old", b"new").prepare()
    how = "make it a file of its own (cp it, and mv the copy over it) or fix it by hand"
    assert refused.value.help == how


@pytest.mark.parametrize("old", [b"old", None], ids=["there before", "new"])
def test_put(tmp_path: Path, old: bytes | None) -> None:
    target = tmp_path / "report"
    if old is not None:
        target.write_bytes(old)
        target.chmod(0o604)
    put_file(str(target), b"new")
    assert target.read_bytes() == b"new"
    if old is not None:
        assert stat.S_IMODE(target.stat().st_mode) == 0o604
    assert os.listdir(tmp_path) == ["report"]


def test_put_where_nothing_can_be(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(SourceError, match="cannot be written"):
        put_file(str(tmp_path / "folder"), b"new")
    with pytest.raises(SourceError, match="cannot be written: No such file"):
        put_file(str(tmp_path / "nowhere" / "report"), b"new")
    assert os.listdir(tmp_path) == ["folder"]


def test_names_are_brought_down_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    monkeypatch.setattr(write, "sync_folder", synced.append)
    put_file(str(tmp_path / "report"), b"new")
    step = Write(str(tmp_path / "report"), "report", b"new", b"newer")
    step.prepare()
    step.place()
    assert synced == [str(tmp_path)] * 2


def test_where_a_path_leads(tmp_path: Path) -> None:
    """Below the root, however it is written; without the links on the way."""
    root = tmp_path.resolve()
    (root / "sub").mkdir()
    (root / "link").symlink_to("sub")
    for path in ("sub/f", "/sub/f", "sub//f", "./sub/f", "link/f", "link/../sub/f"):
        assert write.locate(str(root), path) == str(root / "sub" / "f")


@pytest.mark.parametrize("path", ["..", "../f", "/../f", "sub/../../f", ".git/config", "a\0b", "\0"])
def test_a_path_that_leads_elsewhere(tmp_path: Path, path: str) -> None:
    with pytest.raises(WriteRefused, match="leads out of the folder that is checked") as refused:
        write.locate(str(tmp_path), path)
    assert "\0" not in str(refused.value)


SINGLE = f"{MARK}single-"
KILLED = f".f{SINGLE}00000000.tmp"


def leave(folder: Path, name: str, age: float = 0) -> Path:
    """A copy of this age."""
    left = folder / name
    left.write_bytes(b"x")
    os.utime(left, (time.time() - age,) * 2)
    return left


@pytest.mark.parametrize(
    ("name", "target", "stays"),
    [
        (KILLED, "f", False),
        (f".fg{SINGLE}00000000.tmp", "f", True),
        (f".f{MARK}00000000.tmp", "f", True),
        (f".f{SINGLE}00000000", "f", True),
        (f"f{SINGLE}00000000.tmp", "f", True),
        (".f.tmp", "f", True),
        (f"..merge_file_aB3xY9{SINGLE}00000000.tmp", ".merge_file_k0Qw2z", False),
        (f"..merge_file_aB3xY9{MARK}00000000.tmp", ".merge_file_k0Qw2z", True),
        (f"..merge_file_aB3xY9{SINGLE}00000000.tmp", "f", True),
        (".merge_file_aB3xY9", ".merge_file_k0Qw2z", True),
    ],
)
def test_copies_that_killed_runs_left(tmp_path: Path, name: str, target: str, stays: bool) -> None:
    left = leave(tmp_path, name)
    with swept(str(tmp_path / target)):
        assert left.exists() == stays
        assert leave(tmp_path, f".f{SINGLE}ffffffff.tmp").exists()


def test_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = leave(tmp_path, KILLED)
    monkeypatch.chdir(tmp_path)
    with swept("f"):
        assert not left.exists()


def test_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with swept(str(tmp_path / "nowhere" / "f")):
        pass


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be made to wait")
def test_signals_wait_while_files_are_removed(place: Path) -> None:
    def remove() -> None:
        with undisturbed():
            # For this thread alone: a process of the test runner has others, which would take it.
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            place.unlink()

    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            remove()
    finally:
        signal.signal(signal.SIGINT, usual)
    assert not place.exists()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


needs_locks = pytest.mark.skipif(os.name == "nt", reason="folders cannot be locked")


@needs_locks
def test_a_copy_of_a_run_at_work_stays(tmp_path: Path) -> None:
    """However old it is: the run may have been stopped."""
    with swept(str(tmp_path / "f")):
        mine = leave(tmp_path, KILLED, OLD)
        with swept(str(tmp_path / "f")):
            assert mine.exists()
        with swept(str(tmp_path / "f")):
            assert mine.exists()
    with swept(str(tmp_path / "f")):
        assert not mine.exists()


@needs_locks
def test_a_folder_that_somebody_else_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for a little, then the file is written all the same."""
    import fcntl

    monkeypatch.setattr(folder_lock, "_PATIENCE", 0.05)
    left = leave(tmp_path, KILLED, OLD)
    descriptor = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        put_file(str(tmp_path / "f"), b"new")
    finally:
        os.close(descriptor)
    assert (tmp_path / "f").read_bytes() == b"new"
    assert left.exists()


OLD, YOUNG = 10**8, 10


@pytest.mark.parametrize(("age", "stays"), [(OLD, False), (YOUNG, True)])
@pytest.mark.parametrize("missing", ["_opened", "_lock"])
def test_where_folders_cannot_be_locked_age_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str, age: int, stays: bool
) -> None:
    monkeypatch.setattr(folder_lock, missing, lambda *arguments: None)
    left = leave(tmp_path, KILLED, age)
    with swept(str(tmp_path / "f")):
        assert left.exists() == stays


@pytest.mark.parametrize("folder", ["", "sub"])
def test_names_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    synced: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(identity(os.fstat(descriptor))))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    write.sync_folder(folder)
    assert synced == [identity((tmp_path / folder).stat())]
    write.sync_folder("nowhere")


def identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def test_what_cannot_be_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(place: str) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "lstat", refuse)
    with pytest.raises(SourceError, match=r"^f: cannot be read: Permission denied$"):
        write.read_regular(str(place))


def test_an_owner_that_cannot_be_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", refuse)
    write.create(str(place) + ".new", b"x", 0o604, FOREIGN)
    assert Path(str(place) + ".new").read_bytes() == b"x"


FOREIGN = os.stat_result((0o100644, 1, 1, 1, 98765, 98765, 3, 0, 0, 0))
