"""What a push adds to a remote: from what Git tells its ``pre-push`` hook, and of a branch that is new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sourceright_lint.git import revisions
from sourceright_lint.git.plumbing import Repository, path_text


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


def appeared(repository: Repository, tip: str) -> Pushed:
    """The commits of a branch that is new to its remote, and may be there by now. ``tip`` is its last one, by id.

    What the other branches have that this clone knows is not new. Those that contain ``tip`` may have it from
    here, so of them only the remote's main branch counts.
    """
    asked = "".join(f"{word}\n" for word in (tip, *(f"^{oid}" for oid in _others(repository, tip))))
    return _beyond(repository, tip, "--stdin", input=asked.encode()) or Pushed(tip, tip)


def _others(repository: Repository, tip: str) -> list[str]:
    """Ids of the remotes' branches without those that may be the one that ends at ``tip``, or start from it."""
    listed = _remote_branches(repository, "--format=%(objectname) %(refname) %(symref)")
    containing = _remote_branches(repository, "--contains", tip, "--format=%(objectname) %(refname)")
    oids = {fields[1]: fields[0] for fields in listed if len(fields) == 2}
    mains = {fields[2] for fields in listed if len(fields) == 3}
    mains = mains or {name for name in oids if name.rpartition("/")[2] in ("main", "master")}
    here = (
        path_text(repository.call("symbolic-ref", "--quiet", "HEAD").data).strip().removeprefix("refs/heads/")
    )
    # Without a branch that is checked out, the main one may be what is new.
    known = {name for name in mains if oids.get(name) != tip or (here and not name.endswith(f"/{here}"))}
    unknown = {name for _, name, *_ in containing} - known
    return sorted({oid for name, oid in oids.items() if name not in unknown})


def _remote_branches(repository: Repository, *options: str) -> list[list[str]]:
    output = repository.run("for-each-ref", *options, "refs/remotes/")
    return [line.split() for line in path_text(output).split("\n")[:-1]]


def _of_ref(repository: Repository, remote: str, fields: list[str]) -> Pushed | None:
    if len(fields) != 4 or revisions.is_nothing(fields[1]):
        return None
    tip, known = _commit(repository, fields[1]), fields[3]
    if tip is None:
        return None
    base = None if revisions.is_nothing(known) else _commit(repository, known)
    return Pushed(base, tip) if base else _of_new_ref(repository, remote, tip)


def _of_new_ref(repository: Repository, remote: str, tip: str) -> Pushed | None:
    """As far as the remote's branches, as this clone knows them, do not have it."""
    known = f"--remotes={remote}" if _has_branches(repository, remote) else "--remotes"
    return _beyond(repository, tip, tip, "--not", known, "--")


def _beyond(repository: Repository, tip: str, *asked: str, input: bytes = b"") -> Pushed | None:
    """The commits that Git is ``asked`` for, which ``tip`` has and others have not; None if there are none."""
    listed = repository.run("rev-list", "--boundary", *asked, input=input).decode().split()
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
