"""What to run after a check: the same question once more, with the fixes made."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sourceright_lint.escape import shell_word
from sourceright_lint.finding import Reformat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sourceright_lint.commands import Args
    from sourceright_lint.commands.examine import Examined

_KEPT = (
    "staged", "exclude", "select", "extend_select", "ignore", "per_file_ignores", "contract", "baseline",
    "no_baseline", "config", "isolated",
)  # fmt: skip
"""Arguments that say what is fixed; without one of them, more or other findings would be."""
_KEPT_OF_LAYOUT = ("staged", "exclude", "config", "isolated")


def next_command(examined: Sequence[Examined], args: Args) -> str:
    """What the caller would run to have fixed what can be fixed; nothing where that cannot be said."""
    if args.rev or args.from_ref or args.since or args.stdin_filename or args.hook:
        return ""
    if args.layout_only:
        return _after_format(examined, args)
    fixes = [finding.fix for each in examined for finding in each.findings if finding.fix]
    is_any_safe = any(fix.safe for fix in fixes)
    if args.fix and not args.diff and (is_any_safe or args.unsafe_fixes):
        # What is left was refused, and the notes or errors say what to do about it.
        return ""
    options = ["--fix"] if is_any_safe else ["--fix", "--unsafe-fixes"]
    return _line("check", options, _kept(args, _KEPT), args.paths)


def _after_format(examined: Sequence[Examined], args: Args) -> str:
    """The layout first; then the faults that keep files from being rewritten, which are no matter of ``format``."""
    kept = _kept(args, _KEPT_OF_LAYOUT)
    faults: dict[str, bool] = {}
    for each in examined:
        for finding in each.findings:
            if finding.fix is None:
                continue
            if any(isinstance(edit, Reformat) for edit in finding.fix.edits):
                return "" if args.fix else _line("format", [], kept, args.paths)
            path = _typed(os.path.join(each.session.root, finding.path))
            faults[path] = faults.get(path, True) and finding.fix.safe
    if not faults:
        return ""
    options = ["--select", "json", "--fix", *([] if all(faults.values()) else ["--unsafe-fixes"])]
    return _line("check", options, kept, list(faults))


def _typed(place: str) -> str:
    """The path of a file from the folder of the caller, as an argument that is taken for no option."""
    path = os.path.relpath(place).replace(os.sep, "/")
    return f"./{path}" if path.startswith("-") else path


def _line(command: str, options: list[str], kept: Iterator[str], paths: Sequence[str]) -> str:
    return " ".join(["sourceright-lint", command, *kept, *options, *map(shell_word, paths)])


def _kept(args: Args, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        value = getattr(args, name)
        option = "--" + name.replace("_", "-")
        if value is True:
            yield option
        elif isinstance(value, str):
            yield f"{option} {shell_word(value)}"
        else:
            yield from (f"{option} {shell_word(text)}" for text in value or ())
