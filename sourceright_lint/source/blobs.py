"""Content that Git stores: what the index and a revision have in common."""

from __future__ import annotations

import os
import posixpath
from bisect import bisect_left

from sourceright_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from sourceright_lint.git.entries import Listing
    from sourceright_lint.git.plumbing import Repository

_AFTER_SLASH = chr(ord("/") + 1)


class BlobSource(Source):
    """Files from Git's object store. The work tree plays no part. Links and submodules are no files."""

    def __init__(self, repository: Repository, listing: Listing, label: str) -> None:
        self.repository = repository
        self.listing = listing
        self.label = label
        self._contents: dict[str, bytes] = {}

    def content_id(self, path: str) -> str | None:
        """The id of a file's content, None where there is no regular file (or no one content)."""
        entry = self.listing.entry(path)
        return entry.oid if entry else None

    def read(self, path: str) -> bytes | None:
        """The stored bytes. Raises SourceError if the object is missing."""
        self.prefetch((path,))
        entry = self.listing.entry(path)
        return self._contents[entry.oid] if entry else None

    def prefetch(self, paths: Iterable[str]) -> None:
        """Fetch the content of all ``paths`` with one call to Git; ``read`` then has it."""
        entries = [self.listing.entry(path) for path in paths]
        wanted = [entry.oid for entry in entries if entry and entry.oid not in self._contents]
        self._contents.update(self.repository.blobs(wanted))

    def is_no_file(self, path: str) -> bool:
        """Whether there is a link or a submodule at ``path``."""
        return path in self.listing.others

    def link_target(self, path: str) -> str | None:
        """The regular file that a link leads to, in one step."""
        oid = self.listing.others.get(path)
        if not oid:
            return None
        words = os.fsdecode(self.repository.blobs([oid])[oid])
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), words))
        return target if self.listing.entry(target) else None

    def names(self, folder: str) -> frozenset[str]:
        """Names of the regular files directly in ``folder``."""
        start = f"{folder}/" if folder else ""
        paths = self.listing.paths
        place, end = self._range(folder)
        found = set()
        while place < end:
            name, slash, _ = paths[place][len(start) :].partition("/")
            if slash:
                place = bisect_left(paths, f"{start}{name}{_AFTER_SLASH}", place, end)
            else:
                found.add(name)
                place += 1
        return frozenset(found)

    def walk(self, folder: str) -> list[str]:
        """Paths of all regular files below ``folder``."""
        place, end = self._range(folder)
        return self.listing.paths[place:end]

    def _range(self, folder: str) -> tuple[int, int]:
        paths = self.listing.paths
        if not folder:
            return 0, len(paths)
        return bisect_left(paths, f"{folder}/"), bisect_left(paths, f"{folder}{_AFTER_SLASH}")
