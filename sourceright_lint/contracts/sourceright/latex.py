"""LaTeX commands whose backslash and first letter JSON took for an escape: ``"\\textit"`` is a tab and ``extit``."""

from __future__ import annotations

import re

_LETTERS = {"\b": "b", "\t": "t", "\n": "n", "\f": "f", "\r": "r"}

_SWALLOWED = re.compile(
    r"(?:\x08[A-Za-z]+"
    r"|\t(?:ext[a-z]*|heta|imes|ilde|riangle[a-z]*|frac|au|o)"
    r"|\n(?:abla|eq|eg|u|ot|otin|ewline|oindent|onumber|atural|ormalsize)"
    r"|\f(?:rac|orall|ootnote[a-z]*|box|lat)"
    r"|\r(?:ho|m|ightarrow|ight|ceil|floor|mfamily|aisebox)"
    r"|[\t\n\r\f][a-z]{0,12}(?=[{_^$\\])"
    r"|(?<=[${])[\t\n\r\f][a-z]{1,12})(?![A-Za-z])"
)
"""What is left of commands that people use, where no word could be meant; others where LaTeX stands around them."""


def swallowed_command(text: str) -> str | None:
    """The first command in a text that lost its beginning, as it was meant; None where white space may be meant."""
    found = _SWALLOWED.search(text)
    return None if found is None else f"\\{_LETTERS[found[0][0]]}{found[0][1:]}"


def advice(command: str) -> str:
    """How to write it so that JSON keeps it."""
    return f"JSON takes \\{command[1]} for a control character: write \\{command}, or better the letters that are meant"
