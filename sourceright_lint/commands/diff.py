"""``diff``: what changed, in the words of records, statuses and decisions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.output import wants_color, write_wanted
from sourceright_lint.commands.session import Session, below, within
from sourceright_lint.describing.bundles import Described, describe
from sourceright_lint.describing.render import as_json, as_text
from sourceright_lint.errors import SourceError, UsageError
from sourceright_lint.escape import show_path
from sourceright_lint.git import changes, revisions
from sourceright_lint.git.discover import discover
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.source import Source
from sourceright_lint.source.before import Before
from sourceright_lint.source.index import Index
from sourceright_lint.source.revision import Revision
from sourceright_lint.source.worktree import WorkTree


class _Sides(NamedTuple):
    """What is compared. ``before`` has renamed files under their new names."""

    before: Source
    after: Source
    changes: Sequence[changes.Change]


def run(args: Args) -> int:
    """Print the differences. The exit status is 0, with ``--exit-code`` 1 where there are some."""
    repository = discover(os.getcwd())
    if repository is None:
        raise UsageError("this folder is in no Git repository", "run it inside the repository")
    about_settings = {name: getattr(args, name) for name in ("config", "isolated", "contract")}
    session = Session(repository.root, repository, Args(about_settings))
    named, paths = _revisions_and_paths(session, repository, args)
    sides = _sides(session, repository, named, args.staged)
    session.source = sides.after
    wanted = set(within(changes.touched(sides.changes), paths))
    chosen = [change for change in sides.changes if wanted & {change.path, change.old_path}]
    found = describe(session.contracts_asked_for(), session.settings_for, sides.before, sides.after, chosen)
    write_wanted(_render(found, sides, session.here, args))
    return 1 if args.exit_code and found else 0


def _render(found: Sequence[Described], sides: _Sides, here: str, args: Args) -> str:
    if args.output_format == "json":
        return as_json(found, sides.before.label, sides.after.label)
    return as_text(found, here, wants_color(args.color))


def _revisions_and_paths(session: Session, repository: Repository, args: Args) -> tuple[list[str], list[str]]:
    """Ids of the revisions, and paths from the root. As Git has it: what names no revision is a path."""
    words = list(args.words)
    ids: list[str] = []
    if words and ".." in words[0] and not os.path.lexists(words[0]):
        ids = _range(repository, words.pop(0))
    while words and len(ids) < 2 and (oid := _revision(repository, words[0])) is not None:
        ids.append(oid)
        words.pop(0)
    for word in words:
        if not os.path.lexists(word) and not args.after:
            raise SourceError(f"{show_path(word)}: neither a revision nor a file", _help(repository, word))
    return ids, [_from_root(session, path) for path in (*words, *args.after)]


def _help(repository: Repository, word: str) -> str:
    """What to do about a word that is nothing; a path that is gone is one only behind ``--``."""
    gone = "put -- in front of paths that are gone: sourceright-lint diff REV -- PATH"
    try:
        revisions.resolve(repository, word)
    except SourceError as error:
        return f"if it is a revision: {error.help}; if not: {gone}" if error.help else gone
    return gone


def _range(repository: Repository, text: str) -> list[str]:
    old, _, new = text.partition("..")
    ids = [revisions.resolve(repository, name or "HEAD") for name in (old, new.removeprefix("."))]
    return [revisions.merge_base(repository, *ids), ids[1]] if new.startswith(".") else ids


def _revision(repository: Repository, word: str) -> str | None:
    try:
        return revisions.resolve(repository, word)
    except SourceError:
        return None


def _from_root(session: Session, path: str) -> str:
    found = below(os.path.normpath(os.path.join(os.getcwd(), path)), session.root)
    if found is None:
        raise UsageError(f"{show_path(path)} is not in this repository")
    return found


def _sides(session: Session, repository: Repository, ids: Sequence[str], staged: bool) -> _Sides:
    if len(ids) == 2 and staged:
        raise UsageError("--staged takes one revision at most")
    if not ids and not staged:
        return _Sides(Index(repository), session.worktree, changes.unstaged(repository))
    after: Revision | Index | WorkTree
    if staged:
        after = Index(repository)
        found = changes.staged(repository, ids[0] if ids else None, renames=True)
    elif len(ids) == 2:
        after = Revision(repository, ids[1])
        found = changes.between(repository, ids[0], ids[1], renames=True)
    else:
        after = session.worktree
        found = changes.in_work_tree(repository, ids[0], untracked=False, renames=True)
    return _Sides(Before(after, found, repository, ids[0] if ids else "HEAD"), after, found)


COMMAND = Command(
    "diff",
    "Show what changed, in the words of items, records, statuses and decisions.",
    run,
    (
        Arg(
            "words",
            help="none: unstaged changes; one revision: the working tree against it; two: one against the other",
            many=True,
            metavar="[REV [REV]] [-- PATH...]",
        ),
        Arg("--staged", "--cached", help="what is staged, against HEAD or a revision"),
        Arg("--contract", help="only this contract", kind="list", metavar="NAME"),
        Arg(
            "--output-format",
            help="how to print (default: text)",
            kind="value",
            choices=("text", "json"),
            default="text",
        ),
        Arg("--exit-code", help="exit 1 where something changed"),
        Arg(
            "--color",
            help="when to colour",
            kind="value",
            choices=("auto", "always", "never"),
            default="auto",
        ),
        Arg("--config", help="use this configuration file", kind="value", metavar="FILE"),
        Arg("--isolated", help="read no configuration file"),
        Arg("--debug", help="show a traceback when the tool itself fails"),
    ),
    (
        "sourceright-lint diff",
        "sourceright-lint diff --staged",
        "sourceright-lint diff main HEAD -- paper/",
        "sourceright-lint diff main...topic --output-format json",
    ),
    separates=True,
)
