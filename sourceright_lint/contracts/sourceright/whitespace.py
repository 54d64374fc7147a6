"""White space as Sourceright's core has it: Unicode's White_Space property.

Unlike Python's ``str.split``, U+001C to U+001F are no white space here.
"""

from __future__ import annotations

import re

_RUN = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_ASCII_RUN = re.compile("[\t-\r ]+")


def collapse(text: str) -> str:
    """The text without white space at its ends, and with one space for each run inside."""
    if " ".join(text.split()) == text:
        return text
    return _RUN.sub(" ", text).strip(" ")


def collapse_ascii(text: str) -> str:
    """The same for ASCII white space alone: no-break and other typographic spaces stay."""
    return _ASCII_RUN.sub(" ", text).strip(" ")


def is_blank(text: str) -> bool:
    """Whether the text is empty but for white space."""
    return not text or (text[0].isspace() and not collapse(text))


def odd_spaces(text: str) -> str:
    """The white space in the text that is not ASCII, as code points for a message: ``U+00A0, U+2009``."""
    found = {char for char in text if not char.isascii() and _RUN.match(char)}
    return ", ".join(f"U+{ord(char):04X}" for char in sorted(found))
