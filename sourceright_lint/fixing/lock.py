"""One writer at a time."""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from contextlib import contextmanager, suppress

from sourceright_lint.errors import CannotWrite, SourceError, WriteRefused
from sourceright_lint.escape import show, show_path
from sourceright_lint.fixing.write import undisturbed
from sourceright_lint.regular_files import not_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_OPEN = (
    os.O_RDWR
    | os.O_CREAT
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
_PAUSE = 0.05


@contextmanager
def hold(folder: str, timeout: float = 10.0) -> Iterator[None]:
    """Be the only process that writes under ``folder``, which is made for it and removed when left empty.

    The operating system drops the lock of a process that ends, however it ends: none is ever stale. The file
    says who holds it. Raises CannotWrite after ``timeout`` seconds.
    """
    path = os.path.join(folder, "lock")
    descriptor = _acquire(folder, path, time.monotonic() + timeout)
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, _signature())
        yield
    finally:
        with undisturbed():
            # While the lock is held, so that whoever waits for it sees that this file is no longer the one.
            with suppress(OSError):
                os.unlink(path)
            os.close(descriptor)
            with suppress(OSError):
                os.rmdir(folder)


def _acquire(folder: str, path: str, deadline: float) -> int:
    while True:
        descriptor = _open(folder, path)
        if descriptor is not None:
            locked = _try(descriptor, path)
            if locked and _is_at(descriptor, path):
                return descriptor
            owner = _owner(descriptor)
            os.close(descriptor)
            if not locked and time.monotonic() >= deadline:
                raise CannotWrite(f"another run is writing here ({owner})", "try again when it is done")
        time.sleep(_PAUSE)


def _try(descriptor: int, path: str) -> bool:
    try:
        return _try_lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        raise SourceError(f"{show_path(path)}: cannot be locked: {error.strerror}") from error


def _open(folder: str, path: str) -> int | None:
    """The lock file, or None where its folder went away meanwhile."""
    if os.path.islink(folder):
        raise WriteRefused(f"{show_path(folder)}: is a link, and a folder of our own is wanted there")
    try:
        os.makedirs(folder, exist_ok=True)
        descriptor = os.open(path, _OPEN, 0o666)
    except FileNotFoundError:
        return None
    except OSError as error:
        if isinstance(error, FileExistsError) and not _is_something_else(folder):
            # Its last holder removed it between the two looks of makedirs.
            return None
        raise CannotWrite(f"{show_path(folder)}: cannot be written: {error.strerror}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise not_regular(path)
    return descriptor


def _is_something_else(folder: str) -> bool:
    try:
        return not stat.S_ISDIR(os.lstat(folder).st_mode)
    except OSError:
        return False


def _is_at(descriptor: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except OSError:
        return False


def _signature() -> bytes:
    import socket

    return json.dumps({"pid": os.getpid(), "host": socket.gethostname()}).encode()


def _owner(descriptor: int) -> str:
    try:
        owner = json.loads(os.read(descriptor, 1000))
        return f"process {int(owner['pid'])} on {show(owner['host'])}"
    except (OSError, ValueError, KeyError, TypeError):
        return "process unknown"


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, 1000, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
