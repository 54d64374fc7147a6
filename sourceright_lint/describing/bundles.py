"""What changed in bundles between two places where content comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle, Contract, View
from sourceright_lint.describing.facts import Difference
from sourceright_lint.discovery import read_contents
from sourceright_lint.engine import read_documents
from sourceright_lint.git.changes import Change, touched
from sourceright_lint.jsontext import Document
from sourceright_lint.source import Source


class Described(NamedTuple):
    """A bundle that changed. ``kind``: ``added``, ``removed`` or ``changed``; ``moved_from`` is its old folder.

    ``unreadable`` are files that could not be read before or after, so that nothing is said of them.
    ``undescribed`` are files whose content differs in a bundle of which no difference is told.
    """

    contract: Contract
    root: str
    kind: str
    moved_from: str | None
    differences: tuple[Difference, ...]
    unreadable: tuple[str, ...]
    undescribed: tuple[str, ...]


class _Side(NamedTuple):
    bundle: Bundle
    documents: Mapping[str, Document]
    view: View


def describe(
    contracts: Sequence[Contract],
    settings_for: Callable[[str], Settings],
    before: Source,
    after: Source,
    changes: Iterable[Change],
) -> list[Described]:
    """Every bundle of which a file changed, by folder. ``before`` has renamed files under their new names."""
    changes = tuple(changes)
    renamed = {change.path: change.old_path for change in changes if change.old_path != change.path}
    places = {}
    for path in sorted(touched(changes)):
        settings = settings_for(path)
        if settings.excluded(path):
            continue
        for contract in contracts:
            root = contract.root_of(path, settings)
            if root is not None:
                places[root, contract.name] = contract, settings
    found = []
    for (root, _), (contract, settings) in sorted(places.items(), key=lambda place: place[0]):
        sides = [_side(contract, root, source, settings) for source in (before, after)]
        if sides != [None, None]:
            found.append(_described(contract, root, sides[0], sides[1], renamed))
    return found


def _side(contract: Contract, root: str, source: Source, settings: Settings) -> _Side | None:
    bundle = contract.bundle(root, source, settings)
    if bundle is None:
        return None
    documents = read_documents(bundle, read_contents(bundle, source))
    return _Side(bundle, documents, contract.view(bundle, documents, settings)) if documents else None


def _described(
    contract: Contract, root: str, before: _Side | None, after: _Side | None, renamed: Mapping[str, str]
) -> Described:
    old, new = (side.view if side else None for side in (before, after))
    kind = "added" if before is None else "removed" if after is None else "changed"
    differences = tuple(contract.describe_change(old, new))
    return Described(
        contract,
        root,
        kind,
        _moved_from(after, renamed),
        differences,
        tuple(sorted(_unreadable(before, "before") | _unreadable(after, "now"))),
        () if differences else tuple(_undescribed(before, after)),
    )


def _undescribed(before: _Side | None, after: _Side | None) -> Iterator[str]:
    old, new = (side.documents if side else {} for side in (before, after))
    for path in sorted(old.keys() | new.keys()):
        if not _is_same(old.get(path), new.get(path)):
            yield _name(path)


def _is_same(one: Document | None, other: Document | None) -> bool:
    """Whether two files say the same; of one that cannot be read nothing is said here."""
    if one is None or other is None:
        return False
    if one.data == other.data or not one.readable or not other.readable:
        return True
    return one.kind != "text" and bool(one.value == other.value)


def _unreadable(side: _Side | None, when: str) -> set[str]:
    documents = side.documents.values() if side else ()
    return {f"{_name(document.path)} ({when})" for document in documents if not document.readable}


def _moved_from(after: _Side | None, renamed: Mapping[str, str]) -> str | None:
    for file in after.bundle.files if after else ():
        old = renamed.get(file.path)
        if old is not None and old.rpartition("/")[0] != file.path.rpartition("/")[0]:
            return old.rpartition("/")[0]
    return None


def _name(path: str) -> str:
    return path.rpartition("/")[2]
