"""What a user is told about another formatter on our files."""

from __future__ import annotations

from sourceright_lint.escape import show_path
from sourceright_lint.formatters.find import Formatter


def message(formatter: Formatter) -> str:
    """Which formatter rewrites which files."""
    shown, more = formatter.covered[:3], len(formatter.covered) - 3
    files = ", ".join(map(show_path, shown)) + (f" and {more} more" if more > 0 else "")
    return f"{formatter.name} ({formatter.sign}) would rewrite {files}: it and sourceright-lint would never agree"


def help(formatter: Formatter) -> str:
    """The lines that end it, and the command that writes them where there is one."""
    lines = "\n".join(f"  {show_path(line)}" for line in formatter.lines)
    if formatter.appends:
        return (
            f"sourceright-lint install --ignore-formatters, which adds to {formatter.ignore_file}:\n{lines}"
        )
    return f"add to {formatter.ignore_file}:\n{lines}"
