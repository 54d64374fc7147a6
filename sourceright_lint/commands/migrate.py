"""``migrate``: from what exporters write to a clean workspace."""

from __future__ import annotations

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.workspace_args import OUTPUT, PATHS, SETTINGS, WAIT


def run(args: Args) -> int:
    """Migrate the workspaces; status 1 where something is left for a person, or --diff shows changes."""
    from sourceright_lint.commands.migrating import migrate

    return migrate(args)


COMMAND = Command(
    "migrate",
    "Make a clean workspace of an imported bibliography: what has one clear reading, nothing lost.",
    run,
    (
        PATHS,
        Arg("--diff", help="show what would change, and write nothing"),
        Arg(
            "--start",
            help="start a record with this status for each item that has none",
            kind="value",
            choices=("not_required", "queued"),
        ),
        Arg(
            "--mark-orphans",
            help="mark records without an item as orphans, for this reason",
            kind="value",
            metavar="REASON",
        ),
        Arg(
            "--drop",
            help="a key beside the items, in the object that wraps them, that may be lost with its value",
            kind="list",
            metavar="KEY",
        ),
        OUTPUT,
        WAIT,
        *SETTINGS,
    ),
    (
        "sourceright-lint migrate --diff paper/",
        "sourceright-lint migrate --start queued paper/",
        "sourceright-lint migrate --drop status --drop message-type crossref/",
    ),
)
