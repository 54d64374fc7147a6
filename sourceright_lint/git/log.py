"""The commits that changed certain files."""

from __future__ import annotations

from sourceright_lint.git import revisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.git.plumbing import Repository


def commits_touching(repository: Repository, tip: str, paths: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Id and committer date (ISO 8601) of the commits that changed one of the paths, the oldest first.

    Of a merge, the branch that was merged into is followed: what the merge brought changed with the merge.
    """
    oid = revisions.resolve(repository, tip)
    lines = repository.run(
        "rev-list", "--first-parent", "--reverse", "--format=%cI", "--encoding=UTF-8", oid, "--", *paths
    ).decode()
    fields = lines.split("\n")[:-1]
    return tuple((header.split()[1], date) for header, date in zip(fields[::2], fields[1::2], strict=True))
