"""What would change, as a patch for ``git apply`` in which no terminal and no CI system finds anything to obey."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from sourceright_lint.escape import LOG_COMMAND, git_path, one_line
from sourceright_lint.fixing.textdiff import unified_diff

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_AT_ONCE = 1000
"""Lines of one piece."""
_COMMAND = re.compile(r"(?m)^( [^\S\n]*):(?=:)")


def patch_of(path: str, before: bytes | None, after: bytes, on_terminal: bool = False) -> Iterator[str]:
    """The change of one file, in pieces; ``before`` is None where there is none yet.

    Lines are as they are in the file but for control characters, which no valid JSON has, and commands to CI
    systems; those are escaped, and Git refuses what holds them. ``on_terminal``: invisible characters are, too.
    """
    old_name = "/dev/null" if before is None else git_path(f"a/{path}")
    lines = unified_diff(before or b"", after, old_name, git_path(f"b/{path}"))
    head = next(lines, b"")
    yield head.decode()
    for piece in _pieces(lines):
        body = piece.decode("utf-8", "surrogateescape")
        body = _COMMAND.sub(r"\1\\u003a", LOG_COMMAND.sub(r"\\u0023", _CONTROL.sub(_escape, body)))
        if on_terminal:
            body = "\n".join(one_line(line.removesuffix("\r")) for line in body.split("\n"))
        yield body


def _pieces(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The lines, many at once: few enough to take little memory, and enough to be looked through quickly."""
    while piece := b"".join(islice(lines, _AT_ONCE)):
        yield piece


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
