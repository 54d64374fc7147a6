"""Migrate workspaces, and say what was done and what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sourceright_lint.commands import Args
from sourceright_lint.commands.emit import print_changes
from sourceright_lint.commands.migration import Migration, Remaining
from sourceright_lint.commands.telling import tell_json, tell_json_lines, tell_lines
from sourceright_lint.commands.workspaces import Place, Plan, change, find_places
from sourceright_lint.contracts.sourceright.migrating.rounds import Options
from sourceright_lint.contracts.sourceright.migrating.step import Step
from sourceright_lint.contracts.sourceright.reviewing.draft import FileChange
from sourceright_lint.contracts.sourceright.reviewing.texts import require_lines
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.errors import UsageError, WriteRefused
from sourceright_lint.escape import one_line, shell_word, show_path
from sourceright_lint.finding import Finding

SCHEMA = "sourceright-lint.migration.v1"


class Outcome(NamedTuple):
    """What became of a workspace."""

    place: Place
    steps: tuple[Step, ...]
    remaining: Remaining
    changes: tuple[FileChange, ...]
    refused: str


def migrate(args: Args) -> int:
    """Migrate every workspace that is named, each as a whole. Raises WriteRefused, after the others, for one not."""
    options = _options(args)
    outcomes = [_migrate(place, options, args) for place in find_places(args, args.paths)]
    if args.diff and args.output_format == "text":
        print_changes([change for outcome in outcomes for change in outcome.changes])
    _tell(outcomes, args)
    refused = [outcome.refused for outcome in outcomes if outcome.refused]
    if refused:
        raise WriteRefused("; ".join(refused), "nothing was migrated beside it")
    if args.diff and any(outcome.changes for outcome in outcomes):
        return 1
    return 1 if any(outcome.remaining.left for outcome in outcomes) else 0


def _options(args: Args) -> Options:
    reason = args.mark_orphans
    if reason is not None and not reason.strip():
        raise UsageError("--mark-orphans needs a reason")
    if reason is not None:
        require_lines("the reason", reason)
    return Options(args.start, reason, frozenset(args.drop or ()))


def _migrate(place: Place, options: Options, args: Args) -> Outcome:
    made: list[Migration] = []

    def plan(workspace: Workspace) -> Plan:
        made.append(Migration(place, workspace, options))
        return made[-1]

    changes = plan(place.look()).changes() if args.diff else change(place, plan, args.wait)
    done = made[-1]
    return Outcome(place, tuple(done.steps), done.remaining(), changes, done.refused)


def _tell(outcomes: Sequence[Outcome], args: Args) -> None:
    if args.output_format == "json":
        tell_json({"schema": SCHEMA, "workspaces": [_value(outcome) for outcome in outcomes]})
    elif args.output_format == "json-lines":
        tell_json_lines(line for outcome in outcomes for line in _json_lines(outcome))
    else:
        tell_lines(line for outcome in outcomes for line in _lines(outcome, args))


def _lines(outcome: Outcome, args: Args) -> Iterator[str]:
    for step in outcome.steps:
        named = f"{one_line(step.id)}: " if step.id is not None else ""
        yield f"{show_path(step.path)}: {step.code}: {named}{step.message}"
    if outcome.remaining.left:
        yield f"left for you in {outcome.place.label}:"
    for finding in outcome.remaining.left:
        where = f"{show_path(finding.path)}:{finding.span.line}:{finding.span.column}"
        yield f"  {where}: {finding.severity} {finding.code} {one_line(finding.message)}"
        if finding.code == "csl.file.not_array" and outcome.remaining.has_keys_beside:
            yield "    help: keys beside the items that may be lost are named with --drop KEY"
    count, files = len(outcome.steps), ", ".join(show_path(each.path) for each in outcome.changes)
    changes = f"{count} change{'' if count == 1 else 's'}{f' in {files}' if files else ''}"
    yield f"{outcome.place.label}: {changes}, {len(outcome.remaining.left)} left"
    yield from _next(outcome, args)


def _next(outcome: Outcome, args: Args) -> Iterator[str]:
    """What else there is to know, with the command that is about it."""
    if outcome.refused:
        return
    remaining, paths = outcome.remaining, "".join(f" {shell_word(path)}" for path in args.paths)
    if args.diff and outcome.changes:
        yield "  nothing was written: the same without --diff makes the changes"
    if remaining.fixable:
        yield f"  {_of(remaining.fixable, 'more problem')}, mended by: sourceright-lint check --fix{paths}"
    if remaining.infos:
        yield f"  {_of(remaining.infos, 'info')}, shown by: sourceright-lint check{paths}"
    if remaining.without_record and not args.start:
        count = _of(remaining.without_record, "item")
        yield f"  {count} without a record, started by: sourceright-lint migrate --start queued{paths}"


def _of(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _value(outcome: Outcome) -> dict[str, Any]:
    return {
        "workspace": outcome.place.bundle.root,
        "changes": [step._asdict() for step in outcome.steps],
        "left": [_left(finding) for finding in outcome.remaining.left],
        "fixable": outcome.remaining.fixable,
        "infos": outcome.remaining.infos,
        "without_record": outcome.remaining.without_record,
        "files": [change.path for change in outcome.changes],
        "refused": outcome.refused or None,
    }


def _json_lines(outcome: Outcome) -> Iterator[dict[str, Any]]:
    workspace = outcome.place.bundle.root
    for step in outcome.steps:
        yield {"workspace": workspace, "kind": "change", **step._asdict()}
    for finding in outcome.remaining.left:
        yield {"workspace": workspace, "kind": "left", **_left(finding)}


def _left(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "path": finding.path,
        "line": finding.span.line,
        "column": finding.span.column,
        "id": finding.record,
        "message": finding.message,
    }
