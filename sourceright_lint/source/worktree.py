"""What lies in a folder on disk."""

from __future__ import annotations

import errno
import os
import stat

from sourceright_lint.errors import SourceError
from sourceright_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from sourceright_lint.git.plumbing import Repository

_OPEN = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NOT_THERE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.EISDIR})


class WorkTree(Source):
    """The files below ``root``, byte for byte as on disk. ``repository``, if any, is the one with this root.

    Links are followed to regular files inside the root; a link that leads out of it, into a ``.git`` folder
    or nowhere is no file. Pipes, sockets, devices and folders are never opened.
    """

    label = "working tree"

    def __init__(self, root: str, repository: Repository | None = None) -> None:
        self.root = os.path.realpath(root)
        self.repository = repository
        self._folders: dict[str, str | None] = {}

    def read(self, path: str) -> bytes | None:
        """The bytes of a regular file. Raises SourceError if it is there and cannot be read."""
        return self.read_first(path, -1)

    def read_first(self, path: str, count: int) -> bytes | None:
        """The first bytes of a regular file as it is on disk; -1 stands for all."""
        place = self.locate(path)
        if place is None:
            return None
        try:
            return read_if_regular(place, count)
        except OSError as error:
            if error.errno in _NOT_THERE:
                return None
            raise _unreadable(path, error) from error

    def locate(self, path: str) -> str | None:
        """Where on disk the regular file is that ``path`` means, links resolved; None for anything else."""
        folder, slash, name = path.rpartition("/")
        inside = self._folder(folder) if folder or not slash else None
        if inside is None or name in ("", ".", "..", ".git") or "\0" in name:
            return None
        place = os.path.join(inside, name)
        mode = _mode(place, path)
        if stat.S_ISLNK(mode):
            place = os.path.realpath(place)
            mode = _mode(place, path) if is_below(self.root, place) else 0
        return place if stat.S_ISREG(mode) else None

    def leaves_folder(self, path: str) -> bool:
        """Whether ``path`` is a link to something that is not below its folder, links resolved."""
        folder, _, name = path.rpartition("/")
        inside = self._folder(folder)
        place = os.path.join(inside, name) if inside is not None else ""
        return inside is not None and os.path.islink(place) and not is_below(inside, os.path.realpath(place))

    def relative(self, place: str) -> str:
        """The path from the root of an absolute place below it."""
        return place[len(self.root) :].strip(os.sep).replace(os.sep, "/")

    def names(self, folder: str) -> frozenset[str]:
        """Names of the files in ``folder``. Raises SourceError if it cannot be listed."""
        place = self._folder(folder)
        if place is None:
            return frozenset()
        start = f"{folder}/" if folder else ""
        found = set()
        try:
            with os.scandir(place) as listed:
                for entry in listed:
                    if entry.is_file(follow_symlinks=False) or (
                        entry.is_symlink() and self.locate(start + entry.name) is not None
                    ):
                        found.add(entry.name)
        except OSError as error:
            if error.errno not in _NOT_THERE:
                raise _unreadable(folder, error) from error
        return frozenset(found)

    def walk(self, folder: str) -> list[str]:
        """Files below ``folder`` that Git does not ignore; all files without Git, and where it ignores them all.

        Where ``folder`` is a link, files are named as they are where it leads. Git is taken at its word:
        ``names`` and ``read`` know whether a tracked file is still there, and whether a link leads to one.
        """
        place = self._folder(folder)
        if place is None:
            return []
        real = self.relative(place)
        listed = self._listed_by_git(real) if self.repository else []
        return listed or sorted(self._found_on_disk(place))

    def _listed_by_git(self, folder: str) -> list[str]:
        from sourceright_lint.git.entries import in_work_tree

        assert self.repository is not None
        return in_work_tree(self.repository, folder)

    def _found_on_disk(self, top: str) -> Iterator[str]:
        for place, folders, _ in os.walk(top, onerror=_stop):
            folders[:] = [name for name in folders if name != ".git"]
            below = self.relative(place)
            for name in self.names(below):
                yield f"{below}/{name}" if below else name

    def _folder(self, folder: str) -> str | None:
        """Where on disk a folder lies, its links resolved; None if that is outside the root."""
        if folder not in self._folders:
            parts = folder.split("/") if folder else []
            place = None
            if "\0" not in folder and not {"", ".", ".."}.intersection(parts):
                place = os.path.realpath(os.path.join(self.root, *parts))
            is_inside = place is not None and (place == self.root or is_below(self.root, place))
            self._folders[folder] = place if is_inside else None
        return self._folders[folder]


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
        raise _unreadable(place, error) from error
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


_MEND = "see who put it there, then remove it"


def is_below(root: str, place: str) -> bool:
    """Whether a resolved path lies below ``root``, and in no ``.git`` folder on the way."""
    start = root if root.endswith(os.sep) else root + os.sep
    if not place.startswith(start):
        return False
    return all(part.lower() != ".git" for part in place[len(start) :].split(os.sep))


def _mode(place: str, path: str) -> int:
    try:
        return os.lstat(place).st_mode
    except OSError as error:
        if error.errno in _NOT_THERE:
            return 0
        raise _unreadable(path, error) from error


def _stop(error: OSError) -> None:
    if error.errno not in _NOT_THERE:
        raise _unreadable(os.fsdecode(error.filename or ""), error) from error


def _unreadable(path: str, error: OSError) -> SourceError:
    from sourceright_lint.escape import show_path

    return SourceError(f"{show_path(path) or '.'}: cannot be read: {error.strerror}")
