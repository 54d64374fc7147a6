"""What a commit holds."""

from __future__ import annotations

from sourceright_lint.git import entries, revisions
from sourceright_lint.source.blobs import BlobSource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sourceright_lint.git.plumbing import Repository


class Revision(BlobSource):
    """The files of the commit that ``revision`` names; ``oid`` is its id. SourceError if there is none."""

    def __init__(self, repository: Repository, revision: str) -> None:
        self.oid = revisions.resolve(repository, revision)
        label = self.oid[:12] if revision == self.oid else revision
        super().__init__(repository, entries.of_tree(repository, self.oid), label)
