"""What lies in a folder on disk."""

from __future__ import annotations

import errno
import os
import stat

from sourceright_lint.regular_files import is_below, read_if_regular, unreadable
from sourceright_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from sourceright_lint.git.plumbing import Repository

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
            raise unreadable(path, error) from error

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

    def is_no_file(self, path: str) -> bool:
        """Whether something lies at ``path`` that ``read`` takes for no file."""
        return os.path.lexists(os.path.join(self.root, path)) and self.locate(path) is None

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
                raise unreadable(folder, error) from error
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


def _mode(place: str, path: str) -> int:
    try:
        return os.lstat(place).st_mode
    except OSError as error:
        if error.errno in _NOT_THERE:
            return 0
        raise unreadable(path, error) from error


def _stop(error: OSError) -> None:
    if error.errno not in _NOT_THERE:
        raise unreadable(os.fsdecode(error.filename or ""), error) from error
