"""Rules of the ids of items: the keys by which citations and the sidecar find them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any
from unicodedata import normalize

from sourceright_lint.contracts.sourceright.csl_missing import missing_member
from sourceright_lint.contracts.sourceright.latex import advice, swallowed_command
from sourceright_lint.contracts.sourceright.view import CslFile, Item, Queue, id_text
from sourceright_lint.contracts.sourceright.whitespace import collapse, collapse_ascii, is_blank, odd_spaces
from sourceright_lint.escape import show
from sourceright_lint.finding import Edit, Fix, RenameKey, Replace
from sourceright_lint.numbers import is_digits
from sourceright_lint.rule import Note, Problem, rule

_EXACT_INTEGERS = 2**53


def number_of(item: Item) -> str:
    """An item as messages name it where its id tells nothing: ``item 4``, counted from 1."""
    index = item.pointer[-1] if item.pointer else 0
    return f"item {index + 1}" if isinstance(index, int) else "the item"


@rule("csl.id.missing", severity="error", scope="csl.item")
def missing(item: Item) -> Iterator[Problem]:
    """An item has no `id`.

    The id is what citations in a manuscript and records in the sidecar point to. Sourceright refuses the
    whole file for one item without it.

    Bad:
    ```json references.csl.json
    [{"type": "book", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: none. An id is chosen by whoever cites it.
    """
    if "id" not in item.value:
        title = item.value.get("title")
        named = f" {show(title)}" if isinstance(title, str) and title else ""
        yield missing_member(item, "id", f"the item{named}")


@rule("csl.id.wrong_type", severity="error", scope="csl.item", fix="safe")
def wrong_type(item: Item) -> Iterator[Problem]:
    """An id is not a string.

    Zotero's word-processor data has numbers as ids, and CSL's own schema allows them; Sourceright's reader
    refuses the whole file. The keys of the sidecar are strings always, so the record of item `78` is
    found under `"78"`.

    Bad:
    ```json references.csl.json
    [{"id": 78, "type": "book", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "78", "type": "book", "title": "Weirs"}]
    ```

    Fix: writes a whole number as a string; safe. Refused where another item has that id already, as a
    number or as a string.
    """
    value = item.value.get("id", "")
    if isinstance(value, str):
        return
    message = f"`id` must be a string, not {show(value)}"
    text = item.id
    if text is None or not is_digits(text.lstrip("-")) or abs(value) >= _EXACT_INTEGERS:
        yield item.problem(message, "id")
        return
    csl = item.workspace.csl
    other = next((o for o in csl.by_id[text] if o is not item), None) if csl else None
    if other is not None:
        message += f"; not changed to {show(text)}, which is the id of {number_of(other)} too"
        yield item_problem(item, message, other, "has the same id")
    else:
        edit = Replace(item.document.path, (*item.pointer, "id"), text)
        yield item.problem(message, "id", fix=Fix(f"write the id as {show(text)}", (edit,)))


@rule("csl.id.empty", severity="error", scope="csl.item")
def empty(item: Item) -> Iterator[Problem]:
    """An id is empty, or nothing but white space.

    No citation and no record of the sidecar can name such an item.

    Bad:
    ```json references.csl.json
    [{"id": " ", "type": "book", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: none. An id is chosen by whoever cites it.
    """
    value = item.value.get("id")
    if isinstance(value, str) and is_blank(value):
        yield item.problem("`id` must not be empty", "id")


@rule("csl.id.duplicate", severity="error", scope="csl.file")
def duplicate(file: CslFile) -> Iterator[Problem]:
    """Two items have the same id once white space is normalised.

    Sourceright compares ids after it has trimmed them and collapsed runs of white space. Of two items with
    one id, a citation processor prints whichever it meets last, and the sidecar has one record for both.

    Bad:
    ```json references.csl.json
    [
      {"id": "weirs-2019", "type": "book", "title": "Weirs"},
      {"id": "weirs-2019", "type": "book", "title": "Weirs, second edition"}
    ]
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "weirs-2019", "type": "book", "title": "Weirs"},
      {"id": "weirs-2021", "type": "book", "title": "Weirs, second edition"}
    ]
    ```

    Fix: none. Whether the items are one work, and which of them citations mean, is for a person.
    """
    last: dict[str, Item] = {}
    for item, raw, id in file.ids:
        if not id:
            continue
        earlier = last.get(id)
        last[id] = item
        if earlier is not None:
            same = raw == earlier.value["id"]
            how = "" if same else ", white space apart,"
            message = f"id {show(raw)} is{how} also the id of {number_of(earlier)}"
            yield item_problem(item, message, earlier, "the same id")


@rule("csl.id.near_duplicate", severity="warning", scope="csl.file")
def near_duplicate(file: CslFile) -> Iterator[Problem]:
    """Two ids differ only by case or by how accents are encoded.

    They are two ids to Sourceright and to citation processors, but BibTeX tools and file systems that
    ignore case merge them, and a person mistakes one for the other. Case is compared without the rules of
    any language: `İzmir` and `izmir` differ by more.

    Bad:
    ```json references.csl.json
    [
      {"id": "Quill2019", "type": "book", "title": "Weirs I"},
      {"id": "quill2019", "type": "book", "title": "Weirs II"}
    ]
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "quill2019a", "type": "book", "title": "Weirs I"},
      {"id": "quill2019b", "type": "book", "title": "Weirs II"}
    ]
    ```

    Fix: none. They may well be two works.
    """
    first: dict[str, Item] = {}
    several: dict[str, dict[str, Item]] = {}
    for item, raw, id in file.ids:
        folded = _folded(id)
        earliest = first.setdefault(folded, item)
        if earliest is item or not id:
            continue
        spellings = several.setdefault(folded, {collapse(earliest.value["id"]): earliest})
        if id not in spellings:
            other = next(reversed(spellings.values()))
            theirs = other.value["id"]
            is_case = normalize("NFC", id) != normalize("NFC", collapse(theirs))
            how = "case" if is_case else "the encoding of accents"
            message = (
                f"id {show(raw)} differs only by {how} from {show(theirs)}, the id of {number_of(other)}"
            )
            yield item_problem(item, message, other, "the id that it resembles")
        spellings.setdefault(id, item)


def item_problem(item: Item, message: str, other: Item, note: str, key: str = "id") -> Problem:
    """A problem at a member of ``item``, with the same member of another item as related place."""
    return item.problem(message, key, notes=(Note(other.place(key), note),))


def _folded(id: str) -> str:
    return id.lower() if id.isascii() else normalize("NFC", normalize("NFC", id).lower())


@rule("csl.id.not_canonical", severity="error", scope="csl.file", fix="unsafe")
def not_canonical(file: CslFile) -> Iterator[Problem]:
    """An id has white space at its ends, or more than one space in a row.

    Sourceright normalises ids before it compares them, citation processors do not: the same reference is
    then found under two spellings, or not at all.

    Bad:
    ```json references.csl.json
    [{"id": "weirs  2019 ", "type": "book", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [{"id": "weirs 2019", "type": "book", "title": "Weirs"}]
    ```

    Fix: normalises the id in the bibliography, the sidecar and the queue together; unsafe, because
    citations in a manuscript may use the old spelling. Refused where the new id is taken already, where
    one of the files cannot be read, and for no-break and other typographic spaces.
    """
    odd = [(item, raw, id) for item, raw, id in file.ids if raw != id and id]
    if not odd:
        return
    renames = Renames(file, Counter(id for _, _, id in file.ids))
    for item, raw, id in odd:
        refusal = renames.refusal(raw, id)
        message = f"id {show(raw)} must be written {show(id)}, without surplus white space"
        if collapse_ascii(raw) != id:
            message = f"id {show(raw)} holds spaces that are no plain spaces ({odd_spaces(raw)})"
        if command := swallowed_command(raw):
            message = f"id {show(raw)} holds what JSON made of {command}"
            yield item.problem(message, "id", help=advice(command))
        elif refusal:
            yield item.problem(f"{message}; not changed, {refusal}", "id")
        else:
            title = f"write the id as {show(id)} in every file of the bundle"
            yield item.problem(message, "id", fix=Fix(title, renames.edits(item, raw, id), safe=False))


class Renames:
    """What it takes to give items other ids in all files of the bundle."""

    def __init__(self, file: CslFile, counts: Counter[str]) -> None:
        workspace = file.workspace
        self.workspace = workspace
        self.numbers = {text for i in file.items if (text := _number(i.value.get("id"))) is not None}
        self.counts = counts
        self.keys = _spellings(workspace.sidecar.references if workspace.sidecar else ())
        queued = [line.value.get("id") for line in workspace.queue.lines] if workspace.queue else []
        self.queued = _spellings(id for id in queued if isinstance(id, str))

    def refusal(self, raw: str, id: str) -> str:
        """Why the id cannot be changed; empty where it can."""
        if collapse_ascii(raw) != id:
            return "for such spaces may be meant"
        if self.counts[id] > 1 or id in self.numbers:
            return "for another item would then have the same id"
        for role, spellings in (("sidecar", self.keys), ("queue", self.queued)):
            if spellings.get(id, set()) - {raw, id} or {raw, id} <= spellings.get(id, set()):
                return f"for the {role} has it under another spelling as well"
            if self.workspace.has(role) and not self._is_whole(role):
                return f"for the {role} cannot be read, and the id must change in all files"
        return ""

    def edits(self, item: Item, raw: str, id: str) -> tuple[Edit, ...]:
        """The change in the bibliography, the sidecar and the queue."""
        edits: list[Edit] = [Replace(item.document.path, (*item.pointer, "id"), id)]
        sidecar, queue = self.workspace.sidecar, self.workspace.queue
        if sidecar and raw in sidecar.references:
            edits.append(RenameKey(sidecar.document.path, ("references", raw), id))
        if queue:
            edits.extend(
                Replace(queue.document.path, (*line.pointer, "id"), id)
                for line in queue.lines
                if line.value.get("id") == raw
            )
        return tuple(edits)

    def _is_whole(self, role: str) -> bool:
        part = self.workspace.sidecar if role == "sidecar" else self.workspace.queue
        return part is not None and (not isinstance(part, Queue) or part.is_whole)


def _number(value: Any) -> str | None:
    return None if isinstance(value, str) else id_text(value)


def _spellings(ids: Any) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for id in ids:
        found.setdefault(collapse(id), set()).add(id)
    return found
