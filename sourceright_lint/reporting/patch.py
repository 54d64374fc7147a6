"""What would change, as a patch for ``git apply`` in which no terminal and no CI system finds anything to obey."""

from __future__ import annotations

import re

from sourceright_lint.escape import LOG_COMMAND, git_path, one_line
from sourceright_lint.fixing.textdiff import unified_diff

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_COMMAND = re.compile(r"(?m)^( [^\S\n]*):(?=:)")


def patch_of(path: str, before: bytes | None, after: bytes, on_terminal: bool = False) -> str:
    """The change of one file; ``before`` is None where there is none yet.

    Lines are as they are in the file but for control characters, which no valid JSON has, and commands to CI
    systems; those are escaped, and Git refuses what holds them. ``on_terminal``: invisible characters are, too.
    """
    old, new = ((data or b"").decode("utf-8", "surrogateescape") for data in (before, after))
    old_name = "/dev/null" if before is None else git_path(f"a/{path}")
    head, hunk, body = unified_diff(old, new, old_name, git_path(f"b/{path}")).partition("@@")
    body = _COMMAND.sub(r"\1\\u003a", LOG_COMMAND.sub(r"\\u0023", _CONTROL.sub(_escape, body)))
    if on_terminal:
        body = "\n".join(one_line(line.removesuffix("\r")) for line in body.split("\n"))
    return head + hunk + body


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
