"""What a push would add to a remote, from what Git tells its ``pre-push`` hook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sourceright_lint.git.plumbing import Repository


class Pushed(NamedTuple):
    """Commits that ``tip`` has and the remote has not. ``base`` is the one before them.

    Where the remote has nothing of that history, ``base`` is its first commit and ``is_whole`` is set.
    """

    base: str
    tip: str
    is_whole: bool = False


def pushed(repository: Repository, remote: str, told: str) -> list[Pushed]:
    """The new commits of every ref. ``told`` has a line for each: local ref and id, remote ref and id."""
    found = (_of_ref(repository, remote, line.split()) for line in told.splitlines())
    return list(dict.fromkeys(one for one in found if one is not None))


def _of_ref(repository: Repository, remote: str, fields: list[str]) -> Pushed | None:
    if len(fields) != 4 or _is_nothing(fields[1]):
        return None
    tip, known = _commit(repository, fields[1]), fields[3]
    if tip is None:
        return None
    base = None if _is_nothing(known) else _commit(repository, known)
    return Pushed(base, tip) if base else _of_new_ref(repository, remote, tip)


def _of_new_ref(repository: Repository, remote: str, tip: str) -> Pushed | None:
    """As far as the remote's branches, as this clone knows them, do not have it."""
    known = f"--remotes={remote}" if _has_branches(repository, remote) else "--remotes"
    listed = repository.run("rev-list", "--boundary", tip, "--not", known, "--").decode().split()
    boundary = [oid[1:] for oid in listed if oid.startswith("-")]
    if len(boundary) == len(listed):
        return None
    if boundary:
        return Pushed(repository.run("merge-base", tip, *boundary[:200]).decode().split()[0], tip)
    return Pushed(next(_first_commits(repository, tip)), tip, is_whole=True)


def _first_commits(repository: Repository, tip: str) -> Iterator[str]:
    return iter(repository.run("rev-list", "--max-parents=0", tip, "--").decode().split())


def _has_branches(repository: Repository, remote: str) -> bool:
    """Whether ``remote`` is a name with branches, and not an address."""
    if not remote or remote.startswith("-") or any(char in remote for char in "*?[:"):
        return False
    return bool(repository.run("for-each-ref", "--count=1", f"refs/remotes/{remote}/"))


def _commit(repository: Repository, oid: str) -> str | None:
    output = repository.call("rev-parse", "--verify", "--quiet", f"{oid}^{{commit}}")
    return None if output.status else output.data.decode().strip()


def _is_nothing(oid: str) -> bool:
    return not oid.strip("0")
