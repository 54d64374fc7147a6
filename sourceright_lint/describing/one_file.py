"""One file by itself, as a text filter of Git gets it: which contract it belongs to, and what it says."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from hashlib import sha256
from itertools import chain

from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle, BundleFile, Contract
from sourceright_lint.jsontext import BROKEN, Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sourceright_lint.contract import Kind

_TEMPORARY = re.compile(r"[A-Za-z0-9]{6}_")
"""What some versions of Git put in front of the name of a file that holds an old version."""

_DIGITS = 12


def lines_of(
    name: str, data: bytes, contracts: Sequence[Contract], settings: Settings
) -> Iterator[str] | None:
    """What the file says, a line for each fact; None where nothing can be said and its text is to be shown.

    ``name`` is the file's name without folders, as Git passes it, or its path in the repository. Of a file that is
    private some things are not shown, and nothing where it cannot be read: a last line changes with them.
    """
    for contract, file in _readings(name, data, contracts, settings):
        document = Document(file.path, data, file.kind, file.private)
        if _is_whole(document):
            bundle = Bundle(contract, file.path.rpartition("/")[0], [file])
            facts = iter(contract.describe(contract.view(bundle, {file.path: document}, settings)))
            first = next(facts, None)
            if first is not None:
                lines = (fact.line for fact in chain((first,), facts))
                return chain(lines, (_unshown(data),)) if file.private else lines
        # What was read once need not be there together with what is read as something else.
        document.forget()
        if file.private:
            return iter((_unshown(data),))
    return None


def _unshown(data: bytes) -> str:
    """A line that differs for any other bytes, as the ids of Git do, and says no more of them."""
    return f"(not shown: what must not be printed, of the bytes {sha256(data).hexdigest()[:_DIGITS]})"


def _readings(
    name: str, data: bytes, contracts: Sequence[Contract], settings: Settings
) -> Iterator[tuple[Contract, BundleFile]]:
    """What the file may be: by its name, then by the name that Git may have changed, then by what it holds."""
    names = dict.fromkeys((name, _TEMPORARY.sub("", name, count=1)))
    for path in (*names, *_places_called(names, contracts, settings)):
        for contract in contracts:
            file = contract.file_of(path, settings)
            if file is not None:
                yield contract, file
    kinds: tuple[Kind, ...] = ("json", "jsonl")
    for kind in kinds:
        document = Document(name, data, kind)
        files = [contract.file_like(document) for contract in contracts] if _is_whole(document) else []
        # One object may be a queue of one line; an array is no line of anything that is known.
        is_no_line = document.has_duplicates or isinstance(document.value, list)
        document.forget()
        for contract, file in zip(contracts, files, strict=False):
            if file is not None:
                yield contract, file
        if is_no_line:
            return


def _places_called(names: Container[str], contracts: Sequence[Contract], settings: Settings) -> Iterator[str]:
    """The configured places whose files have one of these names: Git tells a name alone."""
    for contract in contracts:
        for bundle in settings.bundles_of(contract.name):
            yield from (path for path in bundle.values() if path.rpartition("/")[2] in names)


def _is_whole(document: Document) -> bool:
    """Whether the value is all that the text says."""
    if not document.readable or document.has_duplicates:
        return False
    value = document.value
    return not (document.kind == "jsonl" and any(entry is BROKEN for entry in value))
