"""What is staged: exactly the bytes that will be committed."""

from __future__ import annotations

from sourceright_lint.errors import SourceError
from sourceright_lint.git import entries
from sourceright_lint.source.blobs import BlobSource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from sourceright_lint.git.plumbing import Repository


class Index(BlobSource):
    """The index that Git names (``GIT_INDEX_FILE`` included), as it is when this is made.

    A file that is only intended to be added has nothing staged yet, so it is no file here.
    """

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository, entries.of_index(repository), "index")
        self._intended: dict[str, bool] = {}

    def read(self, path: str) -> bytes | None:
        """The staged bytes. Raises SourceError for a path with an unresolved merge."""
        if path in self.listing.unmerged:
            from sourceright_lint.escape import show_path

            raise SourceError(
                f"{show_path(path)}: an unresolved merge, so there is no one staged content",
                "resolve the conflict and `git add` the file",
            )
        return None if self._not_staged((path,)) else super().read(path)

    def names(self, folder: str) -> frozenset[str]:
        """Names of the files directly in ``folder`` for which something is staged, unmerged ones too."""
        start = f"{folder}/" if folder else ""
        found = super().names(folder)
        return found - {path[len(start) :] for path in self._not_staged(start + name for name in found)}

    def _not_staged(self, paths: Iterable[str]) -> set[str]:
        """Those that are only intended to be added. Git is asked once about each, and about few."""
        suspects = []
        for path in paths:
            entry = self.listing.entry(path)
            if entry and entries.may_be_intended(entry):
                suspects.append(path)
        unknown = [path for path in suspects if path not in self._intended]
        if unknown:
            intended = entries.intended(self.repository, unknown)
            self._intended.update({path: path in intended for path in unknown})
        return {path for path in suspects if self._intended[path]}
