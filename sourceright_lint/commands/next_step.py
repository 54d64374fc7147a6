"""What to run after a check: the same question once more, with the fixes made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.escape import shell_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sourceright_lint.commands import Args
    from sourceright_lint.commands.examine import Examined

_KEPT = (
    "staged", "exclude", "select", "extend_select", "ignore", "per_file_ignores", "contract", "baseline",
    "no_baseline", "config", "isolated",
)  # fmt: skip
"""Arguments that say what is fixed; without one of them, more or other findings would be."""


def next_command(examined: Sequence[Examined], args: Args) -> str:
    """What the caller would run to have fixed what can be fixed; nothing where that cannot be said."""
    if args.rev or args.from_ref or args.since or args.stdin_filename or args.hook:
        return ""
    if args.layout_only:
        return _line("format", [], _kept(args, ("staged", "exclude", "config", "isolated")), args)
    fixes = [finding.fix for each in examined for finding in each.findings if finding.fix]
    is_any_safe = any(fix.safe for fix in fixes)
    if args.fix and not args.diff and (is_any_safe or args.unsafe_fixes):
        # What is left was refused, and the notes or errors say what to do about it.
        return ""
    return _line("check", ["--fix"] if is_any_safe else ["--fix", "--unsafe-fixes"], _kept(args, _KEPT), args)


def _line(command: str, options: list[str], kept: Iterator[str], args: Args) -> str:
    return " ".join(["sourceright-lint", command, *kept, *options, *map(shell_word, args.paths)])


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
