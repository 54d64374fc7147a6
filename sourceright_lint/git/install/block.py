"""Lines of ours, between two markers, in a text file that belongs to someone else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sourceright_lint.errors import WriteRefused
from sourceright_lint.escape import show_path

_BEGIN = b"# begin sourceright-lint: sourceright-lint uninstall removes "
_THESE_LINES, _THIS_FILE = b"these lines", b"this file"
_END = b"# end sourceright-lint"
_BLOCK = re.compile(
    rb"^# begin sourceright-lint\b(?P<begin>[^\n]*)\n(?P<lines>.*?)^# end sourceright-lint\r?(?P<end>\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
_MARKER = re.compile(rb"^# (?:begin|end) sourceright-lint\b", re.MULTILINE)


def with_block(path: str, data: bytes | None, lines: Sequence[bytes]) -> bytes:
    """The file's bytes with the block in them: in the place of an earlier one, else at the end.

    ``data`` is None where there is no file. Raises WriteRefused where markers are there but no block.
    """
    block = find(path, data or b"")
    if data is None:
        return _framed(_THIS_FILE, lines, b"\n") + b"\n"
    # After a lone "\r" at the end, "\n" alone would make one line end of the two, and both would be taken out.
    newline = b"\r\n" if b"\r\n" in data or data.endswith(b"\r") else b"\n"
    if block is not None:
        whose = _THIS_FILE if _THIS_FILE in block["begin"] else _THESE_LINES
        end = newline if block["end"] else b""
        return data[: block.start()] + _framed(whose, lines, newline) + end + data[block.end() :]
    framed = _framed(_THESE_LINES, lines, newline)
    # A last line without an end stays one, so that taking the block out gives the same bytes again.
    return data + framed + newline if not data or data.endswith(b"\n") else data + newline + framed


def without_block(path: str, data: bytes) -> bytes | None:
    """The file's bytes without the block; None where nothing is left of a file that was made for it."""
    block = find(path, data)
    if block is None:
        return data
    before, after = data[: block.start()], data[block.end() :]
    if not block["end"]:
        before = before.removesuffix(b"\n").removesuffix(b"\r")
    rest = before + after
    return None if not rest and _THIS_FILE in block["begin"] else rest


def find(path: str, data: bytes) -> re.Match[bytes] | None:
    """The block in a file: its group ``lines`` is what stands between the markers."""
    block = _BLOCK.search(data)
    if len(_MARKER.findall(data)) != (2 if block else 0):
        raise WriteRefused(
            f"{show_path(path)}: the lines between '# begin sourceright-lint' and '# end sourceright-lint' "
            "are not as they were made",
            "remove those lines and both markers by hand, then run it again",
        )
    return block


def _framed(whose: bytes, lines: Sequence[bytes], newline: bytes) -> bytes:
    return newline.join([_BEGIN + whose, *lines, _END])
