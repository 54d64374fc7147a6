"""Files of a folder that somebody else may have filled: only regular ones are read, and nothing is waited for."""

from __future__ import annotations

import os
import stat

from sourceright_lint.errors import SourceError

_OPEN = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)

_MEND = "see who put it there, then remove it"


def read_if_regular(place: str, count: int = -1, links: bool = False) -> bytes | None:
    """The first bytes of a regular file, -1 standing for all; None for a pipe, a device, a folder.

    Nothing is waited for. With ``links`` a link is followed. Raises OSError where there is nothing, or no leave.
    """
    descriptor = os.open(place, _OPEN & ~_NO_FOLLOW if links else _OPEN)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return None
    with os.fdopen(descriptor, "rb") as file:
        return file.read(count)


def read_of_git(place: str, most: int = 1 << 20) -> bytes | None:
    """A file of the Git directory, which somebody else may have made; None where there is none.

    Raises SourceError for what is no regular file, what has more than ``most`` bytes, and what cannot be read.
    """
    try:
        data = read_if_regular(place, most + 1, links=True)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise unreadable(place, error) from error
    if data is None:
        raise not_regular(place)
    if len(data) > most:
        from sourceright_lint.escape import show_path

        raise SourceError(
            f"{show_path(place)}: has more than {most} bytes, which Git never puts there", _MEND
        )
    return data


def not_regular(place: str) -> SourceError:
    """What is said of a pipe, a device or a folder in the place of a file."""
    from sourceright_lint.escape import show_path

    return SourceError(f"{show_path(place)}: is a pipe, a device or a folder, and not a file", _MEND)


def is_below(root: str, place: str) -> bool:
    """Whether a resolved path lies below ``root``, and in no ``.git`` folder on the way."""
    start = root if root.endswith(os.sep) else root + os.sep
    if not place.startswith(start):
        return False
    return all(part.lower() != ".git" for part in place[len(start) :].split(os.sep))


def unreadable(path: str, error: OSError) -> SourceError:
    """What is said of a file or folder that the system does not give out."""
    from sourceright_lint.escape import show_path

    return SourceError(f"{show_path(path) or '.'}: cannot be read: {error.strerror}")
