"""``review partition``: share the work out."""

from __future__ import annotations

import os

from sourceright_lint.commands import Args
from sourceright_lint.commands.output import write_bytes
from sourceright_lint.commands.review_look import untold
from sourceright_lint.commands.review_steps import SCHEMA
from sourceright_lint.commands.telling import tell_entries, tell_lines, warn
from sourceright_lint.commands.workspaces import find_places, one_place, read_bytes
from sourceright_lint.contracts.sourceright.forms import OPEN_STATUSES, STATUSES
from sourceright_lint.contracts.sourceright.reviewing.parts import cut, part_lines, without_item
from sourceright_lint.errors import UsageError
from sourceright_lint.escape import show, show_path
from sourceright_lint.numbers import whole_number
from sourceright_lint.reporting.text import count

_PART = "part-"
_SUFFIX = ".jsonl"
_NAMED = 5


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
        entries = [{"file": os.path.join(args.out, name), "records": n} for name, n in counts.items()]
        tell_entries(SCHEMA, "parts", entries, args.output_format)
    for note in untold(workspace):
        warn(note)
    bare = without_item(workspace, statuses)
    if bare:
        warn(f"{count(len(bare), 'record')} with no item, or several: {_some(bare)}")
    return 0


def _some(ids: list[str]) -> str:
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return ", ".join(map(show, ids[:_NAMED])) + more


def _write_parts(folder: str, contents: dict[str, bytes]) -> None:
    """Write the parts, unless the folder holds others: parts of two cuts in one folder would overlap."""
    if not folder.strip() or (os.path.lexists(folder) and not os.path.isdir(folder)):
        raise UsageError(f"--out {show(folder)}: it must be a folder, or the name of a new one")
    os.makedirs(folder, exist_ok=True)
    for name in sorted(os.listdir(folder)):
        if not (name.startswith(_PART) and name.endswith(_SUFFIX)):
            continue
        if name not in contents or read_bytes(os.path.join(folder, name)) != contents[name]:
            raise UsageError(
                f"{show_path(os.path.join(folder, name))}: a part of another cut is there",
                "name an empty folder, or remove the parts that are done with",
            )
    for name, data in contents.items():
        write_bytes(data, os.path.join(folder, name))


def _statuses(args: Args) -> set[str]:
    unknown = [status for status in args.status or () if status not in STATUSES]
    if unknown:
        raise UsageError(f"--status: no such status: {unknown[0]!r}", f"known: {', '.join(STATUSES)}")
    return set(args.status or OPEN_STATUSES)


def _count(option: str, text: str | None) -> int | None:
    if text is None:
        return None
    number = whole_number(text)
    if not number:
        raise UsageError(f"{option} {text!r}: expected a number from 1")
    return number
