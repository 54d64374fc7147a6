"""The state before some changes, seen from the state after them."""

from __future__ import annotations

from sourceright_lint.source import Source
from sourceright_lint.source.blobs import BlobSource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sourceright_lint.git.changes import Change
    from sourceright_lint.git.plumbing import Repository
    from sourceright_lint.source.worktree import WorkTree


class Before(Source):
    """Files as they were before ``changes`` led to ``after``. What was renamed is here under its new name.

    So a bundle that moved, with its folder or to configured names, is found where it is now. What is
    ``missed`` where it was, by its old path, is there as well.
    """

    def __init__(
        self,
        after: BlobSource | WorkTree,
        changes: Iterable[Change],
        repository: Repository,
        label: str,
        missed: Callable[[Change], bool] = lambda change: False,
    ) -> None:
        self.label = label
        self._after = after
        self._repository = repository
        self._contents: dict[str, bytes] = {}
        self._old: dict[str, str | None] = {}
        for change in changes:
            old = change.old_oid if change.old_mode.startswith("100") else None
            self._old[change.path] = old
            if change.old_path != change.path:
                self._old.setdefault(change.old_path, old if missed(change) else None)

    def content_id(self, path: str) -> str | None:
        """The id of a file's content, None where there is no regular file, or where it is no content of Git's."""
        if path in self._old or not isinstance(self._after, BlobSource):
            return self._old.get(path)
        return self._after.content_id(path)

    def read(self, path: str) -> bytes | None:
        """The stored bytes. Raises SourceError if the object is missing."""
        if path not in self._old:
            return self._after.read(path)
        self.prefetch((path,))
        oid = self._old[path]
        return None if oid is None else self._contents[oid]

    def prefetch(self, paths: Iterable[str]) -> None:
        """Fetch the content of all ``paths`` with one call to Git; ``read`` then has it."""
        wanted = {oid for path in paths if (oid := self._old.get(path)) is not None}
        self._contents.update(self._repository.blobs(sorted(wanted - self._contents.keys())))

    def names(self, folder: str) -> frozenset[str]:
        """Names of the regular files directly in ``folder``."""
        start = f"{folder}/" if folder else ""
        here = {
            path[len(start) :]: oid for path, oid in self._old.items() if path.rpartition("/")[0] == folder
        }
        there = frozenset(name for name, oid in here.items() if oid is not None)
        return (self._after.names(folder) - here.keys()) | there

    def walk(self, folder: str) -> list[str]:
        """Paths of all regular files below ``folder``."""
        start = f"{folder}/" if folder else ""
        kept = (path for path in self._after.walk(folder) if path not in self._old)
        old = (path for path, oid in self._old.items() if oid is not None and path.startswith(start))
        return sorted([*kept, *old])
