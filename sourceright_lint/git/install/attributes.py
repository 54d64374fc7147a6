"""Lines for ``.gitattributes``: the line ends of our files, and who merges and shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sourceright_lint.contract import AttributePattern
from sourceright_lint.git.plumbing import path_bytes

DRIVER = "sourceright-lint"
"""The name under which Git knows our merge driver and our diff driver."""

FILE = ".gitattributes"

_GLOB = re.compile(r"([\\*?\[])")
_PLAIN = re.compile(rb"[^\s\"\\#!\x00-\x20\x7f][^\s\"\x00-\x20\x7f]*\Z")


def lines(patterns: Sequence[AttributePattern], drivers: bool = True) -> list[bytes]:
    """One line for each pattern."""
    return [_pattern(pattern) + b" " + _attributes(pattern, drivers) for pattern in patterns]


def _attributes(pattern: AttributePattern, drivers: bool) -> bytes:
    words = ["text", "eol=lf"]
    if drivers and pattern.merges:
        words.append(f"merge={DRIVER}")
    if drivers and pattern.summarised:
        words.append(f"diff={DRIVER}")
    return " ".join(words).encode()


def _pattern(pattern: AttributePattern) -> bytes:
    return quoted(path_bytes("/" + escaped(pattern.pattern) if pattern.exact else pattern.pattern))


def escaped(path: str) -> str:
    """A path as a glob that matches nothing else."""
    return _GLOB.sub(r"\\\1", path)


def quoted(pattern: bytes) -> bytes:
    """A pattern as one word: in quotes, with escapes, where it would not be one."""
    if _PLAIN.match(pattern):
        return pattern
    return b'"' + re.sub(rb'["\\\x00-\x1f\x7f]', _escape, pattern) + b'"'


def _escape(match: re.Match[bytes]) -> bytes:
    return b"\\" + match[0] if match[0] in (b'"', b"\\") else f"\\{match[0][0]:03o}".encode()
