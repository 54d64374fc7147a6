"""Untrusted text made safe to print: one line, nothing that a terminal or a CI system would obey."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_UNSAFE = (
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)

LOG_COMMAND = re.compile(r"#(?=#[A-Za-z]*\[)")
"""The first character of what CI systems obey anywhere in a line: ``##[``, ``##vso[``, ``##teamcity[``."""


def one_line(text: str) -> str:
    """The text for the inside of a line that people, terminals and CI systems read.

    Control, bidirectional, invisible and surrogate characters are written as escapes, and so is the beginning of what
    CI systems obey.
    """
    return LOG_COMMAND.sub(r"\\u0023", re.sub(_UNSAFE, _escape, text))


def show(value: Any, limit: int = 60) -> str:
    """A JSON value as a message quotes it: compact JSON on one line, cut at ``limit`` characters."""
    text = one_line(_outline(value))
    return text if len(text) <= limit else text[: limit - 1] + "…"


def show_path(path: str) -> str:
    """A path for one line of text output; bytes that are no UTF-8 appear as ``\\xNN``."""
    return LOG_COMMAND.sub(r"\\x23", re.sub(_UNSAFE, _escape_path, path))


def git_path(path: str) -> str:
    """A path as Git writes it in a patch: in quotes and with octal escapes where it is not plain."""
    if (
        not re.search('["\\\\]', path)
        and re.search(_UNSAFE, path) is None
        and LOG_COMMAND.search(path) is None
    ):
        return path
    return '"' + "".join(_in_quotes(each, '"\\') for each in path) + '"'


def shell_word(text: str) -> str:
    """The text as one word of a command line that can be printed safely, and typed in a POSIX shell as it is."""
    from shlex import quote

    if re.search(_UNSAFE, text) is None and LOG_COMMAND.search(text) is None:
        return quote(text)
    return "$'" + "".join(_in_quotes(each, "'\\") for each in text) + "'"


def _outline(value: Any) -> str:
    import json

    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "{…}" if isinstance(value, dict) else "[…]"
    except ValueError:
        # Python refuses to write integers of more than 4,300 digits.
        return "{…}" if isinstance(value, dict) else "[…]" if isinstance(value, list) else "a huge number"


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return f"\\u{code:04x}"


def _in_quotes(character: str, special: str) -> str:
    """A character as a shell and Git read it in quotes; ``special`` are those that mean something there."""
    if character in special:
        return f"\\{character}"
    if character != "#" and re.match(_UNSAFE, character) is None:
        return character
    # Three octal digits are all that is read of an escape, whatever follows.
    return "".join(f"\\{byte:03o}" for byte in _bytes(character))


def _bytes(character: str) -> bytes:
    """The bytes that a file name or an argument has for the character."""
    handler = "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass"
    return character.encode("utf-8", handler)


def _escape_path(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return _escape(match)
