"""Plain values as the bytes of canonical JSON Lines."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def lines_of(entries: Iterable[Any]) -> bytes:
    """One compact line for each entry, keys in the order they have. Numbers must be finite."""
    import orjson

    written = bytearray()
    for entry in entries:
        # Each text on its own keeps the kilobyte that it was written in.
        written += orjson.dumps(entry, option=orjson.OPT_APPEND_NEWLINE)
    return bytes(written)
