"""``textconv``: one of our files in lines, a fact each, for ``git diff``, ``git log -p`` and ``git show``."""

from __future__ import annotations

import os
from itertools import islice

from sourceright_lint.commands import Arg, Args, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_AT_ONCE = 1000
"""Lines that are written at once."""


def run(args: Args) -> int:
    """Print what the file says; where that cannot be told, its text. Git shows nothing of a run that fails."""
    from sourceright_lint.commands.here import repository_here, settings_here
    from sourceright_lint.commands.output import require_output, write_raw
    from sourceright_lint.describing.one_file import lines_of

    with open(args.file, "rb") as file:
        data = file.read()
    name = args.path or os.path.basename(args.file)
    contracts, settings = settings_here(name, repository_here(), "shown with the default settings")
    lines = lines_of(name, data, contracts, settings)
    require_output()
    if lines is None:
        write_raw(data)
    else:
        _write(lines)
    return 0


def _write(lines: Iterator[str]) -> None:
    """Many lines at once, and not all: a megabyte of nothing can become fifteen of lines."""
    from sourceright_lint.commands.output import write_text

    while piece := "".join(f"{line}\n" for line in islice(lines, _AT_ONCE)):
        write_text(piece)


COMMAND = Command(
    "textconv",
    "Print a file in lines that speak of records, statuses and decisions; Git calls it.",
    run,
    (
        Arg("file", help="the file, under whatever name Git gives it", required=True, metavar="FILE"),
        Arg("--path", help="the path in the repository, where the file's name does not tell", kind="value"),
    ),
    ("sourceright-lint textconv   as diff.sourceright-lint.textconv in Git",),
)
