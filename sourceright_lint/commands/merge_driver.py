"""``merge-driver``: what Git runs to merge one of our files, record by record."""

from __future__ import annotations

import sys

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.errors import LintError


def run(args: Args) -> int:
    """Merge one file. Ends with status 0 or 1 whatever happens: Git stops a whole merge for some others."""
    from sourceright_lint.commands.merge_file import Driver
    from sourceright_lint.escape import one_line, show_path

    try:
        return Driver(args).run()
    except (LintError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        sys.stderr.write(f"sourceright-lint: {show_path(args.path)}: not merged: {one_line(reason)}\n")
        return 1


COMMAND = Command(
    "merge-driver",
    "Merge three versions of a file record by record; Git calls it.",
    run,
    (
        Arg("base", help="file with the common ancestor (%O)", required=True, metavar="BASE"),
        Arg("ours", help="file with our version, replaced by the result (%A)", required=True, metavar="OURS"),
        Arg("theirs", help="file with their version (%B)", required=True, metavar="THEIRS"),
        Arg("marker_size", help="length of conflict markers (%L)", required=True, metavar="SIZE"),
        Arg("path", help="the path that is merged (%P)", required=True, metavar="PATH"),
        Arg("label_base", help="name of the ancestor in markers (%S)", metavar="LABEL"),
        Arg("label_ours", help="name of our side (%X)", metavar="LABEL"),
        Arg("label_theirs", help="name of their side (%Y)", metavar="LABEL"),
    ),
    ("sourceright-lint merge-driver %O %A %B %L %P %S %X %Y   as merge.sourceright-lint.driver in Git",),
    literal=True,
)
