"""``review list`` and ``review show``: what waits for review, and all that is known about a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from sourceright_lint.commands import Args
from sourceright_lint.commands.output import require_output
from sourceright_lint.commands.session import Session
from sourceright_lint.commands.telling import tell_json, tell_json_lines, tell_lines, warn
from sourceright_lint.commands.workspaces import Place, find_places, place_of
from sourceright_lint.contracts.sourceright.csl_data import VARIABLES
from sourceright_lint.contracts.sourceright.describe_values import (
    conflict_text,
    decision_text,
    variable_text,
)
from sourceright_lint.contracts.sourceright.forms import OPEN_STATUSES, STATUSES
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft
from sourceright_lint.contracts.sourceright.reviewing.listing import Row, Wanted, rows
from sourceright_lint.contracts.sourceright.reviewing.showing import Beside, Field, Sheet, sheet
from sourceright_lint.contracts.sourceright.reviewing.usable import (
    gaps,
    require_readable_sidecar,
    unreadable,
)
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.errors import UsageError
from sourceright_lint.escape import one_line, show, show_path
from sourceright_lint.numbers import whole_number

LIST_SCHEMA = "sourceright-lint.review-list.v1"
SHEET_SCHEMA = "sourceright-lint.review-sheet.v1"

_SIGNS = {"same": "=", "differs": "≠", "only_candidate": "+", "only_item": "-"}
_COLUMN = 44


def list_records(args: Args) -> int:
    """Print the records that the arguments choose."""
    require_output()
    places = find_places(args, args.paths)
    wanted = _wanted(args)
    found: list[tuple[Place, Row]] = []
    notes, unread = [], 0
    for place in places:
        workspace = place.look()
        require_readable_sidecar(workspace)
        found += [(place, row) for row in rows(workspace, as_of(place.session)) if wanted.takes(row)]
        notes += untold(workspace)
        unread += unreadable(workspace.sidecar)
    if wanted.older_than is not None and any(as_of(place.session) is None for place in places):
        raise UsageError("--older-than needs a date to tell ages against", "give it with --as-of")
    if args.output_format == "text":
        tell_lines(_list_lines(found, len(places) > 1))
    else:
        entries = [{"workspace": place.bundle.root, **row._asdict()} for place, row in found]
        _print_entries(entries, args.output_format, unread)
    for note in notes:
        warn(note)
    return 0


def show_record(args: Args) -> int:
    """Print all that is known about a record."""
    require_output()
    place = place_of(find_places(args), [args.id])
    draft = Draft(place.look())
    found = sheet(draft, args.id)
    if args.output_format == "text":
        tell_lines(sheet_lines(found))
    elif args.output_format == "json":
        tell_json(sheet_value(place, found))
    else:
        tell_json_lines([sheet_value(place, found)])
    for gap in gaps(draft.workspace):
        if gap.is_file:
            warn(gap.text)
    return 0


def as_of(session: Session) -> datetime | None:
    """The date that ages are told against: as asked for, else that of the last commit."""
    given = session.settings.as_of
    if given is not None or session.repository is None:
        return given
    from sourceright_lint.git.revisions import commit_date, head

    oid = head(session.repository)
    return None if oid is None else commit_date(session.repository, oid)


def untold(workspace: Workspace) -> list[str]:
    """What a list of a workspace's records leaves out."""
    notes = [gap.text for gap in gaps(workspace)]
    if not workspace.has("sidecar"):
        notes.append(f"{show_path(workspace.path_of('sidecar') or '')} is not there: no record to list")
    return notes


def sheet_value(place: Place, found: Sheet) -> dict[str, Any]:
    """The sheet as JSON."""
    candidates = [
        {**one._asdict(), "fields": [field._asdict() for field in one.fields]} for one in found.candidates
    ]
    return {
        "schema": SHEET_SCHEMA,
        "workspace": place.bundle.root,
        **found._asdict(),
        "candidates": candidates,
    }


def sheet_lines(found: Sheet) -> Iterator[str]:
    """The sheet as a person reads it, everything escaped to one line."""
    claim = f", claimed by {show(found.claim.get('reviewer'))}" if isinstance(found.claim, dict) else ""
    yield f"{one_line(found.id)}  {found.status}{claim}"
    extraction = found.extraction if isinstance(found.extraction, dict) else {}
    yield from _members("extraction", {key: show(value, 90) for key, value in extraction.items()})
    item = {k: _value(k, v, 90) for k, v in found.item.items() if k != "id"} if found.item else {}
    yield from _members("item", item)
    for candidate in found.candidates:
        yield from _candidate_lines(candidate)
    yield from _entry_lines("conflicts", found.conflicts, conflict_text)
    yield from _entry_lines("decisions", found.decisions, decision_text)


def _wanted(args: Args) -> Wanted:
    statuses = args.status or sorted(OPEN_STATUSES)
    unknown = [status for status in statuses if status not in (*STATUSES, "all")]
    if unknown:
        raise UsageError(f"--status: no such status: {unknown[0]!r}", f"known: {', '.join(STATUSES)}, all")
    older_than = None if args.older_than is None else whole_number(args.older_than)
    if older_than is None and args.older_than is not None:
        raise UsageError(f"--older-than {args.older_than!r}: expected a number of days")
    return Wanted(
        () if "all" in statuses else statuses,
        args.provider or (),
        args.field or (),
        args.claimed_by,
        older_than,
    )


def _list_lines(found: list[tuple[Place, Row]], is_named: bool) -> Iterator[str]:
    width = max((len(one_line(row.id)) for _, row in found), default=0)
    for place, row in found:
        parts = [f"{one_line(row.id):<{width}}", f"{row.status:<12}"]
        parts.append(f"{'' if row.days is None else f'{row.days} d':>6}")
        if row.claimed_by is not None:
            parts.append(f"claimed by {show(row.claimed_by)}")
        if row.conflicts:
            parts.append("conflicts: " + ", ".join(map(one_line, row.conflicts)))
        if row.providers:
            parts.append("from " + ", ".join(map(one_line, row.providers)))
        if is_named:
            parts.append(f"[{place.label}]")
        yield "  ".join(parts).rstrip()
    yield f"{len(found)} record{'' if len(found) == 1 else 's'}"


def _print_entries(entries: list[dict[str, Any]], format: str, unreadable: int) -> None:
    if format == "json":
        tell_json({"schema": LIST_SCHEMA, "records": entries, "unreadable": unreadable})
    else:
        tell_json_lines(entries)


def _members(title: str, members: Mapping[str, str]) -> Iterator[str]:
    yield from ("", title if members else f"{title}: none")
    for key, text in members.items():
        yield f"  {one_line(key):<18}{text}"


def _candidate_lines(candidate: Beside) -> Iterator[str]:
    number, sure = candidate.number, show(candidate.confidence)
    yield ""
    yield f"candidate {number}: {show(candidate.provider)}, confidence {sure}, {show(candidate.retrieved_at)}"
    for field in candidate.fields:
        yield f"  {_SIGNS[field.agreement]} {field.name:<18}{_values(field)}"
    if candidate.others:
        yield f"    also has: {', '.join(map(one_line, candidate.others))}"


def _values(field: Field) -> str:
    name, ours, theirs = field.name, field.item, field.candidate
    if field.agreement == "same":
        return _value(name, ours, 2 * _COLUMN)
    if field.agreement == "only_item":
        return f"{_value(name, ours, _COLUMN)}  (the candidate is silent)"
    if field.agreement == "only_candidate":
        return f"{_value(name, theirs, _COLUMN)}  (the item has none)"
    return f"{_value(name, ours, _COLUMN)} here, {_value(name, theirs, _COLUMN)} there"


def _value(name: str, value: Any, limit: int) -> str:
    """Names and dates as the diff of the files shows them, other values cut at the limit."""
    return (
        one_line(variable_text(name, value))
        if VARIABLES.get(name) in ("names", "date")
        else show(value, limit)
    )


def _entry_lines(title: str, entries: tuple[Any, ...], text: Callable[[Any], str]) -> Iterator[str]:
    yield from ("", title if entries else f"{title}: none")
    for entry in entries:
        yield f"  {one_line(text(entry)) if isinstance(entry, dict) else show(entry)}"
