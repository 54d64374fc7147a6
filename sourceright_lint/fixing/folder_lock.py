"""Whether a copy beside a file is that of a run at work, told by a lock on the folder that it lies in.

Runs share the lock while they have a copy there. Who gets it alone knows that no copy there is anybody's. The operating
system drops the lock of a process that ends, however it ends.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PATIENCE = 1.0
"""Seconds to wait for somebody else to let go of a folder: another run looks through it meanwhile."""


@contextmanager
def share_folder(folder: str, alone: Callable[[bool | None], None]) -> Iterator[None]:
    """Share the lock of a folder, after a call of ``alone``: True while nobody else has it, False where somebody has.

    With None where it cannot be told: Windows, a folder that cannot be read, some network file systems.
    """
    descriptor = _opened(folder or os.curdir)
    if descriptor is None:
        alone(None)
        yield
        return
    try:
        alone(_lock(descriptor, True))
        _share(descriptor)
        yield
    finally:
        os.close(descriptor)


def _share(descriptor: int) -> None:
    deadline = time.monotonic() + _PATIENCE
    while _lock(descriptor, False) is False and time.monotonic() < deadline:
        time.sleep(0.01)


if sys.platform == "win32":

    def _opened(folder: str) -> int | None:
        return None

    def _lock(descriptor: int, exclusive: bool) -> bool | None:
        return None

else:
    import fcntl

    def _opened(folder: str) -> int | None:
        try:
            return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            return None

    def _lock(descriptor: int, exclusive: bool) -> bool | None:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return None
        return True
