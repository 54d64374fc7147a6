"""What a migration does, round by round; each round works on the result of the one before."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from sourceright_lint.contracts.sourceright.csl_boundary import Target, copies_exactly
from sourceright_lint.contracts.sourceright.csl_data import SIDECAR_FIELDS
from sourceright_lint.contracts.sourceright.csl_id import Renames, wrong_type
from sourceright_lint.contracts.sourceright.forms import SCHEMA_VERSION, sidecar_form
from sourceright_lint.contracts.sourceright.ids import matching_of
from sourceright_lint.contracts.sourceright.migrating.following import followed
from sourceright_lint.contracts.sourceright.migrating.foreign import converted
from sourceright_lint.contracts.sourceright.migrating.members import conversions
from sourceright_lint.contracts.sourceright.migrating.shapes import reshaped
from sourceright_lint.contracts.sourceright.migrating.step import Step
from sourceright_lint.contracts.sourceright.view import Item, Workspace, id_text
from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import show, show_path
from sourceright_lint.finding import Edit, Insert, Remove, Replace, Rewrite
from sourceright_lint.jsontext import Document


class Options(NamedTuple):
    """What the user asks for.

    ``start`` is the status of records that are started (None: none is); ``orphan_reason`` marks orphans;
    ``drop`` are keys beside a wrapper that may be lost.
    """

    start: str | None = None
    orphan_reason: str | None = None
    drop: frozenset[str] = frozenset()


class Planned(NamedTuple):
    """A step and the edits that make it."""

    step: Step
    edits: tuple[Edit, ...]


Round = Callable[[Workspace, Options], Iterator[Planned]]


def refusal(workspace: Workspace) -> str:
    """Why nothing of the workspace may be changed; empty where it may."""
    sidecar = workspace.sidecar
    version = sidecar.get("schema_version") if sidecar else SCHEMA_VERSION
    if sidecar is None or version == SCHEMA_VERSION:
        return ""
    return (
        f"{show_path(sidecar.document.path)}: schema_version is {show(version)}, not {show(SCHEMA_VERSION)}"
    )


def unwrap(workspace: Workspace, options: Options) -> Iterator[Planned]:
    """Put the items into a list."""
    found = reshaped(workspace, options.drop)
    if found is not None:
        document, step = found
        yield Planned(step, (Rewrite(document.path, document.data),))


def translate_items(workspace: Workspace, options: Options) -> Iterator[Planned]:
    """Whole items in the words of other programs."""
    for item in _items(workspace):
        found = converted(item.value)
        if found is not None and copies_exactly(item.document.raw(item.pointer)):
            program, new = found
            step = Step(
                "migrate.item.converted",
                item.document.path,
                id_text(new["id"]),
                f"an item of {program} became CSL",
            )
            yield Planned(step, (Replace(item.document.path, item.pointer, new),))


def translate_members(workspace: Workspace, options: Options) -> Iterator[Planned]:
    """Keys, types, names and dates."""
    for item in _items(workspace):
        if converted(item.value) is None:
            for code, message, edit in conversions(item):
                yield Planned(Step(code, item.document.path, item.id, message), (edit,))


def write_ids_as_text(workspace: Workspace, options: Options) -> Iterator[Planned]:
    """Ids that are numbers, where no other item has that id."""
    for item in _items(workspace):
        for problem in wrong_type.check(item):
            if problem.fix is not None:
                message = f"the id {show(item.value['id'])} became {show(item.id)}"
                yield Planned(
                    Step("migrate.id.text", item.document.path, item.id, message), problem.fix.edits
                )


def normalise_ids(workspace: Workspace, options: Options) -> Iterator[Planned]:
    """White space in ids, in all files together."""
    csl = workspace.csl
    if csl is None or not isinstance(csl.value, list):
        return
    renames = Renames(csl, Counter(id for _, _, id in csl.ids))
    for item, raw, id in csl.ids:
        if raw != id and id and not renames.refusal(raw, id):
            message = f"the id {show(raw)} became {show(id)} in every file"
            step = Step("migrate.id.normalised", item.document.path, id, message)
            yield Planned(step, renames.edits(item, raw, id))


def start_records(workspace: Workspace, options: Options) -> Iterator[Planned]:
    """Records for items that have none, with the status that is asked for, whatever the item itself says."""
    path = workspace.path_of("sidecar")
    if options.start is None or path is None or workspace.csl is None:
        return
    if not isinstance(workspace.csl.value, list):
        return
    if not workspace.has("sidecar"):
        yield Planned(
            Step("migrate.sidecar.started", path, None, f"{show_path(path)} was made"),
            (Rewrite(path, _empty_sidecar()),),
        )
        return
    for item in without_record(workspace):
        step = Step("migrate.record.started", path, item.id, f"a record was started as {options.start}")
        yield Planned(step, (Insert(path, ("references", item.id or ""), {"review_status": options.start}),))


def without_record(workspace: Workspace) -> list[Item]:
    """The items for which a record may be started: they have an id to themselves, and no orphan may be theirs."""
    csl, renamed = workspace.csl, {item.id for item in matching_of(workspace).renamed.values()}
    if csl is None or not isinstance(csl.value, list) or (workspace.has("sidecar") and not workspace.sidecar):
        return []
    missing = (
        matching_of(workspace).missing if workspace.sidecar else [items[0] for items in csl.by_id.values()]
    )
    return [
        item
        for item in missing
        if item.id is not None
        and not is_blank(item.id)
        and item.id not in renamed
        and len(csl.by_id[item.id]) == 1
        and _has_one_id(item)
    ]


def _has_one_id(item: Item) -> bool:
    """Whether the item does not say twice, and so perhaps differently, what its id is."""
    if not item.document.has_duplicates:
        return True
    node = item.document.node(item.pointer)
    return node is not None and [member.name for member in node.members].count("id") == 1


def move_fields(workspace: Workspace, options: Options) -> Iterator[Planned]:
    """Workflow fields into the records, never over anything that is there."""
    sidecar = workspace.path_of("sidecar")
    for item in _items(workspace):
        for key in item.value:
            if key not in SIDECAR_FIELDS:
                continue
            target = Target(item, key)
            if not target.obstacle():
                message = f"{show(key)} moved to {show_path(sidecar or '')}"
                step = Step("migrate.field.moved", item.document.path, item.id, message)
                yield Planned(step, (*target.edits(), Remove(item.document.path, (*item.pointer, key))))


def mark_orphans(workspace: Workspace, options: Options) -> Iterator[Planned]:
    """Records without an item, unless one may belong to them."""
    if options.orphan_reason is None:
        return
    for record in matching_of(workspace).orphans:
        if (
            record.key in matching_of(workspace).renamed
            or record.key in matching_of(workspace).near
            or "orphan" in record.value
        ):
            continue
        path = record.document.path
        step = Step(
            "migrate.orphan.marked", path, record.key, f"marked as an orphan: {show(options.orphan_reason)}"
        )
        yield Planned(step, (Insert(path, (*record.pointer, "orphan"), {"reason": options.orphan_reason}),))


def _empty_sidecar() -> bytes:
    text = json.dumps({"schema_version": SCHEMA_VERSION, "references": {}})
    canonical = Document("", text.encode()).canonical(sidecar_form())
    assert canonical is not None
    return canonical


def _items(workspace: Workspace) -> Iterable[Item]:
    """The items of a bibliography that is a list."""
    csl = workspace.csl
    return csl.items if csl is not None and isinstance(csl.value, list) else ()


ROUNDS: tuple[Round, ...] = (
    unwrap,
    translate_items,
    translate_members,
    write_ids_as_text,
    normalise_ids,
    start_records,
    move_fields,
    mark_orphans,
)


def follow_queue(before: Workspace, now: Workspace) -> Iterator[Planned]:
    """The queue in line with what became of the records."""
    data, path = followed(before, now), now.path_of("queue")
    if data is not None and path is not None:
        step = Step("migrate.queue.derived", path, None, f"{show_path(path)} follows the sidecar")
        yield Planned(step, (Rewrite(path, data),))


def formatted(path: str) -> Step:
    """The step of a file that was in another layout before."""
    return Step("migrate.file.formatted", path, None, f"{show_path(path)} is in canonical form now")
