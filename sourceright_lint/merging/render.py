"""A merged document as text: canonical, with markers around the records that are in conflict.

Whichever side of each conflict is taken, what remains is a document in canonical form: commas are part of
the marked lines where they depend on the choice, and so are the brackets of a container that one side empties.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from sourceright_lint.jsontext.document import Document
from sourceright_lint.jsontext.form import SORTED, Form
from sourceright_lint.merging.layout import Shape, join_entries, split_entries, split_member
from sourceright_lint.merging.markers import Markers, region
from sourceright_lint.merging.tree import Branch, CannotMergeError, Entry, Leaf

Lines = str
"""Whole lines, each with its line end: millions of lines one by one would take many times their text."""


class Piece(NamedTuple):
    """Lines of one entry, without the comma behind them; None on a side that has no such entry."""

    ours: Lines | None
    theirs: Lines | None
    base: Lines | None = None

    @property
    def is_agreed(self) -> bool:
        """Whether there is nothing to mark."""
        return self.ours is self.theirs

    @property
    def is_certain(self) -> bool:
        """Whether it is there whichever side is taken."""
        return self.ours is not None and self.theirs is not None


def render(tree: Branch, form: Form, markers: Markers) -> str:
    """The text of the merged document."""
    text = _canonical(_text(tree), tree.shape, form)
    if not any(leaf.contested for _, leaf in contested_leaves(tree)):
        return text
    return _Renderer(tree, form, markers).document(text)


def contested_leaves(branch: Branch, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Leaf]]:
    """The records in conflict, with the names that lead to them."""
    found: list[tuple[tuple[str, ...], Leaf]] = []
    for entry in branch.entries:
        where = (*path, entry.name)
        if isinstance(entry, Branch):
            found += contested_leaves(entry, where)
        elif entry.contested:
            found.append((where, entry))
    return found


class _Renderer:
    def __init__(self, tree: Branch, form: Form, markers: Markers) -> None:
        self.tree = tree
        self.form = form
        self.markers = markers

    def document(self, text: str) -> Lines:
        if self.tree.shape != "lines":
            return self._marked(self._branch(self.tree, text[:-1], self.form, ()), "")
        pieces = self._pieces(self.tree, text, self.form, ())
        return "".join(self._marked(piece, "") for piece in pieces)

    def _branch(self, branch: Branch, text: str, form: Form, above: tuple[str, ...]) -> Piece:
        """A container whose canonical text, every conflict settled somehow, is ``text``.

        It differs between the sides only where one of them leaves it empty: that side has its brackets on
        one line. Else the conflicts are marked inside.
        """
        pieces = self._pieces(branch, text, form, above)
        opening, closing = "[]" if branch.shape == "array" else "{}"

        def around(entries: Lines) -> Lines:
            inside = ("\n", entries, "  " * len(above)) if entries else ()
            return "".join((opening, *inside, closing, "\n"))

        sides = [[getattr(piece, side) for piece in pieces] for side in Piece._fields]
        has_entries = [any(entry is not None for entry in side) for side in sides]
        if all(has_entries[:2]) or not pieces:
            lines = around(self._joined(pieces))
            return Piece(lines, lines)
        return Piece(*(around(_chained(side)) for side in sides))

    def _pieces(self, branch: Branch, text: str, form: Form, above: tuple[str, ...]) -> list[Piece]:
        entries = split_entries(text, branch.shape, len(above))
        return [
            self._piece(entry, shown, branch, form, above)
            for entry, shown in zip(_in_order(branch, form, entries), entries, strict=True)
        ]

    def _piece(self, entry: Entry, shown: str, branch: Branch, form: Form, above: tuple[str, ...]) -> Piece:
        indent = "" if branch.shape == "lines" else "  " * (len(above) + 1)
        if isinstance(entry, Branch):
            member = split_member(shown)
            inner = form.members.get(entry.name) or form.any_member or SORTED
            start = f"{indent}{member.key}: "
            piece = self._branch(entry, member.text, inner, (*above, entry.name))
            if piece.ours is not None and piece.is_agreed:
                lines = start + piece.ours
                return Piece(lines, lines)
            return Piece(*(start + (side or "") for side in piece))
        if not entry.contested:
            lines = f"{indent}{shown}\n"
            return Piece(lines, lines)
        versions = (entry.ours, entry.theirs, entry.base)
        return Piece(*(self._version(text, entry.name, branch, above, indent) for text in versions))

    def _version(
        self, text: str | None, name: str, branch: Branch, above: tuple[str, ...], indent: str
    ) -> Lines | None:
        """Lines of one side's version of a record, as they stand in a canonical document."""
        if text is None:
            return None
        whole = _wrapped(_entry_text(text, name, branch.shape), branch.shape, above)
        canonical = _canonical(whole, self.tree.shape, self.form)
        if branch.shape == "lines":
            return canonical
        inside = canonical[:-1]
        for depth in range(len(above)):
            inside = split_member(split_entries(inside, "object", depth)[0]).text
        return f"{indent}{split_entries(inside, branch.shape, len(above))[0]}\n"

    def _joined(self, pieces: list[Piece]) -> Lines:
        """Lines of a container's entries, with a comma wherever another entry follows."""
        tail = _open_end(pieces)
        marked = [
            self._marked(piece, "," if index + 1 < len(pieces) else "")
            for index, piece in enumerate(pieces[:tail])
        ]
        if tail == len(pieces):
            return "".join(marked)
        ends = pieces[tail:]
        first = ends[0]
        if first.ours is not None and first.is_agreed:
            last = first.ours.rfind("\n", 0, -1) + 1
            marked.append(first.ours[:last])
            ends[0] = Piece(*[first.ours[last:]] * 3)
        ours, base, theirs = (
            _chained([getattr(piece, side) for piece in ends]) for side in ("ours", "base", "theirs")
        )
        return "".join([*marked, region(ours, base, theirs, self.markers)])

    def _marked(self, piece: Piece, comma: str) -> Lines:
        if piece.ours is not None and piece.is_agreed:
            return _with_comma(piece.ours, comma)
        ours, base, theirs = (
            _with_comma(side or "", comma) for side in (piece.ours, piece.base, piece.theirs)
        )
        return region(ours, base, theirs, self.markers)


def _open_end(pieces: list[Piece]) -> int:
    """Where the entries begin whose commas depend on which sides are taken; the number of entries if none do.

    That is the last entry that is certain, if any, when entries follow that are not: all of these are
    marked together.
    """
    last = len(pieces) - 1
    while last >= 0 and not pieces[last].is_certain:
        last -= 1
    return len(pieces) if last == len(pieces) - 1 else max(last, 0)


def _chained(entries: list[Lines | None]) -> Lines:
    """The entries of one side that are there, with commas between them."""
    present = [entry for entry in entries if entry is not None]
    return "".join(
        _with_comma(entry, "," if index + 1 < len(present) else "") for index, entry in enumerate(present)
    )


def _with_comma(lines: Lines, comma: str) -> Lines:
    return f"{lines[:-1]}{comma}\n" if lines and comma else lines


def _in_order(branch: Branch, form: Form, canonical: list[str]) -> list[Entry]:
    """The entries in the order in which canonical form has them."""
    if branch.shape == "object":
        by_name = {entry.name: entry for entry in branch.entries}
        return [by_name[split_member(text).name] for text in canonical]
    if form.sort_by is None:
        return list(branch.entries)
    document = Document("", _text(branch).encode(), _kind(branch.shape))
    values: list[Any] = document.value
    document.forget()
    keys = [form.sort_by(value) for value in values]
    if any(key is None for key in keys):
        return list(branch.entries)
    return [branch.entries[index] for index in sorted(range(len(keys)), key=keys.__getitem__)]


def _text(branch: Branch) -> str:
    """JSON text of a branch in which each conflict is settled for ours, or for theirs where ours has nothing."""
    entries = []
    for entry in branch.entries:
        if isinstance(entry, Branch):
            text: str | None = _text(entry)
        else:
            text = entry.theirs if entry.ours is None else entry.ours
        assert text is not None
        entries.append(_entry_text(text, entry.name, branch.shape))
    return join_entries(entries, branch.shape)


def _entry_text(text: str, name: str, shape: Shape) -> str:
    if shape != "object":
        return text
    from sourceright_lint.merging.values import dump

    return f"{dump(name)}: {text}"


def _wrapped(entry: str, shape: Shape, above: tuple[str, ...]) -> str:
    """A document that holds one entry, at its place."""
    text = join_entries([entry], shape)
    for name in reversed(above):
        text = join_entries([_entry_text(text, name, "object")], "object")
    return text


def _canonical(text: str, shape: Shape, form: Form) -> str:
    document = Document("", text.encode(), _kind(shape))
    data = document.canonical(form)
    document.forget()
    if data is None:
        raise CannotMergeError("the merged text could not be brought into canonical form")
    return data.decode()


def _kind(shape: Shape) -> Literal["json", "jsonl"]:
    return "jsonl" if shape == "lines" else "json"
