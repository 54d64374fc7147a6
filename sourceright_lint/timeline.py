"""What a contract counts in a bundle, commit by commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle
from sourceright_lint.discovery import read_contents
from sourceright_lint.engine import read_documents
from sourceright_lint.git.log import commits_touching
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.jsontext import MISSING
from sourceright_lint.source.revision import Revision
from sourceright_lint.standing import Point

POINTS = 60
"""So many commits are looked at, the first and the last among them."""

_T = TypeVar("_T")


def timeline(
    repository: Repository, bundle: Bundle, settings_for: Callable[[str], Settings], tip: str = "HEAD"
) -> tuple[tuple[Point, ...], int]:
    """The counts of the bundle in the commits that changed it, the oldest first.

    Commits in which the bundle is not there are left out, and so are those in which a file of it cannot be
    read: the number says how many. Of many commits, some are chosen evenly.
    """
    contract, points, unread = bundle.contract, [], 0
    settings = settings_for(f"{bundle.root}/_" if bundle.root else "_")
    paths = [file.path for file in bundle.files]
    for oid, date in spread(commits_touching(repository, tip, paths), POINTS):
        source = Revision(repository, oid)
        then = contract.bundle(bundle.root, source, settings)
        if then is None:
            continue
        documents = read_documents(then, read_contents(then, source))
        if any(document.value is MISSING for document in documents.values()):
            unread += 1
            continue
        points.append(Point(oid, date, contract.columns(contract.view(then, documents, settings))))
    return tuple(points), unread


def spread(things: Sequence[_T], limit: int) -> Sequence[_T]:
    """At most ``limit`` of the things, in even steps, the first and the last among them."""
    if len(things) <= limit:
        return things
    last = len(things) - 1
    return [things[round(number * last / (limit - 1))] for number in range(limit)]
