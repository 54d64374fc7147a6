"""``format``: canonical form and nothing else."""

from __future__ import annotations

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.selection import CONFIG_ARGS, OUTPUT_ARGS, PATHS, SOURCE_ARGS

SELECTED = ["format", "json"]
"""What ``format`` looks at: layout, and the faults of the text that keep a file from being rewritten."""


def run(args: Args) -> int:
    """Rewrite the files in canonical form; with ``--check`` or ``--diff`` only say what would change."""
    from sourceright_lint.commands.check import run as check

    fixed = {
        "layout_only": True,
        "fix": not args.check and not args.diff,
        "select": SELECTED,
        "unsafe_fixes": False,
    }
    absent = {
        "contract": (), "extend_select": (), "ignore": (), "per_file_ignores": (), "severity": (),
        "fail_on": "error", "exit_non_zero_on_fix": False, "exit_zero": False,
        "baseline": None, "no_baseline": True,
        "rev": None, "from_ref": None, "to_ref": None, "since": None, "history": None, "shard": None,
    }  # fmt: skip
    return check(Args({**vars(args), **absent, **fixed}))


_SOURCES = tuple(arg for arg in SOURCE_ARGS if arg.dest in ("staged", "stdin_filename", "exclude", "hook"))

COMMAND = Command(
    "format",
    "Rewrite files in canonical form. No value changes; a file that cannot be rewritten without loss is left.",
    run,
    (
        PATHS,
        Arg("--check", help="write nothing; exit 1 where a file is not in canonical form"),
        Arg("--diff", help="show what would change, and write nothing"),
        *_SOURCES,
        *OUTPUT_ARGS,
        *CONFIG_ARGS,
    ),
    ("sourceright-lint format", "sourceright-lint format --check paper/"),
)
