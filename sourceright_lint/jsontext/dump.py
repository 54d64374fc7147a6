"""Plain values as the bytes of canonical JSON Lines, by whatever writer is at hand."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def lines_of(entries: Iterable[Any]) -> bytes:
    """One compact line for each entry, keys in the order they have. Numbers must be finite."""
    if "orjson" in sys.modules:
        import orjson

        return b"".join([orjson.dumps(entry, option=orjson.OPT_APPEND_NEWLINE) for entry in entries])
    from sourceright_lint.jsontext.plain import plain_text

    return "".join([plain_text(entry, compact=True) for entry in entries]).encode()
