"""Git's own merge of three texts, and the style in which the user wants conflicts shown."""

from __future__ import annotations

import os
from typing import NamedTuple

from sourceright_lint.git.environment import for_git
from sourceright_lint.git.plumbing import collect, git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from sourceright_lint.git.plumbing import Repository

    Style = Literal["merge", "diff3", "zdiff3"]

_MANY = 127
"""The exit status of ``git merge-file`` for this many conflicts or more; above it, the merge failed."""


class TextMerge(NamedTuple):
    """A text merged line by line; with ``conflicts``, there are markers in it."""

    data: bytes
    conflicts: bool


def conflict_style(repository: Repository | None) -> Style:
    """The setting ``merge.conflictStyle``; ``merge`` where it is not set or unknown."""
    if repository is None:
        return "merge"
    answer = repository.call("config", "merge.conflictStyle").data.strip()
    return "diff3" if answer == b"diff3" else "zdiff3" if answer == b"zdiff3" else "merge"


def merge_texts(
    repository: Repository | None,
    files: Sequence[str],
    labels: Sequence[str],
    marker_size: int,
) -> TextMerge | None:
    """Merge three files as text: ``files`` and ``labels`` are those of our version, the base, and theirs.

    Git takes the style of the conflicts from its configuration, as ``conflict_style`` does.
    None where Git cannot (binary content, say). Nothing is written. Raises SourceError if Git is missing.
    """
    names = [word for label in labels for word in ("-L", label)]
    paths = [os.path.abspath(path) for path in files]
    command = ("merge-file", "-p", f"--marker-size={marker_size}", *names, *paths)
    folder, environment = (
        (os.getcwd(), for_git(os.environ))
        if repository is None
        else (repository.root, repository.environment)
    )
    output = collect(git(folder, environment, command))
    if not 0 <= output.status <= _MANY:
        return None
    return TextMerge(output.data, output.status > 0)
