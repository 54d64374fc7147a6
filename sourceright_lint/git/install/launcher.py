"""How a hook or a driver starts the tool, long after it was set up and from a repository that need not be trusted.

First by the Python that set it up, then as ``sourceright-lint`` on PATH. Never as ``python -m``, for which Python
looks into the current folder, that is the repository, before its own.
"""

from __future__ import annotations

import os
import sys

NOT_HERE = 97
"""The exit status that says that a Python has no (whole) sourceright-lint any more."""

CODE = f"""\
import sys
sys.path[:] = [folder for folder in sys.path if folder]
try:
    from sourceright_lint.cli import run_and_exit
except ImportError:
    sys.exit({NOT_HERE})
run_and_exit()
"""
"""What that Python runs. The hook scripts contain it too."""


def interpreter() -> str:
    """The absolute path of the Python that runs now, as a shell understands it."""
    return sys.executable.replace(os.sep, "/")


def sh_quoted(text: str) -> str:
    """A text as one word for a POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def merge_command(python: str) -> str:
    """The merge driver. Where the tool is gone Git's own merge takes its place, so that no side is lost."""
    by_text = 'git merge-file --marker-size="$4" -L ours -L base -L theirs "$2" "$1" "$3"'
    return _function(python, "merge-driver", _UNLESS_GONE, by_text) + " %O %A %B %L %P %S %X %Y"


def textconv_command(python: str) -> str:
    """The textconv filter. Where the tool is gone, or fails, the file is shown as it is."""
    return _function(
        python, "textconv", _IF_FINE, 'cat -- "$@"', first='case "$1" in -*) set -- "./$1";; esac; '
    )


_UNLESS_GONE = f"[ $s -eq {NOT_HERE} ] || return $s"
_IF_FINE = "[ $s -ne 0 ] || return 0"


def _function(python: str, command: str, leave: str, otherwise: str, first: str = "") -> str:
    quoted = sh_quoted(python)
    return (
        f'f() {{ {first}if [ -x {quoted} ]; then {quoted} -c {sh_quoted(CODE)} {command} "$@"; s=$?; {leave}; fi; '
        f't=$(command -v sourceright-lint); case "$t" in /* | [A-Za-z]:*) "$t" {command} "$@"; s=$?; {leave};; esac; '
        f"{otherwise}; }}; f"
    )
