"""``review import``: bring decisions back. All files are read before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from sourceright_lint.commands import Args
from sourceright_lint.commands.guard import Guarded
from sourceright_lint.commands.review_steps import SCHEMA
from sourceright_lint.commands.session import standard_input
from sourceright_lint.commands.telling import tell_entries, tell_lines
from sourceright_lint.commands.workspaces import Place, Plan, change, find_places, read_bytes
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft, FileChange
from sourceright_lint.contracts.sourceright.reviewing.importing import Batch, Fault, first_faults
from sourceright_lint.contracts.sourceright.reviewing.joining import Joined, join
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.errors import LintError, SourceError, UsageError
from sourceright_lint.escape import one_line, show, show_path
from sourceright_lint.reporting.text import listed


class Imported(NamedTuple):
    """What became of one file: ids whose records changed, how many entries were recorded before, what is wrong."""

    path: str
    recorded: tuple[str, ...]
    already: int
    faults: tuple[Fault, ...]


class _Ready(NamedTuple):
    """Changes that are worked out already."""

    made: tuple[FileChange, ...]

    def changes(self) -> tuple[FileChange, ...]:
        """The changes."""
        return self.made


def bring_in(args: Args) -> int:
    """Import decisions, each file as a whole or not at all; status 1 where one was not."""
    if not args.files:
        raise UsageError("name at least one file of decisions", "- stands for standard input")
    batches = _read_all(args.files)
    results: dict[int, Imported] = {}
    try:
        for place, numbers in _shared_out(find_places(args), batches, results):
            _import(place, numbers, batches, args.wait, results)
    except LintError:
        _tell(results, args.output_format)
        raise
    _tell(results, args.output_format)
    return 1 if any(result.faults for result in results.values()) else 0


def _read_all(paths: Sequence[str]) -> list[Batch]:
    try:
        return [Batch(path, standard_input() if path == "-" else read_bytes(path)) for path in paths]
    except SourceError as error:
        raise SourceError(str(error), "nothing was imported") from error


def _shared_out(
    places: list[Place], batches: list[Batch], results: dict[int, Imported]
) -> list[tuple[Place, list[int]]]:
    """Which workspace each file is about. What is about none, or cannot be told, becomes a result at once."""
    numbers: list[list[int]] = [[] for _ in places]
    known = [_ids(place) for place in places] if len(places) > 1 else []
    for number, batch in enumerate(batches):
        best = _best(batch, known) if known else [0]
        if not batch.entries:
            results[number] = _result(batch, (), batch.faults)
        elif len(best) == 1:
            numbers[best[0]].append(number)
        else:
            found = first_faults(chain(batch.faults, _homeless(batch, places, known)))
            results[number] = _result(batch, (), found)
    return [(place, mine) for place, mine in zip(places, numbers, strict=True) if mine]


def _ids(place: Place) -> frozenset[str]:
    sidecar = place.look().sidecar
    return frozenset(sidecar.references) if sidecar else frozenset()


def _best(batch: Batch, known: Sequence[frozenset[str]]) -> list[int]:
    """The workspaces that have the most of the file's records; none where none has any."""
    counts = [sum(entry.id in ids for entry in batch.entries) for ids in known]
    most = max(counts)
    return [index for index, count in enumerate(counts) if count == most] if most else []


def _homeless(batch: Batch, places: list[Place], known: Sequence[frozenset[str]]) -> Iterator[Fault]:
    for entry in batch.entries:
        homes = [place.label for place, ids in zip(places, known, strict=True) if entry.id in ids]
        where = f"{listed(homes)} {'have' if len(homes) > 1 else 'has'} a record" if homes else ""
        message = f"{where or f'none of the {len(places)} workspaces has a record'} {show(entry.id)}"
        yield batch.fault(entry.pointer, entry.id, message, "name a workspace with --workspace PATH")


def _import(
    place: Place, numbers: list[int], batches: list[Batch], wait: str, results: dict[int, Imported]
) -> None:
    """Import the files that are about one workspace, as one step."""
    joined: list[Joined] = []

    def finish(draft: Draft, corrects: bool) -> tuple[FileChange, ...]:
        return Guarded(place, draft).changes() if corrects else draft.changes()

    def plan(workspace: Workspace) -> Plan:
        joined.append(join(workspace, [batches[number] for number in numbers], finish))
        return _Ready(joined[-1].changes)

    change(place, plan, wait)
    for index, number in enumerate(numbers):
        recorded, faults = joined[-1].recorded.get(index, ()), joined[-1].faults.get(index, ())
        results[number] = _result(batches[number], recorded, faults)


def _result(batch: Batch, recorded: Sequence[str], faults: Sequence[Fault]) -> Imported:
    ordered = tuple(sorted(faults, key=lambda fault: fault.span))
    already = 0 if faults else len(batch.entries) - len(recorded)
    return Imported(batch.document.path, tuple(recorded), already, ordered)


def _tell(results: dict[int, Imported], format: str) -> None:
    ordered = [results[number] for number in sorted(results)]
    if format == "text":
        tell_lines(line for result in ordered for line in _lines(result))
    else:
        tell_entries(SCHEMA, "imports", [_value(result) for result in ordered], format)


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
