"""``baseline``: accept what is found today, so that only what is new is reported."""

from __future__ import annotations

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.selection import CONFIG_ARGS, RULE_ARGS

_PATHS = Arg("paths", help="files or folders (default: this folder)", many=True, metavar="PATH")
_FILE = Arg(
    "--baseline",
    help="the baseline file (default: .sourceright-lint-baseline.json)",
    kind="value",
    metavar="FILE",
)
_NEW = (
    Arg("--reason", help="why the new entries are accepted", kind="value", metavar="TEXT"),
    Arg("--expires", help="the last day of the new entries", kind="value", metavar="DATE"),
)
_COMMON = (
    *(arg for arg in RULE_ARGS if arg.dest not in ("fail_on", "severity")),
    *(arg for arg in CONFIG_ARGS if arg.dest in ("config", "isolated", "debug")),
)


def write(args: Args) -> int:
    """Make a baseline of everything that is found."""
    from sourceright_lint.commands.baseline_files import write_new

    return write_new(args)


def update(args: Args) -> int:
    """Bring a baseline to what is found now."""
    from sourceright_lint.commands.baseline_files import update_existing

    return update_existing(args)


def prune(args: Args) -> int:
    """Take out of a baseline what is no longer found."""
    from sourceright_lint.commands.baseline_files import prune_existing

    return prune_existing(args)


COMMAND = Command(
    "baseline",
    "Adopt the tool where there are old findings: accept those, report only what is new.",
    subcommands=(
        Command(
            "write",
            "Make a baseline that accepts everything found now.",
            write,
            (_PATHS, _FILE, Arg("--force", help="replace a baseline that is there already"), *_NEW, *_COMMON),
            ('sourceright-lint baseline write --reason "before we used the linter" --expires 2027-01-31',),
        ),
        Command(
            "update",
            "Add what is new to the baseline and take out what is gone; reasons and dates stay.",
            update,
            (_PATHS, _FILE, *_NEW, *_COMMON),
            ("sourceright-lint baseline update --select csl.variable.unknown paper/",),
        ),
        Command(
            "prune",
            "Take out of the baseline what is no longer found; nothing is added.",
            prune,
            (_PATHS, _FILE, *_COMMON),
            ("sourceright-lint baseline prune",),
        ),
    ),
)
