"""Options of the commands that work on Sourceright workspaces."""

from __future__ import annotations

from sourceright_lint.commands import Arg

PATHS = Arg("paths", help="files or folders (default: this folder)", many=True, metavar="PATH")
WORKSPACE = Arg(
    "--workspace",
    help="the folder of the workspace, or one of its files (default: what lies below this folder)",
    kind="list",
    metavar="PATH",
)
SETTINGS = (
    Arg("--config", help="use this configuration file", kind="value", metavar="FILE"),
    Arg("--isolated", help="read no configuration file"),
    Arg("--debug", help="show a traceback when the tool itself fails"),
)
WAIT = Arg(
    "--wait",
    help="seconds to wait for another run that is writing (default: 10)",
    kind="value",
    metavar="SECONDS",
    default="10",
)
OUTPUT = Arg(
    "--output-format",
    help="how to print (default: text)",
    kind="value",
    choices=("text", "json", "json-lines"),
    default="text",
)
AS_OF = Arg(
    "--as-of",
    help="the date that ages are told against (default: that of the last commit)",
    kind="value",
    metavar="DATE",
)
