"""A disk that fails: every call of the process that writes is a step, and at one step something goes wrong.

Steps are calls that change what is on the disk below a folder: opening to write, writing, flushing to the disk,
renaming, unlinking, making and removing folders and links, changing modes; and every start of a Git command that
writes. Modules call the functions of ``os`` by their names there, so they are replaced there.
"""

from __future__ import annotations

import builtins
import errno
import os
import re
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sourceright_lint.git import plumbing
from sourceright_lint.git.process import Process

Hit = Callable[["Disk", str], None]
"""What happens at the chosen step, before the call is made. It may raise or end the process."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_BY_PATH = ("unlink", "rename", "replace", "mkdir", "rmdir", "link", "symlink", "chmod", "chown", "truncate")
_BY_DESCRIPTOR = ("fsync", "fchmod", "fchown", "ftruncate")
_GIT_WRITES = (
    "update-index",
    "hash-object",
    "config",
    "add",
    "checkout-index",
    "read-tree",
    "write-tree",
    "merge-file",
)


class Disk:
    """Counts steps below ``root``; at step ``at`` (None: never) it calls ``hit``."""

    def __init__(self, root: str, at: int | None, hit: Hit) -> None:
        self.root = os.path.realpath(root)
        self.at = at
        self.hit = hit
        self.steps: list[str] = []
        self.unflushed: dict[int, str] = {}
        """Inodes whose content was written and is in no sense on the disk yet, with the name they had."""
        self.renamed: list[tuple[str, Callable[[], None]]] = []
        """Each change of names in a folder that was not brought to the disk since, and how to take it back."""
        self._number = 0
        self.half = False
        """Whether the next write stops half way."""

    def kept(self) -> str:
        """A place outside of the root for what a change of names takes away."""
        self._number += 1
        return f"{self.root}.kept-{os.getpid()}-{self._number}"

    def step(self, name: str) -> None:
        """One more call; the chosen one goes wrong."""
        self.steps.append(name)
        if len(self.steps) - 1 == self.at:
            self.hit(self, name)

    def covers(self, path: Any) -> bool:
        """Whether a path, or what a descriptor is open on, lies below the root."""
        if isinstance(path, int):
            try:
                path = _real["readlink"](f"/proc/self/fd/{path}")
            except OSError:
                return False
            if not path.startswith("/"):
                return False
        text = os.path.abspath(os.fsdecode(path))
        folder = os.path.realpath(os.path.dirname(text))
        return folder == self.root or folder.startswith(self.root + os.sep)

    def remember(self, path: Any, undo: Callable[[], None]) -> None:
        """A name in the folder of ``path`` changed."""
        self.renamed.append((os.path.dirname(os.path.abspath(os.fsdecode(path))), undo))

    def flushed(self, folder: str) -> None:
        """The names in a folder are on the disk."""
        self.renamed = [(place, undo) for place, undo in self.renamed if place != folder]

    def lose_names(self, lost: Callable[[str], bool]) -> None:
        """Take back what changed in those folders, the newest first. What a lost folder held goes with it."""
        for folder, undo in reversed(self.renamed):
            if lost(folder) and os.path.isdir(folder):
                undo()

    def label(self, path: Any) -> str:
        """The path from the root, for the name of a step; of copies without what is random."""
        if isinstance(path, int):
            path = _real["readlink"](f"/proc/self/fd/{path}")
        text = os.path.relpath(os.path.abspath(os.fsdecode(path)), self.root)
        return re.sub(r"lint-(single-)?[0-9a-f]{8}\.tmp|\.\d+\.tmp", "COPY", text)


_real: dict[str, Any] = {
    name: getattr(os, name)
    for name in ("open", "write", "fdopen", "close", "readlink", *_BY_PATH, *_BY_DESCRIPTOR)
}
_real_open = builtins.open


class _File:
    """A binary file whose writes are steps."""

    def __init__(self, disk: Disk, file: Any) -> None:
        self._disk, self._file = disk, file

    def write(self, data: Any) -> int:
        self._disk.step(f"write {self._disk.label(self._file.fileno())}")
        status = os.fstat(self._file.fileno())
        self._disk.unflushed[status.st_ino] = self._disk.label(self._file.fileno())
        if self._disk.half:
            self._disk.half = False
            self._file.write(bytes(data)[: len(data) // 2])
            self._file.flush()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count: int = self._file.write(data)
        self._file.flush()
        return count

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *details: object) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._file)


@contextmanager
def installed(disk: Disk) -> Iterator[Disk]:
    """Put the disk in the place of the real one for this process."""
    made: dict[str, Any] = {"open": _open(disk), "write": _write(disk), "fdopen": _fdopen(disk)}
    made.update({name: _by_path(disk, name) for name in _BY_PATH})
    made.update({name: _by_descriptor(disk, name) for name in _BY_DESCRIPTOR})
    usual_process = plumbing.Process
    for name, function in made.items():
        setattr(os, name, function)
    os.remove = made["unlink"]
    builtins.open = _builtin_open(disk)  # type: ignore[assignment]
    plumbing.Process = _process(disk)  # type: ignore[misc, assignment]
    try:
        yield disk
    finally:
        for name in made:
            setattr(os, name, _real[name])
        os.remove = _real["unlink"]
        builtins.open = _real_open
        plumbing.Process = usual_process  # type: ignore[misc]


def _open(disk: Disk) -> Callable[..., int]:
    def opened(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        if flags & _WRITING and not more and disk.covers(path):
            disk.step(f"open {disk.label(path)}")
            if flags & os.O_CREAT and not os.path.lexists(path):
                disk.remember(path, lambda: _real["unlink"](path))
        descriptor: int = _real["open"](path, flags, mode, **more)
        return descriptor

    return opened


def _write(disk: Disk) -> Callable[[int, bytes], int]:
    def write(descriptor: int, data: bytes) -> int:
        if disk.covers(descriptor):
            disk.step(f"write {disk.label(descriptor)}")
            disk.unflushed[os.fstat(descriptor).st_ino] = disk.label(descriptor)
            if disk.half:
                disk.half = False
                data = data[: len(data) // 2]
        count: int = _real["write"](descriptor, data)
        return count

    return write


def _fdopen(disk: Disk) -> Callable[..., Any]:
    def fdopen(descriptor: int, mode: str = "r", *more: Any, **options: Any) -> Any:
        covered = "r" not in mode and disk.covers(descriptor)
        file = _real["fdopen"](descriptor, mode, *more, **options)
        return _File(disk, file) if covered else file

    return fdopen


def _builtin_open(disk: Disk) -> Callable[..., Any]:
    def opened(file: Any, mode: str = "r", *more: Any, **options: Any) -> Any:
        covered = not isinstance(file, int) and set(mode) & set("wax+") and disk.covers(file)
        if covered:
            disk.step(f"open {disk.label(file)}")
        handle = _real_open(file, mode, *more, **options)
        return _File(disk, handle) if covered and "b" in mode else handle

    return opened


def _by_path(disk: Disk, name: str) -> Callable[..., Any]:
    def call(path: Any, *more: Any, **options: Any) -> Any:
        if options.get("dir_fd") is None and disk.covers(path):
            disk.step(f"{name} {disk.label(path)}")
            undo = _undo(disk, name, path, *more)
            result = _real[name](path, *more, **options)
            if undo is not None:
                disk.remember(path, undo)
            return result
        return _real[name](path, *more, **options)

    return call


def _undo(disk: Disk, name: str, path: Any, *more: Any) -> Callable[[], None] | None:
    """How to put back what a change of names takes away."""
    if name in ("rename", "replace"):
        target = more[0]
        had_one = os.path.lexists(target)
        kept = disk.kept()
        if had_one:
            _real["link"](target, kept)

        def back() -> None:
            _real["rename"](target, path)
            if had_one:
                _real["rename"](kept, target)

        return back
    kept = disk.kept()
    if name == "mkdir":
        return lambda: _real["rename"](path, kept)
    if name == "rmdir":
        return lambda: _real["mkdir"](path)
    if name == "unlink" and os.path.isfile(path) and not os.path.islink(path):
        _real["link"](path, kept)
        return lambda: _real["rename"](kept, path)
    return None


def _by_descriptor(disk: Disk, name: str) -> Callable[..., Any]:
    def call(descriptor: int, *more: Any) -> Any:
        if not disk.covers(descriptor) and not (name == "fsync" and _is_root(disk, descriptor)):
            return _real[name](descriptor, *more)
        disk.step(f"{name} {disk.label(descriptor)}")
        result = _real[name](descriptor, *more) if name != "fsync" else None
        if name == "fsync":
            status = os.fstat(descriptor)
            disk.unflushed.pop(status.st_ino, None)
            disk.flushed(_real["readlink"](f"/proc/self/fd/{descriptor}"))
        return result

    return call


def _is_root(disk: Disk, descriptor: int) -> bool:
    return bool(_real["readlink"](f"/proc/self/fd/{descriptor}") == disk.root)


def _process(disk: Disk) -> Callable[..., Process]:
    def start(argv: Any, environment: Any, input: bytes) -> Process:
        words = [os.fsdecode(word) for word in argv]
        command = next((word for word in words if word in _GIT_WRITES), None)
        if command is not None:
            disk.step(f"git {command}")
        return Process(argv, environment, input)

    return start


def fail_with(number: int) -> Hit:
    """The call is refused with this error."""

    def hit(disk: Disk, step: str) -> None:
        raise OSError(number, os.strerror(number))

    return hit


def full_from_now_on(disk: Disk, step: str) -> None:
    """The disk is full, and stays full: whatever needs room fails, while files can be removed."""
    disk.at = len(disk.steps)
    if step.startswith(("unlink", "rmdir", "rename", "replace", "fsync", "git")):
        return
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def write_half(disk: Disk, step: str) -> None:
    """The disk is full in the middle of a write; other calls find it full as well."""
    if step.startswith("write "):
        disk.half = True
    else:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def signalled(number: int) -> Hit:
    """A signal arrives."""

    def hit(disk: Disk, step: str) -> None:
        os.kill(os.getpid(), number)

    return hit


def killed(disk: Disk, step: str) -> None:
    """The process is gone at once."""
    os.kill(os.getpid(), signal.SIGKILL)


def power_cut(names: Callable[[str], bool], content: bool) -> Hit:
    """What was not flushed is lost: changes of names in folders that ``names`` picks, and ``content``."""

    def hit(disk: Disk, step: str) -> None:
        try:
            if content:
                _lose_content(disk)
            disk.lose_names(names)
        except BaseException:
            # The code that is tested may well pass over errors.
            traceback.print_exc()
            os._exit(97)
        killed(disk, step)

    return hit


def _lose_content(disk: Disk) -> None:
    for folder, _, names in os.walk(disk.root):
        for name in names:
            place = os.path.join(folder, name)
            if os.lstat(place).st_ino in disk.unflushed:
                _real["truncate"](place, 0)
