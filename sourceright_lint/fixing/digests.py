"""What tells the content of one file from that of another."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sourceright_lint.parallel import WORTH_TWO_CORES


def digest(data: bytes | None) -> str | None:
    """The SHA-256 of a content in hexadecimal digits; None for no file."""
    return None if data is None else hashlib.sha256(data).hexdigest()


def digests(contents: Sequence[bytes | None]) -> list[str | None]:
    """That of each content; of large ones two at a time, as hashing lets go of the interpreter."""
    if sum(len(data or b"") for data in contents) < WORTH_TWO_CORES:
        return list(map(digest, contents))
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(digest, contents))
