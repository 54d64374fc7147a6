"""``review partition`` and ``import``: share the work out, and bring the decisions back."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from sourceright_lint.commands import Args
from sourceright_lint.commands.guard import Guarded
from sourceright_lint.commands.output import write_bytes
from sourceright_lint.commands.review_look import untold
from sourceright_lint.commands.review_steps import SCHEMA
from sourceright_lint.commands.session import standard_input
from sourceright_lint.commands.telling import tell_json, tell_json_lines, tell_lines, warn
from sourceright_lint.commands.workspaces import Place, Plan, change, find_places, one_place, place_of
from sourceright_lint.contracts.sourceright.forms import OPEN_STATUSES, STATUSES
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft
from sourceright_lint.contracts.sourceright.reviewing.importing import Batch, Fault
from sourceright_lint.contracts.sourceright.reviewing.parts import cut, part_lines, without_item
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.errors import LintError, SourceError, UsageError
from sourceright_lint.escape import one_line, show, show_path
from sourceright_lint.reporting.text import count

_PART = "part-"
_SUFFIX = ".jsonl"
_NAMED = 5


class Imported(NamedTuple):
    """What became of one file: ids whose records changed, how many entries were recorded before, what is wrong."""

    path: str
    recorded: tuple[str, ...]
    already: int
    faults: tuple[Fault, ...]


class _Unusable(LintError):
    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("a file of decisions cannot be imported")
        self.faults = faults


def partition(args: Args) -> int:
    """Write the open records into files of a folder, all of them, each once."""
    size, parts = _count("--size", args.size), _count("--parts", args.parts)
    if (size is None) == (parts is None):
        raise UsageError("give either --size or --parts", "review partition --parts 4 --out parts")
    workspace, statuses = one_place(find_places(args)).look(), _statuses(args)
    pieces = cut(part_lines(workspace, statuses), size, parts)
    contents = {f"{_PART}{number:03}{_SUFFIX}": piece for number, piece in enumerate(pieces, 1)}
    _write_parts(args.out, contents)
    counts = {name: piece.count(b"\n") for name, piece in contents.items()}
    if args.output_format == "text":
        lines = [
            f"{show_path(os.path.join(args.out, name))}: {n} record{'' if n == 1 else 's'}"
            for name, n in counts.items()
        ]
        tell_lines(lines or ["nothing is open: no part was written"])
    else:
        entries = [{"file": name, "records": number} for name, number in counts.items()]
        _print(entries, "parts", args.output_format)
    for note in untold(workspace):
        warn(note)
    bare = without_item(workspace, statuses)
    if bare:
        warn(f"{count(len(bare), 'record')} with no item, or several: {_some(bare)}")
    return 0


def bring_in(args: Args) -> int:
    """Import decisions, each file as a whole or not at all; status 1 where one was not."""
    if not args.files:
        raise UsageError("name at least one file of decisions", "- stands for standard input")
    places = find_places(args)
    results = [_import(places, path, args.wait) for path in args.files]
    if args.output_format == "text":
        tell_lines(line for result in results for line in _lines(result))
    else:
        _print([_value(result) for result in results], "imports", args.output_format)
    return 1 if any(result.faults for result in results) else 0


def _import(places: list[Place], path: str, wait: str) -> Imported:
    batch = Batch(path, standard_input() if path == "-" else _read(path))
    recorded: list[str] = []

    def plan(workspace: Workspace) -> Plan:
        draft = Draft(workspace)
        recorded[:], faults = batch.take(draft)
        if faults:
            raise _Unusable(faults)
        return Guarded(place, draft) if batch.corrects else draft

    if not batch.entries:
        return Imported(path, (), 0, tuple(batch.faults))
    place = place_of(places, [batch.entries[0].id])
    try:
        if batch.faults:
            # Nothing will be written: this is for what else is wrong.
            plan(place.look())
            raise _Unusable([])
        change(place, plan, wait)
    except _Unusable as unusable:
        faults = sorted((*batch.faults, *unusable.faults), key=lambda fault: fault.span)
        return Imported(path, (), 0, tuple(faults))
    return Imported(path, tuple(recorded), len(batch.entries) - len(recorded), ())


def _some(ids: list[str]) -> str:
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return ", ".join(map(show, ids[:_NAMED])) + more


def _write_parts(folder: str, contents: dict[str, bytes]) -> None:
    """Write the parts, unless the folder holds others: parts of two cuts in one folder would overlap."""
    os.makedirs(folder, exist_ok=True)
    for name in sorted(os.listdir(folder)):
        if not (name.startswith(_PART) and name.endswith(_SUFFIX)):
            continue
        if name not in contents or _read(os.path.join(folder, name)) != contents[name]:
            raise UsageError(
                f"{show_path(os.path.join(folder, name))}: a part of another cut is there",
                "name an empty folder, or remove the parts that are done with",
            )
    for name, data in contents.items():
        write_bytes(data, os.path.join(folder, name))


def _statuses(args: Args) -> set[str]:
    unknown = [status for status in args.status or () if status not in STATUSES]
    if unknown:
        raise UsageError(f"--status {unknown[0]!r}", f"known: {', '.join(STATUSES)}")
    return set(args.status or OPEN_STATUSES)


def _count(option: str, text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isdigit() or int(text) == 0:
        raise UsageError(f"{option} {text!r}: expected a number from 1")
    return int(text)


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise SourceError(f"{show_path(path)}: cannot be read: {error.strerror}") from error


def _lines(result: Imported) -> list[str]:
    path = show_path(result.path)
    if not result.faults:
        already = f", {result.already} recorded before" if result.already else ""
        return [f"{path}: {len(result.recorded)} recorded{already}"]
    lines = []
    for fault in result.faults:
        named = f"{one_line(fault.id)}: " if fault.id is not None and fault.id not in fault.message else ""
        lines.append(f"{path}:{fault.span.line}:{fault.span.column}: {named}{one_line(fault.message)}")
        lines += [f"  help: {one_line(line)}" for line in fault.help.splitlines()]
    return [*lines, f"{path}: nothing was imported"]


def _value(result: Imported) -> dict[str, Any]:
    faults = [
        {"line": f.span.line, "column": f.span.column, "id": f.id, "message": f.message, "help": f.help}
        for f in result.faults
    ]
    return {
        "file": result.path,
        "recorded": list(result.recorded),
        "already": result.already,
        "faults": faults,
    }


def _print(entries: list[dict[str, Any]], name: str, format: str) -> None:
    if format == "json":
        tell_json({"schema": SCHEMA, name: entries})
    else:
        tell_json_lines(entries)
