"""``check``: findings, and with ``--fix`` what can be mended of them."""

from __future__ import annotations

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.selection import (
    CONFIG_ARGS,
    FIX_ARGS,
    OUTPUT_ARGS,
    PATHS,
    RULE_ARGS,
    SOURCE_ARGS,
)
from sourceright_lint.errors import UsageError


def run(args: Args) -> int:
    """Check what was asked for; the exit status is 1 where something is left to report."""
    _refuse_contradictions(args)
    from sourceright_lint.commands.examine import examine
    from sourceright_lint.commands.session import open_sessions

    sessions = open_sessions(args)
    if args.show_settings:
        from sourceright_lint.commands.show import show_settings

        return show_settings(sessions)
    if args.show_files:
        from sourceright_lint.commands.show import show_files

        return show_files(sessions)
    outcome = examine(sessions, args)
    from sourceright_lint.commands.emit import emit

    return emit(outcome, args)


def _refuse_contradictions(args: Args) -> None:
    chosen = [
        name for name in ("staged", "rev", "from_ref", "since", "stdin_filename") if getattr(args, name)
    ]
    if len(chosen) > 1:
        names = " and ".join("--" + name.replace("_", "-") for name in chosen)
        raise UsageError(f"{names} cannot be used together", "each says where the content comes from")
    if args.to_ref and not args.from_ref:
        raise UsageError("--to-ref needs --from-ref")
    if args.unsafe_fixes and not (args.fix or args.diff):
        raise UsageError("--unsafe-fixes needs --fix or --diff")
    if (args.fix and not args.diff) and (args.rev or args.from_ref):
        raise UsageError("a revision cannot be fixed", "check it out and run check --fix, or use --diff")
    if ("-" in args.paths) != bool(args.stdin_filename):
        raise UsageError(
            "- and --stdin-filename go together", "cat refs.json | ... --stdin-filename refs.json -"
        )


COMMAND = Command(
    "check",
    "Check bibliographies and their verification evidence; with --fix, mend what is safe.",
    run,
    (PATHS, *FIX_ARGS, *SOURCE_ARGS, *RULE_ARGS, *OUTPUT_ARGS, *CONFIG_ARGS),
    (
        "sourceright-lint check",
        "sourceright-lint check --fix paper/",
        "sourceright-lint check --staged --fix",
        "sourceright-lint check --from-ref origin/main --to-ref HEAD --output-format github",
    ),
)

__all__ = ["COMMAND", "Arg"]
