"""Fix what is staged, and keep every edit that is not.

The fixed content goes to the index as a new blob. The file in the work tree gets the same fix: whole where it
held what was staged, merged where it holds edits that are not staged. An edit where a fix goes cannot be merged,
and then nothing is changed at all.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from sourceright_lint.errors import CannotWrite, SourceError, WriteRefused
from sourceright_lint.escape import show_path
from sourceright_lint.fixing.journal import Recovered, Transaction, recover, state_folder
from sourceright_lint.fixing.lock import hold
from sourceright_lint.fixing.scratch import merge_files
from sourceright_lint.fixing.write import interruptible
from sourceright_lint.git import entries
from sourceright_lint.git.entries import Entry
from sourceright_lint.git.merge_file import merge_texts
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.git.revisions import heads_from_merge
from sourceright_lint.regular_files import read_if_regular

_NEW_FILE = "100644"

Mode = Literal["index", "work tree", "refused"]


class RepositoryIndex:
    """The index in use, as a transaction changes it."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.name = repository.index_file

    def entries(self, paths: Iterable[str]) -> Mapping[str, Entry | None]:
        """The entries as they are now."""
        listing = entries.of_index(self._repository)
        return {path: listing.entry(path) for path in paths}

    def update(self, changed: Mapping[str, tuple[str, str] | None]) -> None:
        """Change entries under Git's own lock."""
        entries.update(
            self._repository, {path: Entry(*new) if new else None for path, new in changed.items()}
        )


def mode(repository: Repository, environ: Mapping[str, str] | None = None) -> Mode:
    """Where fixes of staged content go.

    ``work tree``: under the pre-commit framework, which has put unstaged edits away in a patch that no longer
    applies if the index changes. ``refused``: with the temporary index of ``git commit PATH``, since the next
    commit would take the fix back, and in the hooks of ``git merge``, which has made its tree by then. Else
    ``index``.
    """
    environ = os.environ if environ is None else environ
    if environ.get("PRE_COMMIT") == "1":
        return "work tree"
    return "refused" if repository.is_temporary_index or heads_from_merge(environ) else "index"


def recover_staged(repository: Repository, timeout: float = 10.0) -> Recovered:
    """Finish or undo what a run that was killed left in this repository."""
    state = state_folder(repository.root, repository.git_dir)
    return recover(repository.root, state, RepositoryIndex(repository), timeout)


def fix_staged(
    repository: Repository,
    fixes: Mapping[str, tuple[bytes | None, bytes]],
    environ: Mapping[str, str] | None = None,
    checkpoint: Callable[[str], None] = lambda step: None,
) -> None:
    """Stage fixed content, and fix the work tree with it: all paths or, with WriteRefused, none.

    ``fixes`` maps paths to the staged bytes (None: nothing is staged) and the fixed ones.
    """
    if not fixes:
        return
    _require_index(repository, environ)
    state = state_folder(repository.root, repository.git_dir)
    index = RepositoryIndex(repository)
    recover(repository.root, state, index)
    transaction = Transaction(repository.root, state, index, checkpoint)
    staged = index.entries(fixes)
    contents = repository.blobs(entry.oid for entry in staged.values() if entry)
    for path, (old, new) in fixes.items():
        entry = staged[path]
        if entry and contents[entry.oid] == new:
            continue  # Another run made the same fix in the meantime.
        _require_staged(path, contents[entry.oid] if entry else None, old)
        working = _working_bytes(repository, path)
        if working is not None or entry is None:
            transaction.add(path, working, _fixed_working(repository, path, working, old, new))
        mode_kept = entry.mode if entry else _NEW_FILE
        transaction.add_entry(path, entry, Entry(mode_kept, repository.write_blob(new)))
    transaction.commit()


def _require_index(repository: Repository, environ: Mapping[str, str] | None) -> None:
    where = mode(repository, environ)
    if where == "refused" and not repository.is_temporary_index:
        raise WriteRefused(
            "Git has made the merged tree already: a fix made now would be left out of the commit",
            "merge with --no-commit, then commit",
        )
    if where == "refused":
        raise WriteRefused(
            "a commit of named paths uses a temporary index: a fix made in it would be undone by the next commit",
            "fix the working tree first (sourceright-lint check --fix), or stage and commit without paths",
        )
    if where == "work tree":
        raise WriteRefused("under the pre-commit framework the index is not written")


def _require_staged(path: str, now: bytes | None, old: bytes | None) -> None:
    if now == old:
        return
    if not now and old is None:
        raise WriteRefused(f"{show_path(path)}: is only intended to be added (git add -N)", "stage the file")
    raise CannotWrite(
        f"{show_path(path)}: was staged anew while it was being checked", "run the command again"
    )


def _working_bytes(repository: Repository, path: str) -> bytes | None:
    """The file's bytes in the work tree; None where it is gone, or something else is in its place."""
    place = os.path.join(repository.root, *path.split("/"))
    if os.path.realpath(place) != place:
        return None
    try:
        if not stat.S_ISREG(os.lstat(place).st_mode):
            return None
        return read_if_regular(place)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SourceError(f"{show_path(path)}: cannot be read: {error.strerror}") from error


def _fixed_working(
    repository: Repository, path: str, working: bytes | None, old: bytes | None, new: bytes
) -> bytes:
    """The working file with the fix from ``old`` to ``new`` in it, and every other difference kept."""
    if working in (None, old, new):
        return new
    assert working is not None
    if old is None:
        raise WriteRefused(
            f"{show_path(path)}: is not staged, and what the fix would put there differs from what it holds",
            "stage the file, or remove it",
        )
    if b"\r\n" not in old and _is_crlf(working):
        # Git's doing (core.autocrlf, eol=crlf) or the user's: either way the line ends stay as they are.
        return _merged(repository, path, working.replace(b"\r\n", b"\n"), old, new).replace(b"\n", b"\r\n")
    return _merged(repository, path, working, old, new)


def _is_crlf(data: bytes) -> bool:
    return data.count(b"\r\n") == data.count(b"\n") > 0


def _merged(repository: Repository, path: str, working: bytes, old: bytes, new: bytes) -> bytes:
    if working in (old, new):
        return new
    merged = three_way(repository, working, old, new)
    if merged is None:
        raise WriteRefused(
            f"partially staged: {show_path(path)} has unstaged edits where the fix goes",
            "stage those edits too, or put them away, and try again",
        )
    return merged


def three_way(repository: Repository, ours: bytes, base: bytes, theirs: bytes) -> bytes | None:
    """Git's own line merge of two versions; None where they conflict, or are no text."""
    state = state_folder(repository.root, repository.git_dir)
    with interruptible(), hold(state), merge_files(state, ours, base, theirs) as places:
        merged = merge_texts(repository, places, labels=(), marker_size=7)
    return None if merged is None or merged.conflicts else merged.data
