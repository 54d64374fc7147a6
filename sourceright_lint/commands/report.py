"""``report``: where the bibliographies stand."""

from __future__ import annotations

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.workspace_args import AS_OF, PATHS, SETTINGS


def run(args: Args) -> int:
    """Print or write the report."""
    from sourceright_lint.commands.reporting import report

    return report(args)


COMMAND = Command(
    "report",
    "Show where bibliographies stand: verified, waiting, disputed, by whom, and over time.",
    run,
    (
        PATHS,
        Arg(
            "--output-format",
            help="Markdown, JSON, or one page of HTML (default: markdown)",
            kind="value",
            choices=("markdown", "json", "html"),
            default="markdown",
        ),
        Arg("--output-file", help="write the report to this file", kind="value", metavar="FILE"),
        Arg("--history", help="also show what was counted in the commits so far"),
        Arg("--title", help="what the report is called", kind="value", metavar="TEXT"),
        AS_OF,
        *SETTINGS,
    ),
    (
        "sourceright-lint report",
        "sourceright-lint report --history --output-format html --output-file report.html",
    ),
)
