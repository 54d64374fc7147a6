"""Merge three versions of a file, as bytes."""

from __future__ import annotations

from typing import NamedTuple

from sourceright_lint.jsontext.document import Document
from sourceright_lint.jsontext.sentinels import MISSING
from sourceright_lint.merging.markers import PLAIN, Markers, has_markers, take_side
from sourceright_lint.merging.render import contested_leaves, render
from sourceright_lint.merging.settle import settled_base
from sourceright_lint.merging.three_way import Route
from sourceright_lint.merging.tree import Branch, CannotMergeError, merge_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sourceright_lint.contract import BundleFile
    from sourceright_lint.merging.plan import MergePlan


MOST_CONFLICTS = 20_000
"""Records in conflict that are marked one by one. It takes their time, and nobody settles so many by hand."""


class Conflict(NamedTuple):
    """A record that both sides changed in different ways.

    ``record`` are the keys that lead to it, ``fields`` the routes inside it to what differs; ``deleted``
    names the side (``ours`` or ``theirs``) that took the record away, or is empty.
    """

    record: tuple[str, ...]
    fields: tuple[Route, ...]
    deleted: str = ""


class Merged(NamedTuple):
    """The merged file. Without conflicts it is in canonical form. Conflicts are in the order of their keys.

    ``reordered``: both sides changed the order of the records, differently; it follows ours.
    """

    data: bytes
    conflicts: tuple[Conflict, ...]
    reordered: bool = False


def merge_documents(
    base: bytes, ours: bytes, theirs: bytes, file: BundleFile, plan: MergePlan, markers: Markers = PLAIN
) -> Merged:
    """Merge by record. An empty ``base`` means that both sides added the file.

    Raises CannotMergeError where a version cannot be read without loss or is not what ``plan`` is for, and where
    too many records are in conflict or cannot be told apart.
    """
    tree = merge_texts(
        # Nobody else needs these texts: the tree holds what is left of them.
        ours=_readable("our version", ours, file, plan),
        theirs=_readable("their version", theirs, file, plan),
        base=_base(base, file, plan),
        plan=plan,
        lines=file.kind == "jsonl",
    )
    conflicts = tuple(_conflicts(tree))
    if len(conflicts) > MOST_CONFLICTS:
        raise CannotMergeError(f"more than {MOST_CONFLICTS:,} records are in conflict")
    assert file.form is not None
    text = render(tree, file.form, markers)
    if conflicts:
        _prove_sides(text, file)
    if all(_has_crlf(data) for data in (base, ours, theirs) if data):
        text = text.replace("\n", "\r\n")
    return Merged(text.encode(), conflicts, _is_reordered(tree))


def _base(data: bytes, file: BundleFile, plan: MergePlan) -> str | None:
    """The canonical text of the base. One that holds conflicts comes from merging several merge bases."""
    if not data:
        return None
    text = Document(file.path, data, file.kind).text
    if not has_markers(text):
        return _readable("the base", data, file, plan)
    sides = [_readable("the base", take_side(text, side).encode(), file, plan) for side in ("ours", "theirs")]
    settled = settled_base(sides[0], sides[1], plan, lines=file.kind == "jsonl")
    return _readable("the base", settled.encode(), file, plan)


def _readable(side: str, data: bytes, file: BundleFile, plan: MergePlan) -> str:
    document = Document(file.path, data, file.kind)
    fault = next((fault for fault in document.faults if fault.fatal), None)
    if fault is not None:
        raise CannotMergeError(
            f"{side}, line {document.span_at(fault.start, fault.end).line}: {fault.message}"
        )
    if document.value is MISSING:
        raise CannotMergeError(f"{side} cannot be read")
    refusal = plan.refuses(document.value) if plan.refuses else None
    if refusal is not None:
        raise CannotMergeError(f"{side}: {refusal}")
    canonical = document.canonical(file.form) if file.form is not None else None
    if canonical is None:
        repeated = " (a key stands twice in one object)" if document.has_duplicates else ""
        raise CannotMergeError(f"{side} cannot be rewritten without loss{repeated}")
    document.forget()
    return canonical.decode() if file.kind == "jsonl" else canonical.decode()[:-1]


def _prove_sides(text: str, file: BundleFile) -> None:
    """A document with conflicts is only handed out if either side of them can be taken."""
    for side in ("ours", "theirs"):
        document = Document(file.path, take_side(text, side).encode(), file.kind)
        is_sound = document.readable and not any(fault.fatal for fault in document.faults)
        document.forget()
        if not is_sound:
            raise CannotMergeError("the conflicts could not be marked record by record")


def _conflicts(tree: Branch) -> list[Conflict]:
    found = []
    for path, leaf in sorted(contested_leaves(tree), key=lambda pair: pair[0]):
        deleted = "ours" if leaf.ours is None else "theirs" if leaf.theirs is None else ""
        found.append(Conflict(path, leaf.contested, deleted))
    return found


def _is_reordered(tree: Branch) -> bool:
    inner = (entry for entry in tree.entries if isinstance(entry, Branch))
    return tree.reordered or any(map(_is_reordered, inner))


def _has_crlf(data: bytes) -> bool:
    """Whether every line ends in CRLF."""
    return 0 < data.count(b"\n") == data.count(b"\r\n")
