"""Several named texts in one input, in the form of the case files: ``--- name`` starts the next one."""

from __future__ import annotations

import re
from collections.abc import Mapping

_HEAD = re.compile(rb"^--- ([^\n]*)\n", re.MULTILINE)


def split(data: bytes) -> dict[str, bytes]:
    """The texts by name. What stands before the first name has the empty name, where there is any."""
    pieces = _HEAD.split(data)
    found = {"": pieces[0]} if pieces[0] else {}
    for name, text in zip(pieces[1::2], pieces[2::2], strict=True):
        found[name.decode("utf-8", "surrogateescape")] = text
    return found


def join(texts: Mapping[str, bytes]) -> bytes:
    """One input that ``split`` takes apart again, as far as no text looks like the start of the next."""
    return b"".join(
        b"--- " + name.encode("utf-8", "surrogateescape") + b"\n" + text for name, text in texts.items()
    )
