"""Revisions, and the commits between them."""

from __future__ import annotations

import os
from typing import NamedTuple

from sourceright_lint.errors import SourceError
from sourceright_lint.regular_files import read_of_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from sourceright_lint.git.plumbing import Repository

_DEEPEN = (
    "this clone is shallow: run `git fetch --unshallow` (GitHub Actions: `fetch-depth: 0`) and try again"
)
_ZEROS = (
    "an id of zeros stands for no commit: Git and CI systems give it in place of one before a branch is pushed for the "
    "first time, and after it is deleted"
)
_FORMAT = "--format=%P%x00%aI%x00%cI%x00%s"
_MOST_CUT_OFF = 1 << 26
"""Bytes of the list of commits where a history is cut off; each takes 41 or 65."""

_NO_DATE = "an unknown date"
_SQUASHED = "Squashed commit of the following:"


class Commit(NamedTuple):
    """A commit: ids of its own and of its parents, author and committer date in ISO 8601 with their zone
    (or words that say that there is none).

    ``squashed``: its message is the one that ``git merge --squash`` writes, so it stands for several.
    """

    oid: str
    parents: tuple[str, ...]
    author_date: str
    commit_date: str
    squashed: bool = False


class CutOff(SourceError):
    """Both ends of a range are there, but the clone lacks some of the history between."""


def resolve(repository: Repository, revision: str) -> str:
    """The id of the commit that ``revision`` names. Raises SourceError if it names none."""
    if revision and revision[0] != "-" and "\0" not in revision:
        # After ":/" all is the text to search for, and what is found is a commit.
        commit = revision if revision.startswith(":/") else f"{revision}^{{commit}}"
        output = repository.call("rev-parse", "--verify", "--quiet", commit)
        if not output.status:
            return output.data.decode().strip()
        if output.errors:
            from sourceright_lint.git.plumbing import advice

            help = advice(output.errors, repository.root) or deepening(repository)
            raise SourceError(f"revision {_shown(revision)}: {output.errors}", help)
    help = _ZEROS if is_nothing(revision) else deepening(repository)
    raise SourceError(f"unknown revision {_shown(revision)}", help)


def is_nothing(revision: str) -> bool:
    """Whether this is the id of zeros that stands for no commit."""
    return len(revision) in (40, 64) and not revision.strip("0")


def head(repository: Repository) -> str | None:
    """The id of the current commit, or None before the first one."""
    output = repository.call("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    return None if output.status else output.data.decode().strip()


def commit(repository: Repository, revision: str) -> Commit:
    """The commit that ``revision`` names. In a shallow clone the last ones seem to have no parents."""
    oid = resolve(repository, revision)
    return _commits(repository, "--no-walk", oid)[0]


def commit_date(repository: Repository, oid: str) -> datetime | None:
    """When a commit was made; None where its date is none, or beyond the year 9999."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(commit(repository, oid).commit_date)
    except ValueError:
        return None


def is_shallow(repository: Repository) -> bool:
    """Whether history is cut off somewhere."""
    return bool(_cut_off(repository))


def deepening(repository: Repository) -> str:
    """What to do about a history that is cut off; empty where it is not."""
    return _DEEPEN if is_shallow(repository) else ""


def merge_base(repository: Repository, one: str, other: str) -> str:
    """The id of the best common ancestor. Raises SourceError where there is none, or none in this clone."""
    ids = resolve(repository, one), resolve(repository, other)
    found = _merge_base(repository, *ids) or _merge_base_behind(repository, *ids)
    if found is None:
        raise SourceError(
            f"{_shown(one)} and {_shown(other)} have no common ancestor" + _here(repository),
            deepening(repository),
        )
    return found


def _merge_base(repository: Repository, one: str, other: str) -> str | None:
    output = repository.call("merge-base", one, other)
    return None if output.status else output.data.decode().split()[0]


def _merge_base_behind(repository: Repository, one: str, other: str) -> str | None:
    """A common ancestor that is there, though a shallow clone hides that it is one."""
    if not is_shallow(repository):
        return None
    ours, theirs = ((tip, *_behind(repository, tip)) for tip in (one, other))
    reached = frozenset(_list(repository, theirs))
    # Children come before their parents, so none that came earlier is a descendant of the first one.
    return next((oid for oid in _list(repository, ours, "--topo-order") if oid in reached), None)


def _behind(repository: Repository, tip: str) -> Sequence[str]:
    """What is there of the parents that commits still name where the history of ``tip`` is cut off."""
    cut_off = _cut_off(repository)
    ends = [oid for oid in _list(repository, (tip,)) if oid in cut_off]
    if not ends:
        return ()
    texts = repository.run("rev-list", "--no-walk", "--header", "--stdin", input=_request(ends))
    named = [
        line.removeprefix(b"parent ").decode()
        for text in texts.split(b"\0")
        for line in text.partition(b"\n\n")[0].split(b"\n")
        if line.startswith(b"parent ")
    ]
    return _list(repository, named, "--no-walk", "--ignore-missing") if named else ()


def _list(repository: Repository, oids: Iterable[str], *options: str) -> Sequence[str]:
    """The commits that these lead to, or with ``--no-walk`` these alone."""
    return repository.run("rev-list", *options, "--stdin", input=_request(oids)).decode().split()


def _request(oids: Iterable[str]) -> bytes:
    return "".join(f"{oid}\n" for oid in oids).encode()


def merge_bases(repository: Repository, heads: Sequence[str]) -> tuple[str, ...]:
    """Ids of the best common ancestors of any two of these commits, as far as this clone has them."""
    found: dict[str, None] = {}
    for place, one in enumerate(heads):
        for other in heads[place + 1 :]:
            output = repository.call("merge-base", "--all", one, other)
            found.update(dict.fromkeys(output.data.decode().split()))
    return tuple(found)


def changing(repository: Repository, tip: str, paths: Sequence[str], limit: int) -> tuple[Commit, ...]:
    """The last commits, along first parents from ``tip``, that changed one of the files at ``paths``."""
    output = repository.run("rev-list", "--first-parent", f"--max-count={limit}", tip, "--", *paths)
    oids = output.decode().split()
    cut_off = _cut_off(repository)
    return tuple(
        c for c in (_commits(repository, "--no-walk=unsorted", *oids) if oids else ()) if c.oid not in cut_off
    )


def commits(repository: Repository, base: str, tip: str) -> tuple[Commit, ...]:
    """The commits that ``tip`` has and ``base`` has not, parents before children.

    Raises CutOff if a shallow clone lacks a parent of one of them: what it changed cannot be known.
    """
    start, end = resolve(repository, base), resolve(repository, tip)
    found = _commits(repository, "--topo-order", "--reverse", end, f"^{start}")
    cut_off = _cut_off(repository)
    for one in found:
        if one.oid in cut_off:
            raise CutOff(
                f"history between {_shown(base)} and {_shown(tip)} is cut off at {one.oid[:12]}",
                deepening(repository),
            )
    return found


def merge_heads(repository: Repository, environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The commits that a merge in progress brings in; none where no merge is in progress."""
    data = read_of_git(os.path.join(repository.git_dir, "MERGE_HEAD"))
    if data is None or not data.isascii():
        return heads_from_merge(os.environ if environ is None else environ)
    return tuple(data.decode().split())


def is_squashing(repository: Repository) -> bool:
    """Whether ``git merge --squash`` has prepared the commit that comes next."""
    return os.path.exists(os.path.join(repository.git_dir, "SQUASH_MSG"))


def heads_from_merge(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The commits that ``git merge`` brings in, as it tells the hooks and drivers that it runs itself.

    It does so before there is a ``MERGE_HEAD``, by variables that are called ``GITHEAD_`` and the commit's id.
    """
    return tuple(sorted(name.removeprefix("GITHEAD_") for name in environ if name.startswith("GITHEAD_")))


def _commits(repository: Repository, *arguments: str) -> tuple[Commit, ...]:
    output = repository.run("rev-list", _FORMAT, "--encoding=UTF-8", *arguments, "--")
    lines = output.decode("utf-8", "replace").split("\n")[:-1]
    found = []
    for header, fields in zip(lines[::2], lines[1::2], strict=True):
        parents, author_date, commit_date, subject = fields.split("\0")
        dates = _offset(author_date), _offset(commit_date)
        squashed = subject.startswith(_SQUASHED)
        found.append(Commit(header.split()[1], tuple(parents.split()), *dates, squashed))
    return tuple(found)


def _offset(date: str) -> str:
    """One spelling of UTC; versions of Git differ. A commit that is made by hand may have no date at all."""
    if not date[:4].isdigit():
        return _NO_DATE
    return f"{date[:-1]}+00:00" if date.endswith("Z") else date


def _cut_off(repository: Repository) -> frozenset[str]:
    data = read_of_git(os.path.join(repository.common_dir, "shallow"), _MOST_CUT_OFF) or b""
    return frozenset(data.decode().split()) if data.isascii() else frozenset()


def _here(repository: Repository) -> str:
    return " in this shallow clone" if is_shallow(repository) else ""


def _shown(revision: str) -> str:
    from sourceright_lint.escape import show_path

    return f"'{show_path(revision)}'"
