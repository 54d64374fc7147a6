"""Texts that Git merges from files: they lie where the next run finds them, if this one is killed meanwhile."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress

from sourceright_lint.fixing.write import reported, undisturbed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDER = "merge"
_NAMES = ("ours", "base", "theirs")


@contextmanager
def merge_files(state: str, *texts: bytes) -> Iterator[list[str]]:
    """Put our version, the base and theirs into files below the state folder, whose lock the caller holds."""
    sweep_merge(state)
    folder = os.path.join(state, _FOLDER)
    places = [os.path.join(folder, name) for name in _NAMES]
    try:
        with reported(folder):
            os.mkdir(folder, 0o700)
            for place, text in zip(places, texts, strict=True):
                with open(place, "xb") as file:
                    file.write(text)
        yield places
    finally:
        with undisturbed():
            sweep_merge(state)


def sweep_merge(state: str) -> None:
    """Remove such files. To be called with the lock held, so that they are nobody's."""
    folder = os.path.join(state, _FOLDER)
    with suppress(OSError):
        if os.path.islink(folder):
            os.unlink(folder)
    for name in _NAMES:
        with suppress(OSError):
            os.unlink(os.path.join(folder, name))
    with suppress(OSError):
        os.rmdir(folder)
