from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.errors import SourceError, WriteRefused
from sourceright_lint.fixing import write
from sourceright_lint.fixing.journal import write_together
from sourceright_lint.fixing.write import replace_file


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "f").write_bytes(b"old")
    return folder


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


def make(root: Path, changes: list[tuple[str, bytes | None, bytes]], together: bool) -> None:
    if together:
        write_together(str(root), None, changes)
    else:
        (change,) = changes
        replace_file(str(root), *change)


class TestReplaced:
    @pytest.mark.parametrize("new", [b"", b"new", bytes(range(256)) * 10_000], ids=["empty", "short", "long"])
    def test_content(self, root: Path, new: bytes) -> None:
        replace_file(str(root), "f", b"old", new)
        assert (root / "f").read_bytes() == new
        assert names(root) == {"f"}

    @pytest.mark.parametrize("mode", [0o644, 0o755, 0o600, 0o664, 0o2755])
    def test_mode_is_kept(self, root: Path, mode: int) -> None:
        (root / "f").chmod(mode)
        replace_file(str(root), "f", b"old", b"new")
        assert (root / "f").stat().st_mode & 0o7777 == mode

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
    def test_owner_is_kept(self, root: Path) -> None:
        os.chown(root / "f", 12345, 23456)
        replace_file(str(root), "f", b"old", b"new")
        status = (root / "f").stat()
        assert (status.st_uid, status.st_gid) == (12345, 23456)

    @pytest.mark.parametrize("name", ["-f", "a b", "new\nline", "lat\udce9", "x" * 255, "é" * 127])
    def test_names(self, root: Path, name: str) -> None:
        os.rename(root / "f", root / name)
        replace_file(str(root), name, b"old", b"new")
        assert (root / name).read_bytes() == b"new"
        assert names(root) == {name}

    def test_a_new_file(self, root: Path) -> None:
        replace_file(str(root), "new", None, b"1")
        replace_file(str(root), "script", None, b"2", mode=0o755)
        assert (root / "new").read_bytes() == b"1"
        assert (root / "script").stat().st_mode & 0o777 == 0o755
        mask = os.umask(0)
        os.umask(mask)
        assert (root / "new").stat().st_mode & 0o777 == 0o666 & ~mask

    def test_a_removed_file(self, root: Path) -> None:
        replace_file(str(root), "f", b"old", None)
        assert names(root) == set()

    @pytest.mark.parametrize("target", ["f", "deep/g"])
    def test_through_links_inside(self, root: Path, target: str) -> None:
        (root / "deep").mkdir()
        (root / "deep" / "g").write_bytes(b"old")
        (root / "link").symlink_to(target)
        (root / "second").symlink_to("link")
        replace_file(str(root), "second", b"old", b"new")
        assert (root / target).read_bytes() == b"new"
        assert os.readlink(root / "second") == "link"
        assert os.readlink(root / "link") == target
        assert not (root / target).is_symlink()


def hard_link(root: Path) -> None:
    os.link(root / "f", root.parent / "other")


def link_out(root: Path) -> None:
    os.rename(root / "f", root.parent / "f")
    (root / "f").symlink_to("../f")


def folder_out(root: Path) -> None:
    os.rename(root / "f", root.parent / "f")
    (root / "sub").symlink_to("..")


def into_git(root: Path) -> None:
    (root / ".git").mkdir()
    os.rename(root / "f", root / ".git" / "config")
    (root / "f").symlink_to(".git/config")


def dangling(root: Path) -> None:
    (root / "f").unlink()
    (root / "f").symlink_to("nope")


def fifo(root: Path) -> None:
    (root / "f").unlink()
    os.mkfifo(root / "f")


def folder(root: Path) -> None:
    (root / "f").unlink()
    (root / "f").mkdir()


REFUSALS: dict[str, tuple[Callable[[Path], object], str, bytes | None, str]] = {
    "changed": (lambda root: (root / "f").write_bytes(b"edit"), "f", b"old", "f: changed while"),
    "gone": (lambda root: (root / "f").unlink(), "f", b"old", "f: changed while"),
    "there by now": (lambda root: None, "f", None, "f: changed while"),
    "read-only": (lambda root: (root / "f").chmod(0o444), "f", b"old", "f: is read-only"),
    "hard links": (hard_link, "f", b"old", "f: has 2 hard links"),
    "link out": (link_out, "f", b"old", "f: leads out"),
    "folder out": (folder_out, "sub/f", b"old", "sub/f: leads out"),
    "dots": (folder_out, "../f", b"old", r"\.\./f: leads out"),
    "into .git": (into_git, "f", b"old", "f: leads out"),
    "dangling": (dangling, "f", None, "f: a link that leads nowhere"),
    "loop": (lambda root: (root / "l").symlink_to("l"), "l", None, "l: a link that leads nowhere"),
    "pipe": (fifo, "f", b"old", "f: changed while"),
    "pipe, as if new": (fifo, "f", None, "f: changed while"),
    "folder": (folder, "f", None, "f: changed while"),
    "name with escape": (lambda root: None, "x\x1b\udce9", b"old", r"^x\\u001b\\xe9: changed while"),
}


def state(folder: Path) -> dict[str, object]:
    """Everything below a folder: kinds, modes and content."""
    found: dict[str, object] = {}
    for place, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(place, name)
            content = b"" if not os.path.isfile(path) or os.path.islink(path) else Path(path).read_bytes()
            found[path] = (os.lstat(path).st_mode, os.lstat(path).st_ino, content)
    return found


@pytest.mark.parametrize(("prepare", "path", "old", "message"), REFUSALS.values(), ids=REFUSALS)
@pytest.mark.parametrize("together", [False, True], ids=["one", "together"])
def test_refused(
    root: Path,
    prepare: Callable[[Path], object],
    path: str,
    old: bytes | None,
    message: str,
    together: bool,
) -> None:
    (root / "g").write_bytes(b"other")
    prepare(root)
    before = state(root.parent)
    changes = [("g", b"other", b"new"), (path, old, b"new")] if together else [(path, old, b"new")]
    with pytest.raises(WriteRefused, match=message):
        make(root, changes, together)
    assert state(root.parent) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(root: Path) -> None:
    root.chmod(0o555)
    try:
        with pytest.raises(WriteRefused, match="folder is read-only"):
            replace_file(str(root), "f", b"old", b"new")
    finally:
        root.chmod(0o755)


FAILURES = [
    (PermissionError(13, "x"), WriteRefused),
    (OSError(30, "x"), WriteRefused),
    (OSError(28, "x"), SourceError),
]


@pytest.mark.parametrize(("error", "reported"), FAILURES, ids=["denied", "read-only disk", "full disk"])
@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_failing_disk(
    root: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: OSError, reported: type[Exception]
) -> None:
    working = getattr(os, call)

    def fail(*arguments: Any, **options: Any) -> Any:
        if call == "open" and not arguments[1] & os.O_CREAT:
            return working(*arguments, **options)
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        with pytest.raises(reported):
            replace_file(str(root), "f", b"old", b"new")
    assert (root / "f").read_bytes() == b"old"
    assert names(root) == {"f"}


def test_an_edit_between_the_two_looks(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    create = write.create

    def edit_after(*arguments: object, **options: object) -> None:
        create(*arguments, **options)  # type: ignore[arg-type]
        (root / "f").write_bytes(b"edit")

    monkeypatch.setattr(write, "create", edit_after)
    with pytest.raises(WriteRefused, match="changed while"):
        replace_file(str(root), "f", b"old", b"new")
    assert (root / "f").read_bytes() == b"edit"
    assert names(root) == {"f"}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("together", [False, True], ids=["one", "together"])
def test_signals_leave_nothing_behind(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, together: bool
) -> None:
    replace = os.replace

    def interrupt(source: str, target: str) -> None:
        if target.endswith("f"):
            os.kill(os.getpid(), number)
        replace(source, target)

    monkeypatch.setattr(os, "replace", interrupt)
    changes = [("g", None, b"new"), ("f", b"old", b"new")] if together else [("f", b"old", b"new")]
    # Who starts the tests in the background may have them ignore it.
    usual = signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    try:
        with pytest.raises(KeyboardInterrupt if number == signal.SIGINT else SystemExit) as ended:
            make(root, changes, together)
    finally:
        signal.signal(number, usual)
    assert getattr(ended.value, "code", 128 + number) == 128 + number
    assert (root / "f").read_bytes() == b"old"
    assert names(root) == {"f"}
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        (".references.csl.json.sourceright-lint-1f2e3d4c.tmp", True),
        ("references.csl.json", False),
        (".x.tmp", False),
        ("x.sourceright-lint-1.tmp", False),
        (".x.sourceright-lint-1", False),
    ],
)
def test_names_of_copies(name: str, ours: bool) -> None:
    assert write.is_temporary(name) == ours
    assert write.is_temporary(os.path.basename(write.Write("/a/f", "f", b"", b"").temporary))
