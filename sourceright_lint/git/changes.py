"""What changed: staged, between two revisions, or since one."""

from __future__ import annotations

from typing import NamedTuple

from sourceright_lint.git.plumbing import path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from sourceright_lint.git.plumbing import Repository

_MANY = 200
"""More paths than this are not put on a command line."""

_RAW = ("--raw", "-z", "--no-abbrev", "--no-ext-diff", "--no-textconv")


class Change(NamedTuple):
    """A changed path. ``status`` is Git's letter: A, M, D, T (kind changed), U (unmerged) or R (renamed).

    Modes are octal text (``100644``, ``120000``, ``160000``; ``000000`` for none), ids are zeros for none or
    for a file of the work tree. ``old_path`` differs from ``path`` only for a rename.
    """

    status: str
    path: str
    old_path: str
    old_mode: str
    new_mode: str
    old_oid: str
    new_oid: str


def touched(changes: Iterable[Change]) -> frozenset[str]:
    """Every path that is part of a change, of a rename both names."""
    return frozenset(path for change in changes for path in (change.path, change.old_path))


def staged(
    repository: Repository, base: str | None = None, renames: bool = False, paths: Sequence[str] = ()
) -> tuple[Change, ...]:
    """The index against ``base``: by default the current commit, before the first one nothing.

    Files that are only intended to be added are left out. Only ``paths``, where any are given.
    """
    return begin_staged(repository, base, renames, paths)()


def begin_staged(
    repository: Repository, base: str | None = None, renames: bool = False, paths: Sequence[str] = ()
) -> Callable[[], tuple[Change, ...]]:
    """The same, while Git is asked something else too: the function returned waits for it, and must be called."""
    arguments = ("diff", "--cached", *_RAW, "--no-color", "--ita-invisible-in-index", _detection(renames))
    wait = repository.start(*arguments, *(() if base is None else (base,)), "--", *paths)
    return lambda: _with_companions(_parse(wait()))


def between(
    repository: Repository, old: str, new: str, renames: bool = False, paths: Sequence[str] = ()
) -> tuple[Change, ...]:
    """One revision (or tree) against another, both by id. Only ``paths``, where any are given."""
    raw = repository.run("diff-tree", "-r", *_RAW, _detection(renames), old, new, "--", *paths)
    return _with_companions(_parse(raw))


def of_commits(repository: Repository, oids: Iterable[str]) -> dict[str, tuple[Change, ...]]:
    """What each commit changed, against all of its parents; those that changed nothing are left out."""
    request = "".join(f"{oid}\n" for oid in oids).encode()
    raw = repository.run("diff-tree", "--stdin", "-m", "-r", *_RAW, input=request)
    found: dict[str, list[Change]] = {}
    fields = iter(path_text(raw).split("\0")[:-1])
    oid = ""
    for field in fields:
        if field.startswith(":"):
            found[oid].append(_record(field, fields))
        else:
            oid = field
            found.setdefault(oid, [])
    return {oid: tuple(changes) for oid, changes in found.items()}


def with_renames(
    repository: Repository,
    changes: Sequence[Change],
    old: str | None,
    new: str | None,
    paths: Collection[str],
) -> tuple[Change, ...]:
    """The changes from ``old`` to ``new``, where files among ``paths`` that were renamed are one change each.

    ``new`` is None for the index, ``old`` None for the current commit (and before the first one for nothing).
    """
    ours = [change for change in changes if change.path in paths]
    if not {"A", "D"} <= {change.status for change in ours}:
        return tuple(changes)
    few = [change.path for change in ours] if len(ours) <= _MANY else []
    if new is None:
        found = staged(repository, old, True, few)
    else:
        found = between(repository, old or repository.empty_tree, new, True, few)
    found = tuple(c for c in found if c.path in paths and c.old_path in paths)
    renames = [change for change in found if change.status == "R"]
    gone = {path for change in renames for path in (change.path, change.old_path)}
    return (*(change for change in changes if change.path not in gone), *renames)


def _with_companions(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Files that went with a renamed one from folder to folder, kept their names and changed too much for Git."""
    moves = {(_folder(change.old_path), _folder(change.path)) for change in changes if change.status == "R"}
    added = {change.path: change for change in changes if change.status == "A"}
    found = {}
    for gone in changes if moves else ():
        for old, new in sorted(moves) if gone.status == "D" else ():
            path = f"{new}/{_name(gone.path)}" if new else _name(gone.path)
            if old == _folder(gone.path) and old != new and path in added:
                here = added.pop(path)
                moved = here._replace(status="R", old_path=gone.path)
                found[path] = moved._replace(old_mode=gone.old_mode, old_oid=gone.old_oid)
                break
    gone_paths = {change.old_path for change in found.values()} | found.keys()
    return (*(change for change in changes if change.path not in gone_paths), *found.values())


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def unstaged(repository: Repository) -> tuple[Change, ...]:
    """The work tree against the index, tracked files only. More than changed may be named, as below."""
    extra = repository.without_filters()
    return _parse(repository.run("diff-files", *_RAW, "--ignore-submodules=all", extra=extra))


def in_work_tree(
    repository: Repository, base: str, untracked: bool = True, renames: bool = False
) -> tuple[Change, ...]:
    """The work tree against ``base``; ``untracked``: with files that are not tracked yet (and not ignored).

    More than changed may be named: a file whose time stamp differs is listed without a look at its content.
    """
    extra = repository.without_filters()
    tracked = _with_companions(
        _parse(
            repository.run(
                "diff-index", *_RAW, _detection(renames), "--ignore-submodules=all", base, "--", extra=extra
            )
        )
    )
    if not untracked:
        return tracked
    others = repository.run("ls-files", "-z", "--others", "--exclude-standard")
    zeros = "0" * len(base)
    new = (path for path in path_text(others).split("\0")[:-1] if not path.endswith("/"))
    return (
        *tracked,
        *(Change("A", path, path, "000000", "100644", zeros, zeros) for path in new),
    )


def _detection(renames: bool) -> str:
    return "--find-renames" if renames else "--no-renames"


def _parse(raw: bytes) -> tuple[Change, ...]:
    fields = iter(path_text(raw).split("\0")[:-1])
    return tuple(_record(head, fields) for head in fields)


def _record(head: str, fields: Iterator[str]) -> Change:
    old_mode, new_mode, old_oid, new_oid, status = head.removeprefix(":").split()
    old_path = path = next(fields)
    if status[0] == "R":
        path = next(fields)
    return Change(status[0], path, old_path, old_mode, new_mode, old_oid, new_oid)
