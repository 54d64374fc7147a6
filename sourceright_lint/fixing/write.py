"""Put new bytes in the place of a file's old ones: all of them or none, whatever happens meanwhile.

A file is replaced by renaming a complete copy over it, so a reader sees the old bytes or the new. Refused, with
``WriteRefused``: a file that no longer holds what the fix was made from; one that may not be written; one with
several hard links (the copy would part from the others); and whatever lies outside the root, or in ``.git``.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from contextlib import contextmanager, suppress
from functools import partial

from sourceright_lint.errors import CannotWrite, SourceError, WriteRefused
from sourceright_lint.escape import show_path
from sourceright_lint.fixing.folder_lock import share_folder
from sourceright_lint.regular_files import is_below, read_if_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

MARK = ".sourceright-lint-"
"""Part of the name of every temporary file: ``.references.csl.json.sourceright-lint-1f2e3d4c.tmp``."""

_SINGLE = f"{MARK}single-"
"""The same in the names of copies that no journal knows: ``.report.html.sourceright-lint-single-1f2e3d4c.tmp``."""

_NAME = 40
"""So many characters of a file's name are in those of its copies."""

_GITS = ".merge_file_"
"""How Git begins the names of the files that it has merged: each has another end, which its copy shares."""

_STALE = 600
"""Seconds after which a copy is nobody's any more, where nothing else tells."""

_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def replace_file(root: str, path: str, old: bytes | None, new: bytes | None, mode: int | None = None) -> None:
    """Make ``path`` (relative to ``root``) hold ``new`` where it held ``old``; None stands for no file.

    Without a ``mode``, a file that is replaced keeps its own; its owner it keeps where possible.
    Raises WriteRefused, with the file as it was, or SourceError if the disk fails.
    """
    write = Write(locate(root, path), path, old, new, mode, mark=_SINGLE)
    with interruptible(), swept(write.target):
        try:
            write.prepare()
            write.place()
        finally:
            write.discard()


def put_file(place: str, data: bytes) -> None:
    """Make a file hold ``data``, whatever it held: one that can be made again at any time, such as a report.

    Raises WriteRefused or SourceError with the file as it was.
    """
    copy = _temporary_name(place, _SINGLE)
    status = _status(place)
    with interruptible(), reported(place), swept(place):
        try:
            create(copy, data, None if status is None else stat.S_IMODE(status.st_mode))
            os.replace(copy, place)
        finally:
            with suppress(OSError):
                os.unlink(copy)
        sync_folder(os.path.dirname(place))


class Write:
    """One file on its way from ``old`` to ``new``. ``target`` is where it really lies, ``path`` what it is called."""

    def __init__(
        self,
        target: str,
        path: str,
        old: bytes | None,
        new: bytes | None,
        mode: int | None = None,
        mark: str = MARK,
    ) -> None:
        self.target = target
        self.path = path
        self.old = old
        self.new = new
        self.temporary = _temporary_name(target, mark)
        self._mode = mode
        self._old_mode: int | None = None
        self._seen: tuple[int, ...] | None = None

    def is_made(self) -> bool:
        """Whether the file holds the new bytes, with the mode that is wanted, already."""
        status = _status(self.target)
        if status is None or self.new is None:
            return status is None and self.new is None
        if status.st_size != len(self.new) or self._mode not in (None, stat.S_IMODE(status.st_mode)):
            return False
        return read_regular(self.target) == self.new

    def prepare(self) -> None:
        """Check that the file may be replaced, and write the copy beside it, down to the disk."""
        status = self._require_old()
        if status is not None:
            _refuse_protected(self.path, self.target, status)
            self._old_mode = stat.S_IMODE(status.st_mode)
        if self.new is not None:
            with reported(self.path):
                mode = self._old_mode if self._mode is None else self._mode
                create(self.temporary, self.new, mode, status)

    def place(self) -> None:
        """Put the copy in the file's place, unless the file changed since ``prepare``."""
        if self._seen != _signature(_status(self.target)):
            self._require_old()
        with reported(self.path):
            if self.new is None:
                os.unlink(self.target)
            else:
                os.replace(self.temporary, self.target)
            sync_folder(os.path.dirname(self.target))

    def reverse(self) -> Write:
        """The write that takes this one back."""
        return Write(self.target, self.path, self.new, self.old, self._old_mode)

    def discard(self) -> None:
        """Remove the copy, if it is still there."""
        with suppress(OSError):
            os.unlink(self.temporary)

    def _require_old(self) -> os.stat_result | None:
        status = _status(self.target)
        self._seen = _signature(status)
        if read_regular(self.target) != self.old or (self.old is None and status is not None):
            raise CannotWrite(
                f"{show_path(self.path)}: changed while it was being checked", "run the command again"
            )
        return status


def create(place: str, data: bytes, mode: int | None = None, owner: os.stat_result | None = None) -> None:
    """Write a file that must not exist yet, down to the disk. Never through a link."""
    with os.fdopen(os.open(place, _CREATE, 0o666), "wb") as file:
        file.write(data)
        file.flush()
        if owner and hasattr(os, "fchown"):
            _keep_owner(file.fileno(), owner)
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())


def locate(root: str, path: str) -> str:
    """The absolute place that ``path`` means below ``root``, links resolved. Raises WriteRefused if outside."""
    root = os.path.realpath(root)
    named = os.path.join(root, *path.split("/"))
    target = None if "\0" in path else os.path.realpath(named)
    if target is None or not is_below(root, target):
        raise WriteRefused(f"{show_path(path)}: leads out of the folder that is checked, or into .git")
    if os.path.islink(target) or (os.path.islink(named) and not os.path.exists(target)):
        raise WriteRefused(f"{show_path(path)}: a link that leads nowhere")
    return target


def read_regular(target: str) -> bytes | None:
    """The bytes of a regular file, or None for anything else. ``target`` is absolute, its links resolved."""
    try:
        if not stat.S_ISREG(os.lstat(target).st_mode):
            return None
        return read_if_regular(target)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SourceError(
            f"{show_path(os.path.basename(target))}: cannot be read: {error.strerror}"
        ) from error


def sync_folder(folder: str) -> None:
    """Bring the names in a folder down to the disk, where the system offers that."""
    if os.name == "nt":
        return
    with suppress(OSError):
        descriptor = os.open(folder or os.curdir, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let the signals that ask a process to end do so by an exception, so that nothing half done is left."""
    import signal
    import threading

    names = ("SIGTERM", "SIGHUP", "SIGBREAK")
    caught = []
    if threading.current_thread() is threading.main_thread():
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        caught = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in caught:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let such signals wait, where the system can, while a few files that must not stay are removed."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGHUP, signal.SIGINT))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def reported(path: str) -> Iterator[None]:
    """Turn what the disk refuses into what a user is told about ``path``."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise CannotWrite(f"{show_path(path)}: its folder is read-only: {error.strerror}") from error
        raise SourceError(f"{show_path(path)}: cannot be written: {error.strerror}") from error


def is_temporary(name: str) -> bool:
    """Whether a file name is one that ``Write`` gives to its copies."""
    return name.startswith(".") and name.endswith(".tmp") and MARK in name


@contextmanager
def swept(target: str) -> Iterator[None]:
    """Remove copies that killed runs left beside a file, and keep other runs from removing the one that is made now."""
    with share_folder(os.path.dirname(target), partial(_sweep, target)):
        yield


def _sweep(target: str, alone: bool | None) -> None:
    """Remove them, where it is known that no other run is at work; where that cannot be told, those that are old."""
    folder, name = os.path.split(target)
    start = f".{_GITS if name.startswith(_GITS) else name[:_NAME] + _SINGLE}"
    with suppress(OSError):
        for found in os.listdir(folder or os.curdir) if alone is not False else ():
            if found.startswith(start) and _SINGLE in found and is_temporary(found):
                place = os.path.join(folder, found)
                if alone or time.time() - os.lstat(place).st_mtime > _STALE:
                    os.unlink(place)


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _temporary_name(target: str, mark: str) -> str:
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name[:_NAME]}{mark}{os.urandom(4).hex()}.tmp")


def _status(target: str) -> os.stat_result | None:
    try:
        return os.lstat(target)
    except OSError:
        return None


def _signature(status: os.stat_result | None) -> tuple[int, ...] | None:
    if status is None:
        return None
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _refuse_protected(path: str, target: str, status: os.stat_result) -> None:
    if status.st_nlink > 1:
        raise WriteRefused(
            f"{show_path(path)}: has {status.st_nlink} hard links, and a fix would part it from the others",
            "make it a file of its own (cp it, and mv the copy over it) or fix it by hand",
        )
    if not status.st_mode & stat.S_IWUSR or not os.access(target, os.W_OK):
        raise CannotWrite(f"{show_path(path)}: is read-only")


def _keep_owner(descriptor: int, status: os.stat_result) -> None:
    mine = os.fstat(descriptor)
    if (mine.st_uid, mine.st_gid) != (status.st_uid, status.st_gid):
        with suppress(OSError):
            os.fchown(descriptor, status.st_uid, status.st_gid)
