"""The ids of the CSL file held against those of the sidecar."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.forms import OPEN_STATUSES
from sourceright_lint.contracts.sourceright.identity import doi_of, titles_of
from sourceright_lint.contracts.sourceright.shape import bare
from sourceright_lint.contracts.sourceright.view import CslFile, Item, Record, Sidecar, Workspace
from sourceright_lint.contracts.sourceright.whitespace import collapse, is_blank


class Matching(NamedTuple):
    """What does not match between the two files.

    ``orphans`` are records without an item (those marked as orphans left out), ``missing`` are items without a
    record, one for each id. ``near`` has the items whose ids resemble an orphan's; ``renamed`` the one item
    that an orphan surely belongs to. Both are keyed by the orphan's id.
    """

    orphans: tuple[Record, ...] = ()
    missing: tuple[Item, ...] = ()
    near: Mapping[str, tuple[Item, ...]] = {}
    renamed: Mapping[str, Item] = {}


def matching_of(workspace: Workspace) -> Matching:
    """What does not match, where both files can be read and judged."""
    return workspace.once(_match_ids)


def _match_ids(workspace: Workspace) -> Matching:
    csl, sidecar = workspace.csl, workspace.sidecar
    if csl is None or sidecar is None or not can_match(csl, sidecar):
        return Matching()
    missing = [
        items[0] for id, items in csl.by_id.items() if id not in sidecar.references and not is_blank(id)
    ]
    orphans = [
        record
        for key, record in sidecar.records.items()
        if key not in csl.by_id and not is_blank(key) and not is_marked(record)
    ]
    near = _near_items(orphans, csl) if orphans else {}
    renamed = _renamed(orphans, missing, near) if missing else {}
    renamed.update(_renamed_by_queue(workspace, orphans, missing, renamed))
    return Matching(tuple(orphans), tuple(missing), near, renamed)


def can_match(csl: CslFile, sidecar: Sidecar) -> bool:
    """Whether both files are in a shape in which ids can be looked for."""
    has_items = isinstance(csl.value, list) or csl.wrapper is not None
    return has_items and sidecar.is_judged and isinstance(sidecar.get("references"), dict)


def is_marked(record: Record) -> bool:
    """Whether a record says that it is an orphan, however well. ``false`` says that it is none."""
    return "orphan" in record.value and record.value["orphan"] is not False


def loose(id: str) -> str:
    """An id without what people do not see: case, the form of its accents, white space."""
    visible = collapse(id).replace(" ", "")
    if visible.isascii():
        return visible.lower()
    composed = unicodedata.normalize("NFC", visible)
    return unicodedata.normalize("NFC", composed.casefold())


def _near_items(orphans: list[Record], csl: CslFile) -> dict[str, tuple[Item, ...]]:
    """Items by orphan: alike but for case, accents and spaces, or else but for separators too."""
    wanted = {bare(loose(orphan.key)) for orphan in orphans}
    by_bare: dict[str, list[Item]] = {}
    for id, items in csl.by_id.items():
        key = bare(loose(id))
        if key in wanted:
            by_bare.setdefault(key, []).append(items[0])
    near = {orphan.key: _nearest(loose(orphan.key), by_bare) for orphan in orphans}
    return {key: tuple(items) for key, items in near.items() if items}


def _nearest(key: str, by_bare: Mapping[str, list[Item]]) -> list[Item]:
    plain = bare(key)
    alike = by_bare.get(plain, [])
    return [item for item in alike if loose(item.id or "") == key] or (alike if plain else [])


def _renamed(
    orphans: list[Record], missing: list[Item], near: Mapping[str, tuple[Item, ...]]
) -> dict[str, Item]:
    """Orphans whose item has another id now: the only near one, or the only one with that DOI or title."""
    without_record = {item.id for item in missing}
    by_work: dict[str, list[Item]] = {}
    for item in missing:
        for work in _works(item.value):
            by_work.setdefault(work, []).append(item)
    renamed: dict[str, Item] = {}
    taken: set[str | None] = set()
    for orphan in orphans:
        items = near.get(orphan.key) or _items_of(orphan, by_work)
        if len(items) == 1 and items[0].id in without_record and items[0].id not in taken:
            renamed[orphan.key] = items[0]
            taken.add(items[0].id)
    return renamed


def _renamed_by_queue(
    workspace: Workspace, orphans: list[Record], missing: list[Item], renamed: Mapping[str, Item]
) -> dict[str, Item]:
    """The one orphan and the one item that are left, where the queue still has the record under the item's id."""
    if workspace.queue is None:
        return {}
    lines = {line.id for line in workspace.queue.lines}
    taken = {item.id for item in renamed.values()}
    left = [o for o in orphans if o.key not in renamed and o.key not in lines and o.status in OPEN_STATUSES]
    waiting = [item for item in missing if item.id in lines and item.id not in taken]
    return {left[0].key: waiting[0]} if len(left) == len(waiting) == 1 else {}


def _items_of(orphan: Record, by_work: Mapping[str, list[Item]]) -> tuple[Item, ...]:
    found = {
        item.id: item
        for part in orphan.objects("provider_candidates")
        for work in _works(part.get("data"))
        for item in by_work.get(work, ())
    }
    return tuple(found.values())


def _works(data: Any) -> Iterator[str]:
    doi = doi_of(data)
    if doi is not None:
        yield f"doi:{doi}"
    for title in titles_of(data):
        yield f"title:{title}"
